// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/parameters.h"

#include <QtEndian>

#include <array>

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

Param Param::texts(const std::vector<const std::string*>& values) {
    // PostgreSQL's array_recv(): dimensions, whether there are nulls, type of the elements, size, lower bound; then
    // each element with its length.
    constexpr std::int32_t kTextOid = 25;
    size_t size = 20;
    bool hasNull = false;
    for (const std::string* value : values) {
        size += 4 + (value != nullptr ? value->size() : 0);
        hasNull = hasNull || value == nullptr;
    }
    std::string bytes;
    bytes.reserve(size);
    const auto add = [&bytes](std::int32_t number) {
        std::array<char, 4> piece{};
        qToBigEndian(number, piece.data());
        bytes.append(piece.data(), piece.size());
    };
    add(values.empty() ? 0 : 1);
    add(hasNull ? 1 : 0);
    add(kTextOid);
    if (!values.empty()) {
        add(static_cast<std::int32_t>(values.size()));
        add(1);
    }
    for (const std::string* value : values) {
        add(value != nullptr ? static_cast<std::int32_t>(value->size()) : -1);
        if (value != nullptr)
            bytes += *value;
    }
    Param param{std::move(bytes)};
    param.m_isBinary = true;
    return param;
}

std::string quotedIdentifier(std::string_view name) {
    return doubled(name, '"');
}

std::string quotedLiteral(std::string_view value) {
    return doubled(value, '\'');
}

} // namespace latchboard::pg
