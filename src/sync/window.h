// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "sync/job.h"

#include <vector>

namespace latchboard::sync {

/// The window of a run, in pieces of the source's largest span; each is closed on its own. Pure (semantics: "The run").
///
/// until = the database's clock at the start, less the profile's lag; from = the end of the last complete window less
/// the job's lookback, or the configured start for the first run, or, for a source that is asked by creation time, so
/// far back as it says. It never depends on the newest change time seen. Where two pieces meet they overlap by a
/// second, since whether a source includes the ends of a window is not known. Configuration error where there is
/// neither a last window nor a configured start.
[[nodiscard]] base::Result<std::vector<Interval>> planWindow(const Job& job, base::Instant databaseNow,
                                                             std::optional<base::Instant> lastWindowEnd);

/// Where the next window begins by the state alone. What max_age cuts off after it the source does not give any more.
[[nodiscard]] std::optional<base::Instant> stateStart(const Job& job, std::optional<base::Instant> lastWindowEnd);

/// The same for a window that a person chose. Usage error where it does not end after it begins.
[[nodiscard]] base::Result<std::vector<Interval>> planBackfill(const Job& job, const Interval& window);

} // namespace latchboard::sync
