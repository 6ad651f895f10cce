// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/pg_hash.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace latchboard::keys {

namespace {

/// The three words of lookup3. All arithmetic is modulo 2^32.
struct State {
    std::uint32_t a, b, c;

    explicit State(std::size_t length) : a(0x9e3779b9U + static_cast<std::uint32_t>(length) + 3923095U), b(a), c(a) {}

    void mix() {
        a -= c, a ^= std::rotl(c, 4), c += b;
        b -= a, b ^= std::rotl(a, 6), a += c;
        c -= b, c ^= std::rotl(b, 8), b += a;
        a -= c, a ^= std::rotl(c, 16), c += b;
        b -= a, b ^= std::rotl(a, 19), a += c;
        c -= b, c ^= std::rotl(b, 4), b += a;
    }

    void finish() {
        c ^= b, c -= std::rotl(b, 14);
        a ^= c, a -= std::rotl(c, 11);
        b ^= a, b -= std::rotl(a, 25);
        c ^= b, c -= std::rotl(b, 16);
        a ^= c, a -= std::rotl(c, 4);
        b ^= a, b -= std::rotl(a, 14);
        c ^= b, c -= std::rotl(b, 24);
    }

    /// Adds twelve bytes, or the up to eleven that are left, as little-endian words. The low byte of c is left free in
    /// the last, short block.
    void add(std::string_view bytes, bool last) {
        std::array<std::uint32_t, 3> words{};
        if (!last && std::endian::native == std::endian::little) { // the words as they lie in memory
            std::memcpy(words.data(), bytes.data(), sizeof words);
            bytes = {};
        }
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const std::size_t place = last && i >= 8 ? i + 1 : i;
            words[place / 4] |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * (place % 4));
        }
        a += words[0];
        b += words[1];
        c += words[2];
    }
};

State hash(std::string_view text, std::uint64_t seed) {
    State state(text.size());
    if (seed != 0) {
        state.a += static_cast<std::uint32_t>(seed >> 32);
        state.b += static_cast<std::uint32_t>(seed);
        state.mix();
    }
    while (text.size() >= 12) {
        state.add(text.substr(0, 12), false);
        state.mix();
        text.remove_prefix(12);
    }
    state.add(text, true);
    state.finish();
    return state;
}

} // namespace

std::int32_t pgHashText(std::string_view text) {
    return static_cast<std::int32_t>(hash(text, 0).c);
}

std::int64_t pgHashTextExtended(std::string_view text, std::int64_t seed) {
    const State state = hash(text, static_cast<std::uint64_t>(seed));
    return static_cast<std::int64_t>((std::uint64_t{state.b} << 32) | state.c);
}

} // namespace latchboard::keys
