// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_row.h"

#include "keys/pg_hash.h"

namespace latchboard::pg {

TargetRow::TargetRow(const TargetPlan& plan, const sync::Order& order, const std::string& sourceName) : m_order(order) {
    if (order.updatedAt)
        m_time = base::toRfc3339(*order.updatedAt);
    m_values.reserve(plan.columns.size());
    for (const WriteColumn& column : plan.columns) {
        switch (column.from) {
        case WriteColumn::From::SourceName:
            m_values.push_back(&sourceName);
            break;
        case WriteColumn::From::ExternalId:
            m_values.push_back(&order.externalId);
            break;
        case WriteColumn::From::UpdatedAt:
            m_values.push_back(time());
            break;
        case WriteColumn::From::Hash:
            m_values.push_back(&m_hash);
            break;
        case WriteColumn::From::Value:
            const auto found = order.values.find(column.valueName);
            m_values.push_back(found != order.values.end() && found->second ? &*found->second : nullptr);
            break;
        }
    }
    if (plan.hash)
        m_hash = hashOf(plan);
}

/// Over names, types and values of all other columns, so that another mapping makes other hashes.
std::string TargetRow::hashOf(const TargetPlan& plan) const {
    std::string bytes;
    bytes.reserve(this->bytes() + 64 * plan.columns.size());
    const auto add = [&bytes](std::string_view part) {
        // Each part has its length before it: no two rows come to the same bytes.
        bytes.append(std::to_string(part.size())).append(1, ':').append(part);
    };
    for (size_t i = plan.keys; i < plan.columns.size(); ++i) {
        if (i == plan.hash)
            continue;
        add(plan.columns[i].name);
        add(plan.columns[i].inTable.type);
        if (m_values[i] != nullptr)
            add(*m_values[i]);
        else
            bytes += "null";
    }
    return std::to_string(keys::pgHashTextExtended(bytes));
}

size_t TargetRow::bytes() const {
    size_t bytes = 0;
    for (const std::string* value : m_values)
        bytes += value != nullptr ? value->size() : 0;
    return bytes;
}

} // namespace latchboard::pg
