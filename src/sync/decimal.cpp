// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/decimal.h"

#include "sync/json_tree.h"

#include <algorithm>
#include <charconv>

namespace latchboard::sync {

namespace {

/// GCC's 128-bit integer: 38 digits, more than any numeric column for money.
__extension__ using Wide = __int128;
constexpr std::size_t kMostDigits = 36;
constexpr int kMostPlaces = 1000;

/// sign, digits without a point, and how many of them stand after it (negative: zeros to add).
struct Parts {
    bool negative = false;
    std::string digits;
    int scale = 0;
};

std::optional<Parts> partsOf(std::string_view number) {
    if (!isJsonNumber(number))
        return std::nullopt;
    Parts parts;
    if (number.front() == '-') {
        parts.negative = true;
        number.remove_prefix(1);
    }
    if (const auto e = number.find_first_of("eE"); e != std::string_view::npos) {
        std::string_view exponent = number.substr(e + 1);
        if (exponent.front() == '+')
            exponent.remove_prefix(1);
        int value = 0;
        const auto [end, problem] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
        if (problem != std::errc() || value > kMostPlaces || value < -kMostPlaces)
            return std::nullopt;
        parts.scale = -value;
        number = number.substr(0, e);
    }
    for (const char c : number) {
        if (c != '.')
            parts.digits += c;
    }
    if (const auto dot = number.find('.'); dot != std::string_view::npos)
        parts.scale += static_cast<int>(number.size() - dot - 1);
    return parts;
}

std::string textOf(bool negative, std::string digits, int scale) {
    if (scale <= 0) {
        digits.append(static_cast<std::size_t>(-scale), '0');
    } else {
        const auto places = static_cast<std::size_t>(scale);
        if (digits.size() <= places)
            digits.insert(0, places + 1 - digits.size(), '0');
        digits.insert(digits.size() - places, 1, '.');
    }
    // JSON has no zeros in front, but moving the point may leave some.
    const std::size_t first = digits.find_first_not_of('0');
    const std::size_t point = std::min(digits.find('.'), digits.size());
    digits.erase(0, std::min(first == std::string::npos ? digits.size() : first, point - 1));
    const bool isZero = digits.find_first_not_of("0.") == std::string::npos;
    return negative && !isZero ? "-" + digits : digits;
}

} // namespace

std::optional<std::string> movedPoint(std::string_view number, int places) {
    auto parts = partsOf(number);
    if (!parts)
        return std::nullopt;
    return textOf(parts->negative, std::move(parts->digits), parts->scale + places);
}

std::optional<std::string> sumOf(const std::vector<std::string>& numbers) {
    std::vector<Parts> all;
    int scale = 0;
    for (const std::string& number : numbers) {
        auto parts = partsOf(number);
        if (!parts)
            return std::nullopt;
        scale = std::max(scale, parts->scale);
        all.push_back(std::move(*parts));
    }
    Wide sum = 0;
    for (Parts& parts : all) {
        parts.digits.append(static_cast<std::size_t>(scale - parts.scale), '0');
        if (parts.digits.size() > kMostDigits)
            return std::nullopt;
        Wide value = 0;
        for (const char c : parts.digits)
            value = value * 10 + (c - '0');
        sum += parts.negative ? -value : value;
    }
    const bool negative = sum < 0;
    if (negative)
        sum = -sum;
    std::string digits;
    do {
        digits += static_cast<char>('0' + static_cast<int>(sum % 10));
        sum /= 10;
    } while (sum != 0);
    std::reverse(digits.begin(), digits.end());
    return textOf(negative, std::move(digits), scale);
}

} // namespace latchboard::sync
