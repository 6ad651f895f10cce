// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_plan.h"

namespace latchboard::pg {

/// Looks whether the schema latchboard and the user's table can take what the mapping writes: the kind of relation,
/// columns and their types, partitioning, a unique index with the mapping's predicate, privileges, row-level security.
/// The error names all that is missing with the SQL that mends it, in the order in which it has to run: SchemaMissing,
/// or Privilege where only rights are missing. A missing index for deleted rows is a warning in the log. Nothing is
/// altered. Not to be called inside a transaction.
[[nodiscard]] base::Result<void> checkTarget(Session& session, const sync::TargetMapping& mapping, const Call& call);

} // namespace latchboard::pg
