// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace latchboard::ops {

/// Asks an agent to read its configuration again. Rung by any thread; heard by the agent's. Rings of one moment count
/// as one.
class ReloadBell {
public:
    /// From now on somebody listens, until the last ear is gone.
    class Ear {
    public:
        explicit Ear(ReloadBell& bell);
        ~Ear();
        Ear(const Ear&) = delete;
        Ear& operator=(const Ear&) = delete;

    private:
        ReloadBell& m_bell;
    };

    /// False where nobody listens.
    bool ring();
    /// True at a ring; false at the stop, or after the time.
    bool waitForRing(const std::stop_token& stop, base::Duration longest);

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    int m_ears = 0;
    bool m_rung = false;
};

} // namespace latchboard::ops
