// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/currency.h"

#include <algorithm>
#include <array>
#include <string>

namespace latchboard::sync {

int minorDigits(std::string_view currency) {
    std::string code;
    for (const char c : currency)
        code += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    constexpr std::array<std::string_view, 17> none = {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG",
                                                       "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"};
    constexpr std::array<std::string_view, 7> three = {"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"};
    constexpr std::array<std::string_view, 2> four = {"CLF", "UYW"};
    const auto has = [&code](const auto& list) { return std::find(list.begin(), list.end(), code) != list.end(); };
    return has(none) ? 0 : has(three) ? 3 : has(four) ? 4 : 2;
}

} // namespace latchboard::sync
