// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latchboard::sync {

/// One cell: no text is SQL's NULL. A numeric cell is never touched by the guard of the Excel dialect.
struct CsvCell {
    std::optional<std::string> text;
    bool numeric = false;
};

/// Writes records by RFC 4180, as they come: CRLF after every record, quotes only where a cell has a comma, a quote, CR
/// or LF, quotes doubled inside, UTF-8. NULL is an empty unquoted cell, an empty text is two quotes.
///
/// The Excel dialect puts a UTF-8 byte order mark first, and an apostrophe before a text cell that begins with one of
/// = + - @ TAB CR LF, so that a spreadsheet does not run it; to undo it, take the apostrophe before such a character
/// away.
class CsvWriter {
public:
    enum class Dialect { Plain, Excel };
    using Sink = std::function<void(std::string_view bytes)>; ///< called once for each record

    explicit CsvWriter(Sink sink, Dialect dialect = Dialect::Plain);

    void header(const std::vector<std::string>& names);
    void record(const std::vector<CsvCell>& cells);

private:
    Sink m_sink;
    Dialect m_dialect;
    std::string m_line;
    bool m_first = true;
};

} // namespace latchboard::sync
