// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/value_source.h"

namespace latchboard::ops {

/// One value of a job's `for_each`, put in for {variable} and ${variable}; empty for a job that is one by itself.
struct EachValue {
    std::string variable, value;

    [[nodiscard]] std::string filled(std::string text) const;
    /// "tenant-sync:42"
    [[nodiscard]] std::string named(const std::string& name) const;
    /// A source or target file with the value put in everywhere.
    [[nodiscard]] base::TomlTable read(const std::string& path, std::vector<base::ConfigProblem>& problems) const;

    /// Whether it can stand in a TOML text, a lock's name and a template as it is: no quotes, braces, backslashes and
    /// control characters; not empty, at most 200 bytes.
    [[nodiscard]] static bool isGood(const std::string& value);
};

/// A job's `for_each`: its one variable and where the values come from.
struct ForEach {
    std::string variable;
    ValueSource values;
};

/// Nothing where it can't be read: the problems then say why.
[[nodiscard]] std::optional<ForEach> readForEach(base::TomlTable& job);

} // namespace latchboard::ops
