// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/history.h"
#include "ops/configuration.h"

#include <functional>
#include <memory>
#include <stop_token>

class QSqlDatabase;

namespace latchboard::console {

/// The read model of the history over QPSQL: one connection, opened, used and removed by the one thread that uses this
/// object. Every call blocks. Statements run read-only and in one transaction each, so that a pooler in transaction
/// mode is fine too.
class HistoryDatabase {
public:
    explicit HistoryDatabase(ops::Profile profile);
    ~HistoryDatabase();
    HistoryDatabase(const HistoryDatabase&) = delete;
    HistoryDatabase& operator=(const HistoryDatabase&) = delete;

    [[nodiscard]] HistoryPageRead read(const HistoryQuery& query);

    /// Streams all runs of the filter into `file` as CSV, the bytes of `latchctl history --csv`: beside it first,
    /// renamed at the end, so that a stop or a fault leaves no part of a file. `rows` tells how far it is, now and
    /// then.
    [[nodiscard]] ExportEnd writeCsv(const HistoryQuery& query, const QString& file, std::stop_token stop,
                                     const std::function<void(qint64 rows)>& progress);

private:
    [[nodiscard]] base::Result<void> open();
    void close();

    ops::Profile m_profile;
    QString m_name; ///< of the connection, unique in the program
    bool m_open = false;
};

} // namespace latchboard::console
