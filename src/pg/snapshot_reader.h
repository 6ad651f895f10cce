// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/snapshot.h"
#include "pg/oid_names.h"
#include "pg/session.h"

namespace latchboard::pg {

/// Looks at the server's advisory locks and sessions (speed.md: packed, prepared, joined in the client). Uses one
/// session that nothing else is in a transaction on; that session must outlive it. One thread.
///
/// A whole look reads the locks first and the sessions after them in a later transaction: only in this order does an
/// idle holder prove a session-level lock. A full lock table (53200) costs names and chains, which `limits` says; the
/// look itself goes on. The server's roles and schema are asked again every half minute.
class SnapshotReader {
public:
    explicit SnapshotReader(Session& session);

    /// A whole look. Poolers are not asked here.
    base::Result<locks::Snapshot> read(const base::Waiting& waiting = {});
    /// The server's clock now.
    base::Result<base::Instant> now(const base::Waiting& waiting = {});
    /// A beat: sessions and who blocks whom, anew, with the locks of an earlier look. Never scans the lock table.
    base::Result<void> refresh(locks::Snapshot& snapshot, const base::Waiting& waiting = {});
    /// Pids that wait for an advisory lock now, sorted; without a scan. Sees only what the role may see.
    base::Result<std::vector<int>> advisoryWaiters(const base::Waiting& waiting = {});

private:
    base::Result<void> learnServer(const Call& call);
    base::Result<void> scan(locks::Snapshot& snapshot, const Call& call);
    base::Result<void> beat(locks::Snapshot& snapshot, const Call& call);
    base::Result<void> readBlockers(locks::Snapshot& snapshot, const Call& call);
    base::Result<void> readChains(locks::Snapshot& snapshot, const Call& call);
    base::Result<void> readPrepared(locks::Snapshot& snapshot, const Call& call);
    /// Connection and a stop end the look; anything else is said in `limits`.
    static base::Result<void> orLimit(const base::Error& error, const base::Text& limit, locks::Snapshot& snapshot);

    Session& m_session;
    OidNames m_names;
    locks::ServerInfo m_server;
    std::optional<std::chrono::steady_clock::time_point> m_serverReadAt;
    bool m_preparedHolders = false; ///< the last scan saw a lock without a pid
};

} // namespace latchboard::pg
