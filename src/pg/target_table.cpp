// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_table.h"

namespace latchboard::pg {

using base::Result;
using base::Unexpected;

std::pair<std::string, std::string> splitTableName(const std::string& name) {
    std::vector<std::string> parts(1);
    bool quoted = false;
    for (size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '"') {
            if (quoted && i + 1 < name.size() && name[i + 1] == '"') {
                parts.back() += '"';
                ++i;
            } else {
                quoted = !quoted;
            }
        } else if (c == '.' && !quoted) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    if (parts.size() == 1)
        return {"public", parts[0]};
    return {parts[0], parts[1]};
}

Result<TargetTable> readTargetTable(Session& session, const sync::TargetMapping& mapping, const Call& call) {
    TargetTable table;
    std::tie(table.schema, table.name) = splitTableName(mapping.table);
    table.quoted = quotedIdentifier(table.schema) + "." + quotedIdentifier(table.name);
    const auto found =
        session.exec("select c.oid, has_schema_privilege(n.oid, 'usage'), has_table_privilege(c.oid, 'select'), "
                     "has_table_privilege(c.oid, 'insert'), has_table_privilege(c.oid, 'update'), c.relkind = 'p', "
                     "not c.relhasrules and not row_security_active(c.oid) "
                     "from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace "
                     "where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p')",
                     {table.schema, table.name}, call);
    if (!found)
        return Unexpected(found.error());
    if (found->rows() == 0)
        return table;
    table.found = true;
    const std::string oid = found->text(0, 0);
    table.mayUseSchema = found->boolean(0, 1);
    table.maySelect = found->boolean(0, 2);
    table.mayInsert = found->boolean(0, 3);
    table.mayUpdate = found->boolean(0, 4);
    table.partitioned = found->boolean(0, 5);
    table.takesCopy = found->boolean(0, 6);

    const auto columns = session.exec(
        "select attname, format_type(atttypid, atttypmod), format_type(atttypid, -1), atttypid, atttypmod, attnotnull, "
        "atthasdef or attidentity <> '', attgenerated <> '' or attidentity = 'a', inner_type, inner_modifier "
        "from pg_catalog.pg_attribute cross join lateral ("
        "with recursive layer as (select atttypid as type, atttypmod as modifier, 0 as depth "
        "union all select t.typbasetype, case when modifier >= 0 then modifier else t.typtypmod end, depth + 1 "
        "from layer join pg_catalog.pg_type t on t.oid = layer.type where t.typtype = 'd') "
        "select type as inner_type, modifier as inner_modifier from layer order by depth desc limit 1) inner_layer "
        "where attrelid = $1::oid and attnum > 0 and not attisdropped",
        {oid}, call);
    if (!columns)
        return Unexpected(columns.error());
    for (int i = 0; i < columns->rows(); ++i) {
        TargetColumn column;
        column.type = columns->text(i, 1);
        column.baseType = columns->text(i, 2);
        column.typeOid = static_cast<std::uint32_t>(columns->integer(i, 3));
        column.modifier = static_cast<int>(columns->integer(i, 4));
        column.notNull = columns->boolean(i, 5);
        column.hasDefault = columns->boolean(i, 6);
        column.generated = columns->boolean(i, 7);
        column.innerType = static_cast<std::uint32_t>(columns->integer(i, 8));
        column.innerModifier = static_cast<int>(columns->integer(i, 9));
        table.columns.emplace(columns->text(i, 0), std::move(column));
    }
    std::vector<std::optional<std::string>> keys(mapping.key.begin(), mapping.key.end());
    const auto unique = session.exec(
        "select exists (select 1 from pg_catalog.pg_index i where i.indrelid = $1::oid and i.indisunique and "
        "i.indisvalid "
        "and i.indpred is null and i.indexprs is null and i.indnkeyatts = cardinality($2::text[]) and "
        "(select count(*) from pg_catalog.pg_attribute a where a.attrelid = i.indrelid and a.attname = any($2::text[]) "
        "and a.attnum = any(i.indkey[0:i.indnkeyatts - 1])) = i.indnkeyatts)",
        {oid, arrayLiteral(keys)}, call);
    if (!unique)
        return Unexpected(unique.error());
    table.unique = unique->boolean(0, 0);
    return table;
}

} // namespace latchboard::pg
