// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

class QTableView;

namespace latchboard::console {

/// Fits a table's columns into its width: each has what it needs at least, and those with a share divide what is left
/// by their shares. Once a person has moved a divider, the widths stay as they are. A child of the table.
class ColumnWidths final : public QObject {
    Q_OBJECT
public:
    struct Column {
        int least; ///< pixels; its header's word is never cut, whatever this says
        int share; ///< of the width that is left; 0: none
    };
    /// One for each column of the table's model, which is set.
    ColumnWidths(QTableView* table, std::vector<Column> columns);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();

    QTableView* m_table;
    std::vector<Column> m_columns;
    bool m_fitting = false;
    bool m_byHand = false;
};

} // namespace latchboard::console
