// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace latchboard::sync {

/// How many decimals the smallest unit of a currency has (ISO 4217, list of 2024; in any case of letters): 0 for KRW
/// and JPY, 3 for KWD, 2 for all others.
[[nodiscard]] int minorDigits(std::string_view currency);

} // namespace latchboard::sync
