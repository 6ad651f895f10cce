// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_check_columns.h"

#include "pg/target_plan.h"
#include "pg/target_retype.h"

#include <algorithm>

namespace latchboard::pg {

using base::Result;
using base::Unexpected;

namespace {

constexpr const char* kChangeTime = "timestamp with time zone";

/// What the catalogue says of a column beyond its type.
struct ColumnFacts {
    char identity = 0;  ///< 'a' always, 'd' by default, 0 none
    char generated = 0; ///< 's' stored, 'v' virtual, 0 none
    std::string expression;
    bool inPrimaryKey = false; ///< or in the index of the replica identity: it can't be made nullable
    std::string domain;        ///< the domain that refuses null, or empty
};

Result<std::map<std::string, ColumnFacts>> readFacts(const TargetLook& look) {
    const auto found = look.session.exec(
        "select a.attname, a.attidentity, a.attgenerated, coalesce(pg_get_expr(d.adbin, d.adrelid), ''), "
        "exists (select from pg_catalog.pg_index i where i.indrelid = a.attrelid and (i.indisprimary or "
        "i.indisreplident) and a.attnum = any (i.indkey)), "
        "case when t.typtype = 'd' and t.typnotnull then format_type(t.oid, null) else '' end "
        "from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid "
        "left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum "
        "where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped",
        {look.oid}, look.call);
    if (!found)
        return Unexpected(found.error());
    std::map<std::string, ColumnFacts> facts;
    for (int i = 0; i < found->rows(); ++i) {
        ColumnFacts& one = facts[found->text(i, 0)];
        const std::string identity = found->text(i, 1), generated = found->text(i, 2);
        one.identity = identity.empty() ? '\0' : identity.front();
        one.generated = generated.empty() ? '\0' : generated.front();
        one.expression = found->text(i, 3);
        one.inPrimaryKey = found->boolean(i, 4);
        one.domain = found->text(i, 5);
    }
    return facts;
}

std::string alterColumn(const TargetLook& look, const std::string& name, const std::string& change) {
    return "alter table " + look.altered + " alter column " + quotedIdentifier(name) + " " + change;
}

/// The type that the mapping asks for, or that the engine needs for what it writes there; empty: any.
std::string wantedType(const sync::TargetMapping& mapping, const std::string& name) {
    const auto found = std::find_if(mapping.columns.begin(), mapping.columns.end(),
                                    [&](const auto& column) { return column.name == name; });
    if (found != mapping.columns.end() && !found->type.empty())
        return found->type;
    if (name == mapping.hash)
        return "bigint";
    return name == mapping.updated ? "timestamptz" : "";
}

/// The type for a soft delete that is not there yet: boolean where the predicate reads it as one.
Result<std::string> softDeleteType(const TargetLook& look) {
    if (look.mapping.indexWhere.empty())
        return std::string("timestamptz");
    std::map<std::string, std::string> types;
    for (const auto& [name, column] : look.table.columns)
        types[name] = column.baseType;
    types[look.mapping.softDelete] = "timestamptz";
    const auto asTime = compiles(look.session, look.mapping.indexWhere, types, look.call);
    if (!asTime)
        return Unexpected(asTime.error());
    return std::string(*asTime ? "timestamptz" : "boolean");
}

Result<void> checkMissing(const TargetLook& look, const std::string& name) {
    std::string type = wantedType(look.mapping, name);
    if (name == look.mapping.softDelete) {
        auto fitting = softDeleteType(look);
        if (!fitting)
            return Unexpected(fitting.error());
        type = *fitting;
    }
    if (!type.empty()) {
        const auto known = readType(look.session, type, look.call);
        if (!known)
            return Unexpected(known.error());
        if (!*known) {
            look.findings.advise(LB_TEXT("pg", "no column %1, and no type %2").arg(name).arg(type),
                                 LB_TEXT("pg", "Mend the type of %1 in the target file").arg(name));
            return {};
        }
    }
    look.findings.add(LB_TEXT("pg", "no column %1").arg(name),
                      {"alter table " + look.altered + " add column " + quotedIdentifier(name) + " " +
                       (type.empty() ? std::string("text") : type)});
    return {};
}

/// The type of a column that is there. What is to be altered is left to one statement for all columns.
Result<void> checkType(const TargetLook& look, const std::string& name, const TargetColumn& column,
                       std::vector<Retyping>& retypings) {
    if (name == look.mapping.softDelete) {
        if (column.baseType != kChangeTime && column.baseType != "boolean")
            retypings.push_back({name, "timestamptz", {}});
        else if (column.baseType == "boolean" && look.mapping.indexWhere.empty())
            look.findings.advise(
                LB_TEXT("pg", "column %1 is boolean, which does not say by itself which rows are live").arg(name),
                LB_TEXT("pg", "Add to the target file: %1")
                    .arg("index_where = '" + quotedIdentifier(name) + " is not true'"));
    } else if (const std::string wanted = wantedType(look.mapping, name); !wanted.empty()) {
        const auto type = readType(look.session, wanted, look.call);
        if (!type)
            return Unexpected(type.error());
        if (!*type)
            look.findings.advise(
                LB_TEXT("pg", "column %1 is %2, and there is no type %3").arg(name).arg(column.type).arg(wanted),
                LB_TEXT("pg", "Mend the type of %1 in the target file").arg(name));
        else if (!takes(column, **type))
            retypings.push_back({name, typeForBoth(column, **type, wanted), **type});
    }
    return {};
}

/// A column that the table computes by itself. Its identity goes with a change of type, where no identity can be.
void checkComputed(const TargetLook& look, const std::string& name, const ColumnFacts& facts) {
    if (facts.generated == 'v') {
        look.findings.advise(LB_TEXT("pg", "column %1 is generated and can't be written").arg(name),
                             LB_TEXT("pg", "Map another column than the virtual one %1").arg(name));
    } else if (facts.generated != 0) {
        look.findings.add(LB_TEXT("pg", "column %1 is generated and can't be written").arg(name),
                          {alterColumn(look, name, "drop expression")});
    } else if (facts.identity == 'a') {
        look.findings.add(LB_TEXT("pg", "column %1 is always generated as an identity and can't be written").arg(name),
                          {alterColumn(look, name, "set generated by default")});
    }
}

/// A live row has no time of deletion, and a new row leaves the column to its default.
void checkSoftDelete(const TargetLook& look, const TargetColumn& column) {
    const std::string& name = look.mapping.softDelete;
    if (!column.notNull)
        return;
    if (column.baseType == "boolean") {
        if (!column.hasDefault)
            look.findings.add(LB_TEXT("pg", "column %1 needs a value and the mapping has none").arg(name),
                              {alterColumn(look, name, "set default false")});
    } else {
        look.findings.add(LB_TEXT("pg", "column %1 can't be null, as it is in a live row").arg(name),
                          {alterColumn(look, name, "drop not null")});
    }
}

/// A column that needs a value that the mapping does not have.
void checkUnfilled(const TargetLook& look, const std::string& name, const TargetColumn& column,
                   const ColumnFacts& facts) {
    const base::Text says = LB_TEXT("pg", "column %1 needs a value and the mapping has none").arg(name);
    if (!facts.domain.empty() && !column.notNull) {
        look.findings.add(says, {"alter domain " + facts.domain + " drop not null"});
        return;
    }
    if (!facts.inPrimaryKey) {
        std::vector<std::string> sql = {alterColumn(look, name, "drop not null")};
        if (!facts.domain.empty())
            sql.push_back("alter domain " + facts.domain + " drop not null");
        look.findings.add(says, std::move(sql));
        return;
    }
    const std::string& type = column.baseType;
    if (type == "bigint" || type == "integer" || type == "smallint") {
        const std::string quoted = quotedIdentifier(name);
        look.findings.add(says, {alterColumn(look, name, "add generated by default as identity"),
                                 "select setval(pg_get_serial_sequence(" + quotedLiteral(look.table.quoted) + ", " +
                                     quotedLiteral(name) + "), greatest(coalesce(max(" + quoted + "), 0), 0) + 1, " +
                                     "false) from " + look.table.quoted});
    } else if (type == "uuid") {
        look.findings.add(says, {alterColumn(look, name, "set default gen_random_uuid()")});
    } else if (type == "text" || type == "character varying") {
        look.findings.add(says, {alterColumn(look, name, "set default gen_random_uuid()::text")});
    } else if (type == kChangeTime || type == "timestamp without time zone") {
        look.findings.add(says, {alterColumn(look, name, "set default clock_timestamp()")});
    } else {
        look.findings.advise(says,
                             LB_TEXT("pg", "Give the column %1 a default, or fill it in [target.columns]").arg(name));
    }
}

} // namespace

Result<void> checkColumns(const TargetLook& look) {
    auto facts = readFacts(look);
    if (!facts)
        return Unexpected(facts.error());
    std::vector<std::string> named;
    for (const WriteColumn& column : writeColumns(look.mapping, look.table))
        named.push_back(column.name);
    const std::vector<std::string> written = named;
    const auto isIn = [](const std::vector<std::string>& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (!look.mapping.softDelete.empty() && !isIn(named, look.mapping.softDelete))
        named.push_back(look.mapping.softDelete);
    std::vector<Retyping> retypings;
    for (const std::string& name : named) {
        const auto column = look.table.columns.find(name);
        if (column == look.table.columns.end()) {
            if (auto checked = checkMissing(look, name); !checked)
                return checked;
            continue;
        }
        checkComputed(look, name, (*facts)[name]);
        if (auto checked = checkType(look, name, column->second, retypings); !checked)
            return checked;
    }
    if (auto checked = retype(look, named, retypings); !checked)
        return checked;
    for (const auto& [name, column] : look.table.columns) {
        const ColumnFacts& one = (*facts)[name];
        if (name == look.mapping.softDelete) {
            if (!isIn(written, name))
                checkSoftDelete(look, column);
        } else if (!isIn(written, name) && (column.notNull || !one.domain.empty()) && !column.hasDefault &&
                   one.generated == 0) {
            checkUnfilled(look, name, column, one);
        }
    }
    return {};
}

} // namespace latchboard::pg
