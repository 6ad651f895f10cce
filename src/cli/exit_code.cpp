// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/exit_code.h"

namespace latchboard::cli {

ExitCode exitCodeOf(const base::Error& error) {
    switch (error.kind) {
    case base::ErrorKind::Internal:
        return InternalError;
    case base::ErrorKind::Usage:
    case base::ErrorKind::Configuration:
        return UsageError;
    case base::ErrorKind::Connection:
    case base::ErrorKind::Authentication:
    case base::ErrorKind::Serialization:
    case base::ErrorKind::Deadlock:
    case base::ErrorKind::StatementTimeout:
    case base::ErrorKind::Database:
    case base::ErrorKind::SchemaMissing:
    case base::ErrorKind::LockLost:
        return DatabaseFailed;
    case base::ErrorKind::InDoubt:
        return InDoubt;
    case base::ErrorKind::ContextMismatch:
        return ContextMismatch;
    case base::ErrorKind::ReleaseFailed:
        return ReleaseFailed;
    case base::ErrorKind::SourceRateLimited:
        return PostponedByLimit;
    case base::ErrorKind::SourceLockout:
        return LockedOut;
    case base::ErrorKind::SourceAuth:
    case base::ErrorKind::SourceTransient:
    case base::ErrorKind::SourcePermanent:
    case base::ErrorKind::Quarantine:
        return SourceFailed;
    case base::ErrorKind::Cancelled:
        return Cancelled;
    case base::ErrorKind::Privilege:
    case base::ErrorKind::Refused:
        return Refused;
    }
    return InternalError;
}

ExitCode exitCodeOf(const sync::RunRecord& run, bool ifDue) {
    if (run.lock == sync::LockOutcome::ContextMismatch)
        return ContextMismatch;
    if (run.lock == sync::LockOutcome::ReleaseFailed)
        return ReleaseFailed;
    switch (run.outcome) {
    case sync::Outcome::Success:
    case sync::Outcome::NotDue:
        return Done;
    case sync::Outcome::Busy:
        if (ifDue && run.lock == sync::LockOutcome::BusyExpected)
            return Done;
        return run.lock == sync::LockOutcome::BusySuspicious ? BusySuspicious : BusyExpected;
    case sync::Outcome::Postponed:
        return PostponedByLimit;
    case sync::Outcome::InDoubt:
        return InDoubt;
    case sync::Outcome::Cancelled:
        return Cancelled;
    case sync::Outcome::Failed:
        return run.error ? exitCodeOf(*run.error) : InternalError;
    }
    return InternalError;
}

} // namespace latchboard::cli
