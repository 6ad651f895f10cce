// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "demo/child_process.h"

namespace latchboard::demo {

/// What came of a fork and exec.
struct Spawned {
    int pid = 0;
    const char* failedStep = nullptr; ///< null: the program runs
    int errorNumber = 0;
};

/// Forks and runs the command from the process's one spawning thread and waits for the exec to be done.
[[nodiscard]] Spawned spawn(const ChildCommand& command);

} // namespace latchboard::demo
