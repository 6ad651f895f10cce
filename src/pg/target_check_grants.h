// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_findings.h"

namespace latchboard::pg {

/// The role's rights to the table, to sequences of defaults that the mapping leaves to the table, and to the schema
/// latchboard. A right to a column counts like one to the table: the engine reads the columns that it writes, those of
/// the index's predicate and ctid, and xmax of a table without partitions. TEMP on the database is not needed.
/// Source: PostgreSQL, INSERT (privileges of ON CONFLICT) and GRANT.
[[nodiscard]] base::Result<void> checkGrants(const TargetLook& look);

} // namespace latchboard::pg
