// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_store.h"

#include "pg/in_doubt.h"
#include "pg/lock_attempts.h"
#include "pg/quarantine.h"
#include "pg/run_history.h"
#include "pg/target_check.h"

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;
using sync::WriteCounts;

TargetStore::TargetStore(RunSession& session, const keys::LockTag& tag, RetryPolicy policy)
    : m_session(session), m_policy(std::move(policy)), m_tag(tag) {
    m_policy.waiting = m_session.waiting();
}

Result<void> TargetStore::check(const sync::Job& job) {
    Session* session = m_session.session();
    if (session == nullptr)
        return Unexpected(ErrorKind::LockLost, LB_TEXT("pg", "The run's session is closed, and its lock with it."));
    auto checked = checkTarget(*session, job.target, m_session.stoppable());
    return checked ? checked : Result<void>(Unexpected(RunSession::asLockLost(checked.error())));
}

Result<void> TargetStore::write(const sync::Job& job, const std::string& runId, std::int64_t batch,
                                const sync::Page& page, WriteCounts& counts) {
    const std::int64_t keptBefore = counts.quarantined;
    auto written = writePage(job, runId, batch, page, counts);
    if (!written)
        counts.quarantined = keptBefore; // they are kept at the end, all or none
    return written;
}

Result<void> TargetStore::writePage(const sync::Job& job, const std::string& runId, std::int64_t batch,
                                    const sync::Page& page, WriteCounts& counts) {
    Session* session = m_session.session();
    if (session == nullptr)
        return Unexpected(ErrorKind::LockLost, LB_TEXT("pg", "The run's session is closed, and its lock with it."));
    auto table = readTargetTable(*session, job.target, m_session.stoppable());
    if (!table)
        return Unexpected(RunSession::asLockLost(table.error()));
    if (!table->found) {
        return Unexpected(ErrorKind::SchemaMissing, LB_TEXT("pg", "The table %1 is not there.").arg(table->quoted));
    }
    TargetWriter writer(m_session, m_policy, m_staging, {job, runId, batch, planTarget(job.target, *table)}, counts);
    if (auto done = writer.write(page); !done)
        return Unexpected(RunSession::asLockLost(done.error()));
    std::vector<sync::QuarantinedItem> refused = page.quarantined;
    refused.insert(refused.end(), writer.refused().begin(), writer.refused().end());
    counts.quarantined += static_cast<std::int64_t>(page.quarantined.size());
    if (refused.empty())
        return {};
    session = m_session.session(); // a COMMIT in doubt that stands leaves none
    if (session == nullptr)
        return Unexpected(ErrorKind::LockLost, LB_TEXT("pg", "The run's session is closed, and its lock with it."));
    if (auto kept = keepQuarantined(*session, job.name, runId, batch, refused, m_session.stoppable()); !kept)
        return Unexpected(RunSession::asLockLost(kept.error()));
    return {};
}

Result<std::optional<base::Instant>> TargetStore::lastWindowEnd(const std::string& job) {
    const auto answer = m_session.exec(lastWindowEndSql(), {job}, m_session.stoppable());
    if (!answer)
        return Unexpected(answer.error());
    return answer->rows() == 0 ? std::nullopt : answer->instant(0, 0);
}

Result<std::optional<base::Instant>> TargetStore::lastSuccessStart(const std::string& job) {
    const auto answer =
        m_session.exec("select max(started_at) from latchboard.run where job = $1 and outcome = 'SUCCESS' "
                       "and trigger <> 'backfill' and not dry_run",
                       {job}, m_session.stoppable());
    if (!answer)
        return Unexpected(answer.error());
    return answer->instant(0, 0);
}

Result<std::int64_t> TargetStore::refusalsInARow(const std::string& job) {
    const auto answer =
        m_session.exec("select count(*) from latchboard.run where job = $1 and error_kind = 'source_auth' and "
                       "started_at > coalesce((select max(started_at) from latchboard.run where job = $1 and outcome = "
                       "'SUCCESS'), '-infinity')",
                       {job}, m_session.stoppable());
    if (!answer)
        return Unexpected(answer.error());
    return answer->integer(0, 0);
}

Result<void> TargetStore::closeWindow(const sync::Job& job, const std::string& runId, const sync::Interval& window) {
    Session* session = m_session.session();
    if (session == nullptr)
        return Unexpected(ErrorKind::LockLost, LB_TEXT("pg", "The run's session is closed, and its lock with it."));
    const Params params = {job.name, window.from, window.until, runId};
    RetryCounts retries;
    const auto done = transact(*session, m_policy, retries, [&]() -> Result<void> {
        const auto closed = session->exec("insert into latchboard.job_window (job, from_at, until_at, run_id) values "
                                          "($1, $2::timestamptz, $3::timestamptz, $4) on conflict do nothing",
                                          params, m_session.stoppable());
        return closed ? Result<void>() : Result<void>(Unexpected(closed.error()));
    });
    if (done)
        return {};
    if (done.error().kind != ErrorKind::InDoubt)
        return Unexpected(RunSession::asLockLost(done.error()));
    return settleDoubt(m_session, done.error(),
                       "select 1 from latchboard.job_window where job = $1 and from_at = $2::timestamptz and "
                       "until_at = $3::timestamptz and run_id = $4",
                       params);
}

Result<void> TargetStore::onAnySession(const std::function<Result<void>(Session&)>& act) {
    if (Session* session = m_session.session(); session != nullptr && session->isAlive()) {
        if (session->transactionOpen())
            static_cast<void>(session->execSimple("rollback"));
        auto done = act(*session);
        // Both records are keyed by the run: writing one again that stands already changes nothing.
        if (done || (done.error().kind != ErrorKind::Connection && done.error().kind != ErrorKind::InDoubt))
            return done;
    }
    auto fresh = m_session.openFresh();
    if (!fresh)
        return Unexpected(fresh.error());
    return act(**fresh);
}

Result<void> TargetStore::record(const sync::RunRecord& run) {
    return onAnySession([&](Session& session) { return recordRun(session, run); });
}

Result<void> TargetStore::recordAttempt(const sync::RunRecord& run) {
    return onAnySession([&](Session& session) { return recordLockAttempt(session, run, m_tag, {}); });
}

} // namespace latchboard::pg
