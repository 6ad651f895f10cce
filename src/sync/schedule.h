// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <vector>

namespace latchboard::sync {

/// Start of the grid's cell in which the moment lies; the grid is anchored at the Unix epoch in UTC.
[[nodiscard]] base::Instant cellStart(base::Instant moment, base::Duration every);
/// Due: no SUCCESS other than a backfill started in this cell.
[[nodiscard]] bool isDue(base::Instant now, base::Duration every, std::optional<base::Instant> lastSuccessStart);
[[nodiscard]] base::Instant nextDue(base::Instant now, base::Duration every,
                                    std::optional<base::Instant> lastSuccessStart);
/// Cells between from and now (the running one excluded) in which no success started.
[[nodiscard]] std::vector<base::Instant> missedCells(base::Instant from, base::Instant now, base::Duration every,
                                                     const std::vector<base::Instant>& successStarts);

} // namespace latchboard::sync
