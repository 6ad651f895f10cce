// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/name_index.h"

#include "keys/shares.h"

#include <algorithm>

namespace latchboard::keys {

NameIndex::NameIndex(std::span<const LockTag> tags, unsigned threads) {
    if (tags.empty())
        return;
    m_parts.resize(std::bit_ceil(std::clamp<std::size_t>(threads, 1, 64)));
    const std::size_t mask = m_parts.size() - 1;
    std::vector<std::uint8_t> parts(tags.size());
    inShares(tags.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row)
            parts[row] = static_cast<std::uint8_t>(hashOf(tags[row]) >> kHashOfPart & mask);
    });
    inShares(m_parts.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t part = begin; part < end; ++part) {
            std::vector<Slot>& slots = m_parts[part];
            const auto mine = static_cast<std::size_t>(std::count(parts.begin(), parts.end(), part));
            slots.resize(std::bit_ceil(2 * mine + 1));
            const std::size_t last = slots.size() - 1;
            for (std::size_t row = 0; row < tags.size(); ++row) {
                if (parts[row] != part)
                    continue;
                std::size_t place = hashOf(tags[row]) & last;
                while (slots[place].row != kEmpty)
                    place = (place + 1) & last;
                slots[place] = {tags[row], static_cast<std::uint32_t>(row)};
            }
        }
    });
}

} // namespace latchboard::keys
