// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_plan.h"

namespace latchboard::pg {

/// Looks whether the schema latchboard and the user's table can take what the mapping writes: tables, columns and their
/// types, a unique index with the mapping's predicate, privileges. The error names each thing that is missing with the
/// SQL that mends it: SchemaMissing, or Privilege where only grants are missing. Nothing is altered.
[[nodiscard]] base::Result<void> checkTarget(Session& session, const sync::TargetMapping& mapping, const Call& call);

} // namespace latchboard::pg
