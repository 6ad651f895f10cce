// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace latchboard::keys {

/// Calls `work(begin, end)` for equal shares of `count` things, each on a thread of its own but the last, which is the
/// caller's, and waits for all of them. The work must not throw.
template<typename Work>
void inShares(std::size_t count, unsigned threads, const Work& work) {
    const std::size_t shares = std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(count, 1));
    std::vector<std::jthread> others;
    others.reserve(shares - 1);
    for (std::size_t share = 0; share + 1 < shares; ++share)
        others.emplace_back(
            [&work, begin = count * share / shares, end = count * (share + 1) / shares] { work(begin, end); });
    work(count * (shares - 1) / shares, count);
}

} // namespace latchboard::keys
