// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace latchboard::keys {

/// BLAKE2b with an 8-byte digest (RFC 7693), read as a big-endian two's complement number. The digest's length is a
/// parameter of the hash: it is asked for, never cut from a longer one.
[[nodiscard]] std::int64_t blake2b64(std::string_view bytes);

} // namespace latchboard::keys
