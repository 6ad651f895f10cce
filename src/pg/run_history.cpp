// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/run_history.h"

#include "pg/transaction.h"

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

namespace {

/// Error texts come from everywhere; PostgreSQL takes no NUL.
std::string withoutNul(std::string text) {
    std::erase(text, '\0');
    return text;
}

Params paramsOf(const sync::RunRecord& run) {
    const auto orNull = [](const std::string& text) {
        return text.empty() ? Param(std::nullopt) : Param(withoutNul(text));
    };
    const base::Error error = run.error.value_or(base::Error());
    const auto& counts = run.counts;
    return {run.runId,
            run.job,
            sync::triggerName(run.trigger),
            sync::outcomeName(run.outcome),
            sync::lockOutcomeName(run.lock),
            run.window ? Param(run.window->from) : Param(std::nullopt),
            run.window ? Param(run.window->until) : Param(std::nullopt),
            run.startedAt,
            run.finishedAt,
            run.pages,
            run.apiCalls,
            run.fetched,
            counts.created,
            counts.changed,
            counts.same,
            counts.stale,
            counts.gone,
            counts.quarantined,
            counts.retries40001,
            counts.retries40P01,
            run.limitWait,
            run.lockWait,
            run.lockHold,
            run.error ? Param(base::kindName(error.kind)) : Param(std::nullopt),
            orNull(error.sqlstate),
            error.httpStatus != 0 ? Param(error.httpStatus) : Param(std::nullopt),
            run.error ? Param(withoutNul(error.message.englishUtf8())) : Param(std::nullopt),
            orNull(error.remedy.englishUtf8()),
            run.postponedUntil,
            orNull(run.warning),
            run.host,
            run.pid != 0 ? Param(run.pid) : Param(std::nullopt),
            run.backendStart,
            run.dryRun};
}

constexpr const char* kInsert =
    "insert into latchboard.run (run_id, job, trigger, outcome, lock_outcome, window_from, window_until, started_at, "
    "finished_at, pages, api_calls, fetched, created, changed, same, stale, gone, quarantined, retries_40001, "
    "retries_40p01, limit_wait, lock_wait, lock_hold, error_kind, error_sqlstate, error_http_status, error_message, "
    "error_remedy, postponed_until, warning, host, pid, backend_start, dry_run) values "
    "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, "
    "$25, "
    "$26, $27, $28, $29, $30, $31, $32, $33, $34) on conflict (run_id) do nothing";

constexpr const char* kLastWindowEnd = "with marked as (select from_at, until_at, closed_at, case when from_at > "
                                       "max(until_at) over (order by from_at, until_at "
                                       "rows between unbounded preceding and 1 preceding) then 1 else 0 end as begins "
                                       "from latchboard.job_window where job = $1), "
                                       "islands as (select from_at, until_at, closed_at, sum(begins) over (order by "
                                       "from_at, until_at) as island from marked) "
                                       "select max(until_at) from islands where island = "
                                       "(select island from islands order by closed_at, from_at limit 1)";

} // namespace

const char* lastWindowEndSql() {
    return kLastWindowEnd;
}

Result<void> recordRun(Session& session, const sync::RunRecord& run) {
    if (run.outcome == sync::Outcome::Busy || run.outcome == sync::Outcome::NotDue)
        return Unexpected(ErrorKind::Internal, LB_TEXT("pg", "What did not run is no run."));
    RetryCounts counts;
    return transact(session, {}, counts, [&]() -> Result<void> {
        auto written = session.exec(kInsert, paramsOf(run));
        if (!written)
            return Unexpected(written.error());
        auto ended = session.exec("update latchboard.lock_attempt set ended_at = clock_timestamp() "
                                  "where run_id = $1 and ended_at is null",
                                  {run.runId});
        if (!ended)
            return Unexpected(ended.error());
        if (run.outcome == sync::Outcome::InDoubt)
            return {};
        auto dropped = session.exec("delete from latchboard.write_token where run_id = $1", {run.runId});
        return dropped ? Result<void>() : Result<void>(Unexpected(dropped.error()));
    });
}

} // namespace latchboard::pg
