// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/parameters.h"

namespace latchboard::pg {

namespace {

std::string doubled(std::string_view text, char quote) {
    std::string result(1, quote);
    for (const char c : text) {
        if (c == quote)
            result += quote;
        result += c;
    }
    return result + quote;
}

} // namespace

std::string arrayLiteral(const std::vector<std::optional<std::string>>& values) {
    size_t size = 2;
    for (const auto& value : values)
        size += value ? value->size() + 3 : 5;
    std::string result = "{";
    result.reserve(size + size / 16);
    for (size_t i = 0; i < values.size(); ++i) {
        if (i > 0)
            result += ',';
        if (!values[i]) {
            result += "NULL";
            continue;
        }
        result += '"';
        const std::string& value = *values[i];
        size_t kept = 0; // up to here it is in the result
        for (size_t at = 0; at < value.size(); ++at) {
            if (value[at] != '"' && value[at] != '\\')
                continue;
            result.append(value, kept, at - kept).append(1, '\\');
            kept = at;
        }
        result.append(value, kept).append(1, '"');
    }
    return result + "}";
}

std::string quotedIdentifier(std::string_view name) {
    return doubled(name, '"');
}

std::string quotedLiteral(std::string_view value) {
    return doubled(value, '\'');
}

} // namespace latchboard::pg
