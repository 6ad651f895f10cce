// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/run.h"

#include <QJsonObject>

namespace latchboard::sync {

/// Sync: one run, as `latchctl sync --json` prints it. History: the same with host, pid and backend_start, as an entry
/// of `latchctl history --json`.
enum class RunForm { Sync, History };

/// Names and units are promises of the command (README, "The command"): times are RFC 3339, seconds end in _s. Beyond
/// the promised fields: "holder" of a busy skip, "postponed_until", "warning" and "dry_run", each only where it says
/// something.
[[nodiscard]] QJsonObject toJson(const RunRecord& run, RunForm form = RunForm::Sync);

/// One line of `--progress json`.
[[nodiscard]] QJsonObject toJson(const Progress& progress);

} // namespace latchboard::sync
