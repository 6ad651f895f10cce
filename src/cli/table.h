// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"

#include <QString>
#include <QStringList>

#include <ostream>
#include <vector>

namespace latchboard::cli {

/// A table for people: columns as wide as their widest cell (wide East Asian characters count as two), two blanks
/// between, numbers right-aligned where asked. A cell with a line end shows it as a blank.
class Table {
public:
    struct Column {
        base::Text title;
        bool right = false; ///< numbers
    };
    explicit Table(const std::vector<Column>& columns);
    void add(const QStringList& cells);
    void print(std::ostream& out) const;

private:
    QStringList m_titles;
    std::vector<bool> m_right;
    std::vector<QStringList> m_rows;
};

[[nodiscard]] inline Table::Column left(base::Text title) {
    return {std::move(title), false};
}
[[nodiscard]] inline Table::Column right(base::Text title) {
    return {std::move(title), true};
}

/// Columns of a terminal that the text takes.
[[nodiscard]] int displayWidth(const QString& text);

} // namespace latchboard::cli
