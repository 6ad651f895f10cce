// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/text/display.h"

#include <QString>

/// Numbers, durations and moments as a person reads them, in the language of the window.
namespace latchboard::console {

[[nodiscard]] QString toQt(std::string_view utf8);

/// "0.6 s", "14 s", "14 min", "2 h 5 min", "3 d 4 h". Below ten seconds with one decimal when `fine`.
[[nodiscard]] QString durationText(base::Duration duration, bool fine = false);
/// durationText with "ago"; "just now" under a second.
[[nodiscard]] QString agoText(base::Instant moment, base::Instant now);
/// "14:03:07" on the day of `now`, else "2026-12-01 14:03:07"; in local time, or in UTC with "UTC".
[[nodiscard]] QString momentText(base::Instant moment, base::Instant now, TimeStyle style);
/// By the window's switch: an age, or the moment.
[[nodiscard]] QString sinceText(base::Instant moment, const Display& display);
/// For tooltips and details: local time and UTC, to the second.
[[nodiscard]] QString bothTimes(base::Instant moment);
/// With the language's group separators.
[[nodiscard]] QString numberText(std::int64_t number);
/// The text with places to break a line within long words (a key, a statement, a run's id), for a narrow label.
[[nodiscard]] QString breakable(const QString& text);
/// The inverse.
[[nodiscard]] QString unbroken(const QString& text);
/// "1.2 MB".
[[nodiscard]] QString bytesText(std::int64_t bytes);

} // namespace latchboard::console
