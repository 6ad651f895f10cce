// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_check_relation.h"

#include <algorithm>

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Text;
using base::Unexpected;

namespace {

Text kindOf(char relkind) {
    switch (relkind) {
    case 'v':
        return LB_TEXT("pg", "a view");
    case 'm':
        return LB_TEXT("pg", "a materialized view");
    case 'f':
        return LB_TEXT("pg", "a foreign table");
    case 'S':
        return LB_TEXT("pg", "a sequence");
    case 'i':
    case 'I':
        return LB_TEXT("pg", "an index");
    default:
        return LB_TEXT("pg", "a composite type");
    }
}

/// The tables that a view reads, as they would stand in the target file.
Result<std::string> tablesUnder(Session& session, const std::string& oid, const Call& call) {
    const auto found = session.exec(
        "select distinct format('%I.%I', n.nspname, c.relname) from pg_catalog.pg_rewrite w "
        "join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = w.oid "
        "join pg_catalog.pg_class c on d.refclassid = 'pg_catalog.pg_class'::regclass and c.oid = d.refobjid "
        "join pg_catalog.pg_namespace n on n.oid = c.relnamespace "
        "where w.ev_class = $1::oid and c.oid <> w.ev_class and c.relkind in ('r', 'p') order by 1",
        {oid}, call);
    if (!found)
        return Unexpected(found.error());
    std::string names;
    for (int i = 0; i < found->rows(); ++i)
        names += (i == 0 ? "" : ", ") + found->text(i, 0);
    return names;
}

} // namespace

Result<void> checkIsTable(Session& session, const TargetTable& table, const Call& call) {
    const auto found = session.exec("select c.oid, c.relkind from pg_catalog.pg_class c join pg_catalog.pg_namespace n "
                                    "on n.oid = c.relnamespace where n.nspname = $1 and c.relname = $2",
                                    {table.schema, table.name}, call);
    if (!found)
        return Unexpected(found.error());
    if (found->rows() == 0)
        return {};
    const char kind = found->text(0, 1).front();
    if (kind == 'r' || kind == 'p')
        return {};
    const Text message =
        LB_TEXT("pg", "%1 is %2; orders can be written to a table only.").arg(table.quoted).arg(kindOf(kind));
    if (kind == 'v' || kind == 'm') {
        const auto under = tablesUnder(session, found->text(0, 0), call);
        if (!under)
            return Unexpected(under.error());
        if (!under->empty())
            return Unexpected(
                ErrorKind::SchemaMissing, message,
                LB_TEXT("pg", "Name the table under it as `table` of the target file; it reads %1.").arg(*under));
    }
    if (kind == 'f')
        return Unexpected(ErrorKind::SchemaMissing, message,
                          LB_TEXT("pg", "Run the job on the server that holds the table, or name a table of this "
                                        "database as `table` of the target file: a foreign table has no unique index "
                                        "here."));
    return Unexpected(ErrorKind::SchemaMissing, message, LB_TEXT("pg", "Name a table as `table` of the target file."));
}

Result<bool> checkPartitioning(const TargetLook& look) {
    if (!look.table.partitioned)
        return true;
    // A column number of 0 is an expression. A partition may itself be partitioned, by other columns.
    const auto found = look.session.exec(
        "select distinct a.attname, p.partrelid::regclass::text, pg_get_partkeydef(p.partrelid) "
        "from pg_catalog.pg_partition_tree($1::oid::regclass) t "
        "join pg_catalog.pg_partitioned_table p on p.partrelid = t.relid "
        "cross join lateral unnest(p.partattrs::int2[]) as number "
        "left join pg_catalog.pg_attribute a on a.attrelid = p.partrelid and a.attnum = number and number > 0 "
        "order by 1, 2",
        {look.oid}, look.call);
    if (!found)
        return Unexpected(found.error());
    const std::vector<std::string>& key = look.mapping.key;
    bool fits = true;
    for (int i = 0; i < found->rows(); ++i) {
        if (found->isNull(i, 0)) {
            look.findings.advise(
                LB_TEXT("pg", "%1 is partitioned by an expression (%2), so that no unique index can hold over it")
                    .arg(found->text(i, 1))
                    .arg(found->text(i, 2)),
                LB_TEXT("pg", "Name a table that is partitioned by columns of the key, or not at all"));
            fits = false;
        } else if (std::find(key.begin(), key.end(), found->text(i, 0)) == key.end()) {
            look.findings.advise(LB_TEXT("pg", "%1 is partitioned by %2, which is not in the key (%3): no unique index "
                                               "can hold over all partitions")
                                     .arg(found->text(i, 1))
                                     .arg(found->text(i, 0))
                                     .arg(quotedList(key)),
                                 LB_TEXT("pg", "Add %1 to `key` of the target file if an order never changes it, or "
                                               "name a table that is partitioned by columns of the key")
                                     .arg(found->text(i, 0)));
            fits = false;
        }
    }
    return fits;
}

Result<void> checkRules(const TargetLook& look) {
    const auto found = look.session.exec("select rulename from pg_catalog.pg_rewrite where ev_class = $1::oid and "
                                         "ev_type in ('2', '3') and ev_enabled in ('O', 'A') order by 1",
                                         {look.oid}, look.call);
    if (!found)
        return Unexpected(found.error());
    for (int i = 0; i < found->rows(); ++i)
        look.findings.advise(LB_TEXT("pg", "%1 has the rule %2, with which the server refuses INSERT ... ON CONFLICT")
                                 .arg(look.table.quoted)
                                 .arg(quotedIdentifier(found->text(i, 0))),
                             LB_TEXT("pg", "Let a trigger do what the rule %1 does, or name another table")
                                 .arg(quotedIdentifier(found->text(i, 0))));
    return {};
}

Result<void> checkRowSecurity(const TargetLook& look) {
    const auto found = look.session.exec(
        "with applies as (select polname, polcmd, polpermissive, "
        "coalesce(pg_get_expr(polqual, polrelid), 'true') = 'true' and "
        "coalesce(pg_get_expr(polwithcheck, polrelid), pg_get_expr(polqual, polrelid), 'true') = 'true' as open "
        "from pg_catalog.pg_policy where polrelid = $1::oid and polcmd <> 'd' and (0::oid = any (polroles) "
        "or exists (select from unnest(polroles) r where r <> 0 and pg_has_role(r, 'usage')))) "
        "select coalesce((select string_agg(quote_ident(polname), ', ' order by polname) from applies "
        "where not polpermissive and not open), ''), "
        "(select bool_and(exists (select from applies where polpermissive and open and polcmd in ('*', needed))) "
        "from unnest(array['r', 'a', 'w']::\"char\"[]) needed), "
        "exists (select from pg_catalog.pg_policy where polrelid = $1::oid and polname = $2) "
        "where row_security_active($1::oid)",
        {look.oid, "latchboard " + look.session.identity().user}, look.call);
    if (!found)
        return Unexpected(found.error());
    if (found->rows() == 0)
        return {};
    const std::string role = quotedIdentifier(look.session.identity().user);
    if (const std::string restrictive = found->text(0, 0); !restrictive.empty()) {
        look.findings.grant(
            LB_TEXT("pg", "row-level security hides rows from the role (restrictive policy %1)").arg(restrictive),
            {"alter role " + role + " bypassrls"});
        return {};
    }
    if (found->boolean(0, 1))
        return {};
    const std::string policy = quotedIdentifier("latchboard " + look.session.identity().user);
    std::vector<std::string> sql;
    if (found->boolean(0, 2))
        sql.push_back("drop policy " + policy + " on " + look.table.quoted);
    sql.push_back("create policy " + policy + " on " + look.table.quoted + " to " + role +
                  " using (true) with check (true)");
    look.findings.grant(LB_TEXT("pg", "row-level security hides rows from the role"), std::move(sql));
    return {};
}

} // namespace latchboard::pg
