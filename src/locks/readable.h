// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "base/text.h"

#include <string>

namespace latchboard::locks {

/// A duration as a person says it, in one or two units: "0.4 s", "42 s", "2 min 5 s", "14 min", "3 h 20 min", "2 d 4
/// h". Cut down, never rounded up: a bound that is told stays true. Negative ones count as zero.
[[nodiscard]] base::Text readable(base::Duration duration);
/// A moment to the millisecond, "2026-12-01 06:36:14.987 UTC". Rounded up: an age that is counted from it is never too
/// long.
[[nodiscard]] std::string readable(base::Instant instant);

} // namespace latchboard::locks
