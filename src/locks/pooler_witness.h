// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/snapshot.h"

/// What a pooler's console says of a backend. Internal to this folder.
namespace latchboard::locks {

struct ServerWitness {
    const PoolerState* pooler = nullptr;
    const PoolerServer* server = nullptr;

    [[nodiscard]] bool sessionMode() const { return server->poolMode == "session"; }
    /// No client uses the connection now, and the pooler has let it be: not linked, and idle or used. "tested" is not
    /// among them: the pooler sends its reset query or its check then, and the lock may be gone the next moment.
    [[nodiscard]] bool unlinked() const;
};

/// The server connection of a pooler that is this backend: its remote pid and its local address and port are the
/// backend's pid and its client's address and port. A pid alone is no identity, so a connection through a Unix socket
/// has no witness.
[[nodiscard]] std::optional<ServerWitness> witnessOf(const SessionRow& session,
                                                     const std::vector<PoolerState>& poolers);

/// How the clients of a server connection's pool stand to a lock that is known to have been held at `heldAt`.
struct PoolClients {
    int all = 0;
    int maybeBefore = 0; ///< may have been connected at that moment, and so may have taken it
};

/// A client whose time is unknown may have been there. Where both the server connection's time (the pooler's clock) and
/// the backend's start (the server's clock) are known, the two clocks are compared by them, with a margin for the
/// pooler's whole seconds. A client of another user counts as well unless that user has server connections of its own:
/// a database of the pooler may force one user for all.
[[nodiscard]] PoolClients clientsOf(const ServerWitness& witness, const SessionRow& session, base::Instant heldAt);

} // namespace latchboard::locks
