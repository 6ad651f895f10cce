// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_check_grants.h"

#include "pg/target_plan.h"

#include <algorithm>

namespace latchboard::pg {

using base::Result;
using base::Unexpected;

namespace {

using Names = std::vector<std::string>;

void addOnce(Names& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
}

struct NeededColumns {
    Names select, insert, update;
};

NeededColumns neededColumns(const TargetLook& look) {
    NeededColumns needed;
    for (const WriteColumn& column : writeColumns(look.mapping, look.table)) {
        needed.select.push_back(column.name);
        needed.insert.push_back(column.name);
        if (!column.isKey)
            needed.update.push_back(column.name);
    }
    if (!look.mapping.softDelete.empty()) {
        addOnce(needed.select, look.mapping.softDelete);
        addOnce(needed.update, look.mapping.softDelete);
    }
    for (const std::string& name : namesIn(look.mapping.indexWhere)) {
        if (look.table.columns.contains(name))
            addOnce(needed.select, name);
    }
    needed.select.emplace_back("ctid");
    if (!look.table.partitioned)
        needed.select.emplace_back("xmax");
    return needed;
}

/// The columns of a right that the role lacks, ready for GRANT: "select", "update (\"status\")", or nothing. A column
/// that is not there yet is among those that lack it, unless the right is to the whole table.
Result<std::string> lackingRight(const TargetLook& look, const std::string& right, const Names& columns) {
    const std::vector<std::optional<std::string>> names(columns.begin(), columns.end());
    const auto found = look.session.exec(
        "select has_any_column_privilege($1::oid, $2), array_to_string(array(select quote_ident(c) from "
        "unnest($3::text[]) with ordinality as u(c, n) left join pg_catalog.pg_attribute a on a.attrelid = $1::oid "
        "and a.attname = c and not a.attisdropped "
        "where not coalesce(has_column_privilege($1::oid, a.attnum, $2), false) order by n), ', ') "
        "where not has_table_privilege($1::oid, $2)",
        {look.oid, right, arrayLiteral(names)}, look.call);
    if (!found)
        return Unexpected(found.error());
    if (found->rows() == 0 || found->text(0, 1).empty())
        return std::string();
    return found->boolean(0, 0) ? right + " (" + found->text(0, 1) + ")" : right;
}

Result<void> checkTableRights(const TargetLook& look, const std::string& role) {
    const NeededColumns needed = neededColumns(look);
    std::string lacking;
    for (const auto& [right, columns] :
         {std::pair("select", needed.select), std::pair("insert", needed.insert), std::pair("update", needed.update)}) {
        if (columns.empty())
            continue;
        auto lacks = lackingRight(look, right, columns);
        if (!lacks)
            return Unexpected(lacks.error());
        if (!lacks->empty())
            lacking += (lacking.empty() ? "" : ", ") + *lacks;
    }
    if (!lacking.empty())
        look.findings.grant(LB_TEXT("pg", "no right to %1").arg(lacking),
                            {"grant " + lacking + " on " + look.table.quoted + " to " + role});
    return {};
}

/// nextval() of a column's default asks for a right of its own; an identity column does not.
Result<void> checkSequences(const TargetLook& look, const std::string& role) {
    std::vector<std::optional<std::string>> written;
    for (const WriteColumn& column : writeColumns(look.mapping, look.table))
        written.emplace_back(column.name);
    const auto found = look.session.exec(
        "select distinct format('%I.%I', n.nspname, s.relname) from pg_catalog.pg_attrdef f "
        "join pg_catalog.pg_attribute a on a.attrelid = f.adrelid and a.attnum = f.adnum "
        "join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_attrdef'::regclass and d.objid = f.oid "
        "join pg_catalog.pg_class s on d.refclassid = 'pg_catalog.pg_class'::regclass and s.oid = d.refobjid and "
        "s.relkind = 'S' join pg_catalog.pg_namespace n on n.oid = s.relnamespace "
        "where f.adrelid = $1::oid and a.attname <> all ($2::text[]) and "
        "not case when s.relkind = 'S' then has_sequence_privilege(s.oid, 'usage') "
        "or has_sequence_privilege(s.oid, 'update') end order by 1",
        {look.oid, arrayLiteral(written)}, look.call);
    if (!found)
        return Unexpected(found.error());
    for (int i = 0; i < found->rows(); ++i)
        look.findings.grant(LB_TEXT("pg", "no right to the sequence %1 of a default").arg(found->text(i, 0)),
                            {"grant usage on sequence " + found->text(i, 0) + " to " + role});
    return {};
}

Result<void> checkOwnSchema(const TargetLook& look, const std::string& role) {
    const auto own = look.session.exec(
        "select c.relname from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace "
        "where n.nspname = 'latchboard' and not case "
        "when not has_schema_privilege(n.oid, 'usage') then false "
        "when c.relkind = 'S' then has_sequence_privilege(c.oid, 'usage') "
        "when c.relkind <> 'r' or c.relname in ('schema_version', 'lock_name') then true "
        "else has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert') and "
        "(c.relname in ('audit', 'job_window', 'quarantine') or has_table_privilege(c.oid, 'update') "
        "or c.relname = 'write_token' and has_table_privilege(c.oid, 'delete')) end order by 1",
        {}, look.call);
    if (!own)
        return Unexpected(own.error());
    if (own->rows() > 0)
        look.findings.grant(
            LB_TEXT("pg", "no right to latchboard.%1 and %2 more").arg(own->text(0, 0)).arg(own->rows() - 1),
            {"grant usage on schema latchboard to " + role,
             "grant select, insert, update, delete on all tables in schema latchboard to " + role,
             "grant usage on all sequences in schema latchboard to " + role});
    return {};
}

} // namespace

Result<void> checkGrants(const TargetLook& look) {
    const std::string role = quotedIdentifier(look.session.identity().user);
    if (!look.table.mayUseSchema)
        look.findings.grant(LB_TEXT("pg", "no usage of schema %1").arg(look.table.schema),
                            {"grant usage on schema " + quotedIdentifier(look.table.schema) + " to " + role});
    if (auto checked = checkTableRights(look, role); !checked)
        return checked;
    if (auto checked = checkSequences(look, role); !checked)
        return checked;
    return checkOwnSchema(look, role);
}

} // namespace latchboard::pg
