// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_plan.h"

#include "keys/pg_hash.h"
#include "pg/target_statements.h"

#include <algorithm>

namespace latchboard::pg {

using sync::TargetMapping;

WriteColumn::Array WriteColumn::array() const {
    constexpr std::uint32_t kBigint = 20, kTimestamptz = 1184; // pg_type.dat
    if (from == From::Hash && inTable.typeOid == kBigint)
        return Array::Bigint;
    return from == From::UpdatedAt && inTable.typeOid == kTimestamptz ? Array::Instant : Array::Text;
}

std::string livePredicate(const TargetMapping& mapping) {
    if (!mapping.indexWhere.empty())
        return mapping.indexWhere;
    return mapping.softDelete.empty() ? "true" : quotedIdentifier(mapping.softDelete) + " is null";
}

std::vector<WriteColumn> writeColumns(const TargetMapping& mapping, const TargetTable& table) {
    std::vector<WriteColumn> columns;
    const auto add = [&](const std::string& name, WriteColumn::From from, std::string valueName, bool null,
                         bool isKey) {
        WriteColumn column;
        column.name = name;
        column.from = from;
        column.valueName = std::move(valueName);
        column.isKey = isKey;
        column.notNull = !null;
        if (const auto found = table.columns.find(name); found != table.columns.end()) {
            column.inTable = found->second;
            column.notNull = column.notNull || found->second.notNull;
        }
        columns.push_back(std::move(column));
    };
    const auto fromOf = [](const std::string& value) {
        if (value == "external_id")
            return WriteColumn::From::ExternalId;
        return value == "updated_at" ? WriteColumn::From::UpdatedAt : WriteColumn::From::Value;
    };
    const auto mapped = [&](const std::string& name) {
        return std::find_if(mapping.columns.begin(), mapping.columns.end(),
                            [&](const auto& column) { return column.name == name; });
    };
    const auto isKey = [&](const std::string& name) {
        return std::find(mapping.key.begin(), mapping.key.end(), name) != mapping.key.end();
    };
    for (const std::string& name : mapping.key) {
        if (const auto column = mapped(name); column != mapping.columns.end())
            add(name, fromOf(column->from), column->from, false, true);
        else if (name == "source")
            add(name, WriteColumn::From::SourceName, "", false, true);
        else
            add(name, WriteColumn::From::ExternalId, "external_id", false, true);
    }
    for (const auto& column : mapping.columns) {
        if (!isKey(column.name) && column.name != mapping.updated)
            add(column.name, fromOf(column.from), column.from, column.null, false);
    }
    if (!mapping.updated.empty())
        add(mapping.updated, WriteColumn::From::UpdatedAt, "updated_at", true, false);
    if (!mapping.hash.empty())
        add(mapping.hash, WriteColumn::From::Hash, "", true, false);
    return columns;
}

TargetPlan planTarget(const TargetMapping& mapping, const TargetTable& table) {
    TargetPlan plan;
    plan.columns = writeColumns(mapping, table);
    plan.keys = mapping.key.size();
    for (size_t i = plan.keys; i < plan.columns.size(); ++i) {
        if (plan.columns[i].name == mapping.updated)
            plan.updated = i;
        if (plan.columns[i].from == WriteColumn::From::Hash)
            plan.hash = i;
        else
            plan.hashSeed =
                keys::pgHashTextExtended(plan.columns[i].name + " " + plan.columns[i].inTable.type, plan.hashSeed);
    }
    plan.marksDeleted = !mapping.softDelete.empty();
    plan.revives = mapping.whenBack != "insert" || table.unique || mapping.indexWhere.empty();
    plan.tellsInserts = !table.partitioned;
    writeStatements(plan, mapping, table);
    return plan;
}

} // namespace latchboard::pg
