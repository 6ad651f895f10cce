// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_findings.h"

namespace latchboard::pg {

/// Columns that the mapping names: there, of a type that takes all that the mapping's type holds, not computed by the
/// table; and columns that it does not name: none that needs a value. The SQL keeps defaults, identities and the
/// expressions of generated columns; where it can't (a view reads the column), what stands in the way is named.
/// Source: PostgreSQL, ALTER TABLE and CREATE TABLE (generated and identity columns).
[[nodiscard]] base::Result<void> checkColumns(const TargetLook& look);

} // namespace latchboard::pg
