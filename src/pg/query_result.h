// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct pg_result;

namespace latchboard::pg {

/// The answer to one statement. Getters read text and binary form alike; of a NULL they give 0, false or empty, so ask
/// isNull() or the optional forms where that matters. Rows and columns count from 0 and must be in range.
class QueryResult {
public:
    QueryResult() = default;
    explicit QueryResult(pg_result* result);

    [[nodiscard]] int rows() const;
    [[nodiscard]] int columns() const;
    /// Rows that INSERT, UPDATE or DELETE touched.
    [[nodiscard]] std::int64_t affected() const;
    /// The command tag: "COMMIT", "INSERT 0 1".
    [[nodiscard]] std::string tag() const;
    /// Number of a column by its name; -1 where there is none.
    [[nodiscard]] int column(const char* name) const;
    [[nodiscard]] std::string columnName(int column) const;
    [[nodiscard]] std::uint32_t typeOid(int column) const;
    [[nodiscard]] int typeModifier(int column) const; ///< -1: none

    [[nodiscard]] bool isNull(int row, int column) const;
    /// The bytes as they came.
    [[nodiscard]] std::string_view bytes(int row, int column) const;
    [[nodiscard]] std::string text(int row, int column) const { return std::string(bytes(row, column)); }
    [[nodiscard]] std::int64_t integer(int row, int column) const;
    [[nodiscard]] bool boolean(int row, int column) const;
    [[nodiscard]] double number(int row, int column) const;
    /// timestamptz; nothing for NULL and infinity.
    [[nodiscard]] std::optional<base::Instant> instant(int row, int column) const;
    [[nodiscard]] std::optional<std::int64_t> optionalInteger(int row, int column) const;
    [[nodiscard]] std::optional<std::string> optionalText(int row, int column) const;
    /// A bigint of microseconds.
    [[nodiscard]] base::Duration micros(int row, int column) const { return base::Duration(integer(row, column)); }

private:
    std::shared_ptr<pg_result> m_result;
};

} // namespace latchboard::pg
