// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_check.h"

#include "base/log.h"
#include "pg/target_check_columns.h"
#include "pg/target_check_grants.h"
#include "pg/target_check_index.h"
#include "pg/target_check_relation.h"

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

namespace {

Result<void> checkOwnSchemaIsThere(Session& session, const Call& call) {
    const auto there =
        session.exec("select count(*) from pg_catalog.pg_namespace where nspname = 'latchboard'", {}, call);
    if (!there)
        return Unexpected(there.error());
    if (there->integer(0, 0) > 0)
        return {};
    return Unexpected(ErrorKind::SchemaMissing,
                      LB_TEXT("pg", "%1 has no schema latchboard.").arg(session.identity().target),
                      LB_TEXT("pg", "Run `latchctl migrate`."));
}

/// Columns of a partition are altered through its partitioned table only.
Result<TargetLook> lookAt(Session& session, const sync::TargetMapping& mapping, const TargetTable& table,
                          const Call& call, Findings& findings) {
    const auto found = session.exec(
        "select c.oid, format('%I.%I', rn.nspname, r.relname), c.relispartition "
        "from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace "
        "join pg_catalog.pg_class r on r.oid = case when c.relispartition then pg_partition_root(c.oid) else c.oid end "
        "join pg_catalog.pg_namespace rn on rn.oid = r.relnamespace where n.nspname = $1 and c.relname = $2",
        {table.schema, table.name}, call);
    if (!found)
        return Unexpected(found.error());
    if (found->rows() == 0) // dropped a moment ago
        return Unexpected(ErrorKind::SchemaMissing, LB_TEXT("pg", "The table %1 is not there.").arg(table.quoted));
    const std::string altered = found->boolean(0, 2) ? found->text(0, 1) : table.quoted;
    return TargetLook{session, mapping, table, found->text(0, 0), altered, call, findings};
}

Result<void> checkAll(const TargetLook& look) {
    if (auto checked = checkColumns(look); !checked)
        return checked;
    const auto possible = checkPartitioning(look);
    if (!possible)
        return Unexpected(possible.error());
    if (auto checked = checkIndex(look, *possible); !checked)
        return checked;
    if (auto checked = checkGrants(look); !checked)
        return checked;
    if (auto checked = checkRules(look); !checked)
        return checked;
    return checkRowSecurity(look);
}

} // namespace

Result<void> checkTarget(Session& session, const sync::TargetMapping& mapping, const Call& call) {
    if (auto there = checkOwnSchemaIsThere(session, call); !there)
        return there;
    auto table = readTargetTable(session, mapping, call);
    if (!table)
        return Unexpected(table.error());
    if (!table->found) {
        if (auto checked = checkIsTable(session, *table, call); !checked)
            return checked;
        return Unexpected(ErrorKind::SchemaMissing,
                          LB_TEXT("pg", "%1 has no table %2.").arg(session.identity().target).arg(table->quoted),
                          LB_TEXT("pg", "Create it, or mend `table` of the target file."));
    }
    Findings findings;
    const auto look = lookAt(session, mapping, *table, call, findings);
    if (!look)
        return Unexpected(look.error());
    if (auto checked = checkAll(*look); !checked)
        return checked;
    if (!findings.empty())
        return findings.result(table->quoted);
    const auto lacking = lackingDeletedIndex(session, mapping, *table, call);
    if (!lacking)
        return Unexpected(lacking.error());
    if (*lacking)
        base::log::warning("the table " + table->quoted +
                           " has no index for deleted orders, so that each page with new orders reads all of it; it is "
                           "mended by: " +
                           **lacking);
    return {};
}

} // namespace latchboard::pg
