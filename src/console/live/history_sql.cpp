// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/live/history_sql.h"

#include <QRegularExpression>
#include <QSqlQuery>

namespace latchboard::console {
namespace {

/// The adapter's $1, $2 ... stand in the order of their values, each once, so that Qt's '?' can take their places.
HistorySql forQt(const pg::SqlText& statement) {
    static const QRegularExpression numbered(QStringLiteral("\\$[0-9]+"));
    HistorySql sql;
    sql.text = QString::fromStdString(statement.sql).replace(numbered, QStringLiteral("?"));
    for (const pg::Param& value : statement.params) {
        sql.values << (value.text() ? QVariant(QString::fromStdString(*value.text())) : QVariant());
    }
    return sql;
}

} // namespace

HistorySql pageSql(const HistoryQuery& query) {
    pg::HistoryPageQuery page = query;
    page.limit = query.limit + 1;
    return forQt(pg::historySql(page));
}

HistorySql exportSql(const HistoryQuery& query) {
    pg::HistoryPageQuery all = query;
    all.limit = 0;
    all.after.reset();
    return forQt(pg::historySql(all));
}

sync::RunRecord runOf(const QSqlQuery& row) {
    std::vector<std::optional<std::string>> columns;
    columns.reserve(pg::kHistoryColumns);
    for (int i = 0; i < pg::kHistoryColumns; ++i) {
        columns.push_back(row.isNull(i) ? std::nullopt : std::optional(row.value(i).toString().toStdString()));
    }
    return pg::readRun(columns);
}

} // namespace latchboard::console
