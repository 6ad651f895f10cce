// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <ostream>
#include <vector>

namespace latchboard::cli {

/// A table for people: columns as wide as their widest cell (wide East Asian characters count as two), two blanks
/// between, numbers right-aligned where asked. A cell with a line end shows it as a blank.
class Table {
public:
    /// A title that begins with '>' makes a right-aligned column.
    explicit Table(const QStringList& titles);
    void add(const QStringList& cells);
    void print(std::ostream& out) const;

private:
    QStringList m_titles;
    std::vector<bool> m_right;
    std::vector<QStringList> m_rows;
};

/// Columns of a terminal that the text takes.
[[nodiscard]] int displayWidth(const QString& text);

} // namespace latchboard::cli
