// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace latchboard::pg {

/// Rows of text for COPY ... FROM STDIN (FORMAT binary) into a staging table (PostgreSQL documentation, COPY, "Binary
/// Format"): a number, then the values. The server's own input functions read the values later, where the rows are
/// used, so that a bad one is told in the same words on every path. At most 32,766 values a row.
class StagedRows {
public:
    explicit StagedRows(size_t values);

    void beginRow(int number);
    void add(const std::string* value); ///< null: NULL
    /// The whole stream; no row can be added after it.
    [[nodiscard]] std::string_view finished();

private:
    template<typename Number>
    void append(Number number);
    size_t m_values;
    std::string m_bytes;
};

/// A table of one session for rows of so many values: columns latchboard_n, then latchboard_v0.. as text, emptied by
/// every COMMIT. Values are kept as they come, without compression.
[[nodiscard]] std::string stagingTable(size_t values);
/// Makes it where it is not there yet.
[[nodiscard]] std::string makeStagingTable(size_t values);

} // namespace latchboard::pg
