// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/schedule.h"

#include <algorithm>

namespace latchboard::sync {

base::Instant cellStart(base::Instant moment, base::Duration every) {
    if (every <= base::Duration::zero())
        return moment;
    const auto sinceEpoch = moment.time_since_epoch();
    auto remainder = sinceEpoch % every;
    if (remainder < base::Duration::zero())
        remainder += every;
    return moment - remainder;
}

bool isDue(base::Instant now, base::Duration every, std::optional<base::Instant> lastSuccessStart) {
    return !lastSuccessStart || *lastSuccessStart < cellStart(now, every);
}

base::Instant nextDue(base::Instant now, base::Duration every, std::optional<base::Instant> lastSuccessStart) {
    if (isDue(now, every, lastSuccessStart))
        return now;
    // A success that started in a cell ahead of ours (a clock was set back) fills that cell too.
    return cellStart(std::max(now, *lastSuccessStart), every) + every;
}

std::vector<base::Instant> missedCells(base::Instant from, base::Instant now, base::Duration every,
                                       const std::vector<base::Instant>& successStarts) {
    std::vector<base::Instant> missed;
    if (every <= base::Duration::zero())
        return missed;
    std::vector<base::Instant> filled;
    filled.reserve(successStarts.size());
    for (const base::Instant start : successStarts)
        filled.push_back(cellStart(start, every));
    std::sort(filled.begin(), filled.end());
    const base::Instant running = cellStart(now, every);
    for (base::Instant cell = cellStart(from, every); cell < running; cell += every) {
        if (!std::binary_search(filled.begin(), filled.end(), cell))
            missed.push_back(cell);
    }
    return missed;
}

} // namespace latchboard::sync
