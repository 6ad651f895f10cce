// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/toml.h"

#include <string>
#include <vector>

namespace latchboard::sync {

/// Which table the orders go to, from a TOML file (README, section "Target").
struct TargetMapping {
    std::string table;               ///< "public.orders": schema and table, quoted by the store
    std::vector<std::string> key;    ///< columns of the unique index, {"source", "external_id"}
    std::string sourceValue;         ///< what the column "source" holds; the source profile's name unless said
    std::string softDelete;          ///< "deleted_at", or empty: gone rows are ignored
    std::string indexWhere;          ///< predicate of the partial unique index, "deleted_at is null", or empty
    std::string updated;             ///< column with the source's change time, or empty
    std::string hash;                ///< bigint column with a hash of what was written, or empty
    bool staleGuard = true;          ///< "not_older": what is older than what is stored never overwrites
    std::string whenGone = "mark";   ///< mark | ignore
    std::string whenBack = "revive"; ///< revive | insert

    struct Column {
        std::string name; ///< in the table
        std::string from; ///< name of the value in the source profile's [record]
        std::string type; ///< SQL type, "numeric(18,4)"
        bool null = true;
    };
    std::vector<Column> columns;

    /// [target.states]: a status that never goes back. From one value of `order` to another that stands before it is no
    /// allowed transition; values that are not in `order` come and go freely, and steps may be passed over. Holds for
    /// live rows, beside the guard by change time.
    struct States {
        std::string column;             ///< in the table; empty: all transitions are allowed
        std::vector<std::string> order; ///< as the table's column reads as text, each once
    };
    States states;
};

[[nodiscard]] TargetMapping readTargetMapping(base::TomlTable& root);

struct SourceProfile;
/// What of the two does not fit: a column whose `from` no value of [record] has, a key without a column. Problems are
/// said at the given place, that of the job which puts the two together.
void checkMapping(const SourceProfile& source, const TargetMapping& target, const std::string& file, int line,
                  std::vector<base::ConfigProblem>& problems);

} // namespace latchboard::sync
