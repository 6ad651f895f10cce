// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_plan.h"

namespace latchboard::pg {

/// Fills in the plan's statements. Its columns must be there already.
void writeStatements(TargetPlan& plan, const sync::TargetMapping& mapping, const TargetTable& table);

} // namespace latchboard::pg
