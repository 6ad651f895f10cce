// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/csv.h"

#include <utility>

namespace latchboard::sync {

namespace {

void append(std::string& line, std::string_view text, bool guarded) {
    const bool quoted = text.empty() || text.find_first_of(",\"\r\n") != std::string_view::npos;
    if (quoted)
        line += '"';
    if (guarded)
        line += '\'';
    for (const char c : text) {
        if (c == '"')
            line += '"';
        line += c;
    }
    if (quoted)
        line += '"';
}

bool runsInSpreadsheet(std::string_view text) {
    return !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos;
}

} // namespace

CsvWriter::CsvWriter(Sink sink, Dialect dialect) : m_sink(std::move(sink)), m_dialect(dialect) {}

void CsvWriter::header(const std::vector<std::string>& names) {
    std::vector<CsvCell> cells;
    cells.reserve(names.size());
    for (const std::string& name : names)
        cells.push_back({name, false});
    record(cells);
}

void CsvWriter::record(const std::vector<CsvCell>& cells) {
    m_line.clear();
    if (m_first && m_dialect == Dialect::Excel)
        m_line += "\xEF\xBB\xBF";
    m_first = false;
    bool firstCell = true;
    for (const CsvCell& cell : cells) {
        if (!firstCell)
            m_line += ',';
        firstCell = false;
        if (cell.text)
            append(m_line, *cell.text, m_dialect == Dialect::Excel && !cell.numeric && runsInSpreadsheet(*cell.text));
    }
    m_line += "\r\n";
    m_sink(m_line);
}

} // namespace latchboard::sync
