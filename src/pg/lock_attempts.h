// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_view.h"
#include "pg/session.h"
#include "sync/ports.h"

namespace latchboard::pg {

/// Writes that a run took its lock, on the lock's session and at once, so that a live holder has a name and its hold an
/// exact beginning. Nothing happens without the schema latchboard or the privilege: the lock does not depend on it.
/// True where the row was written.
[[nodiscard]] base::Result<bool> noteTaken(Session& session, const sync::Job& job, const std::string& runId,
                                           base::Duration waited, const Call& call);
/// Writes that the run came to its end; the unlock follows. `latchboard.lock_attempt.ended_at`.
[[nodiscard]] base::Result<void> noteEnd(Session& session, const std::string& runId, const Call& call);
/// Writes how the release went.
[[nodiscard]] base::Result<void> noteRelease(Session& session, const std::string& runId, bool released,
                                             const Call& call);
/// The whole attempt, of a run that ended or of a busy skip; completes the row that noteTaken made.
[[nodiscard]] base::Result<void> recordLockAttempt(Session& session, const sync::RunRecord& run,
                                                   const keys::LockTag& tag, const Call& call);

/// Holds that runs recorded and did not record the release of, or recorded that it failed, newest first, at most 1,000:
/// what the verdicts use as proof of level and age. Empty without the schema.
[[nodiscard]] base::Result<std::vector<locks::RecordedHold>> readRecordedHolds(Session& session,
                                                                               const base::Waiting& waiting = {});

} // namespace latchboard::pg
