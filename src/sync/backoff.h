// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <functional>

namespace latchboard::sync {

/// Numbers from 0 (included) to 1 (excluded); a test gives its own.
using Random = std::function<double()>;
/// Seeded by the machine; for one thread.
[[nodiscard]] Random machineRandom();

/// Full jitter: uniform between 0 and min(cap, base x 2^attempt); attempt counts from 0.
[[nodiscard]] base::Duration fullJitter(int attempt, base::Duration base, base::Duration cap, const Random& random);

} // namespace latchboard::sync
