// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QPersistentModelIndex>

#include <vector>

namespace latchboard::console::test {

/// The texts of a table, kept up by the model's signals alone: whatever a signal does not announce stays as it was.
class Mirror : public QObject {
public:
    explicit Mirror(const QAbstractItemModel& model) : m_model(model) {
        for (int row = 0; row < model.rowCount(); ++row) {
            m_rows.push_back(read(row));
        }
        connect(&model, &QAbstractItemModel::modelReset, this, [this] { ++resets; });
        connect(&model, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex&, int first, int last) {
            ++signalCount;
            for (int row = first; row <= last; ++row) {
                m_rows.insert(m_rows.begin() + row, read(row));
            }
        });
        connect(&model, &QAbstractItemModel::rowsRemoved, this, [this](const QModelIndex&, int first, int last) {
            ++signalCount;
            m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
        });
        connect(&model, &QAbstractItemModel::dataChanged, this,
                [this](const QModelIndex& topLeft, const QModelIndex& bottomRight) {
                    ++signalCount;
                    for (int row = topLeft.row(); row <= bottomRight.row(); ++row) {
                        for (int column = topLeft.column(); column <= bottomRight.column(); ++column) {
                            m_rows[static_cast<size_t>(row)][static_cast<size_t>(column)] =
                                m_model.index(row, column).data().toString();
                        }
                    }
                });
        connect(&model, &QAbstractItemModel::layoutAboutToBeChanged, this, [this] {
            m_places.clear();
            for (int row = 0; row < m_model.rowCount(); ++row) {
                m_places.emplace_back(m_model.index(row, 0));
            }
        });
        connect(&model, &QAbstractItemModel::layoutChanged, this, [this] {
            ++signalCount;
            std::vector<std::vector<QString>> moved(m_rows.size());
            for (size_t old = 0; old < m_places.size(); ++old) {
                moved[static_cast<size_t>(m_places[old].row())] = m_rows[old];
            }
            m_rows = std::move(moved);
            m_places.clear();
        });
    }

    /// The mirror and the model say the same.
    [[nodiscard]] bool agrees() const {
        if (static_cast<int>(m_rows.size()) != m_model.rowCount()) {
            return false;
        }
        for (int row = 0; row < m_model.rowCount(); ++row) {
            if (m_rows[static_cast<size_t>(row)] != read(row)) {
                return false;
            }
        }
        return true;
    }

    int signalCount = 0;
    int resets = 0;

private:
    [[nodiscard]] std::vector<QString> read(int row) const {
        std::vector<QString> cells;
        for (int column = 0; column < m_model.columnCount(); ++column) {
            cells.push_back(m_model.index(row, column).data().toString());
        }
        return cells;
    }

    const QAbstractItemModel& m_model;
    std::vector<std::vector<QString>> m_rows;
    std::vector<QPersistentModelIndex> m_places;
};

} // namespace latchboard::console::test
