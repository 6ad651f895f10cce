// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Texts inside JSON, and which of them PostgreSQL cannot store: neither text nor jsonb takes U+0000 or half a pair of
/// surrogates, however it is escaped.
namespace latchboard::sync {

enum class TextFault { None, Nul, LoneSurrogate, BadEscape, InvalidUtf8 };
/// "holds the character U+0000", ...; English, stored with a quarantined item. Empty for None.
[[nodiscard]] const char* faultName(TextFault fault);

struct JsonText {
    std::string text; ///< UTF-8; as far as it came where there is a fault
    TextFault fault = TextFault::None;
};
/// What stands between the quotes of a JSON text, with its escapes resolved.
[[nodiscard]] JsonText unescaped(std::string_view inside);

/// The first fault in the texts of a piece of JSON.
[[nodiscard]] TextFault faultIn(std::string_view json);

/// The piece of JSON with each escape that cannot be stored written as text ("\u0000" becomes "\\u0000"), and each byte
/// that is not UTF-8 as "\\xE9": still JSON, storable, and nothing lost to a reader.
[[nodiscard]] std::string madeStorable(std::string_view json);

/// Length of the UTF-8 sequence at the start of the text; 0 where its first byte begins none.
[[nodiscard]] std::size_t utf8Length(std::string_view text);

} // namespace latchboard::sync
