// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/order_gate.h"

#include <algorithm>

namespace latchboard::demo {

std::optional<base::Duration> OrderGate::arrive(const std::string& key, base::Duration now) {
    const auto [entry, first] = m_next.try_emplace(key, now);
    if (!first && now < entry->second)
        return entry->second - now;
    entry->second = now + m_rule.spacing;
    return std::nullopt;
}

void OrderGate::answered(const std::string& key, std::int64_t items, base::Duration now) {
    if (items >= m_rule.largeAnswer)
        tell(key, m_rule.cooldown, now);
}

void OrderGate::tell(const std::string& key, base::Duration wait, base::Duration now) {
    auto& next = m_next[key];
    next = std::max(next, now + wait);
}

} // namespace latchboard::demo
