// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace latchboard::keys {

__extension__ using Bits128 = unsigned __int128;

/// A whole number of 129 bits in two's complement: what is between the steps of a derivation, from -2^128 to 2^128 - 1.
/// A UUID is 128 bits without a sign, and what a step adds may be negative.
struct Wide {
    Bits128 bits = 0; ///< the low 128 bits
    bool negative = false;

    static Wide ofSigned(std::int64_t value) { return {static_cast<Bits128>(value), value < 0}; }
    static Wide ofUnsigned(Bits128 value) { return {value, false}; }

    /// The value where it is within [-2^63, 2^63 - 1].
    [[nodiscard]] std::optional<std::int64_t> toInt64() const;
    [[nodiscard]] std::uint64_t low64() const { return static_cast<std::uint64_t>(bits); }
    [[nodiscard]] std::uint32_t low32() const { return static_cast<std::uint32_t>(bits); }
};

/// None where the result doesn't fit.
[[nodiscard]] std::optional<Wide> sum(const Wide& a, const Wide& b);
[[nodiscard]] std::optional<Wide> product(const Wide& a, const Wide& b);
[[nodiscard]] std::optional<Wide> absolute(const Wide& value);
/// Arithmetic, by less than 128.
[[nodiscard]] Wide shiftedRight(const Wide& value, int count);

/// A whole number in decimal or 0x-hexadecimal, with an optional sign and nothing around it.
[[nodiscard]] std::optional<Wide> parseWide(std::string_view text);

} // namespace latchboard::keys
