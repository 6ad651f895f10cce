// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/schedule_state.h"

#include "ops/server_session.h"

namespace latchboard::ops {

base::Result<ScheduleState> readScheduleState(const Profile& profile, const sync::Job& job, std::stop_token stop) {
    const base::Waiting waiting{std::move(stop), {}};
    const auto session = openSession(profile, "latchboard schedule", waiting);
    if (!session)
        return base::Unexpected(session.error());
    const auto rows = (*session)->exec(
        "select clock_timestamp(),"
        " (select max(started_at) from latchboard.run where job = $1 and outcome = 'SUCCESS' and trigger <> 'backfill'"
        "  and not dry_run),"
        " not exists (select from pg_catalog.pg_locks l join pg_catalog.pg_database d on d.oid = l.database"
        "  where l.locktype = 'advisory' and d.datname = current_database() and l.granted"
        "  and l.classid = $2::bigint::oid and l.objid = $3::bigint::oid and l.objsubid = $4)",
        {job.name, job.lockTag.classid, job.lockTag.objid, job.lockTag.objsubid}, {waiting});
    if (!rows)
        return base::Unexpected(rows.error());
    ScheduleState state;
    state.now = rows->instant(0, 0).value_or(base::Instant());
    state.lastSuccessStart = rows->instant(0, 1);
    state.lockIsFree = rows->boolean(0, 2);
    return state;
}

} // namespace latchboard::ops
