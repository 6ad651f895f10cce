// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/history.h"

#include <QVariantList>

class QSqlQuery;

namespace latchboard::console {

/// One statement with a '?' for each value, as Qt's SQL classes take it.
struct HistorySql {
    QString text;
    QVariantList values;
};

/// A page of latchboard.run, in the form of Qt's SQL classes. One row more than the limit is asked for, which tells
/// whether there are more. Pure.
[[nodiscard]] HistorySql pageSql(const HistoryQuery& query);
/// All runs of the filter in the order asked for.
[[nodiscard]] HistorySql exportSql(const HistoryQuery& query);

/// The current row of either statement.
[[nodiscard]] sync::RunRecord runOf(const QSqlQuery& row);

} // namespace latchboard::console
