// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/history_query.h"

#include <QMetaType>
#include <QString>

/// What the History page asks and what comes back.
namespace latchboard::console {

using pg::HistoryFilter;
/// The columns of the page, in their order.
using pg::HistorySort;

/// One page of the history, with a number that comes back with the answer, so that a late one is known as such.
struct HistoryQuery : pg::HistoryPageQuery {
    quint64 ticket = 0;
};

struct HistoryPageRead {
    quint64 ticket = 0;
    std::vector<sync::RunRecord> runs;
    bool more = false; ///< there are runs after these
    std::optional<base::Error> error;
};

struct ExportEnd {
    QString file;
    qint64 rows = 0;
    bool cancelled = false;
    std::optional<base::Error> error;
};

} // namespace latchboard::console

Q_DECLARE_METATYPE(latchboard::console::HistoryPageRead)
Q_DECLARE_METATYPE(latchboard::console::ExportEnd)
