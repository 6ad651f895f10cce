// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "keys/lock_tag.h"

#include <bit>
#include <span>
#include <vector>

namespace latchboard::keys {

/// From a key to the rows that have it: a hash table of 16 bytes a slot, at most half full, filled by several threads
/// of which each has a part of the keys for itself. Not changed after it was built: any thread may look, without a
/// lock.
class NameIndex {
public:
    NameIndex() = default;
    /// Row i has the i-th tag. The result does not depend on the number of threads (1 or more).
    NameIndex(std::span<const LockTag> tags, unsigned threads);

    /// Calls `take(row)` for each row with this tag, in the order of the rows.
    template<typename Take>
    void forEach(const LockTag& tag, Take take) const {
        if (m_parts.empty())
            return;
        const std::uint64_t hash = hashOf(tag);
        const std::vector<Slot>& slots = m_parts[hash >> kHashOfPart & (m_parts.size() - 1)];
        const std::size_t mask = slots.size() - 1;
        for (std::size_t place = hash & mask; slots[place].row != kEmpty; place = (place + 1) & mask) {
            if (slots[place].tag == tag)
                take(slots[place].row);
        }
    }

private:
    static constexpr std::uint32_t kEmpty = 0xFFFFFFFF;
    static constexpr int kHashOfPart = 56; ///< the bits of a hash from here on say in which part a key is

    struct Slot {
        LockTag tag;
        std::uint32_t row = kEmpty;
    };

    /// Keys are often small numbers in a row: all bits must tell (the finalizer of MurmurHash3).
    static std::uint64_t hashOf(const LockTag& tag) {
        std::uint64_t hash = static_cast<std::uint64_t>(bigintOf(tag)) + tag.objsubid * 0x9E3779B97F4A7C15U;
        hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCDU;
        hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53U;
        return hash ^ (hash >> 33);
    }

    std::vector<std::vector<Slot>> m_parts; ///< a power of two of them, each of a power of two of slots
};

} // namespace latchboard::keys
