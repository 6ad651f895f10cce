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
    /// The source's change time; null where it gave none.
    [[nodiscard]] const std::string* time() const { return m_time ? &*m_time : nullptr; }
    [[nodiscard]] size_t bytes() const;

private:
    [[nodiscard]] std::string hashOf(const TargetPlan& plan) const;

    const sync::Order& m_order;
    std::optional<std::string> m_time;
    std::string m_hash;
    std::vector<const std::string*> m_values;
};

} // namespace latchboard::pg
