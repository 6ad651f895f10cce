// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "sync/zone.h"

#include <vector>

namespace latchboard::sync {

/// Cells of a schedule, so long each, counted from midnight of 1 January 1970 on the clocks of a zone. Where those
/// clocks are put forward or back a cell of a day is an hour shorter or longer, and cells of an hour go on as they are.
struct Grid {
    base::Duration every = std::chrono::hours(1);
    Zone zone; ///< UTC unless said
};

/// Start of the cell in which the moment lies, and of the cell after that.
[[nodiscard]] base::Instant cellStart(base::Instant moment, const Grid& grid);
[[nodiscard]] base::Instant nextCell(base::Instant moment, const Grid& grid);
/// Due: no SUCCESS other than a backfill started in this cell.
[[nodiscard]] bool isDue(base::Instant now, const Grid& grid, std::optional<base::Instant> lastSuccessStart);
[[nodiscard]] base::Instant nextDue(base::Instant now, const Grid& grid, std::optional<base::Instant> lastSuccessStart);
/// Cells between from and now (the running one excluded) in which no success started.
[[nodiscard]] std::vector<base::Instant> missedCells(base::Instant from, base::Instant now, const Grid& grid,
                                                     const std::vector<base::Instant>& successStarts);

} // namespace latchboard::sync
