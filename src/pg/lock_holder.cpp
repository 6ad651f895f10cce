// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/lock_holder.h"

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

namespace {

bool isAbsence(const base::Error& error) {
    return error.kind == ErrorKind::SchemaMissing || error.kind == ErrorKind::Privilege;
}

/// The moment that the holder's own run recorded; nothing where none did.
Result<std::optional<base::Instant>> recordedSince(Session& session, const sync::Job& job, int pid,
                                                   const std::optional<base::Instant>& backendStart, const Call& call) {
    const auto row = session.exec(
        "select max(taken_at) from latchboard.lock_attempt where classid = $1::bigint and objid = $2::bigint and "
        "objsubid = $3::int and database = current_database() and pid = $4::int and released_at is null and "
        "(backend_start is null or backend_start = $5::timestamptz)",
        {job.lockTag.classid, job.lockTag.objid, job.lockTag.objsubid, pid, backendStart}, call);
    if (!row)
        return isAbsence(row.error()) ? Result<std::optional<base::Instant>>(std::nullopt)
                                      : Result<std::optional<base::Instant>>(Unexpected(row.error()));
    return row->instant(0, 0);
}

Result<std::optional<base::Duration>> usualHold(Session& session, const sync::Job& job, const Call& call) {
    if (job.expectedHold)
        return std::optional(*job.expectedHold);
    const auto row = session.exec(
        "select (3000000 * percentile_disc(0.95) within group (order by extract(epoch from released_at - taken_at)))"
        "::bigint from latchboard.lock_attempt where job = $1 and released_at is not null and taken_at is not null and "
        "attempted_at > clock_timestamp() - interval '30 days' having count(*) >= 20",
        {job.name}, call);
    if (!row)
        return isAbsence(row.error()) ? Result<std::optional<base::Duration>>(std::nullopt)
                                      : Result<std::optional<base::Duration>>(Unexpected(row.error()));
    if (row->rows() == 0 || row->isNull(0, 0))
        return std::optional<base::Duration>();
    return std::optional(row->micros(0, 0));
}

} // namespace

Result<BusyLock> lookAtHolder(Session& session, const sync::Job& job, const Call& call) {
    Call inBinary = call;
    inBinary.binary = true;
    const auto row = session.exec(
        "select l.pid, coalesce(a.application_name, ''), coalesce(a.usename::text, ''), "
        "coalesce(pg_catalog.host(a.client_addr), ''), coalesce(a.state, ''), a.state_change, a.backend_start, "
        "clock_timestamp() from pg_catalog.pg_locks l left join pg_catalog.pg_stat_activity a on a.pid = l.pid "
        "where l.locktype = 'advisory' and l.granted and l.classid::bigint = $1::bigint and l.objid::bigint = "
        "$2::bigint "
        "and l.objsubid = $3::smallint and "
        "l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database()) limit 1",
        {job.lockTag.classid, job.lockTag.objid, job.lockTag.objsubid}, inBinary);
    if (!row)
        return Unexpected(row.error());
    BusyLock busy;
    if (row->rows() == 0 || row->isNull(0, 0))
        return busy;
    busy.holder.pid = static_cast<int>(row->integer(0, 0));
    busy.holder.application = row->text(0, 1);
    busy.holder.user = row->text(0, 2);
    busy.holder.client = row->text(0, 3);
    const std::string state = row->text(0, 4);
    const auto now = row->instant(0, 7);
    auto recorded = recordedSince(session, job, busy.holder.pid, row->instant(0, 6), inBinary);
    if (!recorded)
        return Unexpected(recorded.error());
    // Whoever is not at work took its locks before it came to rest.
    busy.holder.since = *recorded ? *recorded : (state.starts_with("idle") ? row->instant(0, 5) : std::nullopt);
    auto usual = usualHold(session, job, inBinary);
    if (!usual)
        return Unexpected(usual.error());
    if (!*usual && !*recorded && state == "idle")
        *usual = std::chrono::seconds(60);
    busy.suspicious = *usual && busy.holder.since && now && *now - *busy.holder.since > **usual;
    return busy;
}

} // namespace latchboard::pg
