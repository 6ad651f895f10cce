// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "keys/lock_tag.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What was seen on the server at one moment, as plain values. Filled by src/pg, judged by the functions of this
/// folder.
namespace latchboard::locks {

/// A backend is its pid together with its start: pids are used again.
struct BackendId {
    int pid = 0;
    std::optional<base::Instant> backendStart; ///< unknown where the role may not see it
    friend auto operator<=>(const BackendId&, const BackendId&) = default;
};

/// One row of pg_locks.
struct LockRow {
    std::uint32_t databaseOid = 0;     ///< 0: shared by the cluster
    std::string database;              ///< name; empty where it is unknown
    std::string lockType = "advisory"; ///< advisory, or another type that stands in a wait chain
    std::string relation;              ///< of another type: what it is on, for people
    keys::LockTag tag;
    std::string mode; ///< "ExclusiveLock", "ShareLock"
    bool granted = true;
    int pid = 0;                            ///< 0: a prepared transaction
    std::optional<base::Instant> waitStart; ///< of a waiter, from PostgreSQL 14
};

/// One row of pg_stat_get_activity(NULL).
struct SessionRow {
    BackendId id;
    std::string database, user, applicationName, clientAddress; ///< clientAddress empty: a Unix socket
    int clientPort = 0;
    std::string backendType; ///< "client backend", "parallel worker", ...
    std::string state;       ///< "active", "idle", "idle in transaction", ...; empty: hidden from this role; "disabled"
    std::optional<base::Instant> stateChange, transactionStart, queryStart;
    std::string query; ///< cut to 1,000 characters
    std::string waitEventType, waitEvent;
    int leaderPid = 0; ///< of a parallel worker; else 0
};

/// A prepared transaction that holds an advisory lock; it has no process.
struct PreparedHolder {
    std::uint32_t databaseOid = 0;
    keys::LockTag tag;
    std::string gid, owner{}; ///< owner: the role that prepared it; empty where it is unknown
    std::optional<base::Instant> preparedAt{};
};

/// One row of PgBouncer's SHOW SERVERS, with the mode of its pool.
struct PoolerServer {
    std::string pooler;                   ///< name for people
    std::string database, user, poolMode; ///< "session", "transaction", "statement"
    std::string state;                    ///< "active", "idle", "used", "tested", "new"
    int remotePid = 0;
    std::string localAddress;
    int localPort = 0;
    bool linked = false;                                   ///< a client uses it now
    std::optional<base::Instant> connectTime, requestTime; ///< of the connection, and of what was last sent on it
};

/// One row of SHOW CLIENTS, as far as it is needed.
struct PoolerClient {
    std::string pooler, database, user;
    std::optional<base::Instant> connectTime;
};

struct PoolerState {
    std::string name;
    bool reachable = false;
    base::Text problem; ///< why not
    std::vector<PoolerServer> servers;
    std::vector<PoolerClient> clients;
    /// The server's clock before the pooler was asked; none: it was not asked for this look.
    std::optional<base::Instant> askedAt;
    std::optional<base::Duration> serverLifetime,
        serverIdleTimeout;         ///< of SHOW CONFIG; 0: never (idle), at once (life)
    std::string resetQuery;        ///< server_reset_query; empty: none
    bool resetQueryAlways = false; ///< it is also sent in transaction mode
    int minPoolSize = 0;           ///< so many connections are not closed for being idle
};

struct ServerInfo {
    int versionNum = 0; ///< 150020
    bool inRecovery = false;
    bool pooled = false; ///< a pooler stands between us and the server
    std::string database, user, host;
    bool seesOthers = true; ///< pg_monitor or pg_read_all_stats
    bool hasSchema = false; ///< the schema latchboard is there
    bool isSuperuser = false;
    bool maySignal = false;            ///< superuser, or a member of pg_signal_backend
    std::optional<bool> hashesAgree{}; ///< whether the server's hashtext gives what ours gives; none: not asked yet
    std::uint64_t systemId = 0;        ///< pg_control_system(); 0: not to be seen by this role
    std::optional<base::Instant> postmasterStart{};
    /// Whether two moments of observation are of the same life of the same server; false where that is unknown.
    [[nodiscard]] bool sameLifeAs(const ServerInfo& other) const {
        return systemId != 0 && postmasterStart && systemId == other.systemId &&
               postmasterStart == other.postmasterStart;
    }
};

/// pg_stat_database.deadlocks: how many the server has counted in a database since its statistics were reset.
struct DeadlockCount {
    std::int64_t deadlocks = 0;
    std::optional<base::Instant> statsReset;
};

/// One look at the server. Times are the server's own.
struct Snapshot {
    ServerInfo server;
    base::Instant scannedAt;    ///< statement_timestamp() of the scan of pg_locks, before it began
    base::Instant takenAt;      ///< clock_timestamp() after the sessions were read, in a later transaction
    std::vector<LockRow> locks; ///< advisory locks, and other types in wait chains
    std::vector<SessionRow> sessions;
    std::map<int, std::vector<int>> blockedBy; ///< pg_blocking_pids of those who wait, as the server gave them
    std::vector<PreparedHolder> preparedHolders;
    std::vector<PoolerState> poolers;
    std::vector<base::Text> limits;          ///< what this look could not see, in words
    base::Duration scanCost{0}, beatCost{0}; ///< measured at the client
    /// A clock of the client that nobody sets, right after takenAt: by it a jump of the server's clock shows.
    std::optional<base::Duration> steadyAt;
    int scans = 0;                                    ///< how many statements of this look scanned the lock table
    std::map<std::uint32_t, DeadlockCount> deadlocks; ///< by the database's OID; empty: not asked in this look
};

} // namespace latchboard::locks
