// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

/// What must happen to the rows on the screen so that they become the rows of a new answer.
namespace latchboard::console {

struct MergePlan {
    std::vector<int> removed;                 ///< rows shown that are gone, ascending
    std::vector<std::pair<int, int>> changed; ///< (row shown, row of the answer), ascending by the row shown
    std::vector<int> added;                   ///< rows of the answer that are not shown, in the order of their keys
};

/// Compares by key, in whatever order the rows are shown; keys are unique on either side. Rows for which `same` holds
/// appear nowhere in the plan. O(n log n).
template<typename Row, typename KeyOf, typename Same>
MergePlan planMerge(const std::vector<Row>& shown, const std::vector<Row>& next, KeyOf keyOf, Same same) {
    const auto orderByKey = [&keyOf](const std::vector<Row>& rows) {
        std::vector<int> order(rows.size());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](int a, int b) {
            return keyOf(rows[static_cast<size_t>(a)]) < keyOf(rows[static_cast<size_t>(b)]);
        });
        return order;
    };
    const std::vector<int> old = orderByKey(shown);
    const std::vector<int> fresh = orderByKey(next);
    MergePlan plan;
    size_t i = 0;
    size_t j = 0;
    while (i < old.size() || j < fresh.size()) {
        if (j == fresh.size()) {
            plan.removed.push_back(old[i++]);
            continue;
        }
        if (i == old.size()) {
            plan.added.push_back(fresh[j++]);
            continue;
        }
        const Row& before = shown[static_cast<size_t>(old[i])];
        const Row& after = next[static_cast<size_t>(fresh[j])];
        if (keyOf(before) < keyOf(after)) {
            plan.removed.push_back(old[i++]);
        } else if (keyOf(after) < keyOf(before)) {
            plan.added.push_back(fresh[j++]);
        } else {
            if (!same(before, after)) {
                plan.changed.emplace_back(old[i], fresh[j]);
            }
            ++i;
            ++j;
        }
    }
    std::sort(plan.removed.begin(), plan.removed.end());
    std::sort(plan.changed.begin(), plan.changed.end());
    return plan;
}

/// Calls `act(first, last)` for each run of adjoining numbers of an ascending list.
template<typename Act>
void forSpans(const std::vector<int>& ascending, Act act) {
    for (size_t i = 0; i < ascending.size();) {
        size_t end = i + 1;
        while (end < ascending.size() && ascending[end] == ascending[end - 1] + 1) {
            ++end;
        }
        act(ascending[i], ascending[end - 1]);
        i = end;
    }
}

/// The same from the end, so that rows may be taken out on the way.
template<typename Act>
void forSpansBackward(const std::vector<int>& ascending, Act act) {
    for (size_t end = ascending.size(); end > 0;) {
        size_t begin = end - 1;
        while (begin > 0 && ascending[begin - 1] == ascending[begin] - 1) {
            --begin;
        }
        act(ascending[begin], ascending[end - 1]);
        end = begin;
    }
}

} // namespace latchboard::console
