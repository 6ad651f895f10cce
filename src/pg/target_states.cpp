// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_states.h"

#include "pg/parameters.h"

#include <algorithm>

namespace latchboard::pg {

std::string transitionAllowed(const sync::TargetMapping::States& states, const std::string& stored,
                              const std::string& incoming) {
    if (states.column.empty())
        return "true";
    const std::vector<std::optional<std::string>> values(states.order.begin(), states.order.end());
    const std::string order = quotedLiteral(arrayLiteral(values)) + "::text[]";
    const auto place = [&](const std::string& value) {
        return "array_position(" + order + ", (" + value + ")::text collate \"C\")";
    };
    // A value that is not in the order has no place, and the comparison is null.
    return "coalesce(" + place(incoming) + " >= " + place(stored) + ", true)";
}

std::string heldBackLine(const sync::TargetMapping::States& states, const std::vector<std::string>& externalIds) {
    constexpr size_t kShown = 5;
    std::string line = std::to_string(externalIds.size()) + (externalIds.size() == 1 ? " order" : " orders") +
                       " left as stored: \"" + states.column + "\" would fall back, against [target.states]:";
    for (size_t i = 0; i < std::min(externalIds.size(), kShown); ++i)
        line += (i == 0 ? " " : ", ") + externalIds[i];
    return externalIds.size() > kShown ? line + ", ..." : line;
}

} // namespace latchboard::pg
