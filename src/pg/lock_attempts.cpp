// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/lock_attempts.h"

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

namespace {

Result<void> plain(const Result<QueryResult>& answer) {
    return answer ? Result<void>() : Result<void>(Unexpected(answer.error()));
}

} // namespace

Result<bool> noteTaken(Session& session, const sync::Job& job, const std::string& runId, base::Duration waited,
                       const Call& call) {
    const auto& who = session.identity();
    const auto written = session.exec(
        "insert into latchboard.lock_attempt "
        "(job, run_id, outcome, classid, objid, objsubid, pid, backend_start, waited, expected_hold, taken_at) values "
        "($1, $2, 'LOCK_ACQUIRED', $3::bigint, $4::bigint, $5::int, $6::int, $7::timestamptz, $8::interval, "
        "nullif($9::interval, interval '0'), clock_timestamp()) on conflict (run_id) where run_id is not null do "
        "nothing",
        {job.name, runId, job.lockTag.classid, job.lockTag.objid, job.lockTag.objsubid, who.backendPid,
         who.backendStart, waited, job.expectedHold},
        call);
    if (written)
        return true;
    if (written.error().kind == ErrorKind::SchemaMissing || written.error().kind == ErrorKind::Privilege)
        return false;
    return Unexpected(written.error());
}

Result<void> noteEnd(Session& session, const std::string& runId, const Call& call) {
    return plain(session.exec("update latchboard.lock_attempt set ended_at = coalesce(ended_at, clock_timestamp()) "
                              "where run_id = $1",
                              {runId}, call));
}

Result<void> noteRelease(Session& session, const std::string& runId, bool released, const Call& call) {
    return plain(session.exec("update latchboard.lock_attempt set "
                              "released_at = case when $2::bool then clock_timestamp() end, "
                              "release_outcome = case when $2::bool then 'released' else 'LOCK_RELEASE_FAILED' end "
                              "where run_id = $1",
                              {runId, released}, call));
}

Result<void> recordLockAttempt(Session& session, const sync::RunRecord& run, const keys::LockTag& tag,
                               const Call& call) {
    // Of a run that took the lock the row is there already and knows the moments better than the record does.
    const bool acquired = run.lock == sync::LockOutcome::Acquired || run.lock == sync::LockOutcome::ReleaseFailed;
    return plain(session.exec(
        "insert into latchboard.lock_attempt (job, run_id, outcome, classid, objid, objsubid, host, pid, "
        "backend_start, "
        "attempted_at, waited, taken_at, ended_at, released_at, release_outcome, "
        "holder_pid, holder_application, holder_user, holder_client, holder_since) values "
        "($1, $2, $3, $4::bigint, $5::bigint, $6::int, $7, nullif($8::int, 0), $9::timestamptz, $10::timestamptz, "
        "$11::interval, case when $12::bool then $10::timestamptz end, "
        "case when $12::bool then $10::timestamptz + $13::interval end, "
        "case when $12::bool and $3 = 'LOCK_ACQUIRED' then $10::timestamptz + $13::interval end, "
        "case when $12::bool then case when $3 = 'LOCK_ACQUIRED' then 'released' else $3 end end, "
        "nullif($14::int, 0), nullif($15, ''), nullif($16, ''), nullif($17, ''), $18::timestamptz) "
        "on conflict (run_id) where run_id is not null do update set outcome = excluded.outcome, host = excluded.host, "
        "waited = excluded.waited, "
        "ended_at = coalesce(lock_attempt.ended_at, excluded.ended_at), "
        "released_at = coalesce(lock_attempt.released_at, excluded.released_at), "
        "release_outcome = coalesce(lock_attempt.release_outcome, excluded.release_outcome)",
        {run.job, run.runId, sync::lockOutcomeName(run.lock), tag.classid, tag.objid, tag.objsubid, run.host, run.pid,
         run.backendStart, run.startedAt, run.lockWait, acquired, run.lockHold, run.holder.pid, run.holder.application,
         run.holder.user, run.holder.client, run.holder.since},
        call));
}

Result<std::vector<locks::RecordedHold>> readRecordedHolds(Session& session, const base::Waiting& waiting) {
    Call call;
    call.waiting = waiting;
    call.binary = true;
    const auto rows = session.execPrepared(
        "recorded_holds",
        "select pid, backend_start, classid, objid, objsubid, database, coalesce(job, app), coalesce(run_id, ''), "
        "taken_at, "
        "ended_at, (extract(epoch from expected_hold) * 1000000)::bigint from latchboard.lock_attempt where taken_at "
        "is "
        "not null and (released_at is null or release_outcome = 'LOCK_RELEASE_FAILED') and pid is not null "
        "and taken_at > clock_timestamp() - interval '7 days' order by taken_at desc limit 1000",
        {}, call);
    if (!rows) {
        if (rows.error().kind == ErrorKind::SchemaMissing || rows.error().kind == ErrorKind::Privilege)
            return std::vector<locks::RecordedHold>();
        return Unexpected(rows.error());
    }
    std::vector<locks::RecordedHold> holds;
    for (int i = 0; i < rows->rows(); ++i) {
        locks::RecordedHold hold;
        hold.backend.pid = static_cast<int>(rows->integer(i, 0));
        hold.backend.backendStart = rows->instant(i, 1);
        hold.tag.classid = static_cast<std::uint32_t>(rows->integer(i, 2));
        hold.tag.objid = static_cast<std::uint32_t>(rows->integer(i, 3));
        hold.tag.objsubid = static_cast<std::uint16_t>(rows->integer(i, 4));
        hold.database = rows->text(i, 5);
        hold.job = rows->text(i, 6);
        hold.runId = rows->text(i, 7);
        hold.takenAt = rows->instant(i, 8).value_or(base::Instant());
        hold.endedAt = rows->instant(i, 9);
        if (!rows->isNull(i, 10))
            hold.expectedHold = base::Duration(rows->integer(i, 10));
        holds.push_back(std::move(hold));
    }
    return holds;
}

} // namespace latchboard::pg
