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
            m_values.push_back(m_time ? &*m_time : nullptr);
            break;
        case WriteColumn::From::Hash:
            m_values.push_back(&m_hashText);
            break;
        case WriteColumn::From::Value:
            const auto found = order.values.find(column.valueName);
            m_values.push_back(found != order.values.end() && found->second ? &*found->second : nullptr);
            break;
        }
    }
    if (plan.hash) {
        m_hash = hashOf(plan);
        m_hashText = std::to_string(m_hash);
    }
}

/// Each value is hashed with the hash of what came before it as the seed, from that of the columns' names and types on.
std::int64_t TargetRow::hashOf(const TargetPlan& plan) const {
    std::int64_t hash = plan.hashSeed;
    for (size_t i = plan.keys; i < plan.columns.size(); ++i) {
        if (i != plan.hash)
            hash = m_values[i] != nullptr ? keys::pgHashTextExtended(*m_values[i], hash)
                                          : keys::pgHashTextExtended("null", ~hash);
    }
    return hash;
}

size_t TargetRow::bytes() const {
    size_t bytes = 0;
    for (const std::string* value : m_values)
        bytes += value != nullptr ? value->size() : 0;
    return bytes;
}

} // namespace latchboard::pg
