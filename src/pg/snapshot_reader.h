// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_view.h"
#include "pg/session.h"

#include <map>
#include <string>

namespace latchboard::pg {

/// Reads what the server knows of its advisory locks, of all its databases, at little cost to it: the lock table as one
/// packed value, the sessions once, joined in the client (a join on the server repeats the session's columns for each lock).
///
/// The order proves things: the scan of pg_locks first, with statement_timestamp() of its statement; then the sessions, in
/// a transaction of their own (activity is cached within one); then who blocks whom. Prepared and binary, so that a look
/// needs no catalog and goes on while the lock table is full. Used by the thread that owns the session.
class SnapshotReader {
public:
    explicit SnapshotReader(Session& session) : m_session(session) {}

    /// A whole look, without the poolers. Reads names of databases and roles at its first use and when a new one appears.
    base::Result<locks::Snapshot> read(const base::Waiting& waiting);

    /// The pids that wait for an advisory lock, from the sessions alone: no scan of the lock table.
    base::Result<std::vector<int>> advisoryWaiters(const base::Waiting& waiting);

private:
    base::Result<void> learnServer(const base::Waiting& waiting);
    base::Result<void> readScan(locks::Snapshot& snapshot, const base::Waiting& waiting);
    base::Result<void> readSessions(locks::Snapshot& snapshot, const base::Waiting& waiting);
    base::Result<void> readBlockers(locks::Snapshot& snapshot, const base::Waiting& waiting);
    base::Result<void> readPrepared(locks::Snapshot& snapshot, const base::Waiting& waiting);
    [[nodiscard]] const std::string& nameOf(const std::map<std::uint32_t, std::string>& names, std::uint32_t oid);

    Session& m_session;
    bool m_learned = false;
    bool m_unknownOid = false; ///< a database or role was made since the names were read
    locks::ServerInfo m_server;
    std::map<std::uint32_t, std::string> m_databases, m_roles;
};

/// Locks that runs of ours took and have not given back, as latchboard.lock_attempt tells; empty without the schema.
[[nodiscard]] base::Result<std::vector<locks::RecordedHold>> readRecordedHolds(Session& session,
                                                                               const base::Waiting& waiting);

/// Names that programs registered in latchboard.lock_name; empty without the schema.
[[nodiscard]] base::Result<std::vector<keys::KnownName>> readRegisteredNames(Session& session,
                                                                             const base::Waiting& waiting);

} // namespace latchboard::pg
