// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "sync/order.h"
#include "sync/run.h"

#include <string>

namespace latchboard::sync {

/// One line of a run's log: "step=page run=ID job=orders page=3 rows=100". Words and numbers only; a value with blanks
/// or quotes stands in quotes. Never a secret, a URL or an order's content.
class RunLog {
public:
    RunLog(const char* step, const RunRecord& run);

    RunLog& with(const char* name, const std::string& value);
    RunLog& with(const char* name, std::int64_t value) { return with(name, std::to_string(value)); }
    RunLog& with(const char* name, base::Duration value) { return with(name, base::formatDuration(value)); }
    RunLog& with(const char* name, base::Instant value) { return with(name, base::toRfc3339(value)); }
    /// new, changed, same, stale, gone, quarantined and retries.
    RunLog& with(const WriteCounts& counts);

    [[nodiscard]] const std::string& line() const { return m_line; }
    void write() const; ///< as information

private:
    std::string m_line;
};

} // namespace latchboard::sync
