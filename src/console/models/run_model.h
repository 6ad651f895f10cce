// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/history.h"
#include "console/text/display.h"

#include <QAbstractTableModel>

namespace latchboard::console {

/// The runs of the history as far as they are loaded, in the order in which the server sorts them. Asks for the next
/// page when a view comes to its end. Never reset: another filter takes the rows out and puts others in.
class RunModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    /// In the order of HistorySort.
    enum Column {
        StartedAt,
        Duration,
        Job,
        Trigger,
        Outcome,
        Pages,
        New,
        Changed,
        Same,
        Stale,
        Retries,
        ApiCalls,
        LimitWait,
        Error,
        ColumnCount
    };

    explicit RunModel(Display& display, QObject* parent = nullptr);

    /// The first page of another filter or order.
    void replace(std::vector<sync::RunRecord> runs, bool more);
    /// The page after the last row.
    void append(std::vector<sync::RunRecord> runs, bool more);
    /// The first page again: what is new at its head is inserted, the rest stays where it is.
    void refreshHead(std::vector<sync::RunRecord> runs, bool more);
    /// No page will come: a new one may be asked for.
    void giveUp() { m_pending = false; }

    [[nodiscard]] const std::vector<sync::RunRecord>& runs() const { return m_runs; }
    [[nodiscard]] const sync::RunRecord& runAt(int row) const { return m_runs[static_cast<size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    /// The server sorts.
    void sort(int column, Qt::SortOrder order) override;

Q_SIGNALS:
    void moreWanted();
    void sortWanted(int column, Qt::SortOrder order);

private:
    void insert(int at, std::vector<sync::RunRecord> runs);
    [[nodiscard]] QString text(const sync::RunRecord& run, int column) const;
    [[nodiscard]] QString toolTip(const sync::RunRecord& run, int column) const;

    Display& m_display;
    std::vector<sync::RunRecord> m_runs;
    bool m_more = false;
    bool m_pending = false; ///< a page is asked for
};

} // namespace latchboard::console
