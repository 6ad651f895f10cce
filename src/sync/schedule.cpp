// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/schedule.h"

#include <algorithm>

namespace latchboard::sync {

base::Instant cellStart(base::Instant moment, const Grid& grid) {
    if (grid.every <= base::Duration::zero())
        return moment;
    const base::Duration offset = grid.zone.offsetAt(moment);
    const base::Instant wall = moment + offset;
    auto remainder = wall.time_since_epoch() % grid.every;
    if (remainder < base::Duration::zero())
        remainder += grid.every;
    const base::Instant start = moment - remainder;
    // Clocks were moved since the cell began: it began when they showed its wall time.
    return grid.zone.offsetAt(start) == offset ? start : std::min(moment, grid.zone.fromWall(wall - remainder));
}

base::Instant nextCell(base::Instant moment, const Grid& grid) {
    if (grid.every <= base::Duration::zero())
        return moment;
    const base::Instant start = cellStart(moment, grid);
    base::Instant next = start;
    do
        next += grid.every;
    while (cellStart(next, grid) <= start);
    return cellStart(next, grid);
}

bool isDue(base::Instant now, const Grid& grid, std::optional<base::Instant> lastSuccessStart) {
    return !lastSuccessStart || *lastSuccessStart < cellStart(now, grid);
}

base::Instant nextDue(base::Instant now, const Grid& grid, std::optional<base::Instant> lastSuccessStart) {
    if (isDue(now, grid, lastSuccessStart))
        return now;
    // A success that started in a cell ahead of ours (a clock was set back) fills that cell too.
    return nextCell(std::max(now, *lastSuccessStart), grid);
}

std::vector<base::Instant> missedCells(base::Instant from, base::Instant now, const Grid& grid,
                                       const std::vector<base::Instant>& successStarts) {
    std::vector<base::Instant> missed;
    if (grid.every <= base::Duration::zero())
        return missed;
    std::vector<base::Instant> filled;
    filled.reserve(successStarts.size());
    for (const base::Instant start : successStarts)
        filled.push_back(cellStart(start, grid));
    std::sort(filled.begin(), filled.end());
    const base::Instant running = cellStart(now, grid);
    for (base::Instant cell = cellStart(from, grid); cell < running; cell = nextCell(cell, grid)) {
        if (!std::binary_search(filled.begin(), filled.end(), cell))
            missed.push_back(cell);
    }
    return missed;
}

} // namespace latchboard::sync
