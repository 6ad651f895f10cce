// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/csv.h"
#include "sync/run.h"

namespace latchboard::sync {

/// The history as CSV, row by row, so that its size does not matter. Columns and their order are promises of the
/// command (README, "The command"); times are RFC 3339 in UTC, durations seconds in decimal.
class HistoryCsv {
public:
    /// Writes the header at once.
    explicit HistoryCsv(CsvWriter::Sink sink, CsvWriter::Dialect dialect = CsvWriter::Dialect::Plain);

    void write(const RunRecord& run);

    [[nodiscard]] static const std::vector<std::string>& columns();

private:
    CsvWriter m_writer;
};

/// Seconds as exact decimal text: "14.9", "0.000001", "-3".
[[nodiscard]] std::string decimalSeconds(base::Duration duration);

} // namespace latchboard::sync
