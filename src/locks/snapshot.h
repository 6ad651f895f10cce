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

/// One row of PgBouncer's SHOW SERVERS, with the mode of its pool.
struct PoolerServer {
    std::string pooler;                   ///< name for people
    std::string database, user, poolMode; ///< "session", "transaction", "statement"
    std::string state;                    ///< "active", "idle", "used", "tested", "new"
    int remotePid = 0;
    std::string localAddress;
    int localPort = 0;
    bool linked = false; ///< a client uses it now
    std::optional<base::Instant> connectTime;
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
    std::optional<base::Duration> serverLifetime, serverIdleTimeout;
};

struct ServerInfo {
    int versionNum = 0; ///< 150020
    bool inRecovery = false;
    bool pooled = false; ///< a pooler stands between us and the server
    std::string database, user, host;
    bool seesOthers = true; ///< pg_monitor or pg_read_all_stats
    bool hasSchema = false; ///< the schema latchboard is there
};

/// One look at the server. Times are the server's own.
struct Snapshot {
    ServerInfo server;
    base::Instant scannedAt;    ///< statement_timestamp() of the scan of pg_locks, before it began
    base::Instant takenAt;      ///< clock_timestamp() after the sessions were read, in a later transaction
    std::vector<LockRow> locks; ///< advisory locks, and other types in wait chains
    std::vector<SessionRow> sessions;
    std::map<int, std::vector<int>> blockedBy; ///< pg_blocking_pids of those who wait, as the server gave them
    std::vector<std::pair<keys::LockTag, std::string>> preparedHolders; ///< gids of prepared transactions, where known
    std::vector<PoolerState> poolers;
    std::vector<base::Text> limits;          ///< what this look could not see, in words
    base::Duration scanCost{0}, beatCost{0}; ///< measured at the client
};

} // namespace latchboard::locks
