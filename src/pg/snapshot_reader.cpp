// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/snapshot_reader.h"

#include "pg/packed_locks.h"

#include <algorithm>
#include <set>

namespace latchboard::pg {

namespace {

constexpr int kWaitStartSince = 140000; // pg_locks.waitstart is there from PostgreSQL 14
constexpr size_t kQueryLength = 1000;

std::string scanSql(bool hasWaitStart) {
    const std::string packed = packedLockSql();
    const std::string waits =
        hasWaitStart ? "string_agg(int4send(pid) || timestamptz_send(waitstart), ''::bytea)"
                       " filter (where not granted and pid is not null and waitstart is not null)"
                     : "''::bytea";
    // The rest of a wait chain: who waits for something that is no advisory lock.
    return "select statement_timestamp(), pg_is_in_recovery(), string_agg(" + packed +
           ", ''::bytea) filter (where locktype = 'advisory'), " + waits +
           ", bool_or(pid is null and locktype = 'advisory') from pg_catalog.pg_locks"
           " where locktype = 'advisory' or not granted";
}

std::string otherWaitsSql(bool hasWaitStart) {
    return std::string("select coalesce(database, 0)::bigint, locktype, mode, pid, coalesce(relation::regclass::text, "
                       "transactionid::text, virtualxid, ''), ") +
           (hasWaitStart ? "waitstart" : "null::timestamptz") +
           " from pg_catalog.pg_locks where not granted and locktype <> 'advisory' and pid is not null";
}

constexpr const char* kSessionsSql =
    "select pid, coalesce(datid, 0)::bigint, coalesce(usesysid, 0)::bigint, application_name, state, left(query, 1000),"
    " wait_event_type, wait_event, xact_start, query_start, backend_start, state_change, host(client_addr), client_port,"
    " backend_type, leader_pid from pg_stat_get_activity(null)";

constexpr const char* kWaitersSql = "select pid from pg_stat_get_activity(null)"
                                    " where wait_event_type = 'Lock' and wait_event = 'advisory'";

} // namespace

const std::string& SnapshotReader::nameOf(const std::map<std::uint32_t, std::string>& names, std::uint32_t oid) {
    static const std::string kNone;
    const auto found = names.find(oid);
    if (found != names.end())
        return found->second;
    m_unknownOid = m_unknownOid || oid != 0;
    return kNone;
}

base::Result<void> SnapshotReader::learnServer(const base::Waiting& waiting) {
    const auto facts = m_session.exec("select pg_has_role(current_user, 'pg_read_all_stats', 'USAGE'),"
                                      " to_regclass('latchboard.lock_attempt') is not null",
                                      {}, {waiting});
    if (!facts)
        return base::Unexpected(facts.error());
    const auto names = m_session.exec("select oid::bigint, datname, true from pg_catalog.pg_database"
                                      " union all select oid::bigint, rolname, false from pg_catalog.pg_roles",
                                      {}, {waiting});
    if (!names)
        return base::Unexpected(names.error());
    const SessionIdentity& identity = m_session.identity();
    m_server.versionNum = identity.versionNum;
    m_server.pooled = !identity.direct;
    m_server.database = identity.database;
    m_server.user = identity.user;
    m_server.host = identity.host;
    m_server.seesOthers = facts->boolean(0, 0);
    m_server.hasSchema = facts->boolean(0, 1);
    for (int row = 0; row < names->rows(); ++row) {
        auto& map = names->boolean(row, 2) ? m_databases : m_roles;
        map[static_cast<std::uint32_t>(names->integer(row, 0))] = names->text(row, 1);
    }
    m_learned = true;
    m_unknownOid = false;
    return {};
}

base::Result<locks::Snapshot> SnapshotReader::read(const base::Waiting& waiting) {
    locks::Snapshot snapshot;
    if (!m_learned || m_unknownOid) {
        const auto learned = learnServer(waiting);
        // With a full lock table (53200) new look-ups of catalogs fail, and the warm session goes on without new names.
        if (!learned && (!m_learned || learned.error().sqlstate != "53200"))
            return base::Unexpected(learned.error());
        if (!learned)
            snapshot.limits.push_back(LB_TEXT("pg", "The server's lock table is full: names of new databases and roles "
                                                    "could not be read."));
    }
    const auto started = std::chrono::steady_clock::now();
    if (auto scan = readScan(snapshot, waiting); !scan)
        return base::Unexpected(scan.error());
    const auto scanned = std::chrono::steady_clock::now();
    if (auto sessions = readSessions(snapshot, waiting); !sessions)
        return base::Unexpected(sessions.error());
    if (auto blockers = readBlockers(snapshot, waiting); !blockers)
        return base::Unexpected(blockers.error());
    snapshot.scanCost = std::chrono::duration_cast<base::Duration>(scanned - started);
    snapshot.beatCost = std::chrono::duration_cast<base::Duration>(std::chrono::steady_clock::now() - scanned);
    const bool inRecovery = snapshot.server.inRecovery;
    snapshot.server = m_server;
    snapshot.server.inRecovery = inRecovery;
    if (!m_server.seesOthers)
        snapshot.limits.push_back(LB_TEXT("pg", "No pg_monitor: the state of other users' sessions is hidden. To see it: "
                                                "GRANT pg_monitor TO %1.")
                                      .arg(m_server.user));
    if (inRecovery)
        snapshot.limits.push_back(LB_TEXT("pg", "This server is a standby: its advisory locks are its own, and say nothing "
                                                "about the primary's."));
    if (m_server.pooled)
        snapshot.limits.push_back(LB_TEXT("pg", "A pooler stands between this console and the server."));
    return snapshot;
}

base::Result<void> SnapshotReader::readScan(locks::Snapshot& snapshot, const base::Waiting& waiting) {
    const bool hasWaitStart = m_server.versionNum >= kWaitStartSince;
    const auto scan = m_session.execPrepared("latchboard_scan", scanSql(hasWaitStart), {}, {waiting, {}, true});
    if (!scan)
        return base::Unexpected(scan.error());
    snapshot.scannedAt = scan->instant(0, 0).value_or(base::Instant());
    snapshot.server.inRecovery = scan->boolean(0, 1);
    snapshot.locks = unpackLocks(scan->bytes(0, 2));
    applyWaitStarts(snapshot.locks, scan->bytes(0, 3));
    for (locks::LockRow& row : snapshot.locks)
        row.database = nameOf(m_databases, row.databaseOid);
    if (scan->boolean(0, 4))
        return readPrepared(snapshot, waiting);
    return {};
}

base::Result<void> SnapshotReader::readPrepared(locks::Snapshot& snapshot, const base::Waiting& waiting) {
    // A prepared transaction's locks have the virtual transaction '-1/<transaction id>'.
    const auto rows = m_session.execPrepared(
        "latchboard_prepared",
        "select l.classid::bigint, l.objid::bigint, l.objsubid::int, x.gid from pg_catalog.pg_locks l"
        " join pg_prepared_xact() x on l.virtualtransaction = '-1/' || x.transaction::text"
        " where l.locktype = 'advisory' and l.pid is null",
        {}, {waiting});
    if (!rows)
        return base::Unexpected(rows.error());
    for (int row = 0; row < rows->rows(); ++row) {
        keys::LockTag tag;
        tag.classid = static_cast<std::uint32_t>(rows->integer(row, 0));
        tag.objid = static_cast<std::uint32_t>(rows->integer(row, 1));
        tag.objsubid = static_cast<std::uint16_t>(rows->integer(row, 2));
        snapshot.preparedHolders.emplace_back(tag, rows->text(row, 3));
    }
    return {};
}

base::Result<void> SnapshotReader::readSessions(locks::Snapshot& snapshot, const base::Waiting& waiting) {
    const auto rows = m_session.execPrepared("latchboard_sessions", kSessionsSql, {}, {waiting});
    if (!rows)
        return base::Unexpected(rows.error());
    bool otherWaits = false;
    for (int row = 0; row < rows->rows(); ++row) {
        locks::SessionRow session;
        session.id.pid = static_cast<int>(rows->integer(row, 0));
        session.id.backendStart = rows->instant(row, 10);
        session.database = nameOf(m_databases, static_cast<std::uint32_t>(rows->integer(row, 1)));
        session.user = nameOf(m_roles, static_cast<std::uint32_t>(rows->integer(row, 2)));
        session.applicationName = rows->text(row, 3);
        session.state = rows->text(row, 4);
        session.query = rows->text(row, 5).substr(0, kQueryLength * 4);
        session.waitEventType = rows->text(row, 6);
        session.waitEvent = rows->text(row, 7);
        session.transactionStart = rows->instant(row, 8);
        session.queryStart = rows->instant(row, 9);
        session.stateChange = rows->instant(row, 11);
        session.clientAddress = rows->text(row, 12);
        session.clientPort = static_cast<int>(rows->integer(row, 13));
        session.backendType = rows->text(row, 14);
        session.leaderPid = static_cast<int>(rows->integer(row, 15));
        otherWaits = otherWaits || (session.waitEventType == "Lock" && session.waitEvent != "advisory");
        snapshot.sessions.push_back(std::move(session));
    }
    if (!otherWaits)
        return {};
    const bool hasWaitStart = m_server.versionNum >= kWaitStartSince;
    const auto waits = m_session.execPrepared("latchboard_other_waits", otherWaitsSql(hasWaitStart), {}, {waiting});
    if (!waits)
        return base::Unexpected(waits.error());
    for (int row = 0; row < waits->rows(); ++row) {
        locks::LockRow lock;
        lock.databaseOid = static_cast<std::uint32_t>(waits->integer(row, 0));
        lock.database = nameOf(m_databases, lock.databaseOid);
        lock.lockType = waits->text(row, 1);
        lock.mode = waits->text(row, 2);
        lock.granted = false;
        lock.pid = static_cast<int>(waits->integer(row, 3));
        lock.relation = waits->text(row, 4);
        lock.waitStart = waits->instant(row, 5);
        lock.tag.objsubid = 0;
        snapshot.locks.push_back(std::move(lock));
    }
    return {};
}

base::Result<void> SnapshotReader::readBlockers(locks::Snapshot& snapshot, const base::Waiting& waiting) {
    std::set<int> waiters;
    for (const locks::LockRow& lock : snapshot.locks) {
        if (!lock.granted && lock.pid != 0)
            waiters.insert(lock.pid);
    }
    std::string list = "{";
    for (const int pid : waiters)
        list += (list.size() > 1 ? "," : "") + std::to_string(pid);
    list += "}";
    // One row at least: the time after the sessions were read.
    const auto rows = m_session.execPrepared(
        "latchboard_blockers",
        "select clock_timestamp(), w.pid, b.pid from (values (1)) one left join unnest($1::int[]) w(pid) on true"
        " left join lateral unnest(pg_blocking_pids(w.pid)) b(pid) on true",
        {list}, {waiting});
    if (!rows)
        return base::Unexpected(rows.error());
    snapshot.takenAt = rows->instant(0, 0).value_or(base::Instant());
    for (int row = 0; row < rows->rows(); ++row) {
        if (!rows->isNull(row, 1) && !rows->isNull(row, 2))
            snapshot.blockedBy[static_cast<int>(rows->integer(row, 1))].push_back(static_cast<int>(rows->integer(row, 2)));
    }
    return {};
}

base::Result<std::vector<int>> SnapshotReader::advisoryWaiters(const base::Waiting& waiting) {
    const auto rows = m_session.execPrepared("latchboard_waiters", kWaitersSql, {}, {waiting});
    if (!rows)
        return base::Unexpected(rows.error());
    std::vector<int> pids;
    for (int row = 0; row < rows->rows(); ++row)
        pids.push_back(static_cast<int>(rows->integer(row, 0)));
    std::sort(pids.begin(), pids.end());
    return pids;
}

} // namespace latchboard::pg
