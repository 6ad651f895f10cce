// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_check.h"

#include "pg/schema.h"

#include <algorithm>

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Text;
using base::Unexpected;

namespace {

/// What is missing, each with the SQL that mends it.
struct Findings {
    std::vector<std::pair<Text, std::string>> missing, grants;

    [[nodiscard]] Result<void> result(const std::string& table) const {
        std::vector<std::pair<Text, std::string>> all = missing;
        all.insert(all.end(), grants.begin(), grants.end());
        if (all.empty())
            return {};
        Text message = LB_TEXT("pg", "The table %1 does not fit: %2").arg(table).arg(all[0].first);
        std::string sql = all[0].second;
        for (size_t i = 1; i < all.size(); ++i) {
            message = LB_TEXT("pg", "%1; %2").arg(message).arg(all[i].first);
            sql += "; " + all[i].second;
        }
        return Unexpected(missing.empty() ? ErrorKind::Privilege : ErrorKind::SchemaMissing, message,
                          LB_TEXT("pg", "Have this run: %1").arg(sql));
    }
};

/// The mapping's type as the server reads it. NULL constants carry type and modifier in the answer's description.
Result<bool> typeFits(Session& session, const std::string& wanted, const TargetColumn& column, const Call& call) {
    const auto described = session.exec("select null::" + wanted, {}, call);
    if (!described) {
        if (described.error().kind == ErrorKind::Database)
            return false; // no such type
        return Unexpected(described.error());
    }
    if (described->typeOid(0) != column.typeOid)
        return false;
    // A table's column without a modifier takes every value of the type.
    return column.modifier == -1 || column.modifier == described->typeModifier(0);
}

Result<void> checkColumns(Session& session, const sync::TargetMapping& mapping, const TargetTable& table,
                          const Call& call, Findings& findings) {
    const std::string alter = "alter table " + table.quoted;
    const auto wantedType = [&](const std::string& name) -> std::string {
        const auto found = std::find_if(mapping.columns.begin(), mapping.columns.end(),
                                        [&](const auto& column) { return column.name == name; });
        if (found != mapping.columns.end() && !found->type.empty())
            return found->type;
        if (name == mapping.hash)
            return "bigint";
        return name == mapping.updated ? "timestamptz" : "text";
    };
    std::vector<WriteColumn> columns = writeColumns(mapping, table);
    if (!mapping.softDelete.empty()) {
        WriteColumn column;
        column.name = mapping.softDelete;
        columns.push_back(column);
    }
    for (const WriteColumn& column : columns) {
        const bool isSoftDelete = column.name == mapping.softDelete;
        const std::string type = isSoftDelete ? "timestamptz" : wantedType(column.name);
        const auto found = table.columns.find(column.name);
        if (found == table.columns.end()) {
            findings.missing.emplace_back(LB_TEXT("pg", "no column %1").arg(column.name),
                                          alter + " add column " + quotedIdentifier(column.name) + " " + type);
            continue;
        }
        if (found->second.generated) {
            findings.missing.emplace_back(LB_TEXT("pg", "column %1 is generated and can't be written").arg(column.name),
                                          alter + " alter column " + quotedIdentifier(column.name) +
                                              " drop expression");
        }
        const auto mapped = std::find_if(mapping.columns.begin(), mapping.columns.end(),
                                         [&](const auto& candidate) { return candidate.name == column.name; });
        const bool typeIsSaid = mapped != mapping.columns.end() && !mapped->type.empty();
        bool fits = true;
        if (typeIsSaid) {
            auto answer = typeFits(session, mapped->type, found->second, call);
            if (!answer)
                return Unexpected(answer.error());
            fits = *answer;
        } else if (column.name == mapping.updated) {
            fits = found->second.baseType == "timestamp with time zone";
        } else if (column.name == mapping.hash) {
            fits = found->second.baseType == "bigint";
        } else if (isSoftDelete) {
            fits = found->second.baseType == "timestamp with time zone" || found->second.baseType == "boolean";
        }
        if (!fits) {
            findings.missing.emplace_back(
                LB_TEXT("pg", "column %1 is %2, not %3").arg(column.name).arg(found->second.type).arg(type),
                alter + " alter column " + quotedIdentifier(column.name) + " type " + type);
        }
    }
    for (const auto& [name, column] : table.columns) {
        const bool written =
            std::any_of(columns.begin(), columns.end(),
                        [&, &columnName = name](const auto& candidate) { return candidate.name == columnName; });
        if (column.notNull && !column.hasDefault && !column.generated && !written) {
            findings.missing.emplace_back(LB_TEXT("pg", "column %1 needs a value and the mapping has none").arg(name),
                                          alter + " alter column " + quotedIdentifier(name) + " drop not null");
        }
    }
    return {};
}

/// A deferrable unique constraint on the key passes the planner and is refused by each write (PostgreSQL 15,
/// "ON CONFLICT does not support deferrable unique constraints").
Result<void> checkDeferrable(Session& session, const sync::TargetMapping& mapping, const TargetTable& table,
                             const Call& call, Findings& findings) {
    std::vector<std::optional<std::string>> key;
    std::string names;
    for (const std::string& column : mapping.key) {
        key.emplace_back(column);
        names += (names.empty() ? "" : ", ") + quotedIdentifier(column);
    }
    const auto found =
        session.exec("select c.conname, case c.contype when 'p' then 'primary key' else 'unique' end "
                     "from pg_catalog.pg_constraint c where c.conrelid = $1::regclass and c.contype in ('u', 'p') and "
                     "c.condeferrable "
                     "and (select array_agg(a.attname::text order by a.attname::text) from pg_catalog.pg_attribute a "
                     "where a.attrelid = c.conrelid and a.attnum = any (c.conkey)) = "
                     "(select array_agg(k order by k) from unnest($2::text[]) k)",
                     {table.quoted, arrayLiteral(key)}, call);
    if (!found)
        return Unexpected(found.error());
    for (int i = 0; i < found->rows(); ++i) {
        std::string remedy = "alter table " + table.quoted;
        remedy.append(" drop constraint ").append(quotedIdentifier(found->text(i, 0)));
        remedy.append(", add constraint ").append(quotedIdentifier(found->text(i, 0)));
        remedy.append(" ").append(found->text(i, 1)).append(" (").append(names).append(")");
        findings.missing.emplace_back(
            LB_TEXT("pg", "the constraint %1 is deferrable, so that it can't decide a conflict").arg(found->text(i, 0)),
            remedy);
    }
    return {};
}

/// The server itself says whether it finds an index for the conflict clause: EXPLAIN plans and runs nothing.
Result<void> checkIndex(Session& session, const sync::TargetMapping& mapping, const TargetTable& table,
                        const Call& call, Findings& findings) {
    std::string names, values;
    for (const std::string& key : mapping.key) {
        const auto column = table.columns.find(key);
        if (column == table.columns.end())
            return {}; // reported already
        names += (names.empty() ? "" : ", ") + quotedIdentifier(key);
        values += std::string(values.empty() ? "" : ", ") + "null::" + column->second.baseType;
    }
    const std::string where = mapping.indexWhere.empty() ? "" : " where (" + mapping.indexWhere + ")";
    const auto planned = session.exec("explain insert into " + table.quoted + " (" + names + ") select " + values +
                                          " on conflict (" + names + ")" + where + " do nothing",
                                      {}, call);
    if (planned)
        return checkDeferrable(session, mapping, table, call, findings);
    const base::Error& error = planned.error();
    if (error.sqlstate == "42P10") {
        findings.missing.emplace_back(LB_TEXT("pg", "no unique index on (%1)%2").arg(names).arg(where),
                                      "create unique index on " + table.quoted + " (" + names + ")" + where);
        return {};
    }
    if (error.kind == ErrorKind::Database) {
        findings.missing.emplace_back(LB_TEXT("pg", "the predicate index_where can't be used: %1").arg(error.message),
                                      "-- mend index_where of the target file");
        return {};
    }
    return Unexpected(error);
}

Result<void> checkGrants(Session& session, const TargetTable& table, const Call& call, Findings& findings) {
    const std::string role = quotedIdentifier(session.identity().user);
    if (!table.mayUseSchema)
        findings.grants.emplace_back(LB_TEXT("pg", "no usage of schema %1").arg(table.schema),
                                     "grant usage on schema " + quotedIdentifier(table.schema) + " to " + role);
    if (!table.maySelect || !table.mayInsert || !table.mayUpdate)
        findings.grants.emplace_back(LB_TEXT("pg", "no right to select, insert and update"),
                                     "grant select, insert, update on " + table.quoted + " to " + role);
    const auto own = session.exec(
        "select c.relname from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace "
        "where n.nspname = 'latchboard' and not case "
        "when not has_schema_privilege(n.oid, 'usage') then false "
        "when c.relkind = 'S' then has_sequence_privilege(c.oid, 'usage') "
        "when c.relkind <> 'r' or c.relname in ('schema_version', 'lock_name') then true "
        "else has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert') and "
        "(c.relname in ('audit', 'job_window', 'quarantine') or has_table_privilege(c.oid, 'update') "
        "or c.relname = 'write_token' and has_table_privilege(c.oid, 'delete')) end order by 1",
        {}, call);
    if (!own)
        return Unexpected(own.error());
    if (own->rows() > 0) {
        findings.grants.emplace_back(
            LB_TEXT("pg", "no right to latchboard.%1 and %2 more").arg(own->text(0, 0)).arg(own->rows() - 1),
            "grant usage on schema latchboard to " + role +
                "; grant select, insert, update, delete on all tables in schema latchboard to " + role +
                "; grant usage on all sequences in schema latchboard to " + role);
    }
    return {};
}

} // namespace

Result<void> checkTarget(Session& session, const sync::TargetMapping& mapping, const Call& call) {
    const auto there =
        session.exec("select count(*) from pg_catalog.pg_namespace where nspname = 'latchboard'", {}, call);
    if (!there)
        return Unexpected(there.error());
    if (there->integer(0, 0) == 0) {
        return Unexpected(ErrorKind::SchemaMissing,
                          LB_TEXT("pg", "%1 has no schema latchboard.").arg(session.identity().target),
                          LB_TEXT("pg", "Run `latchctl migrate`."));
    }
    auto table = readTargetTable(session, mapping, call);
    if (!table)
        return Unexpected(table.error());
    if (!table->found) {
        return Unexpected(ErrorKind::SchemaMissing,
                          LB_TEXT("pg", "%1 has no table %2.").arg(session.identity().target).arg(table->quoted),
                          LB_TEXT("pg", "Create it, or mend `table` of the target file."));
    }
    Findings findings;
    if (auto checked = checkGrants(session, *table, call, findings); !checked)
        return checked;
    if (auto checked = checkColumns(session, mapping, *table, call, findings); !checked)
        return checked;
    if (findings.grants.empty()) {
        if (auto checked = checkIndex(session, mapping, *table, call, findings); !checked)
            return checked;
    }
    return findings.result(table->quoted);
}

} // namespace latchboard::pg
