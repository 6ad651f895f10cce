// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/window.h"

#include <algorithm>

namespace latchboard::sync {

namespace {

constexpr base::Duration kPieceOverlap = std::chrono::seconds(1);

/// Where the start of a window belongs to it and its end does not, pieces meet without a gap; else they overlap.
std::vector<Interval> pieces(const Interval& window, const SourceProfile& source) {
    const auto maxSpan = source.maxSpan;
    if (!maxSpan || window.until - window.from <= *maxSpan)
        return {window};
    // A span that the overlap would eat is used whole, so that every piece moves on.
    const bool overlaps = source.bounds != "[)" && *maxSpan > 2 * kPieceOverlap;
    const base::Duration overlap = overlaps ? kPieceOverlap : base::Duration::zero();
    std::vector<Interval> result;
    for (base::Instant from = window.from;;) {
        const base::Instant until = std::min(from + *maxSpan, window.until);
        result.push_back({from, until});
        if (until == window.until)
            return result;
        from = until - overlap;
    }
}

} // namespace

std::optional<base::Instant> stateStart(const Job& job, std::optional<base::Instant> lastWindowEnd) {
    return lastWindowEnd ? std::optional(*lastWindowEnd - job.lookback) : job.firstWindowStart;
}

base::Result<std::vector<Interval>> planWindow(const Job& job, base::Instant databaseNow,
                                               std::optional<base::Instant> lastWindowEnd) {
    const auto start = stateStart(job, lastWindowEnd);
    if (!start)
        return base::Unexpected(
            base::ErrorKind::Configuration,
            LB_TEXT("sync", "The job \"%1\" has no complete window, and no configured start for the first one.")
                .arg(job.name),
            LB_TEXT("sync", "Set first_window_start in [job.%1], such as \"2026-01-01T00:00:00Z\".").arg(job.name));
    Interval window{*start, databaseNow - job.source.windowLag};
    if (job.source.maxAge)
        window.from = std::max(window.from, window.until - *job.source.maxAge);
    if (job.source.reread)
        window.from = std::min(window.from, window.until - *job.source.reread);
    // Clocks were set back, or the first start lies ahead: the state does not move, but what is new is still read.
    if (window.from >= window.until)
        window.from = window.until - std::max(job.lookback, kPieceOverlap);
    return pieces(window, job.source);
}

base::Result<std::vector<Interval>> planBackfill(const Job& job, const Interval& window) {
    if (window.from >= window.until)
        return base::Unexpected(base::ErrorKind::Usage,
                                LB_TEXT("sync", "The window from %1 until %2 does not end after it begins.")
                                    .arg(base::toRfc3339(window.from))
                                    .arg(base::toRfc3339(window.until)));
    return pieces(window, job.source);
}

} // namespace latchboard::sync
