// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace latchboard::sync {

/// Where a value stands in a JSON document: names with dots between, and [n] (from 0) for an element of a list, as in
/// "data.orders" or "lines[0].sku". The empty path is the document itself.
struct JsonPath {
    struct Step {
        std::string name; ///< of an object's member; empty: an element of a list
        std::size_t index = 0;
    };
    std::vector<Step> steps;

    [[nodiscard]] static std::optional<JsonPath> parse(std::string_view text);
};

} // namespace latchboard::sync
