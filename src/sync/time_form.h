// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "sync/zone.h"

#include <string>

namespace latchboard::sync {

/// How a source writes times, in its answers and in what it is asked.
struct TimeForm {
    /// rfc3339 | rfc2822 | epoch_s | epoch_ms | strftime
    std::string format = "rfc3339";
    /// Of strftime: %Y %y %m %d %H %M %S, %L (milliseconds), %z (+0900), %% and any other text as it is.
    std::string pattern;
    std::string zone;  ///< "UTC", "+09:00", "Asia/Seoul": of what is written, and of what is read without an offset
    int fraction = -1; ///< digits after the second that are written, 0 to 6; -1: as many as there are
    bool zulu = true;  ///< UTC is written "Z"; else "+00:00"
};

/// Whether every % of the pattern is one that we know.
[[nodiscard]] bool isPattern(std::string_view pattern);

/// A time as a source writes it; no value where it is none, or has neither an offset nor a zone. rfc3339: as
/// base::fromRfc3339. epoch_s, epoch_ms: decimal digits, also with a sign and a fraction (beyond microseconds is cut).
[[nodiscard]] std::optional<base::Instant> parseInstant(std::string_view text, const TimeForm& form,
                                                        const std::optional<Zone>& zone);

/// A moment as the source wants it in a request. What the form has no place for is cut, never rounded up.
[[nodiscard]] std::string formatInstant(base::Instant instant, const TimeForm& form);

} // namespace latchboard::sync
