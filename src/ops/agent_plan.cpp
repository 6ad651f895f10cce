// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/agent_plan.h"

#include "sync/schedule.h"

#include <algorithm>

namespace latchboard::ops {

namespace {

constexpr auto kSecondTryAfter = std::chrono::minutes(10);

bool isTransient(const sync::RunRecord& run) {
    if (!run.error)
        return false;
    switch (run.error->kind) {
    case base::ErrorKind::SourceTransient:
    case base::ErrorKind::SourceRateLimited:
    case base::ErrorKind::Connection:
    case base::ErrorKind::LockLost:
    case base::ErrorKind::Serialization:
    case base::ErrorKind::Deadlock:
    case base::ErrorKind::StatementTimeout:
    case base::ErrorKind::InDoubt:
        return true;
    case base::ErrorKind::Internal:
    case base::ErrorKind::Usage:
    case base::ErrorKind::Configuration:
    case base::ErrorKind::Authentication:
    case base::ErrorKind::Privilege:
    case base::ErrorKind::Database:
    case base::ErrorKind::SchemaMissing:
    case base::ErrorKind::ContextMismatch:
    case base::ErrorKind::ReleaseFailed:
    case base::ErrorKind::SourceLockout:
    case base::ErrorKind::SourceAuth:
    case base::ErrorKind::SourcePermanent:
    case base::ErrorKind::Quarantine:
    case base::ErrorKind::Cancelled:
    case base::ErrorKind::Refused:
        return false;
    }
    return false;
}

} // namespace

NextStep nextStep(const sync::RunRecord& run, bool wasSecondTry, base::Instant now, const sync::Grid& grid) {
    const base::Instant nextCell = sync::nextCell(now, grid);
    NextStep step;
    step.at = nextCell;
    if (run.outcome == sync::Outcome::Busy && run.lock != sync::LockOutcome::ContextMismatch) {
        step.kind = NextStep::Kind::WhenLockIsFree;
    } else if (run.outcome == sync::Outcome::Postponed && run.postponedUntil) {
        step.at = std::max(*run.postponedUntil, now);
    } else if (run.error && run.error->kind == base::ErrorKind::SourceLockout) {
        step.kind = NextStep::Kind::StopSchedule;
    } else if ((run.outcome == sync::Outcome::Failed || run.outcome == sync::Outcome::InDoubt) && isTransient(run) &&
               !wasSecondTry) {
        step.at = std::min<base::Instant>(now + kSecondTryAfter, nextCell);
        step.isSecondTry = step.at < nextCell;
    }
    return step;
}

} // namespace latchboard::ops
