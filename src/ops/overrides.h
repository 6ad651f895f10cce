// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"

namespace latchboard::ops {

/// Puts environment variables over the file, for containers: LATCHBOARD_AUTO_SYNC for all jobs, and
/// LATCHBOARD_<JOB>_AUTO_SYNC, _EVERY, _STARTUP_DELAY and _LOOKBACK for one, whose name is written in capitals with
/// every other character as '_'. A value that does not fit is a problem that names the variable.
void applyEnvironment(Configuration& configuration, std::vector<base::ConfigProblem>& problems);

} // namespace latchboard::ops
