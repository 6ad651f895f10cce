// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/run_session.h"
#include "sync/ports.h"

namespace latchboard::pg {

/// The advisory lock around a run, on the run's dedicated session (semantics, section 2). One a run; used by its
/// thread.
///
/// Errors: ContextMismatch behind a pooler that may change the backend, and on a standby; LockLost once the session is
/// gone; ReleaseFailed. It never runs pg_advisory_unlock_all, and never waits for a lock.
class AdvisoryJobLock final : public sync::JobLock {
public:
    /// The keep-alive asks the server once the last statement is longer ago than `askAfter`; silence for longer than
    /// `answerWithin` is a loss. Both together are how late a loss is noticed at most, besides what a wait adds between
    /// two looks (half a second).
    explicit AdvisoryJobLock(RunSession& session, base::Duration askAfter = std::chrono::seconds(10),
                             base::Duration answerWithin = std::chrono::seconds(10));

    base::Result<sync::LockAttempt> tryAcquire(const sync::Job& job, const std::string& runId) override;
    /// Looks at the socket, and asks the server where that is due.
    base::Result<void> keepAlive() override;
    /// Not ended by the stop token. The session is closed on every path; without a lock there is nothing else to do.
    base::Result<void> release() override;
    base::Result<base::Instant> databaseNow() override;

private:
    base::Result<void> checkContext() const;
    base::Result<void> unlock(Session& session);

    RunSession& m_session;
    base::Duration m_askAfter, m_answerWithin;
    keys::LockTag m_tag;
    std::string m_lockName, m_runId;
    bool m_held = false;
    bool m_noted = false; ///< lock_attempt has a row for this run
};

} // namespace latchboard::pg
