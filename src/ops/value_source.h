// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "base/toml.h"

#include <functional>

namespace latchboard::ops {

/// Where the values of a template or of `for_each` come from: one of a list, a query, a range, a file and time slots.
struct ValueSource {
    std::vector<std::string> list;
    std::string sql; ///< gives one column, read as text
    std::optional<std::pair<std::int64_t, std::int64_t>> range;
    std::string file; ///< one value a line
    struct Slots {
        std::string format;
        base::Duration every{0}, back{0}, ahead{0};
    };
    std::optional<Slots> slots;
};

/// Runs a query that gives one text column. Where values come from SQL and there is no server, none is given.
using ValuesOf = std::function<base::Result<std::vector<std::string>>(const std::string& sql)>;

/// Reads the keys `values`, `values_sql`, `range`, `file` and `slots`, of which one must be there; what is wrong
/// becomes a problem of `key`.
[[nodiscard]] ValueSource readValueSource(base::TomlTable& table, std::string_view key);

/// Configuration error where a file can't be read; what the query answers.
[[nodiscard]] base::Result<std::vector<std::string>> valuesOf(const ValueSource& source, base::Instant now,
                                                              const ValuesOf& bySql);

/// A path of a configuration file, relative to that file.
[[nodiscard]] std::string besideFile(const std::string& file, const std::string& relative);

} // namespace latchboard::ops
