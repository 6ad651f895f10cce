// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "sync/json_path.h"
#include "sync/json_tree.h"

#include <optional>
#include <string>
#include <string_view>

namespace latchboard::sync {

/// Where an answer says how long to wait, as a profile writes it: "retry-after", "header:X-Reset:ms" (or :s, or :epoch
/// for a moment in seconds since 1970), "cost:extensions.cost" (see costWait), "fixed:60s".
struct WaitHint {
    enum class Kind { RetryAfter, HeaderMilliseconds, HeaderSeconds, HeaderEpoch, Cost, Fixed };
    Kind kind = Kind::RetryAfter;
    std::string header; ///< in lower case
    JsonPath path;      ///< of the cost in the body
    base::Duration fixed{0};
};
[[nodiscard]] std::optional<WaitHint> parseWaitHint(std::string_view text);

/// Digits with an optional fraction, such as "3" or "2.0"; anything else (a sign, "120junk", NaN) is no value.
[[nodiscard]] std::optional<base::Duration> decimalDuration(std::string_view text, base::Duration unit);

/// Retry-After by RFC 9110 section 10.2.3: seconds (a fraction is taken too) or an HTTP date. The date is measured
/// against the answer's own Date, so that the two clocks need not agree; against `now` where it has none. A date that
/// is past is no wait. What is malformed is no value.
[[nodiscard]] std::optional<base::Duration> retryAfter(std::string_view value, std::optional<base::Instant> answersDate,
                                                       base::Instant now);

/// Until a budget of points that fills up again has what the request costs, by the object at the path, which has
/// requestedQueryCost, throttleStatus.currentlyAvailable and throttleStatus.restoreRate (points a second) as Shopify's
/// GraphQL answers do: what is missing divided by the rate, zero where nothing is. No value where one of them is no
/// number or is negative, the rate is zero, or the request costs more than throttleStatus.maximumAvailable: no wait
/// would help then.
[[nodiscard]] std::optional<base::Duration> costWait(const JsonTree& body, const JsonPath& path);

} // namespace latchboard::sync
