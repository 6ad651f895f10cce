// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_plan.h"

namespace latchboard::pg {

/// One order as the values of a plan's columns. Points into the order, the source's name and itself: it stays where it
/// was made, and they outlive it.
class TargetRow {
public:
    TargetRow(const TargetPlan& plan, const sync::Order& order, const std::string& sourceName);
    TargetRow(const TargetRow&) = delete;
    TargetRow& operator=(const TargetRow&) = delete;

    [[nodiscard]] const sync::Order& order() const { return m_order; }
    /// Null: NULL.
    [[nodiscard]] const std::string* value(size_t column) const { return m_values[column]; }
    /// Of the content; 0 where the plan has no column for it.
    [[nodiscard]] std::int64_t hash() const { return m_hash; }
    [[nodiscard]] size_t bytes() const;

private:
    [[nodiscard]] std::int64_t hashOf(const TargetPlan& plan) const;

    const sync::Order& m_order;
    std::optional<std::string> m_time; ///< the source's change time; none where it gave none
    std::int64_t m_hash = 0;
    std::string m_hashText;
    std::vector<const std::string*> m_values;
};

} // namespace latchboard::pg
