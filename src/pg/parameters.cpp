// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/parameters.h"

#include "pg/binary_value.h"

#include <algorithm>

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

namespace {

/// The head of PostgreSQL's array_recv(): dimensions, whether there are nulls, type of the elements, size, lower bound.
/// Each element follows with its length.
std::string arrayHead(std::uint32_t elementType, size_t count, bool hasNull, size_t bytes) {
    std::string head;
    head.reserve(20 + count * 4 + bytes);
    appendBigEndian(std::int32_t{count == 0 ? 0 : 1}, head);
    appendBigEndian(std::int32_t{hasNull ? 1 : 0}, head);
    appendBigEndian(elementType, head);
    if (count > 0) {
        appendBigEndian(static_cast<std::int32_t>(count), head);
        appendBigEndian(std::int32_t{1}, head);
    }
    return head;
}

} // namespace

Param Param::texts(const std::vector<const std::string*>& values) {
    constexpr std::uint32_t kTextOid = 25;
    size_t size = 0;
    bool hasNull = false;
    for (const std::string* value : values) {
        size += value != nullptr ? value->size() : 0;
        hasNull = hasNull || value == nullptr;
    }
    std::string bytes = arrayHead(kTextOid, values.size(), hasNull, size);
    for (const std::string* value : values) {
        appendBigEndian(value != nullptr ? static_cast<std::int32_t>(value->size()) : -1, bytes);
        if (value != nullptr)
            bytes += *value;
    }
    return binary(std::move(bytes));
}

Param Param::bigints(const std::vector<std::optional<std::int64_t>>& values) {
    constexpr std::uint32_t kBigintOid = 20;
    return wide(kBigintOid, values);
}

Param Param::instants(const std::vector<std::optional<base::Instant>>& values) {
    constexpr std::uint32_t kTimestamptzOid = 1184;
    std::vector<std::optional<std::int64_t>> micros;
    micros.reserve(values.size());
    for (const auto& value : values)
        micros.push_back(value ? std::optional(base::toPostgresMicros(*value)) : std::nullopt);
    return wide(kTimestamptzOid, micros);
}

Param Param::wide(std::uint32_t elementType, const std::vector<std::optional<std::int64_t>>& values) {
    const bool hasNull = std::any_of(values.begin(), values.end(), [](const auto& value) { return !value; });
    std::string bytes = arrayHead(elementType, values.size(), hasNull, values.size() * 8);
    for (const auto& value : values) {
        appendBigEndian(std::int32_t{value ? 8 : -1}, bytes);
        if (value)
            appendBigEndian(*value, bytes);
    }
    return binary(std::move(bytes));
}

Param Param::binary(std::string bytes) {
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
