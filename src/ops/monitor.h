// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"

#include <functional>
#include <memory>
#include <thread>

namespace latchboard::ops {

/// What the watcher of one server knows at a moment.
struct MonitorUpdate {
    enum class State { Connecting, Live, Stale };
    State state = State::Connecting;
    std::shared_ptr<const locks::Analysis> analysis; ///< the last good one, also while stale; null before the first
    std::optional<base::Instant> lastAnswerAt;       ///< this machine's clock
    std::optional<base::Instant> retryAt;            ///< when it tries again, while stale
    std::optional<base::Error> error;                ///< why it is stale
};

/// Watches one server from a thread and a session of its own: a beat a second, a scan at an interval that follows from
/// its cost, back-off while the server does not answer. Never blocks its caller.
class Monitor {
public:
    using Sink = std::function<void(const MonitorUpdate&)>; ///< called on the monitor's thread

    Monitor(Profile profile, locks::Thresholds thresholds, Sink sink);
    ~Monitor(); ///< stops within a second

    /// Looks at once, also while it waits to reconnect. Any thread.
    void lookNow();

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
    std::jthread m_thread;
};

/// One look from start to end, for `latchctl locks`.
[[nodiscard]] base::Result<locks::Analysis> lookOnce(const Profile& profile, const locks::Thresholds& thresholds);

} // namespace latchboard::ops
