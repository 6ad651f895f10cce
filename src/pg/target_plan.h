// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_table.h"
#include "sync/order.h"

namespace latchboard::pg {

/// A column that the sync writes, and where its value comes from.
struct WriteColumn {
    enum class From { SourceName, ExternalId, UpdatedAt, Value };
    std::string name, type, baseType, valueName;
    From from = From::Value;
    bool isKey = false, notNull = false;
};

/// How orders become rows of one table: the statements and the order of their parameters. Made of the mapping and the
/// catalogue; a value.
///
/// Each statement takes one text[] for each column, and reads it as the column's type.
struct TargetPlan {
    std::vector<WriteColumn> columns; ///< the key's first
    size_t keys = 0;
    std::optional<size_t> updated; ///< column with the source's change time
    bool marksDeleted = false;
    bool revives = true; ///< a deleted row comes back to life; else a new row is inserted beside it

    /// $1.. the columns. Rows: number from 0, live row there, content the same, stored row newer, and the first column
    /// whose value would lose digits or characters.
    std::string probe;
    /// $1.. the key's columns, then the change time. Rows: number, ctid of the newest deleted row, as new or newer.
    std::string probeDeleted;
    std::string upsert; ///< $1.. the columns. One row for each that it wrote: inserted, updated (false), or not known
    std::string revive; ///< $1.. the columns, then the ctids
    std::string mark;   ///< $1.. the key's columns, then the change time

    [[nodiscard]] std::optional<std::string> valueOf(size_t column, const sync::Order& order,
                                                     const std::string& sourceName) const;
};

/// The columns that the mapping writes, typed by the catalogue; columns that are missing there keep an empty type.
[[nodiscard]] std::vector<WriteColumn> writeColumns(const sync::TargetMapping& mapping, const TargetTable& table);

/// The predicate of a live row, with the columns' names unqualified: that of the index, else "soft delete is null".
[[nodiscard]] std::string livePredicate(const sync::TargetMapping& mapping);

[[nodiscard]] TargetPlan planTarget(const sync::TargetMapping& mapping, const TargetTable& table);

} // namespace latchboard::pg
