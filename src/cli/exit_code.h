// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/run.h"

namespace latchboard::cli {

/// The exit codes of latchctl; they are promises (README, "Exit codes").
enum ExitCode {
    Done = 0,
    InternalError = 1,
    UsageError = 2,
    BusyExpected = 10,
    BusySuspicious = 11,
    ContextMismatch = 12,
    ReleaseFailed = 13,
    SourceFailed = 20,
    DatabaseFailed = 21,
    InDoubt = 22,
    PostponedByLimit = 23,
    LockedOut = 24,
    Cancelled = 30,
    Refused = 40,
    // of `latchctl status`
    StatusRunning = 10,
    StatusOverdue = 11,
};

[[nodiscard]] ExitCode exitCodeOf(const base::Error& error);
/// For `--if-due`, busy and nothing to do are 0.
[[nodiscard]] ExitCode exitCodeOf(const sync::RunRecord& run, bool ifDue);

} // namespace latchboard::cli
