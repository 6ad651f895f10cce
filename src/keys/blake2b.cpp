// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/blake2b.h"

#include <blake2.h>

#include <array>

namespace latchboard::keys {

std::int64_t blake2b64(std::string_view bytes) {
    // libb2's calls fail for lengths and states that can't be here only.
    std::array<std::uint8_t, sizeof(std::int64_t)> digest{};
    blake2b_state state;
    blake2b_init(&state, digest.size());
    if (!bytes.empty())
        blake2b_update(&state, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    blake2b_final(&state, digest.data(), digest.size());
    std::uint64_t value = 0;
    for (const std::uint8_t byte : digest)
        value = (value << 8) | byte;
    return static_cast<std::int64_t>(value);
}

} // namespace latchboard::keys
