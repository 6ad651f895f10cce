// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "keys/lock_tag.h"

#include <string>
#include <string_view>
#include <vector>

namespace latchboard::keys {

/// How a name becomes a key. More schemes can be added; their ids are promises of `latchctl key derive --scheme`.
struct Scheme {
    std::string id;   ///< "blake2b64-be", "hashtext", "hashtextextended", "crc32", "crc32-i32", "constant", "int4pair"
    base::Text about; ///< one line for people
    bool bareHash32;  ///< only 32 bits of hash: a hit says "could be"
};

[[nodiscard]] const std::vector<Scheme>& schemes();
[[nodiscard]] const Scheme* findScheme(std::string_view id);
/// The scheme of a name for which nothing else is said.
inline constexpr const char* kDefaultScheme = "blake2b64-be";

/// The key of a name: for "constant" the name is the number in decimal or 0x-hexadecimal, for "int4pair" "a,b".
/// Usage error for an unknown scheme (with the nearest known one) or a number out of range.
[[nodiscard]] base::Result<LockTag> derive(std::string_view scheme, std::string_view name);

} // namespace latchboard::keys
