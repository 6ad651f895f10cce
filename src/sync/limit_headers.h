// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/ports.h"

namespace latchboard::sync {

/// The most calls that a limit counts.
inline constexpr std::int64_t kMostCalls = 1'000'000'000;

/// What the headers of an answer say about one limit, by its usage_header, remaining_header and reset_header.
struct LimitHeaders {
    std::string usage;                     ///< "32/40" as it came; empty where it is none
    std::optional<std::int64_t> remaining; ///< as it came
    /// So many more calls at most: what is left of the size, or `remaining`, the lesser. No value where neither header
    /// says anything, and for a window where `untilReset` says it: the server's period may not be ours.
    std::optional<std::int64_t> available;
    std::optional<base::Duration> untilReset; ///< where nothing is left: until there is again
};

/// Pure. What is malformed says nothing; `now` is used as in waitBy().
[[nodiscard]] LimitHeaders readLimitHeaders(const SourceProfile::Limit& limit, const HttpAnswer& answer,
                                            base::Instant now);

} // namespace latchboard::sync
