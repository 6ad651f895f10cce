// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/template.h"

namespace latchboard::sync {

std::optional<std::vector<std::string>> variablesOf(std::string_view text) {
    std::vector<std::string> names;
    for (size_t start = text.find("${"); start != std::string_view::npos; start = text.find("${", start)) {
        const size_t end = text.find('}', start);
        if (end == std::string_view::npos)
            return std::nullopt;
        names.emplace_back(text.substr(start + 2, end - start - 2));
        start = end;
    }
    return names;
}

std::optional<std::string> expand(std::string_view text, const Variables& variables) {
    std::string result;
    for (;;) {
        const size_t start = text.find("${");
        result += text.substr(0, start);
        if (start == std::string_view::npos)
            return result;
        const size_t end = text.find('}', start);
        if (end == std::string_view::npos)
            return std::nullopt;
        const auto value = variables.find(text.substr(start + 2, end - start - 2));
        if (value == variables.end())
            return std::nullopt;
        result += value->second;
        text.remove_prefix(end + 1);
    }
}

std::string percentEncoded(std::string_view text) {
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string result;
    result.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                           c == '.' || c == '_' || c == '~';
        if (plain) {
            result += c;
        } else {
            result += '%';
            result += kHex[byte >> 4];
            result += kHex[byte & 15];
        }
    }
    return result;
}

} // namespace latchboard::sync
