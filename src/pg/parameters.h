// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latchboard::pg {

/// One value for $n: text that the server reads as the type the statement says ($1::bigint), or NULL; or an array.
class Param {
public:
    Param(std::nullopt_t) {}
    Param(std::string text) : m_text(std::move(text)) {}
    Param(std::string_view text) : m_text(text) {}
    Param(const char* text) : m_text(text) {}
    Param(bool value) : m_text(value ? "true" : "false") {}
    template<std::integral Number>
    requires(!std::same_as<Number, bool>) Param(Number value) : m_text(std::to_string(value)) {}
    Param(base::Instant instant) : m_text(base::toRfc3339(instant)) {}
    /// For an interval, exact to the microsecond.
    Param(base::Duration duration) : m_text(std::to_string(duration.count()) + " microseconds") {}
    template<typename T>
    Param(const std::optional<T>& value) {
        if (value)
            m_text = Param(*value).m_text;
    }

    /// A text[] in binary form, which neither side has to escape; for many or long texts. A null pointer is NULL.
    static Param texts(const std::vector<const std::string*>& values);
    static Param bigints(const std::vector<std::optional<std::int64_t>>& values);   ///< a bigint[], likewise
    static Param instants(const std::vector<std::optional<base::Instant>>& values); ///< a timestamptz[], likewise

    [[nodiscard]] const std::optional<std::string>& text() const { return m_text; }
    [[nodiscard]] bool isBinary() const { return m_isBinary; }

private:
    static Param wide(std::uint32_t elementType, const std::vector<std::optional<std::int64_t>>& values);
    static Param binary(std::string bytes);

    std::optional<std::string> m_text;
    bool m_isBinary = false;
};

using Params = std::vector<Param>;

/// A text[] literal: {"a","b",NULL}.
[[nodiscard]] std::string arrayLiteral(const std::vector<std::optional<std::string>>& values);
/// A quoted identifier: "a""b".
[[nodiscard]] std::string quotedIdentifier(std::string_view name);
/// A quoted literal for text that is shown to a person or can't be a parameter (SET).
[[nodiscard]] std::string quotedLiteral(std::string_view value);

} // namespace latchboard::pg
