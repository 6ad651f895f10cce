// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_retype.h"

#include <algorithm>

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

namespace {

// Oids of pg_type.dat; they never change.
constexpr std::uint32_t kVarchar = 1043, kDate = 1082, kTime = 1083, kTimestamp = 1114, kTimestamptz = 1184,
                        kInterval = 1186, kTimetz = 1266, kNumeric = 1700;
constexpr int kHeader = 4; // VARHDRSZ, which the modifier of numeric and of texts counts in

int precisionOf(int modifier) {
    return ((modifier - kHeader) >> 16) & 0xffff;
}

/// Digits behind the point, of which PostgreSQL 15 and later allow negative numbers.
int scaleOf(int modifier) {
    return (((modifier - kHeader) & 0x7ff) ^ 1024) - 1024;
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
    std::string result;
    for (const std::string& part : parts)
        result += (result.empty() ? "" : between) + part;
    return result;
}

bool isInteger(const std::string& type) {
    return type == "bigint" || type == "integer" || type == "smallint";
}

/// Types whose text depends on settings of the session: an expression that makes texts of them can't be generated.
bool isOfTime(std::uint32_t oid) {
    return oid == kDate || oid == kTime || oid == kTimestamp || oid == kTimestamptz || oid == kInterval ||
           oid == kTimetz;
}

/// How a column's values become the new type. A cast without a modifier: the assignment then refuses a text that is too
/// long, where an explicit cast would cut it.
Result<std::string> conversion(const TargetLook& look, const std::string& value, const TargetColumn& column,
                               const SqlType& to) {
    if (column.typeOid == kTimestamp && to.oid == kTimestamptz)
        return value + " at time zone 'UTC'";
    if (column.typeOid == kDate && to.oid == kTimestamptz)
        return value + "::timestamp at time zone 'UTC'";
    if (column.typeOid == kTimestamptz && to.oid == kTimestamp)
        return value + " at time zone 'UTC'";
    const auto direct = compiles(look.session, "v::" + to.baseName, {{std::string("v"), column.baseType}}, look.call);
    if (!direct)
        return Unexpected(direct.error());
    return value + (*direct ? "::" : "::text::") + to.baseName;
}

/// What depends on the columns that get another type.
struct Dependents {
    struct Generated {
        std::string name, type, expression;
        bool notNull = false;
    };
    std::vector<Generated> generated;
    std::vector<std::string> inTheWay; ///< in the server's words: rule _RETURN on view v
};

Result<Dependents> readDependents(const TargetLook& look, const std::vector<std::string>& named,
                                  const std::vector<std::optional<std::string>>& retyped) {
    Dependents dependents;
    std::vector<std::optional<std::string>> mapped(named.begin(), named.end());
    const auto generated = look.session.exec(
        "select distinct g.attname, format_type(g.atttypid, g.atttypmod), pg_get_expr(f.adbin, f.adrelid), "
        "g.attnotnull from pg_catalog.pg_attribute a join pg_catalog.pg_depend d on "
        "d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = a.attrelid and d.refobjsubid = a.attnum "
        "and d.classid = 'pg_catalog.pg_attrdef'::regclass join pg_catalog.pg_attrdef f on f.oid = d.objid "
        "join pg_catalog.pg_attribute g on g.attrelid = f.adrelid and g.attnum = f.adnum "
        "where a.attrelid = $1::oid and a.attname = any ($2::text[]) and g.attgenerated = 's' "
        "and g.attname <> all ($3::text[]) order by 1",
        {look.oid, arrayLiteral(retyped), arrayLiteral(mapped)}, look.call);
    if (!generated)
        return Unexpected(generated.error());
    for (int i = 0; i < generated->rows(); ++i)
        dependents.generated.push_back(
            {generated->text(i, 0), generated->text(i, 1), generated->text(i, 2), generated->boolean(i, 3)});
    const auto others = look.session.exec(
        "select distinct pg_describe_object(d.classid, d.objid, d.objsubid) from pg_catalog.pg_attribute a "
        "join pg_catalog.pg_depend d on d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = a.attrelid "
        "and d.refobjsubid = a.attnum and d.classid in ('pg_catalog.pg_rewrite'::regclass, "
        "'pg_catalog.pg_policy'::regclass, 'pg_catalog.pg_trigger'::regclass, 'pg_catalog.pg_proc'::regclass, "
        "'pg_catalog.pg_publication_rel'::regclass) where a.attrelid = $1::oid and a.attname = any ($2::text[]) "
        "union select a.attname || ' in the partition key' from pg_catalog.pg_attribute a "
        "join pg_catalog.pg_partitioned_table p on p.partrelid = a.attrelid and a.attnum = any (p.partattrs) "
        "where a.attrelid = $1::oid and a.attname = any ($2::text[]) "
        "union select a.attname || ' in the parent table' from pg_catalog.pg_attribute a "
        "where a.attrelid = $1::oid and a.attname = any ($2::text[]) and a.attinhcount > 0 and not exists "
        "(select from pg_catalog.pg_class c where c.oid = a.attrelid and c.relispartition) order by 1",
        {look.oid, arrayLiteral(retyped)}, look.call);
    if (!others)
        return Unexpected(others.error());
    for (int i = 0; i < others->rows(); ++i)
        dependents.inTheWay.push_back(others->text(i, 0));
    return dependents;
}

/// CHECK constraints and predicates of indexes that could not be read over the new types.
Result<std::vector<std::string>> expressionsInTheWay(const TargetLook& look,
                                                     const std::map<std::string, std::string>& newTypes) {
    const auto found = look.session.exec(
        "select 'constraint ' || conname, pg_get_expr(conbin, conrelid) from pg_catalog.pg_constraint "
        "where conrelid = $1::oid and contype = 'c' "
        "union all select 'index ' || indexrelid::regclass, pg_get_expr(indpred, indrelid) from pg_catalog.pg_index "
        "where indrelid = $1::oid and indpred is not null order by 1",
        {look.oid}, look.call);
    if (!found)
        return Unexpected(found.error());
    std::vector<std::string> names;
    for (int i = 0; i < found->rows(); ++i) {
        const auto readable = compiles(look.session, found->text(i, 1), newTypes, look.call);
        if (!readable)
            return Unexpected(readable.error());
        if (!*readable)
            names.push_back(found->text(i, 0));
    }
    return names;
}

/// A generated column's expression over the new types: as it is, else with the old values made of the new ones. None
/// where it can't be read, or might not be immutable.
Result<std::optional<std::string>> readableExpression(const TargetLook& look, const std::string& expression,
                                                      const std::map<std::string, std::string>& newTypes,
                                                      const std::map<std::string, std::string>& oldAgain,
                                                      const std::vector<Retyping>& retypings) {
    const std::vector<std::string> names = namesIn(expression);
    const bool readsTime = std::any_of(retypings.begin(), retypings.end(), [&](const Retyping& retyping) {
        return isOfTime(retyping.wanted->oid) && std::find(names.begin(), names.end(), retyping.name) != names.end();
    });
    if (readsTime)
        return std::optional<std::string>();
    for (const std::string& candidate : {expression, withReplaced(expression, oldAgain)}) {
        const auto readable = compiles(look.session, candidate, newTypes, look.call);
        if (!readable)
            return Unexpected(readable.error());
        if (*readable)
            return std::optional(candidate);
    }
    return std::optional<std::string>();
}

/// The parts of ALTER TABLE for one column: its default and type. ALTER TABLE drops before it changes types and sets
/// defaults after, whatever the order of its parts; an identity has to be dropped before by a statement of its own.
Result<void> addChanges(const TargetLook& look, const Retyping& retyping, std::vector<std::string>& before,
                        std::vector<std::string>& changes) {
    const TargetColumn& column = look.table.columns.at(retyping.name);
    const std::string quoted = quotedIdentifier(retyping.name), alter = "alter column " + quoted + " ";
    if (column.typeOid == retyping.wanted->oid) {
        changes.push_back(alter + "type " + retyping.type);
        return {};
    }
    const auto facts = look.session.exec(
        "select a.attidentity <> '', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end "
        "from pg_catalog.pg_attribute a left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid "
        "and d.adnum = a.attnum where a.attrelid = $1::oid and a.attname = $2",
        {look.oid, retyping.name}, look.call);
    if (!facts)
        return Unexpected(facts.error());
    auto converted = conversion(look, quoted, column, *retyping.wanted);
    if (!converted)
        return Unexpected(converted.error());
    const bool hasDefault = !facts->isNull(0, 1);
    if (facts->boolean(0, 0) && !isInteger(retyping.wanted->baseName))
        before.push_back("alter table " + look.altered + " " + alter + "drop identity");
    if (hasDefault)
        changes.push_back(alter + "drop default");
    changes.push_back(alter + "type " + retyping.type + " using " + *converted);
    if (hasDefault) {
        converted = conversion(look, "(" + facts->text(0, 1) + ")", column, *retyping.wanted);
        if (!converted)
            return Unexpected(converted.error());
        changes.push_back(alter + "set default " + *converted);
    }
    return {};
}

} // namespace

Result<std::optional<SqlType>> readType(Session& session, const std::string& name, const Call& call) {
    // NULL constants carry the modifier in the answer's description; a domain has none and may refuse null.
    const auto named = session.exec(
        "select t.oid, format_type(t.oid, -1), t.typtype = 'd' from pg_catalog.pg_type t where t.oid = $1::regtype",
        {name}, call);
    if (!named) {
        if (named.error().kind == ErrorKind::Database)
            return std::optional<SqlType>();
        return Unexpected(named.error());
    }
    SqlType type;
    type.oid = static_cast<std::uint32_t>(named->integer(0, 0));
    type.baseName = named->text(0, 1);
    if (named->boolean(0, 2))
        return std::optional(type);
    const auto described = session.exec("select null::" + name, {}, call);
    if (!described) {
        if (described.error().kind == ErrorKind::Database)
            return std::optional<SqlType>();
        return Unexpected(described.error());
    }
    type.modifier = described->typeModifier(0);
    return std::optional(type);
}

bool takes(const TargetColumn& column, const SqlType& type) {
    if (column.typeOid != type.oid)
        return false;
    if (column.modifier == -1 || column.modifier == type.modifier)
        return true;
    if (type.modifier == -1)
        return false;
    if (type.oid == kNumeric) {
        const int scale = scaleOf(column.modifier), wantedScale = scaleOf(type.modifier);
        return scale >= wantedScale && precisionOf(column.modifier) - scale >= precisionOf(type.modifier) - wantedScale;
    }
    return type.oid == kVarchar && column.modifier >= type.modifier;
}

std::string typeForBoth(const TargetColumn& column, const SqlType& type, const std::string& wanted) {
    if (column.typeOid != type.oid || column.modifier == -1 || type.modifier == -1)
        return wanted;
    if (type.oid == kNumeric) {
        const int scale = std::max(scaleOf(column.modifier), scaleOf(type.modifier));
        const int whole = std::max(precisionOf(column.modifier) - scaleOf(column.modifier),
                                   precisionOf(type.modifier) - scaleOf(type.modifier));
        if (scale == scaleOf(type.modifier) && whole + scale == precisionOf(type.modifier))
            return wanted;
        return whole + scale > 1000 ? "numeric"
                                    : "numeric(" + std::to_string(whole + scale) + "," + std::to_string(scale) + ")";
    }
    return wanted;
}

Result<void> retype(const TargetLook& look, const std::vector<std::string>& named, std::vector<Retyping> retypings) {
    if (retypings.empty())
        return {};
    std::vector<std::optional<std::string>> names;
    std::map<std::string, std::string> newTypes, oldAgain;
    for (const auto& [name, column] : look.table.columns)
        newTypes[name] = column.baseType;
    for (Retyping& retyping : retypings) {
        names.emplace_back(retyping.name);
        if (!retyping.wanted)
            retyping.wanted = SqlType{kTimestamptz, -1, "timestamp with time zone"};
        newTypes[retyping.name] = retyping.wanted->baseName;
        oldAgain[retyping.name] =
            "(" + quotedIdentifier(retyping.name) + ")::" + look.table.columns.at(retyping.name).baseType;
    }
    auto dependents = readDependents(look, named, names);
    if (!dependents)
        return Unexpected(dependents.error());
    auto unreadable = expressionsInTheWay(look, newTypes);
    if (!unreadable)
        return Unexpected(unreadable.error());
    std::vector<std::string> inTheWay = dependents->inTheWay;
    inTheWay.insert(inTheWay.end(), unreadable->begin(), unreadable->end());

    std::vector<std::string> before, changes, adds, parts;
    for (const Dependents::Generated& generated : dependents->generated) {
        auto expression = readableExpression(look, generated.expression, newTypes, oldAgain, retypings);
        if (!expression)
            return Unexpected(expression.error());
        if (!*expression) {
            inTheWay.push_back("column " + generated.name);
            continue;
        }
        parts.push_back("drop column " + quotedIdentifier(generated.name));
        adds.push_back("add column " + quotedIdentifier(generated.name) + " " + generated.type +
                       " generated always as (" + **expression + ") stored" + (generated.notNull ? " not null" : ""));
    }
    for (const Retyping& retyping : retypings) {
        if (auto added = addChanges(look, retyping, before, changes); !added)
            return added;
    }
    parts.insert(parts.end(), changes.begin(), changes.end());
    parts.insert(parts.end(), adds.begin(), adds.end());
    before.push_back("alter table " + look.altered + " " + joined(parts, ", "));
    for (size_t i = 0; i < retypings.size(); ++i) {
        const std::string& current = look.table.columns.at(retypings[i].name).type;
        const base::Text says =
            LB_TEXT("pg", "column %1 is %2, not %3").arg(retypings[i].name).arg(current).arg(retypings[i].type);
        if (i > 0)
            look.findings.add(says, {}); // the first has the statement for all
        else if (inTheWay.empty())
            look.findings.add(says, before);
        else
            look.findings.advise(says,
                                 LB_TEXT("pg", "First take away what uses the column (%1), then run: %2; then make it "
                                               "again. Or mend the type in the target file")
                                     .arg(joined(inTheWay, ", "))
                                     .arg(joined(before, "; ")));
    }
    return {};
}

} // namespace latchboard::pg
