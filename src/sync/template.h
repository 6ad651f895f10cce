// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonValue>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Templates of a source profile: text with ${name} in it and no expressions. In a JSON body a text that is one
/// variable may say its type: "${name:int}" becomes a number, "${name?null}" becomes null where the variable is not
/// set.
namespace latchboard::sync {

using Variables = std::map<std::string, std::string, std::less<>>;

/// The names between "${" and "}", without ":int" and "?null", in order, with repetitions; no value where a "${" has no
/// end.
[[nodiscard]] std::optional<std::vector<std::string>> variablesOf(std::string_view text);

/// The text with its variables filled in; no value where one of them is not set: such an entry is left out.
[[nodiscard]] std::optional<std::string> expand(std::string_view text, const Variables& variables);

/// The JSON with its variables filled in, at any depth; an entry whose variable is not set is left out.
[[nodiscard]] QJsonValue expandJson(const QJsonValue& value, const Variables& variables);
/// All texts of the JSON, also the names of its members.
[[nodiscard]] std::vector<std::string> textsOf(const QJsonValue& value);

/// RFC 3986: everything but letters, digits and - . _ ~ as %XX, so that '+', '&' and brackets arrive as they are.
[[nodiscard]] std::string percentEncoded(std::string_view text);

} // namespace latchboard::sync
