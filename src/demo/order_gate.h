// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace latchboard::demo {

struct GateRule {
    base::Duration spacing = std::chrono::seconds(1);  ///< least time between two requests of one key
    std::int64_t largeAnswer = 60;                     ///< items from which an answer is large
    base::Duration cooldown = std::chrono::seconds(2); ///< rest of a key after a large answer
};

/// The API's rate limit: one request a spacing and key, and a rest after a large answer. Pure: times are monotonic and
/// passed in. Not for use from several threads.
class OrderGate {
public:
    explicit OrderGate(GateRule rule) : m_rule(rule) {}

    /// A request of this key comes in: nullopt lets it pass, else how long it came too early. A refusal changes
    /// nothing.
    [[nodiscard]] std::optional<base::Duration> arrive(const std::string& key, base::Duration now);
    /// The answer with so many items has been made.
    void answered(const std::string& key, std::int64_t items, base::Duration now);
    /// From now on the key has to wait as long as it was told.
    void tell(const std::string& key, base::Duration wait, base::Duration now);

private:
    GateRule m_rule;
    std::map<std::string, base::Duration> m_next;
};

} // namespace latchboard::demo
