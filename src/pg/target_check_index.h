// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_findings.h"

namespace latchboard::pg {

/// The unique index that decides a conflict: the server itself says whether it finds one (EXPLAIN plans the insert and
/// runs nothing; it looks for the index before it looks at rights to the table). An index that is not valid is to be
/// built again; a deferrable constraint is found by the planner and refused by each write (PostgreSQL, INSERT, ON
/// CONFLICT). `possible` is false where no index can be made before something else is mended.
[[nodiscard]] base::Result<void> checkIndex(const TargetLook& look, bool possible);

/// The CREATE INDEX for looking up the newest deleted row of a key, where the planner finds no index for it; without
/// one each page with new orders reads the whole table. To be asked when all else fits: it needs the right to read the
/// table.
[[nodiscard]] base::Result<std::optional<std::string>>
lackingDeletedIndex(Session& session, const sync::TargetMapping& mapping, const TargetTable& table, const Call& call);

} // namespace latchboard::pg
