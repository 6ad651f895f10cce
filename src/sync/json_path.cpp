// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/json_path.h"

#include <charconv>

namespace latchboard::sync {

std::optional<JsonPath> JsonPath::parse(std::string_view text) {
    JsonPath path;
    bool wantsName = true;
    while (!text.empty()) {
        if (text.front() == '[') {
            const size_t end = text.find(']');
            if (end == std::string_view::npos)
                return std::nullopt;
            Step step;
            const auto [last, problem] = std::from_chars(text.data() + 1, text.data() + end, step.index);
            if (problem != std::errc() || last != text.data() + end)
                return std::nullopt;
            path.steps.push_back(std::move(step));
            text.remove_prefix(end + 1);
            wantsName = false;
            continue;
        }
        if (text.front() == '.') {
            if (wantsName)
                return std::nullopt;
            text.remove_prefix(1);
            wantsName = true;
            if (text.empty() || text.front() == '[')
                return std::nullopt;
            continue;
        }
        if (!wantsName)
            return std::nullopt;
        const size_t end = std::min(text.find_first_of(".[]"), text.size());
        if (end == 0)
            return std::nullopt;
        path.steps.push_back({std::string(text.substr(0, end)), 0});
        text.remove_prefix(end);
        wantsName = false;
    }
    return path;
}

} // namespace latchboard::sync
