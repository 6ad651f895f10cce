// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/table.h"

#include <algorithm>

namespace latchboard::cli {

namespace {

bool isWide(char32_t c) {
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
           (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
}

QString onOneLine(QString text) {
    for (QChar& c : text) {
        if (c == u'\n' || c == u'\r' || c == u'\t')
            c = u' ';
    }
    return text;
}

} // namespace

int displayWidth(const QString& text) {
    int width = 0;
    for (const char32_t c : text.toUcs4())
        width += isWide(c) ? 2 : (c >= 0x300 && c <= 0x36F ? 0 : 1);
    return width;
}

Table::Table(const std::vector<Column>& columns) {
    for (const Column& column : columns) {
        m_titles.push_back(column.title.translated());
        m_right.push_back(column.right);
    }
}

void Table::add(const QStringList& cells) {
    QStringList row;
    for (const QString& cell : cells)
        row.push_back(onOneLine(cell));
    m_rows.push_back(std::move(row));
}

void Table::print(std::ostream& out) const {
    std::vector<int> widths;
    for (qsizetype column = 0; column < m_titles.size(); ++column) {
        int width = displayWidth(m_titles[column]);
        for (const QStringList& row : m_rows)
            width = std::max(width, displayWidth(row.value(column)));
        widths.push_back(width);
    }
    const auto line = [&](const QStringList& cells) {
        QString text;
        for (qsizetype column = 0; column < m_titles.size(); ++column) {
            const auto index = static_cast<size_t>(column);
            const QString cell = cells.value(column);
            const QString pad(widths[index] - displayWidth(cell), u' ');
            text += m_right[index] ? pad + cell : cell + pad;
            text += QStringLiteral("  ");
        }
        while (text.endsWith(u' '))
            text.chop(1);
        out << text.toStdString() << '\n';
    };
    line(m_titles);
    for (const QStringList& row : m_rows)
        line(row);
}

} // namespace latchboard::cli
