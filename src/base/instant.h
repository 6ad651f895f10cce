// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace latchboard::base {

using Duration = std::chrono::microseconds;
/// A moment in UTC with PostgreSQL's resolution, one microsecond.
using Instant = std::chrono::sys_time<Duration>;

using namespace std::chrono_literals;

[[nodiscard]] inline double seconds(Duration d) {
    return std::chrono::duration<double>(d).count();
}
[[nodiscard]] inline double milliseconds(Duration d) {
    return std::chrono::duration<double, std::milli>(d).count();
}
[[nodiscard]] inline Duration fromSeconds(double s) {
    return std::chrono::round<Duration>(std::chrono::duration<double>(s));
}

/// RFC 3339 in UTC with "Z"; the fraction without trailing zeros, none when it is zero.
[[nodiscard]] std::string toRfc3339(Instant instant);

/// Reads RFC 3339 (also with a blank for 'T' and any offset, 0 to 9 fraction digits; beyond microseconds is cut).
/// A text without an offset is refused: nothing is guessed.
[[nodiscard]] std::optional<Instant> fromRfc3339(std::string_view text);

/// Reads an HTTP date (IMF-fixdate of RFC 9110 section 5.6.7, such as "Sun, 06 Nov 1994 08:49:37 GMT").
[[nodiscard]] std::optional<Instant> fromHttpDate(std::string_view text);
[[nodiscard]] std::string toHttpDate(Instant instant);

/// PostgreSQL's binary timestamptz: microseconds since 2000-01-01 00:00 UTC.
[[nodiscard]] Instant fromPostgresMicros(std::int64_t micros);
[[nodiscard]] std::int64_t toPostgresMicros(Instant instant);

/// A configured duration: a number and a unit, "250ms", "90s", "10m", "1h", "7d"; also a fraction, "1.5s".
/// A number without a unit is refused.
[[nodiscard]] std::optional<Duration> parseDuration(std::string_view text);
/// The shortest exact form of the same grammar.
[[nodiscard]] std::string formatDuration(Duration duration);
/// A configured size: "200MiB", "64KiB", "1GiB", "512B".
[[nodiscard]] std::optional<std::int64_t> parseSize(std::string_view text);

} // namespace latchboard::base
