// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/history_query.h"

#include "base/stored_text.h"

#include <charconv>

namespace latchboard::pg {

namespace {

/// The columns of a run in the order in which readRun() takes them.
constexpr const char* kColumns =
    "run_id, job, trigger, outcome, lock_outcome,"
    " to_char(window_from at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'),"
    " to_char(window_until at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'),"
    " to_char(started_at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'),"
    " to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'),"
    " pages, api_calls, fetched, created, changed, same, stale, gone, quarantined, retries_40001, retries_40p01,"
    " (extract(epoch from limit_wait) * 1000000)::bigint, (extract(epoch from lock_wait) * 1000000)::bigint,"
    " (extract(epoch from lock_hold) * 1000000)::bigint,"
    " error_kind, error_sqlstate, error_http_status, error_message, error_remedy,"
    " to_char(postponed_until at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'),"
    " warning, host, pid, to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), dry_run";

struct SortKey {
    const char* expression;
    const char* type;
};

SortKey sortKey(HistorySort sort) {
    switch (sort) {
    case HistorySort::StartedAt:
        return {"started_at", "timestamptz"};
    case HistorySort::Duration:
        return {"finished_at - started_at", "interval"};
    case HistorySort::Job:
        return {"job", "text"};
    case HistorySort::Trigger:
        return {"trigger", "text"};
    case HistorySort::Outcome:
        return {"outcome", "text"};
    case HistorySort::Pages:
        return {"pages", "bigint"};
    case HistorySort::New:
        return {"created", "bigint"};
    case HistorySort::Changed:
        return {"changed", "bigint"};
    case HistorySort::Same:
        return {"same", "bigint"};
    case HistorySort::Stale:
        return {"stale", "bigint"};
    case HistorySort::Retries:
        return {"(retries_40001 + retries_40p01)", "bigint"};
    case HistorySort::ApiCalls:
        return {"api_calls", "bigint"};
    case HistorySort::LimitWait:
        return {"limit_wait", "interval"};
    case HistorySort::Error:
        return {"coalesce(error_message, '')", "text"};
    }
    return {"started_at", "timestamptz"};
}

Param sortValue(HistorySort sort, const sync::RunRecord& run) {
    switch (sort) {
    case HistorySort::StartedAt:
        return run.startedAt;
    case HistorySort::Duration:
        return base::Duration(run.finishedAt - run.startedAt);
    case HistorySort::Job:
        return run.job;
    case HistorySort::Trigger:
        return sync::triggerName(run.trigger);
    case HistorySort::Outcome:
        return sync::outcomeName(run.outcome);
    case HistorySort::Pages:
        return run.pages;
    case HistorySort::New:
        return run.counts.created;
    case HistorySort::Changed:
        return run.counts.changed;
    case HistorySort::Same:
        return run.counts.same;
    case HistorySort::Stale:
        return run.counts.stale;
    case HistorySort::Retries:
        return run.counts.retries40001 + run.counts.retries40P01;
    case HistorySort::ApiCalls:
        return run.apiCalls;
    case HistorySort::LimitWait:
        return run.limitWait;
    case HistorySort::Error:
        return run.error ? run.error->message.englishUtf8() : std::string();
    }
    return run.startedAt;
}

/// Gathers conditions and gives their values a number.
class Conditions {
public:
    void add(const std::string& before, Param value, const std::string& after) {
        m_sql += (m_sql.empty() ? " where " : " and ") + before + number(std::move(value)) + after;
    }
    std::string number(Param value) {
        params.push_back(std::move(value));
        return "$" + std::to_string(params.size());
    }
    void add(const std::string& condition) { m_sql += (m_sql.empty() ? " where " : " and ") + condition; }
    [[nodiscard]] const std::string& sql() const { return m_sql; }
    Params params;

private:
    std::string m_sql;
};

std::int64_t numberOf(const std::optional<std::string>& text) {
    std::int64_t value = 0;
    if (text)
        std::from_chars(text->data(), text->data() + text->size(), value);
    return value;
}

std::optional<base::Instant> instantOf(const std::optional<std::string>& text) {
    return text ? base::fromRfc3339(*text) : std::nullopt;
}

sync::LockOutcome lockOutcomeFromName(const std::string& name) {
    for (const auto outcome :
         {sync::LockOutcome::Acquired, sync::LockOutcome::BusyExpected, sync::LockOutcome::BusySuspicious,
          sync::LockOutcome::ReleaseFailed, sync::LockOutcome::ContextMismatch}) {
        if (name == sync::lockOutcomeName(outcome))
            return outcome;
    }
    return sync::LockOutcome::None;
}

} // namespace

SqlText historySql(const HistoryPageQuery& query) {
    Conditions where;
    const HistoryFilter& filter = query.filter;
    if (!filter.job.empty())
        where.add("job = ", filter.job, "");
    if (filter.outcome)
        where.add("outcome = ", sync::outcomeName(*filter.outcome), "");
    if (filter.trigger)
        where.add("trigger = ", sync::triggerName(*filter.trigger), "");
    if (filter.since)
        where.add("started_at >= ", *filter.since, "::timestamptz");
    if (filter.until)
        where.add("started_at < ", *filter.until, "::timestamptz");
    if (!filter.text.empty())
        where.add("position(lower(", filter.text,
                  "::text) in lower(concat_ws(' ', run_id, error_kind, error_message, host))) > 0");
    // By the start alone the keyset is just what the index is on.
    const SortKey key = sortKey(query.sort);
    const bool byStart = query.sort == HistorySort::StartedAt;
    const std::string first = byStart ? std::string() : key.expression + std::string(", ");
    if (query.after) {
        const std::string value =
            byStart ? std::string() : where.number(sortValue(query.sort, *query.after)) + "::" + key.type + ", ";
        const std::string started = where.number(query.after->startedAt);
        const std::string id = where.number(query.after->runId);
        where.add("(" + first + "started_at, run_id) " + (query.descending ? "<" : ">") + " (" + value + started +
                  "::timestamptz, " + id + "::text)");
    }
    const std::string direction = query.descending ? " desc" : " asc";
    SqlText text;
    text.sql = "select " + std::string(kColumns) + " from latchboard.run" + where.sql() + " order by " +
               (byStart ? std::string() : key.expression + direction + ", ") + "started_at" + direction + ", run_id" +
               direction;
    if (query.limit > 0)
        text.sql += " limit " + std::to_string(query.limit);
    text.params = std::move(where.params);
    return text;
}

sync::RunRecord readRun(const std::vector<std::optional<std::string>>& row) {
    size_t column = 0;
    const auto next = [&]() -> const std::optional<std::string>& { return row[column++]; };
    const auto text = [&] { return next().value_or(std::string()); };
    const auto number = [&] { return numberOf(next()); };

    sync::RunRecord run;
    run.runId = text();
    run.job = text();
    run.trigger = sync::triggerFromName(text()).value_or(sync::Trigger::Manual);
    run.outcome = sync::outcomeFromName(text()).value_or(sync::Outcome::Failed);
    run.lock = lockOutcomeFromName(text());
    const auto from = instantOf(next());
    const auto until = instantOf(next());
    if (from && until)
        run.window = sync::Interval{*from, *until};
    run.startedAt = instantOf(next()).value_or(base::Instant());
    run.finishedAt = instantOf(next()).value_or(base::Instant());
    run.pages = number();
    run.apiCalls = number();
    run.fetched = number();
    run.counts.created = number();
    run.counts.changed = number();
    run.counts.same = number();
    run.counts.stale = number();
    run.counts.gone = number();
    run.counts.quarantined = number();
    run.counts.retries40001 = number();
    run.counts.retries40P01 = number();
    run.limitWait = base::Duration(number());
    run.lockWait = base::Duration(number());
    run.lockHold = base::Duration(number());
    const auto kind = next();
    base::Error error;
    error.sqlstate = text();
    error.httpStatus = static_cast<int>(number());
    error.message = base::storedText(text());
    error.remedy = base::storedText(text());
    if (kind) {
        error.kind = base::kindFromName(*kind);
        run.error = std::move(error);
    }
    run.postponedUntil = instantOf(next());
    run.warning = text();
    run.host = text();
    run.pid = static_cast<int>(number());
    run.backendStart = instantOf(next());
    const auto dry = text();
    run.dryRun = dry == "t" || dry == "true" || dry == "1";
    return run;
}

std::vector<sync::RunRecord> readRuns(const QueryResult& rows) {
    std::vector<sync::RunRecord> runs;
    runs.reserve(static_cast<size_t>(rows.rows()));
    std::vector<std::optional<std::string>> row(static_cast<size_t>(rows.columns()));
    for (int i = 0; i < rows.rows(); ++i) {
        for (int column = 0; column < rows.columns(); ++column)
            row[static_cast<size_t>(column)] = rows.optionalText(i, column);
        runs.push_back(readRun(row));
    }
    return runs;
}

} // namespace latchboard::pg
