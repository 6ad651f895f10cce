// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/service_notice.h"

#include <systemd/sd-daemon.h>

#include <chrono>

namespace latchboard::ops {

ServiceNotice::ServiceNotice() {
    std::uint64_t micros = 0;
    if (sd_watchdog_enabled(0, &micros) > 0)
        m_aliveEvery = base::Duration(static_cast<std::int64_t>(micros) / 2);
}

void ServiceNotice::ready(const std::string& status) {
    const std::string message = "READY=1\nSTATUS=" + status;
    static_cast<void>(sd_notify(0, message.c_str()));
}

void ServiceNotice::reloading() {
    // steady_clock is CLOCK_MONOTONIC here, which the protocol asks for.
    const auto now = std::chrono::duration_cast<base::Duration>(std::chrono::steady_clock::now().time_since_epoch());
    const std::string message = "RELOADING=1\nMONOTONIC_USEC=" + std::to_string(now.count());
    static_cast<void>(sd_notify(0, message.c_str()));
}

void ServiceNotice::stopping() {
    static_cast<void>(sd_notify(0, "STOPPING=1"));
}

void ServiceNotice::alive() {
    static_cast<void>(sd_notify(0, "WATCHDOG=1"));
}

} // namespace latchboard::ops
