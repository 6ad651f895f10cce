// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/snapshot_reader.h"

#include "pg/packed_locks.h"

#include <algorithm>
#include <set>

#include <ctime>

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;
using locks::Snapshot;
using Steady = std::chrono::steady_clock;

namespace {

constexpr int kWaitStartSince = 140000; // pg_locks.waitstart
constexpr auto kServerKnownFor = std::chrono::seconds(30);

constexpr const char* kSessions =
    "select a.datid, a.pid, a.usesysid, a.application_name, a.state, left(a.query, 1000), a.wait_event_type, "
    "a.wait_event, "
    "a.xact_start, a.query_start, a.backend_start, a.state_change, pg_catalog.host(a.client_addr), a.client_port, "
    "a.backend_type, a.leader_pid, clock_timestamp() from pg_catalog.pg_stat_get_activity(null) a";

/// What stands in a wait chain but is no advisory lock: who waits, and who of the chain holds the same thing.
constexpr const char* kChains =
    "with l as materialized (select * from pg_catalog.pg_lock_status() where locktype <> 'advisory' and "
    "(not granted or pid = any($1::int[]))) "
    "select l.locktype, coalesce(l.database, 0::oid), l.classid, l.objid, l.objsubid, l.mode, l.granted, l.pid, "
    "(to_jsonb(l) ->> 'waitstart')::timestamptz, "
    "coalesce(c.relname::text, l.transactionid::text, l.virtualxid, l.relation::text, '') from l "
    "left join pg_catalog.pg_class c on c.oid = l.relation and l.database = "
    "(select d.oid from pg_catalog.pg_database d where d.datname = current_database()) "
    "where l.pid is not null and (not l.granted or exists (select 1 from l w where not w.granted and "
    "(w.locktype, w.database, w.relation, w.page, w.tuple, w.virtualxid, w.transactionid, w.classid, w.objid, "
    "w.objsubid) "
    "is not distinct from (l.locktype, l.database, l.relation, l.page, l.tuple, l.virtualxid, l.transactionid, "
    "l.classid, "
    "l.objid, l.objsubid)))";

/// A prepared transaction's locks carry its virtual id; its lock on its own transaction id leads to its gid.
constexpr const char* kPrepared =
    "with l as materialized (select * from pg_catalog.pg_lock_status() where pid is null) "
    "select a.classid, a.objid, a.objsubid, a.database, p.gid, p.owner, p.prepared from l a join l t on "
    "t.virtualtransaction = a.virtualtransaction and "
    "t.locktype = 'transactionid' join pg_catalog.pg_prepared_xacts p on p.transaction = t.transactionid "
    "where a.locktype = 'advisory'";

std::string arrayOf(const std::set<int>& pids) {
    std::string text = "{";
    for (const int pid : pids)
        text += (text.size() > 1 ? "," : "") + std::to_string(pid);
    return text + "}";
}

std::vector<int> numbersOf(std::string_view arrayText) {
    std::vector<int> numbers;
    int value = 0;
    bool inside = false;
    for (const char c : arrayText) {
        if (c >= '0' && c <= '9') {
            value = value * 10 + (c - '0');
            inside = true;
        } else if (inside) {
            numbers.push_back(value);
            value = 0;
            inside = false;
        }
    }
    return numbers;
}

keys::LockTag tagOf(const QueryResult& rows, int row, int firstColumn) {
    keys::LockTag tag;
    tag.classid = static_cast<std::uint32_t>(rows.integer(row, firstColumn));
    tag.objid = static_cast<std::uint32_t>(rows.integer(row, firstColumn + 1));
    tag.objsubid = static_cast<std::uint16_t>(rows.integer(row, firstColumn + 2));
    return tag;
}

/// A hidden row has these words in place of a query; they are nobody's statement.
constexpr std::string_view kHidden = "<insufficient privilege>";

locks::SessionRow sessionOf(const QueryResult& rows, int i) {
    locks::SessionRow session;
    session.id.pid = static_cast<int>(rows.integer(i, 1));
    session.applicationName = rows.text(i, 3);
    session.state = rows.text(i, 4);
    session.query = rows.bytes(i, 5) == kHidden ? std::string() : rows.text(i, 5);
    session.waitEventType = rows.text(i, 6);
    session.waitEvent = rows.text(i, 7);
    session.transactionStart = rows.instant(i, 8);
    session.queryStart = rows.instant(i, 9);
    session.id.backendStart = rows.instant(i, 10);
    session.stateChange = rows.instant(i, 11);
    session.clientAddress = rows.text(i, 12);
    session.clientPort = static_cast<int>(rows.integer(i, 13));
    session.backendType = rows.text(i, 14);
    session.leaderPid = static_cast<int>(rows.integer(i, 15));
    return session;
}

Call binaryCall(const base::Waiting& waiting) {
    Call call;
    call.waiting = waiting;
    call.binary = true;
    return call;
}

/// A clock that nobody sets and that goes on while the machine sleeps (clock_gettime(2)), unlike a steady_clock.
base::Duration sinceBoot() {
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return std::chrono::duration_cast<base::Duration>(std::chrono::seconds(time.tv_sec) +
                                                      std::chrono::nanoseconds(time.tv_nsec));
}

base::Duration since(Steady::time_point begin) {
    return std::chrono::duration_cast<base::Duration>(Steady::now() - begin);
}

} // namespace

SnapshotReader::SnapshotReader(Session& session) : m_session(session) {
    const SessionIdentity& who = session.identity();
    m_server.versionNum = who.versionNum;
    m_server.inRecovery = who.inRecovery;
    m_server.pooled = !who.direct;
    m_server.database = who.database;
    m_server.user = who.user;
    m_server.host = who.host;
}

Result<void> SnapshotReader::orLimit(const base::Error& error, const base::Text& limit, Snapshot& snapshot) {
    if (error.kind == ErrorKind::Connection || error.kind == ErrorKind::Cancelled)
        return Unexpected(error);
    snapshot.limits.push_back(LB_TEXT("pg", "%1: %2").arg(limit).arg(error.message));
    return {};
}

Result<void> SnapshotReader::learnServer(const Call& call) {
    if (m_serverReadAt && Steady::now() - *m_serverReadAt < kServerKnownFor)
        return {};
    const auto row = m_session.execPrepared(
        "server_info",
        "select pg_catalog.pg_has_role('pg_read_all_stats', 'usage'), exists (select 1 from pg_catalog.pg_class c join "
        "pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname = 'latchboard' and c.relname = "
        "'schema_version' and has_schema_privilege(n.oid, 'usage'))",
        {}, call);
    if (!row)
        return Unexpected(row.error());
    m_server.seesOthers = row->boolean(0, 0);
    m_server.hasSchema = row->boolean(0, 1);
    m_serverReadAt = Steady::now();
    return {};
}

Result<void> SnapshotReader::scan(Snapshot& snapshot, const Call& call) {
    const auto begin = Steady::now();
    const auto row =
        m_session.execPrepared("packed_locks", packedLocksSql(m_server.versionNum >= kWaitStartSince), {}, call);
    if (!row)
        return Unexpected(row.error());
    snapshot.scannedAt = row->instant(0, 0).value_or(base::Instant());
    m_server.inRecovery = row->boolean(0, 1);
    snapshot.locks = unpackLocks(row->bytes(0, 2));
    const auto waits = unpackWaits(row->bytes(0, 3));
    for (locks::LockRow& lock : snapshot.locks) {
        if (lock.granted)
            continue;
        if (const auto found = waits.find(lock.pid); found != waits.end())
            lock.waitStart = found->second;
    }
    m_preparedHolders = row->boolean(0, 4);
    snapshot.scanCost = since(begin);
    return {};
}

Result<void> SnapshotReader::beat(Snapshot& snapshot, const Call& call) {
    const auto begin = Steady::now();
    const auto rows = m_session.execPrepared("sessions", kSessions, {}, call);
    if (!rows)
        return Unexpected(rows.error());
    snapshot.sessions.clear();
    std::vector<std::uint32_t> databases, roles;
    for (int i = 0; i < rows->rows(); ++i) {
        databases.push_back(static_cast<std::uint32_t>(rows->integer(i, 0)));
        roles.push_back(static_cast<std::uint32_t>(rows->integer(i, 2)));
    }
    for (const locks::LockRow& lock : snapshot.locks)
        databases.push_back(lock.databaseOid);
    if (!m_names.learn(m_session, databases, roles, call) && m_session.isAlive())
        snapshot.limits.push_back(LB_TEXT("pg", "names of new databases and roles can't be read now"));
    for (int i = 0; i < rows->rows(); ++i) {
        locks::SessionRow session = sessionOf(*rows, i);
        session.database = m_names.database(databases[static_cast<size_t>(i)]);
        session.user = m_names.role(roles[static_cast<size_t>(i)]);
        snapshot.sessions.push_back(std::move(session));
        // The clock is read with each row, after the sessions were read.
        snapshot.takenAt = std::max(snapshot.takenAt, rows->instant(i, 16).value_or(base::Instant()));
    }
    snapshot.steadyAt = sinceBoot();
    for (locks::LockRow& lock : snapshot.locks)
        lock.database = m_names.database(lock.databaseOid);
    auto blockers = readBlockers(snapshot, call);
    snapshot.beatCost = since(begin);
    return blockers;
}

Result<void> SnapshotReader::readBlockers(Snapshot& snapshot, const Call& call) {
    // Who waits is told by the sessions, and where those are hidden by the scan.
    std::set<int> waiters;
    for (const locks::SessionRow& session : snapshot.sessions) {
        if (session.waitEventType == "Lock")
            waiters.insert(session.id.pid);
    }
    for (const locks::LockRow& lock : snapshot.locks) {
        if (!lock.granted && lock.pid != 0)
            waiters.insert(lock.pid);
    }
    snapshot.blockedBy.clear();
    if (waiters.empty())
        return {};
    Call inText = call;
    inText.binary = false;
    const auto rows = m_session.execPrepared(
        "blockers", "select p, pg_catalog.pg_blocking_pids(p) from unnest($1::int[]) p", {arrayOf(waiters)}, inText);
    if (!rows)
        return orLimit(rows.error(), LB_TEXT("pg", "who blocks whom can't be read now"), snapshot);
    for (int i = 0; i < rows->rows(); ++i) {
        auto pids = numbersOf(rows->bytes(i, 1));
        if (!pids.empty())
            snapshot.blockedBy[static_cast<int>(rows->integer(i, 0))] = std::move(pids);
    }
    return {};
}

Result<void> SnapshotReader::readChains(Snapshot& snapshot, const Call& call) {
    const bool otherWaits =
        std::any_of(snapshot.sessions.begin(), snapshot.sessions.end(), [](const locks::SessionRow& session) {
            return session.waitEventType == "Lock" && session.waitEvent != "advisory";
        });
    if (!otherWaits)
        return {};
    std::set<int> chain;
    for (const auto& [waiter, blockers] : snapshot.blockedBy) {
        chain.insert(waiter);
        chain.insert(blockers.begin(), blockers.end());
    }
    const auto rows = m_session.execPrepared("chains", kChains, {arrayOf(chain)}, call);
    if (!rows)
        return orLimit(rows.error(), LB_TEXT("pg", "other locks in the wait chains can't be read now"), snapshot);
    for (int i = 0; i < rows->rows(); ++i) {
        locks::LockRow lock;
        lock.lockType = rows->text(i, 0);
        lock.databaseOid = static_cast<std::uint32_t>(rows->integer(i, 1));
        lock.database = m_names.database(lock.databaseOid);
        lock.tag = tagOf(*rows, i, 2);
        lock.mode = rows->text(i, 5);
        lock.granted = rows->boolean(i, 6);
        lock.pid = static_cast<int>(rows->integer(i, 7));
        lock.waitStart = rows->instant(i, 8);
        lock.relation = rows->text(i, 9);
        snapshot.locks.push_back(std::move(lock));
    }
    return {};
}

Result<void> SnapshotReader::readPrepared(Snapshot& snapshot, const Call& call) {
    if (!m_preparedHolders)
        return {};
    const auto rows = m_session.execPrepared("prepared_holders", kPrepared, {}, call);
    if (!rows)
        return orLimit(rows.error(), LB_TEXT("pg", "prepared transactions can't be read now"), snapshot);
    for (int i = 0; i < rows->rows(); ++i)
        snapshot.preparedHolders.push_back({static_cast<std::uint32_t>(rows->integer(i, 3)), tagOf(*rows, i, 0),
                                            rows->text(i, 4), rows->text(i, 5), rows->instant(i, 6)});
    return {};
}

Result<Snapshot> SnapshotReader::read(const base::Waiting& waiting) {
    const Call call = binaryCall(waiting);
    Snapshot snapshot;
    if (auto done = learnServer(call); !done) {
        if (auto limited = orLimit(done.error(), LB_TEXT("pg", "roles and schema can't be read now"), snapshot);
            !limited)
            return Unexpected(limited.error());
    }
    if (auto done = scan(snapshot, call); !done)
        return Unexpected(done.error());
    if (auto done = beat(snapshot, call); !done)
        return Unexpected(done.error());
    if (auto done = readChains(snapshot, call); !done)
        return Unexpected(done.error());
    if (auto done = readPrepared(snapshot, call); !done)
        return Unexpected(done.error());
    snapshot.server = m_server;
    if (!m_server.seesOthers)
        snapshot.limits.push_back(LB_TEXT("pg",
                                          "No pg_monitor: the state of other users' sessions is hidden. To see it: "
                                          "GRANT pg_monitor TO %1.")
                                      .arg(quotedIdentifier(m_server.user)));
    if (m_server.inRecovery)
        snapshot.limits.push_back(LB_TEXT("pg",
                                          "This server is a standby: its advisory locks are its own, and say nothing "
                                          "about the primary's."));
    if (m_server.pooled)
        snapshot.limits.push_back(LB_TEXT("pg", "A pooler stands between us and the server."));
    return snapshot;
}

Result<base::Instant> SnapshotReader::now(const base::Waiting& waiting) {
    const auto row = m_session.execPrepared("clock", "select clock_timestamp()", {}, binaryCall(waiting));
    if (!row)
        return Unexpected(row.error());
    return row->instant(0, 0).value_or(base::Instant());
}

Result<void> SnapshotReader::refresh(Snapshot& snapshot, const base::Waiting& waiting) {
    return beat(snapshot, binaryCall(waiting));
}

Result<std::vector<int>> SnapshotReader::advisoryWaiters(const base::Waiting& waiting) {
    const auto rows =
        m_session.execPrepared("advisory_waiters",
                               "select a.pid from pg_catalog.pg_stat_get_activity(null) a "
                               "where a.wait_event_type = 'Lock' and a.wait_event = 'advisory' order by 1",
                               {}, binaryCall(waiting));
    if (!rows)
        return Unexpected(rows.error());
    std::vector<int> pids;
    pids.reserve(static_cast<std::size_t>(rows->rows()));
    for (int i = 0; i < rows->rows(); ++i)
        pids.push_back(static_cast<int>(rows->integer(i, 0)));
    return pids;
}

} // namespace latchboard::pg
