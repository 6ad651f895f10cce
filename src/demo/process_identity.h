// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <cstdint>
#include <optional>
#include <string>

namespace latchboard::demo {

/// A process is its pid together with when it started and in which boot of the machine: pids are used again.
struct ProcessIdentity {
    int pid = 0;
    std::uint64_t startTicks = 0; ///< field 22 of /proc/PID/stat, clock ticks since boot
    std::string bootId;           ///< /proc/sys/kernel/random/boot_id
    friend bool operator==(const ProcessIdentity&, const ProcessIdentity&) = default;
};

/// The identity of a process that lives now; nullopt where there is none or it has ended (a zombie has ended).
[[nodiscard]] std::optional<ProcessIdentity> identityOf(int pid);
/// Whether exactly this process still lives.
[[nodiscard]] bool lives(const ProcessIdentity& identity);

/// Sends the signal if it is still this process, waits up to `grace`, then kills. True when it is gone.
bool endProcess(const ProcessIdentity& identity, int signal, base::Duration grace);

} // namespace latchboard::demo
