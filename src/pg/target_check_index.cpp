// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_check_index.h"

#include "pg/target_plan.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

namespace {

/// A unique index over exactly the key's columns.
struct UniqueIndex {
    std::string name; ///< quoted, with its schema
    bool valid = false, deferrable = false, partitioned = false;
    std::string predicate;
    std::string constraint, constraintKind; ///< empty where it is an index alone
};

Result<std::vector<UniqueIndex>> uniqueIndexes(const TargetLook& look) {
    const std::vector<std::optional<std::string>> key(look.mapping.key.begin(), look.mapping.key.end());
    const auto found = look.session.exec(
        "select format('%I.%I', n.nspname, c.relname), i.indisvalid and i.indisready, not i.indimmediate, "
        "c.relkind = 'I', coalesce(pg_get_expr(i.indpred, i.indrelid), ''), coalesce(k.conname, ''), "
        "case k.contype when 'p' then 'primary key' else 'unique' end "
        "from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid "
        "join pg_catalog.pg_namespace n on n.oid = c.relnamespace "
        "left join pg_catalog.pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u') "
        "and k.conrelid = i.indrelid "
        "where i.indrelid = $1::oid and i.indisunique and i.indexprs is null and "
        "(select array_agg(a.attname::text order by a.attname::text) from pg_catalog.pg_attribute a "
        "where a.attrelid = i.indrelid and a.attnum = any (i.indkey[0:i.indnkeyatts - 1])) = "
        "(select array_agg(u order by u) from unnest($2::text[]) u) order by 1",
        {look.oid, arrayLiteral(key)}, look.call);
    if (!found)
        return Unexpected(found.error());
    std::vector<UniqueIndex> indexes;
    indexes.reserve(static_cast<size_t>(found->rows()));
    for (int i = 0; i < found->rows(); ++i)
        indexes.push_back({found->text(i, 0), found->boolean(i, 1), found->boolean(i, 2), found->boolean(i, 3),
                           found->text(i, 4), found->text(i, 5), found->text(i, 6)});
    return indexes;
}

/// Without the case, blanks and parentheses by which the server's text of a predicate differs from a person's.
std::string bare(const std::string& predicate) {
    std::string result;
    for (const char c : predicate) {
        if (std::string_view(" \t\r\n()").find(c) == std::string_view::npos)
            result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return result;
}

/// Whether the conflict clause would take the index if it were valid, as far as its text tells.
bool wouldFit(const TargetLook& look, const UniqueIndex& index) {
    return index.predicate.empty() || bare(index.predicate) == bare(look.mapping.indexWhere);
}

std::string createIndex(const TargetLook& look) {
    const std::string where = look.mapping.indexWhere.empty() ? "" : " where (" + look.mapping.indexWhere + ")";
    return "create unique index on " + look.table.quoted + " (" + quotedList(look.mapping.key) + ")" + where;
}

void reportNoIndex(const TargetLook& look, const std::vector<UniqueIndex>& indexes) {
    const auto invalid = std::find_if(indexes.begin(), indexes.end(), [&](const UniqueIndex& index) {
        return !index.valid && !index.deferrable && wouldFit(look, index);
    });
    if (invalid == indexes.end()) {
        const std::string where = look.mapping.indexWhere.empty() ? "" : " where (" + look.mapping.indexWhere + ")";
        look.findings.add(LB_TEXT("pg", "no unique index on (%1)%2").arg(quotedList(look.mapping.key)).arg(where),
                          {createIndex(look)});
        return;
    }
    const base::Text says = LB_TEXT("pg", "the unique index %1 is not valid").arg(invalid->name);
    if (!invalid->partitioned) {
        look.findings.add(says, {"reindex index concurrently " + invalid->name});
        return;
    }
    // Of a partitioned table: some partition has no index that belongs to it. Made anew it takes over those that fit.
    const std::string drop = invalid->constraint.empty() ? "drop index " + invalid->name
                                                         : "alter table " + look.table.quoted + " drop constraint " +
                                                               quotedIdentifier(invalid->constraint);
    look.findings.add(says, {drop, createIndex(look)});
}

/// A deferrable constraint over the key passes the planner, beside an index that fits as well.
void reportDeferrable(const TargetLook& look, const std::vector<UniqueIndex>& indexes) {
    for (const UniqueIndex& index : indexes) {
        if (!index.deferrable || index.constraint.empty())
            continue;
        const std::string name = quotedIdentifier(index.constraint);
        look.findings.add(
            LB_TEXT("pg", "the constraint %1 is deferrable, so that it can't decide a conflict").arg(index.constraint),
            {"alter table " + look.table.quoted + " drop constraint " + name + ", add constraint " + name + " " +
             index.constraintKind + " (" + quotedList(look.mapping.key) + ")"});
    }
}

/// Names that the predicate reads and that are still to be added to the table.
bool predicateAwaitsColumn(const TargetLook& look) {
    std::vector<std::string> named = {look.mapping.softDelete};
    for (const WriteColumn& column : writeColumns(look.mapping, look.table))
        named.push_back(column.name);
    const std::vector<std::string> names = namesIn(look.mapping.indexWhere);
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return !look.table.columns.contains(name) && std::find(named.begin(), named.end(), name) != named.end();
    });
}

/// The condition by which deleted rows are looked up, in the form that lets the planner see that a partial index fits.
std::string deletedPredicate(const sync::TargetMapping& mapping) {
    const std::string live = livePredicate(mapping), softDelete = quotedIdentifier(mapping.softDelete);
    if (bare(live) == bare(softDelete + " is null") || bare(live) == bare(mapping.softDelete + " is null"))
        return softDelete + " is not null";
    return "(" + live + ") is not true";
}

/// What the nodes of a plan say: a table that is read whole, or an index that is not asked for the id, or asked.
struct PlanSays {
    bool readsAll = false, asksIndex = false;
};

void readPlan(const QJsonObject& node, const QString& idColumn, PlanSays& says) {
    if (node.value(QLatin1String("Node Type")).toString() == QLatin1String("Seq Scan"))
        says.readsAll = true;
    if (node.value(QLatin1String("Node Type")).toString().contains(QLatin1String("Index"))) {
        const bool asks = node.value(QLatin1String("Index Cond")).toString().contains(idColumn);
        says.asksIndex = says.asksIndex || asks;
        says.readsAll = says.readsAll || !asks;
    }
    const QJsonArray children = node.value(QLatin1String("Plans")).toArray();
    for (const auto& child : children)
        readPlan(child.toObject(), idColumn, says);
}

} // namespace

Result<void> checkIndex(const TargetLook& look, bool possible) {
    if (!possible)
        return {};
    const auto indexes = uniqueIndexes(look);
    if (!indexes)
        return Unexpected(indexes.error());
    std::string values;
    for (const std::string& key : look.mapping.key) {
        const auto column = look.table.columns.find(key);
        if (column == look.table.columns.end()) {
            reportNoIndex(look, {}); // the column comes first
            return {};
        }
        values += std::string(values.empty() ? "" : ", ") + "null::" + column->second.baseType;
    }
    const std::string names = quotedList(look.mapping.key);
    const std::string where = look.mapping.indexWhere.empty() ? "" : " where (" + look.mapping.indexWhere + ")";
    const auto planned = look.session.exec("explain insert into " + look.table.quoted + " (" + names + ") select " +
                                               values + " on conflict (" + names + ")" + where + " do nothing",
                                           {}, look.call);
    if (planned) {
        reportDeferrable(look, *indexes);
        return {};
    }
    const base::Error& error = planned.error();
    if (error.sqlstate == "42P10") {
        reportNoIndex(look, *indexes);
        return {};
    }
    if (error.kind == ErrorKind::Privilege) {
        // Without the right to the schema the server does not come to the index: then the catalogue alone tells.
        const bool found =
            look.table.mayUseSchema || std::any_of(indexes->begin(), indexes->end(), [&](const UniqueIndex& index) {
                return index.valid && !index.deferrable && wouldFit(look, index);
            });
        if (found)
            reportDeferrable(look, *indexes);
        else
            reportNoIndex(look, *indexes);
        return {};
    }
    if (error.kind != ErrorKind::Database)
        return Unexpected(error);
    if (predicateAwaitsColumn(look))
        reportNoIndex(look, *indexes);
    else
        look.findings.advise(LB_TEXT("pg", "the predicate index_where can't be used: %1").arg(error.message),
                             LB_TEXT("pg", "Mend `index_where` of the target file"));
    return {};
}

Result<std::optional<std::string>> lackingDeletedIndex(Session& session, const sync::TargetMapping& mapping,
                                                       const TargetTable& table, const Call& call) {
    if (mapping.softDelete.empty())
        return std::optional<std::string>();
    std::string match, idColumn;
    for (const WriteColumn& column : writeColumns(mapping, table)) {
        if (!column.isKey)
            continue;
        // A value that is known only when the statement runs, so that nothing is planned away.
        match +=
            quotedIdentifier(column.name) + " = (select null::" + table.columns.at(column.name).baseType + ") and ";
        if (column.from == WriteColumn::From::ExternalId)
            idColumn = column.name;
    }
    const std::string deleted = deletedPredicate(mapping);
    const auto began = session.execSimple("begin; set local enable_seqscan = off", call);
    if (!began)
        return Unexpected(began.error());
    const auto planned =
        session.exec("explain (format json) select from " + table.quoted + " where " + match + deleted, {}, call);
    const auto ended = session.execSimple("rollback", call);
    if (!planned)
        return Unexpected(planned.error());
    if (!ended)
        return Unexpected(ended.error());
    const QJsonObject plan = QJsonDocument::fromJson(QByteArray::fromStdString(planned->text(0, 0)))
                                 .array()
                                 .at(0)
                                 .toObject()
                                 .value(QLatin1String("Plan"))
                                 .toObject();
    PlanSays says;
    readPlan(plan, QString::fromStdString(idColumn), says);
    if (says.asksIndex && !says.readsAll)
        return std::optional<std::string>();
    return std::optional("create index on " + table.quoted + " (" + quotedList(mapping.key) + ") where (" + deleted +
                         ")");
}

} // namespace latchboard::pg
