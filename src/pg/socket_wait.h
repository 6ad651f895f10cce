// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>

namespace latchboard::pg {

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

/// Wakes a poll() when a stop is asked for: an eventfd that the token's callback writes to. For one thread at a time.
class StopBell {
public:
    explicit StopBell(const std::stop_token& stop);
    ~StopBell();
    StopBell(const StopBell&) = delete;
    StopBell& operator=(const StopBell&) = delete;

    [[nodiscard]] int descriptor() const { return m_descriptor; }

private:
    struct Ring {
        int descriptor;
        void operator()() const;
    };
    int m_descriptor;
    std::optional<std::stop_callback<Ring>> m_callback;
};

enum class SocketEnd {
    Ready,
    Stopped,
    TimedOut,
    Pulse, ///< the pulse of the waiting answered with an error
};

struct SocketWait {
    SocketEnd end = SocketEnd::Ready;
    base::Error pulseError; ///< only for Pulse
};

/// Waits until the socket can be read (or written, where asked), the stop, the deadline or an error of the pulse. The
/// pulse is called at least twice a second. A socket below 0 waits for the others alone.
SocketWait waitForSocket(int socket, bool forWrite, const StopBell& bell, const base::Waiting& waiting,
                         const Deadline& deadline);

} // namespace latchboard::pg
