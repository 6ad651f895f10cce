// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/models/merge.h"

#include <QAbstractTableModel>

#include <optional>

namespace latchboard::console {

/// A table whose rows have a key, fed with whole answers and changed in place: rows are removed, changed and inserted
/// with the fewest signals, equal rows emit nothing, and the model is never reset, so that selection and scroll bar
/// stay. Filters and sorts in its own vectors. While the order is held (a row is selected or under the pointer) no row
/// moves: new ones are appended and counted, and sorted in when the hold ends. GUI thread only.
template<typename Row, typename Key>
class KeyedTableModel : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const final {
        return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
    }

    void setRows(std::vector<Row> rows) {
        m_all = std::move(rows);
        show();
    }

    void sort(int column, Qt::SortOrder order) override {
        m_sortColumn = column;
        m_sortOrder = order;
        reorder();
    }

    void setOrderHeld(bool held) {
        if (held != m_held) {
            m_held = held;
            if (!held) {
                reorder();
            }
        }
    }

    /// Rows that came while the order is held and stand at the end.
    [[nodiscard]] int unsortedRows() const { return m_unsorted; }
    [[nodiscard]] int totalRows() const { return static_cast<int>(m_all.size()); }
    [[nodiscard]] const Row& rowAt(int row) const { return m_shown[static_cast<size_t>(row)]; }
    /// -1 where it is not shown.
    [[nodiscard]] int rowOf(const Key& key) const {
        const auto found =
            std::find_if(m_shown.begin(), m_shown.end(), [&](const Row& row) { return keyOf(row) == key; });
        return found == m_shown.end() ? -1 : static_cast<int>(found - m_shown.begin());
    }
    [[nodiscard]] Key keyAt(int row) const { return keyOf(rowAt(row)); }

protected:
    [[nodiscard]] virtual Key keyOf(const Row& row) const = 0;
    /// Nothing that is shown anywhere differs.
    [[nodiscard]] virtual bool same(const Row& a, const Row& b) const = 0;
    [[nodiscard]] virtual bool accepts(const Row&) const { return true; }
    /// Less than, equal to or greater than zero, by value.
    [[nodiscard]] virtual int compare(const Row& a, const Row& b, int column) const = 0;

    /// The filter has changed.
    void show() {
        std::vector<Row> next;
        next.reserve(m_all.size());
        std::copy_if(m_all.begin(), m_all.end(), std::back_inserter(next),
                     [this](const Row& row) { return accepts(row); });
        merge(next);
    }

    /// Tells views that the texts of one column are due, because time went on.
    void announceColumn(int column) {
        if (!m_shown.empty()) {
            Q_EMIT dataChanged(index(0, column), index(rowCount() - 1, column), {Qt::DisplayRole, Qt::ToolTipRole});
        }
    }
    void announceAll() {
        if (!m_shown.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        }
    }

private:
    [[nodiscard]] bool before(const Row& a, const Row& b) const {
        if (const int order = compare(a, b, m_sortColumn); order != 0) {
            return m_sortOrder == Qt::AscendingOrder ? order < 0 : order > 0;
        }
        return keyOf(a) < keyOf(b);
    }

    void merge(const std::vector<Row>& next) {
        const MergePlan plan = planMerge(
            m_shown, next, [this](const Row& row) { return keyOf(row); },
            [this](const Row& a, const Row& b) { return same(a, b); });
        std::vector<int> touched;
        for (const auto& [row, source] : plan.changed) {
            m_shown[static_cast<size_t>(row)] = next[static_cast<size_t>(source)];
            touched.push_back(row);
        }
        forSpans(touched,
                 [this](int first, int last) { Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1)); });
        forSpansBackward(plan.removed, [this](int first, int last) {
            beginRemoveRows({}, first, last);
            m_shown.erase(m_shown.begin() + first, m_shown.begin() + last + 1);
            endRemoveRows();
        });
        if (!plan.added.empty()) {
            insert(plan.added, next);
        }
        m_unsorted = std::min(m_unsorted, rowCount());
        if (!m_held) {
            reorder();
        }
    }

    void insert(const std::vector<int>& added, const std::vector<Row>& next) {
        std::vector<Row> fresh;
        fresh.reserve(added.size());
        for (const int source : added) {
            fresh.push_back(next[static_cast<size_t>(source)]);
        }
        const int first = rowCount();
        beginInsertRows({}, first, first + static_cast<int>(fresh.size()) - 1);
        m_shown.insert(m_shown.end(), fresh.begin(), fresh.end());
        endInsertRows();
        m_unsorted += static_cast<int>(fresh.size());
    }

    void reorder() {
        m_unsorted = 0;
        if (m_sortColumn < 0) {
            return;
        }
        const auto byOrder = [this](const Row& a, const Row& b) { return before(a, b); };
        if (std::is_sorted(m_shown.begin(), m_shown.end(), byOrder)) {
            return;
        }
        Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        std::vector<int> order(m_shown.size());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](int a, int b) { return before(rowAt(a), rowAt(b)); });
        std::vector<Row> sorted;
        std::vector<int> newRow(order.size());
        sorted.reserve(order.size());
        for (size_t i = 0; i < order.size(); ++i) {
            sorted.push_back(std::move(m_shown[static_cast<size_t>(order[i])]));
            newRow[static_cast<size_t>(order[i])] = static_cast<int>(i);
        }
        m_shown = std::move(sorted);
        const QModelIndexList from = persistentIndexList();
        QModelIndexList to;
        for (const QModelIndex& old : from) {
            to << index(newRow[static_cast<size_t>(old.row())], old.column());
        }
        changePersistentIndexList(from, to);
        Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    }

    std::vector<Row> m_all;   ///< the last answer
    std::vector<Row> m_shown; ///< what the filter lets through, in the order of the screen
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_held = false;
    int m_unsorted = 0;
};

} // namespace latchboard::console
