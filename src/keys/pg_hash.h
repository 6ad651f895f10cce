// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

/// PostgreSQL's hash of a text, computed without a server: Bob Jenkins' lookup3 in PostgreSQL's variant (hash_bytes and
/// hash_bytes_extended), over the bytes of the text.
///
/// The values are those of a little-endian server whose database encoding is UTF-8 and of a deterministic collation.
/// hashtext is an internal function without a promise: compare one probe with the server at connect. Any thread.
namespace latchboard::keys {

/// SELECT hashtext(text).
[[nodiscard]] std::int32_t pgHashText(std::string_view text);
/// SELECT hashtextextended(text, seed).
[[nodiscard]] std::int64_t pgHashTextExtended(std::string_view text, std::int64_t seed = 0);

} // namespace latchboard::keys
