// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/live/history_sql.h"

#include "console/text/format.h"

#include <QSqlQuery>

namespace latchboard::console {
namespace {

/// In the order of the statement's columns. Moments and durations come as microseconds, which QDateTime would cut.
enum Field {
    RunId,
    Job,
    Trigger,
    Outcome,
    LockOutcome,
    WindowFrom,
    WindowUntil,
    StartedAt,
    FinishedAt,
    Pages,
    ApiCalls,
    Fetched,
    Created,
    Changed,
    Same,
    Stale,
    Gone,
    Quarantined,
    Retries40001,
    Retries40P01,
    LimitWait,
    LockWait,
    LockHold,
    ErrorKind,
    ErrorSqlstate,
    ErrorHttpStatus,
    ErrorMessage,
    ErrorRemedy,
    PostponedUntil,
    Warning,
    Host,
    Pid,
    BackendStart,
    DryRun
};

QString micros(const char* column) {
    return QStringLiteral("(extract(epoch from %1) * 1000000)::bigint").arg(QString::fromLatin1(column));
}

QString selectList() {
    QStringList columns;
    for (const char* plain : {"run_id", "job", "trigger", "outcome", "lock_outcome"}) {
        columns << QString::fromLatin1(plain);
    }
    for (const char* moment : {"window_from", "window_until", "started_at", "finished_at"}) {
        columns << micros(moment);
    }
    for (const char* plain : {"pages", "api_calls", "fetched", "created", "changed", "same", "stale", "gone",
                              "quarantined", "retries_40001", "retries_40p01"}) {
        columns << QString::fromLatin1(plain);
    }
    for (const char* duration : {"limit_wait", "lock_wait", "lock_hold"}) {
        columns << micros(duration);
    }
    for (const char* plain : {"error_kind", "error_sqlstate", "error_http_status", "error_message", "error_remedy"}) {
        columns << QString::fromLatin1(plain);
    }
    columns << micros("postponed_until") << QStringLiteral("warning") << QStringLiteral("host") << QStringLiteral("pid")
            << micros("backend_start") << QStringLiteral("dry_run");
    return columns.join(QStringLiteral(", "));
}

/// What is sorted by, never null, with the value of a row for the keyset.
struct SortKey {
    QString expression;
    QVariant (*valueOf)(const sync::RunRecord&);
    QString type;
};

QVariant number(std::int64_t value) {
    return QVariant::fromValue(static_cast<qlonglong>(value));
}

SortKey sortKey(HistorySort sort) {
    using Run = const sync::RunRecord&;
    const QString bigint = QStringLiteral("bigint");
    const QString text = QStringLiteral("text");
    switch (sort) {
    case HistorySort::StartedAt:
        return {};
    case HistorySort::Duration:
        return {micros("finished_at - started_at"), [](Run r) { return number((r.finishedAt - r.startedAt).count()); },
                bigint};
    case HistorySort::Job:
        return {QStringLiteral("job"), [](Run r) { return QVariant(toQt(r.job)); }, text};
    case HistorySort::Trigger:
        return {QStringLiteral("trigger"), [](Run r) { return QVariant(toQt(sync::triggerName(r.trigger))); }, text};
    case HistorySort::Outcome:
        return {QStringLiteral("outcome"), [](Run r) { return QVariant(toQt(sync::outcomeName(r.outcome))); }, text};
    case HistorySort::Pages:
        return {QStringLiteral("pages"), [](Run r) { return number(r.pages); }, bigint};
    case HistorySort::New:
        return {QStringLiteral("created"), [](Run r) { return number(r.counts.created); }, bigint};
    case HistorySort::Changed:
        return {QStringLiteral("changed"), [](Run r) { return number(r.counts.changed); }, bigint};
    case HistorySort::Same:
        return {QStringLiteral("same"), [](Run r) { return number(r.counts.same); }, bigint};
    case HistorySort::Stale:
        return {QStringLiteral("stale"), [](Run r) { return number(r.counts.stale); }, bigint};
    case HistorySort::Retries:
        return {QStringLiteral("(retries_40001 + retries_40p01)"),
                [](Run r) { return number(r.counts.retries40001 + r.counts.retries40P01); }, bigint};
    case HistorySort::ApiCalls:
        return {QStringLiteral("api_calls"), [](Run r) { return number(r.apiCalls); }, bigint};
    case HistorySort::LimitWait:
        return {micros("limit_wait"), [](Run r) { return number(r.limitWait.count()); }, bigint};
    case HistorySort::Error:
        return {QStringLiteral("coalesce(error_message, '')"),
                [](Run r) { return QVariant(r.error ? r.error->message.english() : QStringLiteral("")); }, text};
    }
    return {};
}

/// '?' for a moment, exact to the microsecond.
QString momentMark() {
    return QStringLiteral("(timestamptz 'epoch' + ?::bigint * interval '1 microsecond')");
}

HistorySql makeSql(const HistoryQuery& query, bool paged) {
    HistorySql sql;
    QStringList conditions;
    const auto condition = [&](const QString& text, const QVariant& value) {
        conditions << text;
        sql.values << value;
    };
    const HistoryFilter& filter = query.filter;
    if (!filter.job.empty()) {
        condition(QStringLiteral("job = ?::text"), toQt(filter.job));
    }
    if (filter.outcome) {
        condition(QStringLiteral("outcome = ?::text"), toQt(sync::outcomeName(*filter.outcome)));
    }
    if (filter.trigger) {
        condition(QStringLiteral("trigger = ?::text"), toQt(sync::triggerName(*filter.trigger)));
    }
    if (!filter.text.empty()) {
        condition(
            QStringLiteral("position(lower(?::text) in lower(concat_ws(E'\\n', run_id, host, error_message))) > 0"),
            toQt(filter.text));
    }
    if (filter.since) {
        condition(QStringLiteral("started_at >= ") + momentMark(), number(filter.since->time_since_epoch().count()));
    }
    if (filter.until) {
        condition(QStringLiteral("started_at < ") + momentMark(), number(filter.until->time_since_epoch().count()));
    }
    const SortKey key = sortKey(query.sort);
    const QString direction = query.descending ? QStringLiteral(" desc") : QStringLiteral(" asc");
    if (paged && query.after) {
        QString left = QStringLiteral("started_at, run_id");
        QString right = momentMark() + QStringLiteral(", ?::text");
        if (!key.expression.isEmpty()) {
            left.prepend(key.expression + QStringLiteral(", "));
            right.prepend(QStringLiteral("?::%1, ").arg(key.type));
            sql.values << key.valueOf(*query.after);
        }
        sql.values << number(query.after->startedAt.time_since_epoch().count()) << toQt(query.after->runId);
        conditions << QStringLiteral("(%1) %2 (%3)")
                          .arg(left, query.descending ? QStringLiteral("<") : QStringLiteral(">"), right);
    }
    sql.text = QStringLiteral("select %1 from latchboard.run").arg(selectList());
    if (!conditions.isEmpty()) {
        sql.text += QStringLiteral(" where ") + conditions.join(QStringLiteral(" and "));
    }
    sql.text += QStringLiteral(" order by ");
    if (!key.expression.isEmpty()) {
        sql.text += key.expression + direction + QStringLiteral(", ");
    }
    sql.text += QStringLiteral("started_at%1, run_id%1").arg(direction);
    if (paged) {
        sql.text += QStringLiteral(" limit ?::bigint");
        sql.values << query.limit + 1;
    }
    return sql;
}

} // namespace

HistorySql pageSql(const HistoryQuery& query) {
    return makeSql(query, true);
}

HistorySql exportSql(const HistoryQuery& query) {
    return makeSql(query, false);
}

sync::RunRecord runOf(const QSqlQuery& row) {
    const auto text = [&row](Field field) { return row.value(field).toString().toStdString(); };
    const auto integer = [&row](Field field) { return static_cast<std::int64_t>(row.value(field).toLongLong()); };
    const auto moment = [&](Field field) -> std::optional<base::Instant> {
        return row.isNull(field) ? std::nullopt : std::optional(base::Instant(base::Duration(integer(field))));
    };
    sync::RunRecord run;
    run.runId = text(RunId);
    run.job = text(Job);
    run.trigger = sync::triggerFromName(text(Trigger)).value_or(sync::Trigger::Manual);
    run.outcome = sync::outcomeFromName(text(Outcome)).value_or(sync::Outcome::Failed);
    for (const auto lock :
         {sync::LockOutcome::Acquired, sync::LockOutcome::BusyExpected, sync::LockOutcome::BusySuspicious,
          sync::LockOutcome::ReleaseFailed, sync::LockOutcome::ContextMismatch}) {
        if (text(LockOutcome) == sync::lockOutcomeName(lock)) {
            run.lock = lock;
        }
    }
    if (const auto from = moment(WindowFrom), until = moment(WindowUntil); from && until) {
        run.window = sync::Interval{*from, *until};
    }
    run.startedAt = moment(StartedAt).value_or(base::Instant());
    run.finishedAt = moment(FinishedAt).value_or(base::Instant());
    run.pages = integer(Pages);
    run.apiCalls = integer(ApiCalls);
    run.fetched = integer(Fetched);
    run.counts.created = integer(Created);
    run.counts.changed = integer(Changed);
    run.counts.same = integer(Same);
    run.counts.stale = integer(Stale);
    run.counts.gone = integer(Gone);
    run.counts.quarantined = integer(Quarantined);
    run.counts.retries40001 = integer(Retries40001);
    run.counts.retries40P01 = integer(Retries40P01);
    run.limitWait = base::Duration(integer(LimitWait));
    run.lockWait = base::Duration(integer(LockWait));
    run.lockHold = base::Duration(integer(LockHold));
    if (!row.isNull(ErrorKind)) {
        base::Error error = base::makeError(base::kindFromName(text(ErrorKind)),
                                            base::Text::verbatim(row.value(ErrorMessage).toString()),
                                            base::Text::verbatim(row.value(ErrorRemedy).toString()));
        error.sqlstate = text(ErrorSqlstate);
        error.httpStatus = static_cast<int>(integer(ErrorHttpStatus));
        run.error = std::move(error);
    }
    run.postponedUntil = moment(PostponedUntil);
    run.warning = text(Warning);
    run.host = text(Host);
    run.pid = static_cast<int>(integer(Pid));
    run.backendStart = moment(BackendStart);
    run.dryRun = row.value(DryRun).toBool();
    return run;
}

} // namespace latchboard::console
