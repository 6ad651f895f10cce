// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_statements.h"

#include "pg/target_states.h"

#include "pg/binary_value.h"
#include "pg/staged_rows.h"

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
    if (comparesItself(column.inTable.baseType))
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

/// A value of one order that a statement takes: the column's, or one beside them.
struct Incoming {
    std::string name, type;
    WriteColumn::Array array = WriteColumn::Array::Text;

    [[nodiscard]] std::string arrayType() const {
        switch (array) {
        case WriteColumn::Array::Bigint:
            return "bigint[]";
        case WriteColumn::Array::Instant:
            return "timestamptz[]";
        default:
            return "text[]";
        }
    }
};

/// "latchboard_in as materialized (...)": one row for each order, each value read as its type.
std::string incoming(const std::vector<Incoming>& values) {
    std::vector<std::string> arrays, names, read;
    for (const Incoming& value : values) {
        arrays.push_back("$" + std::to_string(arrays.size() + 1) + "::" + value.arrayType());
        names.push_back(value.name);
        read.push_back("u." + value.name + "::" + value.type + " as " + value.name);
    }
    return "with latchboard_in as materialized (select u.latchboard_n, " + joined(read, ", ") + " from unnest(" +
           joined(arrays, ", ") + ") with ordinality as u(" + joined(names, ", ") + ", latchboard_n)) ";
}

/// The same from rows $1 to $2 of the staging table.
std::string staged(const std::vector<Incoming>& values) {
    std::vector<std::string> read;
    for (size_t i = 0; i < values.size(); ++i)
        read.push_back("u.latchboard_v" + std::to_string(i) + "::" + values[i].type + " as " + values[i].name);
    return "with latchboard_in as (select u.latchboard_n, " + joined(read, ", ") + " from " +
           stagingTable(values.size()) + " u where u.latchboard_n between $1::integer and $2::integer) ";
}

class Builder {
public:
    Builder(const TargetMapping& mapping, const TargetTable& table, const TargetPlan& plan)
        : m_mapping(mapping), m_table(table), m_plan(plan), m_live("(" + livePredicate(mapping) + ")") {
        m_softDelete = quotedIdentifier(mapping.softDelete);
        m_dead = liveIsNull() ? "t." + m_softDelete + " is not null" : m_live + " is not true";
        for (size_t i = 0; i < plan.keys; ++i) {
            m_keyColumns.push_back(quotedIdentifier(plan.columns[i].name));
            m_keyMatch.push_back("t." + m_keyColumns.back() + " = i." + slot(i));
        }
        for (size_t i = 0; i < plan.columns.size(); ++i) {
            m_names.push_back(quotedIdentifier(plan.columns[i].name));
            if (i >= plan.keys && plan.columns[i].name == mapping.states.column)
                m_status = i;
        }
    }

    [[nodiscard]] std::string find() const {
        using Found = TargetPlan::Found;
        std::vector<Incoming> values = keyValues();
        std::vector<std::string> kept = {"true as latchboard_found"};
        std::string stale, same;
        if (m_plan.updated) {
            values.push_back(valueOf(*m_plan.updated));
            kept.push_back("t." + m_names[*m_plan.updated] + " as " + slot(*m_plan.updated));
            if (m_mapping.staleGuard)
                stale = when("s." + slot(*m_plan.updated) + " > i." + slot(*m_plan.updated), Found::kStale);
        }
        if (m_plan.hash) {
            values.push_back(valueOf(*m_plan.hash));
            kept.push_back("t." + m_names[*m_plan.hash] + " as " + slot(*m_plan.hash));
            same = when("s." + slot(*m_plan.hash) + " = i." + slot(*m_plan.hash), Found::kSame);
        }
        return incoming(values) +
               letters(when("s.latchboard_found is null", Found::kNone) + stale + same,
                       m_plan.hash && !m_status ? Found::kDiffers : Found::kUnknown) +
               liveRow(kept);
    }

    [[nodiscard]] std::string compare() const {
        using Found = TargetPlan::Found;
        std::vector<std::string> same = {"s.latchboard_found"}, kept = {"true as latchboard_found"};
        for (size_t i = m_plan.keys; i < m_plan.columns.size(); ++i) {
            kept.push_back("t." + m_names[i] + " as " + slot(i));
            same.push_back(sameContent(m_plan.columns[i], "s." + slot(i), "i." + slot(i)));
        }
        const std::string heldBack =
            m_status
                ? when("not " + transitionAllowed(m_mapping.states, "s." + slot(*m_status), "i." + slot(*m_status)),
                       Found::kHeldBack)
                : std::string();
        return incoming(allValues()) + letters(when(joined(same, " and "), Found::kSame) + heldBack, Found::kDiffers) +
               liveRow(kept);
    }

    [[nodiscard]] std::string findDeleted() const {
        const std::string asNew =
            m_plan.updated ? "coalesce(t." + m_names[*m_plan.updated] + " >= i.latchboard_at, false)" : "false";
        const std::string newestFirst =
            m_plan.updated ? ", t." + m_names[*m_plan.updated] + " desc nulls last" : std::string();
        return incoming(withTime()) + "select distinct on (i.latchboard_n) i.latchboard_n, t.ctid::text, " + asNew +
               " from latchboard_in i join " + m_table.quoted + " t on " + joined(m_keyMatch, " and ") + " where " +
               m_dead + " order by i.latchboard_n" + newestFirst;
    }

    [[nodiscard]] std::string lockLive() const {
        return incoming(keyValues()) + locked(joined(m_keyMatch, " and ") + " and " + m_live);
    }

    [[nodiscard]] std::string lockDeleted() const {
        std::vector<Incoming> values = keyValues();
        values.push_back({"latchboard_place", "tid"});
        return incoming(values) + locked("t.ctid = i.latchboard_place");
    }

    [[nodiscard]] std::string upsert(const std::string& rows) const {
        return rows + ", latchboard_out as (" + insert() +
               ") select count(*), count(*) filter (where latchboard_new) "
               "from latchboard_out";
    }

    /// All rows of latchboard_in as new ones.
    [[nodiscard]] std::string insertRows() const {
        std::vector<std::string> values;
        for (size_t i = 0; i < m_plan.columns.size(); ++i)
            values.push_back("i." + slot(i));
        return "insert into " + m_table.quoted + " as t (" + joined(m_names, ", ") + ") select " +
               joined(values, ", ") + " from latchboard_in i order by i.latchboard_n";
    }

    [[nodiscard]] std::string copyNew() const {
        return "copy " + m_table.quoted + " (" + joined(m_names, ", ") + ") from stdin (format binary)";
    }

    [[nodiscard]] std::string insert() const {
        std::string sql = insertRows() + " on conflict (" + joined(m_keyColumns, ", ") + ")";
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
        if (m_status)
            conditions.push_back(
                transitionAllowed(m_mapping.states, "t." + m_names[*m_status], "excluded." + m_names[*m_status]));
        conditions.push_back(differs());
        return sql + " do update set " + sets + " where " + joined(conditions, " and ") + returning();
    }

    [[nodiscard]] std::string revive() const {
        std::vector<Incoming> values = allValues();
        values.push_back({"latchboard_place", "tid"});
        std::vector<std::string> sets;
        for (size_t i = m_plan.keys; i < m_plan.columns.size(); ++i)
            sets.push_back(m_names[i] + " = i." + slot(i));
        sets.push_back(m_softDelete + (softDeleteIsFlag() ? " = false" : " = null"));
        return incoming(values) + "update " + m_table.quoted + " t set " + joined(sets, ", ") +
               " from latchboard_in i where t.ctid = i.latchboard_place and " + joined(m_keyMatch, " and ") + " and " +
               m_dead;
    }

    [[nodiscard]] std::string mark() const {
        std::string sql = incoming(withTime()) + "update " + m_table.quoted + " t set " + m_softDelete +
                          (softDeleteIsFlag() ? " = true" : " = clock_timestamp()");
        if (m_plan.updated)
            sql += ", " + m_names[*m_plan.updated] + " = coalesce(i.latchboard_at, t." + m_names[*m_plan.updated] + ")";
        if (m_plan.hash)
            sql += ", " + m_names[*m_plan.hash] + " = null";
        sql += " from latchboard_in i where " + joined(m_keyMatch, " and ") + " and " + m_live;
        if (m_plan.updated && m_mapping.staleGuard)
            sql += " and " + notOlder("i.latchboard_at");
        return sql;
    }

    [[nodiscard]] std::vector<Incoming> allValues() const {
        std::vector<Incoming> values;
        for (size_t i = 0; i < m_plan.columns.size(); ++i)
            values.push_back(valueOf(i));
        return values;
    }

private:
    [[nodiscard]] Incoming valueOf(size_t column) const {
        return {slot(column), m_plan.columns[column].inTable.baseType, m_plan.columns[column].array()};
    }
    [[nodiscard]] std::vector<Incoming> keyValues() const {
        std::vector<Incoming> values = allValues();
        values.resize(m_plan.keys);
        return values;
    }
    [[nodiscard]] std::vector<Incoming> withTime() const {
        std::vector<Incoming> values = keyValues();
        values.push_back({"latchboard_at", "timestamptz", WriteColumn::Array::Instant});
        return values;
    }
    static std::string when(const std::string& condition, char letter) {
        return "when " + condition + " then '" + letter + "' ";
    }
    static std::string letters(const std::string& cases, char otherwise) {
        return "select string_agg(case " + cases + "else '" + otherwise + "' end, '' order by i.latchboard_n)";
    }
    [[nodiscard]] std::string locked(const std::string& condition) const {
        return "select count(*) from (select from latchboard_in i join " + m_table.quoted + " t on " + condition +
               " order by i.latchboard_n for update of t) latchboard_locked";
    }
    /// Each order's live row. The limit makes the planner ask the index for each key in turn, so that the size of the
    /// table does not count; it would read the whole table for one hash join else.
    [[nodiscard]] std::string liveRow(const std::vector<std::string>& kept) const {
        return " from latchboard_in i left join lateral (select " + joined(kept, ", ") + " from " + m_table.quoted +
               " t where " + joined(m_keyMatch, " and ") + " and " + m_live + " limit 1) s on true";
    }
    [[nodiscard]] std::string notOlder(const std::string& change) const {
        const std::string stored = "t." + m_names[*m_plan.updated];
        return "coalesce(" + stored + " <= " + change + ", true)";
    }
    /// Whether a row is live exactly where its soft delete is null, so that an index over the deleted rows alone can be
    /// seen to fit.
    [[nodiscard]] bool liveIsNull() const {
        std::string bare, wanted = m_mapping.softDelete + "isnull";
        for (const char c : m_live) {
            if (std::string_view(" \t\n\"()").find(c) == std::string_view::npos)
                bare += c;
        }
        const auto lower = [](std::string& text) {
            std::transform(text.begin(), text.end(), text.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        };
        lower(bare);
        lower(wanted);
        return bare == wanted;
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
        return m_plan.tellsInserts ? " returning t.xmax = 0 as latchboard_new" : " returning false as latchboard_new";
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
    const TargetMapping& m_mapping;
    const TargetTable& m_table;
    const TargetPlan& m_plan;
    std::optional<size_t> m_status; ///< column that [target.states] keeps from falling back
    std::string m_live, m_dead, m_softDelete;
    std::vector<std::string> m_keyColumns, m_keyMatch, m_names;
};

} // namespace

void writeStatements(TargetPlan& plan, const TargetMapping& mapping, const TargetTable& table) {
    const Builder builder(mapping, table, plan);
    plan.find = builder.find();
    plan.compare = builder.compare();
    plan.upsert = builder.upsert(incoming(builder.allValues()));
    plan.upsertStaged = builder.upsert(staged(builder.allValues()));
    plan.insertStaged = staged(builder.allValues()) + builder.insertRows();
    if (table.takesCopy && std::all_of(plan.columns.begin(), plan.columns.end(), [](const WriteColumn& column) {
            return hasBinaryForm(column.inTable.innerType);
        }))
        plan.copyNew = builder.copyNew();
    if (plan.marksDeleted) {
        plan.findDeleted = builder.findDeleted();
        plan.lockLive = builder.lockLive();
        plan.lockDeleted = builder.lockDeleted();
        plan.revive = builder.revive();
        plan.mark = builder.mark();
    }
}

} // namespace latchboard::pg
