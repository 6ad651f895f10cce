// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/session.h"
#include "sync/target_mapping.h"

#include <map>

namespace latchboard::pg {

/// A column of the user's table as the catalogue describes it.
struct TargetColumn {
    std::string type;     ///< with its modifier: "numeric(18,4)"
    std::string baseType; ///< without: "numeric"
    std::uint32_t typeOid = 0;
    int modifier = -1;           ///< -1: none
    std::uint32_t innerType = 0; ///< below all domains
    int innerModifier = -1;      ///< the modifier that holds there, a domain's own included
    bool notNull = false, hasDefault = false, generated = false;
};

struct TargetTable {
    std::string schema, name;
    std::string quoted; ///< "public"."orders"
    bool found = false;
    bool partitioned = false;
    bool takesCopy = false; ///< no rule and no row security, which COPY passes by or refuses
    bool unique = false;    ///< a unique index over exactly the key's columns holds for all rows, deleted ones too
    std::map<std::string, TargetColumn> columns;
    bool mayUseSchema = false, maySelect = false, mayInsert = false, mayUpdate = false;
};

/// "public.orders" or "orders" (in public); parts may be quoted.
[[nodiscard]] std::pair<std::string, std::string> splitTableName(const std::string& name);

/// Reads the catalogue; `found` is false where the table is not there or not to be seen.
[[nodiscard]] base::Result<TargetTable> readTargetTable(Session& session, const sync::TargetMapping& mapping,
                                                        const Call& call);

} // namespace latchboard::pg
