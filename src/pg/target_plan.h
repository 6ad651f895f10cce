// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_table.h"
#include "sync/order.h"

namespace latchboard::pg {

/// A column that the sync writes, and where its value comes from.
struct WriteColumn {
    enum class From { SourceName, ExternalId, UpdatedAt, Hash, Value };
    /// Type of the array that brings the values of many orders: text, which the server reads as the column's type, or
    /// that type itself where the program made the value.
    enum class Array { Text, Bigint, Instant };
    std::string name, valueName;
    TargetColumn inTable; ///< as the catalogue has it; no type where it is missing there
    From from = From::Value;
    bool isKey = false, notNull = false;

    [[nodiscard]] Array array() const;
};

/// How orders become rows of one table: the statements and the order of their parameters. Made of the mapping and the
/// catalogue; a value.
///
/// Each statement takes one array for each column that it names (WriteColumn::array()), and reads text as the column's
/// type without modifier. Change times beside the columns are a timestamptz[].
/// Statements that write do so in the order of the key.
struct TargetPlan {
    std::vector<WriteColumn> columns; ///< the key's first
    size_t keys = 0;
    std::optional<size_t> updated; ///< column with the source's change time
    std::optional<size_t> hash;    ///< column with the hash of the others
    std::int64_t hashSeed = 0;     ///< another one for other columns, so that another mapping makes other hashes
    bool marksDeleted = false;
    bool revives = true;      ///< a deleted row comes back to life; else a new row is inserted beside it
    bool tellsInserts = true; ///< false for a partitioned table, whose rows do not tell whether they were there

    /// $1.. the key's columns, then change time and hash where there are such columns. One letter for each row: see
    /// Found.
    std::string find;
    /// $1.. the columns. One letter for each row: Same, HeldBack or Differs.
    std::string compare;
    /// $1.. the key's columns, then the change time. Rows: number, ctid of the newest deleted row, as new or newer.
    std::string findDeleted;
    /// $1.. the columns. One row: how many were written, how many of them inserted.
    std::string upsert;
    /// The same for rows of the staging table, from number $1 to $2.
    std::string upsertStaged;
    /// Those rows as new ones: twice as fast, and an error where one of the keys is there.
    std::string insertStaged;
    /// COPY of new rows straight into the table, in binary form: faster still, with the same error. Empty where the
    /// table does not take it or a column's type has no such form (binary_value.h).
    std::string copyNew;
    std::string lockLive;    ///< $1.. the key's columns. Locks their live rows
    std::string lockDeleted; ///< $1.. the key's columns, then the ctids of deleted rows. Locks those
    std::string revive;      ///< $1.. the columns, then the ctids
    std::string mark;        ///< $1.. the key's columns, then the change time

    /// The letters of find and compare.
    struct Found {
        static constexpr char kNone = '0';     ///< no live row
        static constexpr char kStale = '<';    ///< a live row that is newer
        static constexpr char kSame = '=';     ///< a live row of the same content
        static constexpr char kDiffers = '!';  ///< a live row of other content
        static constexpr char kUnknown = '?';  ///< a live row whose content is still to be compared
        static constexpr char kHeldBack = 'v'; ///< a live row whose status would fall back, against [target.states]
    };
};

/// The columns that the mapping writes, typed by the catalogue; columns that are missing there keep an empty type.
[[nodiscard]] std::vector<WriteColumn> writeColumns(const sync::TargetMapping& mapping, const TargetTable& table);

/// The predicate of a live row, with the columns' names unqualified: that of the index, else "soft delete is null".
[[nodiscard]] std::string livePredicate(const sync::TargetMapping& mapping);

[[nodiscard]] TargetPlan planTarget(const sync::TargetMapping& mapping, const TargetTable& table);

} // namespace latchboard::pg
