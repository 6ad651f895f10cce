// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_plan.h"

#include <algorithm>
#include <array>

namespace latchboard::pg {

using sync::TargetMapping;

namespace {

/// Types whose = means "the same content" in the sense of this program; others are compared as text.
bool comparesItself(const std::string& baseType) {
    static constexpr std::array<std::string_view, 17> kTypes = {"smallint",
                                                                "integer",
                                                                "bigint",
                                                                "numeric",
                                                                "real",
                                                                "double precision",
                                                                "boolean",
                                                                "date",
                                                                "uuid",
                                                                "jsonb",
                                                                "bytea",
                                                                "timestamp with time zone",
                                                                "interval",
                                                                "time without time zone",
                                                                "timestamp without time zone",
                                                                "oid",
                                                                "time with time zone"};
    return std::find(kTypes.begin(), kTypes.end(), baseType) != kTypes.end();
}

std::string sameContent(const WriteColumn& column, const std::string& left, const std::string& right) {
    if (comparesItself(column.baseType))
        return left + " is not distinct from " + right;
    return left + "::text collate \"C\" is not distinct from " + right + "::text collate \"C\"";
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
    std::string result;
    for (const std::string& part : parts) {
        if (!result.empty())
            result += between;
        result += part;
    }
    return result;
}

/// Names of the values inside a statement; a table of the user's hardly has such columns.
std::string slot(size_t i) {
    return "latchboard_v" + std::to_string(i);
}

/// "latchboard_in as materialized (...)": one row for each order, each value read as its column's type.
std::string incoming(const std::vector<WriteColumn>& columns, const std::vector<std::string>& extraTypes) {
    std::vector<std::string> arrays, names, values;
    const auto add = [&](const std::string& type) {
        const size_t i = arrays.size();
        arrays.push_back("$" + std::to_string(i + 1) + "::text[]");
        names.push_back(slot(i));
        values.push_back("u." + slot(i) + "::" + type + " as " + slot(i));
    };
    for (const WriteColumn& column : columns)
        add(column.type);
    for (const std::string& type : extraTypes)
        add(type);
    return "with latchboard_in as materialized (select u.latchboard_n, " + joined(values, ", ") + " from unnest(" +
           joined(arrays, ", ") + ") with ordinality as u(" + joined(names, ", ") + ", latchboard_n)) ";
}

class Builder {
public:
    Builder(const TargetMapping& mapping, const TargetTable& table, const TargetPlan& plan)
        : m_mapping(mapping), m_table(table), m_plan(plan), m_live("(" + livePredicate(mapping) + ")") {
        m_softDelete = quotedIdentifier(mapping.softDelete);
        for (size_t i = 0; i < plan.keys; ++i) {
            m_keyColumns.push_back(quotedIdentifier(plan.columns[i].name));
            m_keyMatch.push_back("t." + m_keyColumns.back() + " = i." + slot(i));
            m_keyOrder.push_back("i." + slot(i));
        }
        for (const WriteColumn& column : plan.columns)
            m_names.push_back(quotedIdentifier(column.name));
    }

    [[nodiscard]] std::string probe() const {
        std::vector<std::string> same, lossy, kept;
        for (size_t i = 0; i < m_plan.columns.size(); ++i) {
            const WriteColumn& column = m_plan.columns[i];
            kept.push_back("t." + m_names[i] + " as " + slot(i));
            if (!column.isKey)
                same.push_back(sameContent(column, "s." + slot(i), "i." + slot(i)));
            if (column.type != column.baseType) {
                lossy.push_back("case when i.latchboard_t" + std::to_string(i) + "::" + column.baseType +
                                " is distinct from i." + slot(i) + " then " + quotedLiteral(column.name) + " end");
            }
        }
        const std::string stale =
            m_plan.updated && m_mapping.staleGuard
                ? "coalesce(s." + slot(*m_plan.updated) + " > i." + slot(*m_plan.updated) + ", false)"
                : "false";
        return withTexts() + "select i.latchboard_n, s.latchboard_found is not null, coalesce(" +
               (same.empty() ? "true" : joined(same, " and ")) + ", false), " + stale + ", " +
               (lossy.empty() ? "null" : "coalesce(" + joined(lossy, ", ") + ")") +
               " from latchboard_in i left join lateral (select true as latchboard_found, " + joined(kept, ", ") +
               " from " + m_table.quoted + " t where " + joined(m_keyMatch, " and ") + " and " + m_live +
               " limit 1) s on true order by i.latchboard_n";
    }

    [[nodiscard]] std::string probeDeleted() const {
        const std::string change = slot(m_plan.keys);
        const std::string asNew =
            m_plan.updated ? "coalesce(t." + m_names[*m_plan.updated] + " >= i." + change + ", false)" : "false";
        const std::string newestFirst =
            m_plan.updated ? ", t." + m_names[*m_plan.updated] + " desc nulls last" : std::string();
        return incoming(keyColumns(), {"timestamptz"}) +
               "select distinct on (i.latchboard_n) i.latchboard_n, t.ctid::text, " + asNew +
               " from latchboard_in i join " + m_table.quoted + " t on " + joined(m_keyMatch, " and ") + " where " +
               m_live + " is not true order by i.latchboard_n" + newestFirst;
    }

    [[nodiscard]] std::string upsert() const {
        std::vector<std::string> values;
        for (size_t i = 0; i < m_plan.columns.size(); ++i)
            values.push_back("i." + slot(i));
        std::string sql = incoming(m_plan.columns, {}) + "insert into " + m_table.quoted + " as t (" +
                          joined(m_names, ", ") + ") select " + joined(values, ", ") +
                          " from latchboard_in i order by " + joined(m_keyOrder, ", ") + " on conflict (" +
                          joined(m_keyColumns, ", ") + ")";
        if (!m_mapping.indexWhere.empty())
            sql += " where (" + m_mapping.indexWhere + ")";
        const std::string sets = assignments("excluded.");
        if (sets.empty())
            return sql + " do nothing" + returning();
        std::vector<std::string> conditions;
        if (m_plan.updated && m_mapping.staleGuard)
            conditions.push_back(notOlder("excluded." + m_names[*m_plan.updated]));
        if (m_plan.marksDeleted && m_mapping.indexWhere.empty())
            conditions.push_back(liveInConflict());
        conditions.push_back(differs());
        return sql + " do update set " + sets + " where " + joined(conditions, " and ") + returning();
    }

    [[nodiscard]] std::string revive() const {
        const std::string place = slot(m_plan.columns.size());
        std::vector<std::string> sets;
        for (size_t i = m_plan.keys; i < m_plan.columns.size(); ++i)
            sets.push_back(m_names[i] + " = i." + slot(i));
        sets.push_back(m_softDelete + (softDeleteIsFlag() ? " = false" : " = null"));
        return incoming(m_plan.columns, {"tid"}) + "update " + m_table.quoted + " t set " + joined(sets, ", ") +
               " from latchboard_in i where t.ctid = i." + place + " and " + joined(m_keyMatch, " and ") + " and " +
               m_live + " is not true";
    }

    [[nodiscard]] std::string mark() const {
        const std::string change = slot(m_plan.keys);
        std::string sql = incoming(keyColumns(), {"timestamptz"}) + "update " + m_table.quoted + " t set " +
                          m_softDelete + (softDeleteIsFlag() ? " = true" : " = clock_timestamp()");
        if (m_plan.updated)
            sql +=
                ", " + m_names[*m_plan.updated] + " = coalesce(i." + change + ", t." + m_names[*m_plan.updated] + ")";
        sql += " from latchboard_in i where " + joined(m_keyMatch, " and ") + " and " + m_live;
        if (m_plan.updated && m_mapping.staleGuard)
            sql += " and " + notOlder("i." + change);
        return sql;
    }

private:
    [[nodiscard]] std::vector<WriteColumn> keyColumns() const {
        return {m_plan.columns.begin(), m_plan.columns.begin() + static_cast<std::ptrdiff_t>(m_plan.keys)};
    }
    [[nodiscard]] std::string notOlder(const std::string& change) const {
        const std::string stored = "t." + m_names[*m_plan.updated];
        return "coalesce(" + stored + " <= " + change + ", true)";
    }
    /// The row in conflict may have come to hold the same since it was probed.
    [[nodiscard]] std::string differs() const {
        std::vector<std::string> same;
        for (size_t i = m_plan.keys; i < m_plan.columns.size(); ++i)
            same.push_back(sameContent(m_plan.columns[i], "t." + m_names[i], "excluded." + m_names[i]));
        return "not (" + joined(same, " and ") + ")";
    }
    /// Whether each row was inserted; a partitioned table does not tell.
    [[nodiscard]] std::string returning() const {
        return m_table.partitioned ? " returning null::boolean" : " returning t.xmax = 0";
    }
    /// The live predicate of the row in conflict, where the index is over all rows.
    [[nodiscard]] std::string liveInConflict() const {
        return "t." + m_softDelete + (softDeleteIsFlag() ? " is not true" : " is null");
    }
    [[nodiscard]] bool softDeleteIsFlag() const {
        const auto found = m_table.columns.find(m_mapping.softDelete);
        return found != m_table.columns.end() && found->second.baseType == "boolean";
    }
    [[nodiscard]] std::string assignments(const std::string& prefix) const {
        std::vector<std::string> sets;
        for (size_t i = m_plan.keys; i < m_plan.columns.size(); ++i)
            sets.push_back(m_names[i] + " = " + prefix + m_names[i]);
        return joined(sets, ", ");
    }
    /// Like incoming(), with the texts of columns that have a modifier beside their values.
    [[nodiscard]] std::string withTexts() const {
        std::string sql = incoming(m_plan.columns, {});
        std::string texts;
        for (size_t i = 0; i < m_plan.columns.size(); ++i) {
            if (m_plan.columns[i].type != m_plan.columns[i].baseType)
                texts += "u." + slot(i) + " as latchboard_t" + std::to_string(i) + ", ";
        }
        const std::string head = "select u.latchboard_n, ";
        return sql.insert(sql.find(head) + head.size(), texts);
    }

    const TargetMapping& m_mapping;
    const TargetTable& m_table;
    const TargetPlan& m_plan;
    std::string m_live, m_softDelete;
    std::vector<std::string> m_keyColumns, m_keyMatch, m_keyOrder, m_names;
};

} // namespace

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
            column.type = found->second.type;
            column.baseType = found->second.baseType;
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
    return columns;
}

TargetPlan planTarget(const TargetMapping& mapping, const TargetTable& table) {
    TargetPlan plan;
    plan.columns = writeColumns(mapping, table);
    plan.keys = mapping.key.size();
    if (!mapping.updated.empty())
        plan.updated = plan.columns.size() - 1;
    plan.marksDeleted = !mapping.softDelete.empty();
    plan.revives = mapping.whenBack != "insert" || table.unique || mapping.indexWhere.empty();
    const Builder builder(mapping, table, plan);
    plan.probe = builder.probe();
    plan.upsert = builder.upsert();
    if (plan.marksDeleted) {
        plan.probeDeleted = builder.probeDeleted();
        plan.revive = builder.revive();
        plan.mark = builder.mark();
    }
    return plan;
}

std::optional<std::string> TargetPlan::valueOf(size_t column, const sync::Order& order,
                                               const std::string& sourceName) const {
    switch (columns[column].from) {
    case WriteColumn::From::SourceName:
        return sourceName;
    case WriteColumn::From::ExternalId:
        return order.externalId;
    case WriteColumn::From::UpdatedAt:
        return order.updatedAt ? std::optional(base::toRfc3339(*order.updatedAt)) : std::nullopt;
    case WriteColumn::From::Value:
        break;
    }
    const auto found = order.values.find(columns[column].valueName);
    return found == order.values.end() ? std::nullopt : found->second;
}

} // namespace latchboard::pg
