// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/column_fit.h"

#include <algorithm>
#include <charconv>

namespace latchboard::pg {

namespace {

// Oids of pg_type.dat; they never change.
constexpr std::uint32_t kBpchar = 1042, kVarchar = 1043, kTime = 1083, kTimestamp = 1114, kTimestamptz = 1184,
                        kInterval = 1186, kTimetz = 1266, kNumeric = 1700;
constexpr int kHeader = 4; // VARHDRSZ, which the modifier of numeric and of texts counts in

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Digits after the last point that are not trailing zeros.
int fractionDigits(std::string_view text) {
    const size_t point = text.rfind('.');
    if (point == std::string_view::npos)
        return 0;
    int count = 0, kept = 0;
    for (const char c : text.substr(point + 1)) {
        if (!isDigit(c))
            break;
        ++count;
        if (c != '0')
            kept = count;
    }
    return kept;
}

int exponentOf(std::string_view text) {
    const size_t e = text.find_first_of("eE");
    if (e == std::string_view::npos)
        return 0;
    text.remove_prefix(e + 1);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    int exponent = 0;
    std::from_chars(text.data(), text.data() + text.size(), exponent);
    return exponent;
}

/// The place of the last digit that is not zero: 3 in 0.125, -2 in 4500, none in 0.
std::optional<int> lastPlace(std::string_view text) {
    const std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
    const size_t last = mantissa.find_last_of("123456789");
    if (last == std::string_view::npos)
        return std::nullopt;
    const size_t point = std::min(mantissa.find('.'), mantissa.size());
    const int place = last > point
                          ? static_cast<int>(last - point)
                          : 1 - static_cast<int>(std::count_if(mantissa.begin() + static_cast<long>(last),
                                                               mantissa.begin() + static_cast<long>(point), isDigit));
    return place - exponentOf(text);
}

/// Characters of UTF-8, without the blanks at the end, which the standard lets go.
int length(std::string_view text) {
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    return static_cast<int>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

bool fitsColumn(const TargetColumn& column, std::string_view value) {
    if (column.innerModifier < 0)
        return true;
    switch (column.innerType) {
    case kNumeric: {
        // Eleven bits with their sign: numeric(3,-2) is allowed from PostgreSQL 15 on.
        const int scale = (((column.innerModifier - kHeader) & 0x7FF) ^ 1024) - 1024;
        const auto place = lastPlace(value);
        return !place || *place <= scale;
    }
    case kVarchar:
    case kBpchar:
        return length(value) <= column.innerModifier - kHeader;
    case kTime:
    case kTimetz:
    case kTimestamp:
    case kTimestamptz:
        return fractionDigits(value) <= column.innerModifier;
    case kInterval:
        return fractionDigits(value) <= (column.innerModifier & 0xFFFF);
    default:
        return true;
    }
}

} // namespace latchboard::pg
