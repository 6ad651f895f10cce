// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_findings.h"

namespace latchboard::pg {

/// What the mapping's `table` names where that is no table: a view, a foreign table and so on, as an error that says
/// what to do. Ok where nothing of the name is there.
[[nodiscard]] base::Result<void> checkIsTable(Session& session, const TargetTable& table, const Call& call);

/// A partitioned table takes a unique index only over all columns that it is partitioned by (PostgreSQL, "Table
/// Partitioning", limitations). False where the key lacks one, so that no index can be offered.
[[nodiscard]] base::Result<bool> checkPartitioning(const TargetLook& look);

/// Rules on INSERT or UPDATE: the server refuses ON CONFLICT with them (PostgreSQL, INSERT, "ON CONFLICT Clause").
[[nodiscard]] base::Result<void> checkRules(const TargetLook& look);

/// Policies that hide rows from the role: a row that is hidden would be taken for one that is not there. Only rows
/// that are all seen and all writable pass (PostgreSQL, "Row Security Policies").
[[nodiscard]] base::Result<void> checkRowSecurity(const TargetLook& look);

} // namespace latchboard::pg
