// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/session.h"
#include "sync/run.h"

namespace latchboard::pg {

/// Writes a run's one history row, ends its lock attempt and drops its write tokens (not of a run in doubt), all or
/// nothing. Writing the same run again does nothing. Busy and not-due are no runs: Internal.
[[nodiscard]] base::Result<void> recordRun(Session& session, const sync::RunRecord& run);

/// $1 the job: end of the last complete window, one row with NULL where there is none. Intervals that touch or overlap
/// are one; the state is the one that began with the interval closed first, so that a backfill of another time moves
/// nothing and a gap is never passed over.
[[nodiscard]] const char* lastWindowEndSql();

} // namespace latchboard::pg
