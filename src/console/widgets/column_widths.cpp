// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/column_widths.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

namespace latchboard::console {

ColumnWidths::ColumnWidths(QTableView* table, std::vector<Column> columns)
    : QObject(table), m_table(table), m_columns(std::move(columns)) {
    m_table->viewport()->installEventFilter(this);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this,
            [this] { m_byHand = m_byHand || !m_fitting; });
    fit();
}

bool ColumnWidths::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange) {
        fit();
    }
    return QObject::eventFilter(watched, event);
}

void ColumnWidths::fit() {
    if (m_byHand) {
        return;
    }
    std::vector<int> widths;
    int left = m_table->viewport()->width();
    int shares = 0;
    for (size_t i = 0; i < m_columns.size(); ++i) {
        const int header = m_table->horizontalHeader()->sectionSizeHint(static_cast<int>(i));
        widths.push_back(std::max(header, m_columns[i].least));
        left -= widths.back();
        shares += m_columns[i].share;
    }
    m_fitting = true;
    for (size_t i = 0; i < m_columns.size(); ++i) {
        // What a division leaves over goes to the columns behind it, so that nothing is left at the end.
        if (left > 0 && shares > 0) {
            const int more = left * m_columns[i].share / shares;
            widths[i] += more;
            left -= more;
            shares -= m_columns[i].share;
        }
        m_table->setColumnWidth(static_cast<int>(i), widths[i]);
    }
    m_fitting = false;
}

} // namespace latchboard::console
