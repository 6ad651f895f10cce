// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <optional>
#include <string>

namespace latchboard::ops {

/// Tells systemd how the agent is (sd_notify(3)): for a unit of Type=notify, with WatchdogSec= where that is set. Where
/// no service manager listens ($NOTIFY_SOCKET) nothing happens. Any thread.
class ServiceNotice {
public:
    /// Reads $WATCHDOG_USEC.
    ServiceNotice();

    static void ready(const std::string& status);
    static void reloading();
    static void stopping();
    static void alive();
    /// How often alive() is to be called: half of what the service manager waits for; none where it doesn't.
    [[nodiscard]] std::optional<base::Duration> aliveEvery() const { return m_aliveEvery; }

private:
    std::optional<base::Duration> m_aliveEvery;
};

} // namespace latchboard::ops
