// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Decimal numbers as text, exact: no binary floating point ever touches an amount.
namespace latchboard::sync {

/// The number with its point moved to the left by `places` digits: ("1999", 2) is "19.99", ("1990", 2) is "19.90". The
/// digits that came stay. No value for what is not a number of JSON's grammar.
[[nodiscard]] std::optional<std::string> movedPoint(std::string_view number, int places);

/// The sum, with as many digits after the point as the longest part has; "0" of none. No value where a part is not a
/// number, or has more than 36 digits.
[[nodiscard]] std::optional<std::string> sumOf(const std::vector<std::string>& numbers);

} // namespace latchboard::sync
