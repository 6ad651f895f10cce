// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/wide.h"

#include <limits>

namespace latchboard::keys {

namespace {

Wide negated(Bits128 magnitude) {
    return {Bits128{0} - magnitude, magnitude != 0};
}

} // namespace

std::optional<std::int64_t> Wide::toInt64() const {
    const auto value = static_cast<std::int64_t>(low64());
    const Wide same = ofSigned(value);
    if (same.bits != bits || same.negative != negative)
        return std::nullopt;
    return value;
}

std::optional<Wide> sum(const Wide& a, const Wide& b) {
    const Bits128 bits = a.bits + b.bits;
    // The bits above: all those of both signs, and what was carried.
    const int above = static_cast<int>(bits < a.bits) - static_cast<int>(a.negative) - static_cast<int>(b.negative);
    if (above != 0 && above != -1)
        return std::nullopt;
    return Wide{bits, above == -1};
}

std::optional<Wide> product(const Wide& a, const Wide& b) {
    const auto left = absolute(a), right = absolute(b);
    Bits128 magnitude = 0;
    if (!left || !right || __builtin_mul_overflow(left->bits, right->bits, &magnitude))
        return std::nullopt;
    return a.negative != b.negative ? negated(magnitude) : Wide::ofUnsigned(magnitude);
}

std::optional<Wide> absolute(const Wide& value) {
    if (!value.negative)
        return value;
    if (value.bits == 0) // -2^128
        return std::nullopt;
    return Wide::ofUnsigned(Bits128{0} - value.bits);
}

Wide shiftedRight(const Wide& value, int count) {
    Bits128 bits = value.bits >> count;
    if (value.negative && count > 0)
        bits |= ~Bits128{0} << (128 - count);
    return {bits, value.negative};
}

std::optional<Wide> parseWide(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+'))
        text.remove_prefix(1);
    Bits128 radix = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        radix = 16;
        text.remove_prefix(2);
    }
    if (text.empty())
        return std::nullopt;
    Bits128 magnitude = 0;
    for (const char character : text) {
        Bits128 digit = radix;
        if (character >= '0' && character <= '9')
            digit = static_cast<Bits128>(character - '0');
        else if (character >= 'a' && character <= 'f')
            digit = static_cast<Bits128>(character - 'a' + 10);
        else if (character >= 'A' && character <= 'F')
            digit = static_cast<Bits128>(character - 'A' + 10);
        if (digit >= radix || __builtin_mul_overflow(magnitude, radix, &magnitude) ||
            __builtin_add_overflow(magnitude, digit, &magnitude))
            return std::nullopt;
    }
    return negative ? negated(magnitude) : Wide::ofUnsigned(magnitude);
}

} // namespace latchboard::keys
