// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/query_result.h"

#include <libpq-fe.h>

#include <bit>
#include <charconv>
#include <limits>

namespace latchboard::pg {

namespace {

/// A big-endian two's complement number of 1 to 8 bytes; `isSigned` false for oid.
std::int64_t bigEndian(std::string_view bytes, bool isSigned) {
    std::uint64_t value = 0;
    for (const char byte : bytes)
        value = (value << 8) | static_cast<unsigned char>(byte);
    const auto unused = static_cast<unsigned>(64 - 8 * bytes.size());
    if (!isSigned || unused == 0 || bytes.empty())
        return static_cast<std::int64_t>(value);
    return static_cast<std::int64_t>(value << unused) >> unused;
}

constexpr Oid kOidType = 26;
constexpr Oid kFloat4Type = 700;

} // namespace

QueryResult::QueryResult(pg_result* result) : m_result(result, &PQclear) {}

int QueryResult::rows() const {
    return PQntuples(m_result.get());
}

int QueryResult::columns() const {
    return PQnfields(m_result.get());
}

std::int64_t QueryResult::affected() const {
    const std::string_view count = PQcmdTuples(m_result.get());
    std::int64_t value = 0;
    std::from_chars(count.data(), count.data() + count.size(), value);
    return value;
}

std::string QueryResult::tag() const {
    return m_result ? PQcmdStatus(m_result.get()) : "";
}

int QueryResult::column(const char* name) const {
    return PQfnumber(m_result.get(), name);
}

std::string QueryResult::columnName(int column) const {
    const char* name = PQfname(m_result.get(), column);
    return name == nullptr ? "" : name;
}

std::uint32_t QueryResult::typeOid(int column) const {
    return PQftype(m_result.get(), column);
}

int QueryResult::typeModifier(int column) const {
    return PQfmod(m_result.get(), column);
}

bool QueryResult::isNull(int row, int column) const {
    return PQgetisnull(m_result.get(), row, column) != 0;
}

std::string_view QueryResult::bytes(int row, int column) const {
    return {PQgetvalue(m_result.get(), row, column), static_cast<size_t>(PQgetlength(m_result.get(), row, column))};
}

std::int64_t QueryResult::integer(int row, int column) const {
    if (isNull(row, column))
        return 0;
    const std::string_view value = bytes(row, column);
    if (PQfformat(m_result.get(), column) == 1)
        return bigEndian(value, PQftype(m_result.get(), column) != kOidType);
    std::int64_t number = 0;
    std::from_chars(value.data(), value.data() + value.size(), number);
    return number;
}

bool QueryResult::boolean(int row, int column) const {
    if (isNull(row, column))
        return false;
    const std::string_view value = bytes(row, column);
    return !value.empty() && (value.front() == 't' || value.front() == 1);
}

double QueryResult::number(int row, int column) const {
    if (isNull(row, column))
        return 0;
    const std::string_view value = bytes(row, column);
    if (PQfformat(m_result.get(), column) == 1) {
        const auto bits = static_cast<std::uint64_t>(bigEndian(value, false));
        if (PQftype(m_result.get(), column) == kFloat4Type)
            return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        return std::bit_cast<double>(bits);
    }
    double number = 0;
    std::from_chars(value.data(), value.data() + value.size(), number);
    return number;
}

std::optional<base::Instant> QueryResult::instant(int row, int column) const {
    if (isNull(row, column))
        return std::nullopt;
    if (PQfformat(m_result.get(), column) != 1)
        return base::fromRfc3339(bytes(row, column));
    const std::int64_t micros = bigEndian(bytes(row, column), true);
    if (micros == std::numeric_limits<std::int64_t>::max() || micros == std::numeric_limits<std::int64_t>::min())
        return std::nullopt;
    return base::fromPostgresMicros(micros);
}

std::optional<std::int64_t> QueryResult::optionalInteger(int row, int column) const {
    if (isNull(row, column))
        return std::nullopt;
    return integer(row, column);
}

std::optional<std::string> QueryResult::optionalText(int row, int column) const {
    if (isNull(row, column))
        return std::nullopt;
    return text(row, column);
}

} // namespace latchboard::pg
