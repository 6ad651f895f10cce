// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/advisory_lock.h"

#include "base/log.h"
#include "pg/lock_attempts.h"
#include "pg/lock_holder.h"

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;
using Steady = std::chrono::steady_clock;

namespace {

/// "pg_try_advisory_lock($1::bigint)" or the form with two int4 keys.
std::string callOn(const char* function, const keys::LockTag& tag) {
    return std::string("select pg_catalog.") + function +
           (keys::formOf(tag) == keys::KeyForm::Int4Pair ? "($1::int, $2::int)" : "($1::bigint)");
}

Params keyOf(const keys::LockTag& tag) {
    if (keys::formOf(tag) == keys::KeyForm::Int4Pair)
        return {keys::firstOf(tag), keys::secondOf(tag)};
    return {keys::bigintOf(tag)};
}

} // namespace

AdvisoryJobLock::AdvisoryJobLock(RunSession& session, base::Duration askAfter, base::Duration answerWithin)
    : m_session(session), m_askAfter(askAfter), m_answerWithin(answerWithin) {}

Result<void> AdvisoryJobLock::checkContext() const {
    const auto& who = m_session.identity();
    if (!who.direct && !m_session.session()->settings().sessionPooling) {
        return Unexpected(
            ErrorKind::ContextMismatch,
            LB_TEXT("pg", "A pooler stands between us and %1: the lock could stay on a connection that others use.")
                .arg(who.target),
            LB_TEXT("pg", "Connect to the server itself, or to a pool in session mode and say pooling = \"session\"."));
    }
    if (who.inRecovery) {
        return Unexpected(
            ErrorKind::ContextMismatch,
            LB_TEXT("pg", "%1 is a standby: it has advisory locks of its own and takes no writes.").arg(who.target),
            LB_TEXT("pg", "Connect to the primary, for example with target_session_attrs=read-write."));
    }
    return {};
}

Result<sync::LockAttempt> AdvisoryJobLock::tryAcquire(const sync::Job& job, const std::string& runId) {
    if (keys::formOf(job.lockTag) == keys::KeyForm::Other)
        return Unexpected(ErrorKind::Usage,
                          LB_TEXT("pg", "The lock %1 is not one that SQL can take.").arg(job.lockName));
    if (auto connected = m_session.connect(); !connected)
        return Unexpected(connected.error());
    if (auto fits = checkContext(); !fits) {
        m_session.close();
        return Unexpected(fits.error());
    }
    const auto& who = m_session.identity();
    sync::LockAttempt attempt;
    attempt.pid = who.backendPid;
    attempt.backendStart = who.backendStart;
    m_tag = job.lockTag;
    m_lockName = job.lockName;
    m_runId = runId;

    const auto begin = Steady::now();
    auto taken = m_session.exec(callOn("pg_try_advisory_lock", m_tag), keyOf(m_tag), m_session.stoppable());
    attempt.wait = std::chrono::duration_cast<base::Duration>(Steady::now() - begin);
    if (!taken) {
        m_session.close(); // whether it was taken or not, it is gone with the session
        return Unexpected(taken.error());
    }
    m_held = taken->boolean(0, 0);
    if (m_held) {
        attempt.outcome = sync::LockOutcome::Acquired;
        auto noted = noteTaken(*m_session.session(), job, runId, attempt.wait, m_session.stoppable());
        if (!noted) {
            const base::Error error = RunSession::asLockLost(noted.error());
            static_cast<void>(release());
            return Unexpected(error);
        }
        m_noted = *noted;
        return attempt;
    }
    auto busy = lookAtHolder(*m_session.session(), job, m_session.stoppable());
    if (!busy)
        return Unexpected(busy.error());
    attempt.holder = busy->holder;
    attempt.outcome = busy->suspicious ? sync::LockOutcome::BusySuspicious : sync::LockOutcome::BusyExpected;
    return attempt;
}

Result<void> AdvisoryJobLock::keepAlive() {
    Session* session = m_session.session();
    if (session == nullptr)
        return Unexpected(ErrorKind::LockLost, LB_TEXT("pg", "The run's session is closed, and its lock with it."));
    if (session->isAlive() && Steady::now() - session->lastStatementAt() < m_askAfter)
        return {};
    Call call = m_session.stoppable();
    call.timeout = m_answerWithin;
    auto answer = m_session.exec("select 1", {}, call);
    return answer ? Result<void>() : Result<void>(Unexpected(answer.error()));
}

Result<void> AdvisoryJobLock::unlock(Session& session) {
    Call call;
    call.timeout = std::chrono::seconds(5);
    if (session.transactionOpen()) {
        if (auto rolledBack = session.execSimple("rollback", call); !rolledBack)
            return Unexpected(RunSession::asLockLost(rolledBack.error()));
    }
    if (m_noted) {
        if (auto noted = noteEnd(session, m_runId, call); !noted)
            base::log::warning("the end of run " + m_runId +
                               " is not recorded: " + noted.error().message.englishUtf8());
    }
    const auto answer = session.exec(callOn("pg_advisory_unlock", m_tag), keyOf(m_tag), call);
    if (!answer && answer.error().kind == ErrorKind::Connection)
        return Unexpected(RunSession::asLockLost(answer.error()));
    const bool released = answer && answer->boolean(0, 0);
    if (m_noted) {
        if (auto noted = noteRelease(session, m_runId, released, call); !noted)
            base::log::warning("the release of run " + m_runId +
                               " is not recorded: " + noted.error().message.englishUtf8());
    }
    if (released)
        return {};
    base::Error error = base::makeError(
        ErrorKind::ReleaseFailed,
        answer ? LB_TEXT("pg", "pg_advisory_unlock of %1 answered false: the session did not hold it.").arg(m_lockName)
               : LB_TEXT("pg", "pg_advisory_unlock of %1 failed: %2").arg(m_lockName).arg(answer.error().message),
        LB_TEXT("pg", "The session was closed, which gives back whatever it held."));
    if (!answer)
        error.sqlstate = answer.error().sqlstate;
    return Unexpected(error);
}

Result<void> AdvisoryJobLock::release() {
    Session* session = m_session.session();
    const bool held = std::exchange(m_held, false);
    if (session == nullptr)
        return held ? Result<void>(Unexpected(ErrorKind::LockLost,
                                              LB_TEXT("pg", "The run's session is closed, and its lock with it.")))
                    : Result<void>();
    Result<void> result = held ? unlock(*session) : Result<void>();
    m_session.close();
    return result;
}

Result<base::Instant> AdvisoryJobLock::databaseNow() {
    auto answer = m_session.exec("select clock_timestamp()", {}, m_session.stoppable());
    if (!answer)
        return Unexpected(answer.error());
    const auto now = answer->instant(0, 0);
    if (!now)
        return Unexpected(ErrorKind::Internal, LB_TEXT("pg", "The server's clock can't be read."));
    return *now;
}

} // namespace latchboard::pg
