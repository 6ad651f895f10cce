// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/target_mapping.h"

#include <string>

namespace latchboard::pg {

/// The SQL condition "a live row's status may go from `stored` to `incoming`", both SQL expressions of the status
/// column's type; never null. "true" where the mapping has no [target.states]. Null and values that are not in the
/// order are allowed either way. Values are compared as texts, byte by byte.
///
/// It belongs into the look before a write, so that a row that would fall back counts as stale, and into the conflict
/// clause ("t"."status", excluded."status"): there PostgreSQL evaluates it on the row as locked, so that it holds
/// beside a worker that wrote in between (INSERT, ON CONFLICT DO UPDATE ... WHERE).
[[nodiscard]] std::string transitionAllowed(const sync::TargetMapping::States& states, const std::string& stored,
                                            const std::string& incoming);

/// The line for the log about rows that were left as they are by it: how many, and the first of their ids.
[[nodiscard]] std::string heldBackLine(const sync::TargetMapping::States& states,
                                       const std::vector<std::string>& externalIds);

} // namespace latchboard::pg
