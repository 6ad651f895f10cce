// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "keys/lock_tag.h"
#include "pg/session.h"

#include <optional>
#include <string>
#include <vector>

namespace latchboard::pg {

/// What a person does to another session: PostgreSQL's pg_cancel_backend() or pg_terminate_backend().
enum class Signal { Cancel, Terminate };
/// "cancel", "terminate".
[[nodiscard]] const char* signalName(Signal signal);

/// The session, told as the look that showed it told it: pids are used again.
struct SignalTarget {
    int pid = 0;
    base::Instant backendStart;
    std::optional<keys::LockTag> key; ///< of Terminate: it must still hold this one
};

/// What the session is and what would be lost with it.
struct SignalOutlook {
    std::uint32_t databaseOid = 0;
    std::string database, user, application, client, state;
    std::optional<base::Instant> transactionStart;
    bool hasWritten = false;              ///< its open transaction has a transaction id
    std::vector<keys::LockTag> otherKeys; ///< advisory locks that go with it, beside the target's key
    std::vector<int> waiters;             ///< who waits for it, also for other locks
    bool waits = false;                   ///< it waits for a lock itself
};

/// The target as it is now. Refused where the act must not be tried: no such session any more, another one of the same
/// pid, our own, not a client's, the key no longer held, nothing that a cancel would free; Privilege where its start is
/// hidden, so that it can't be told from another. Each with its own words. Scans the lock table.
[[nodiscard]] base::Result<SignalOutlook> lookAtTarget(Session& session, Signal signal, const SignalTarget& target,
                                                       const base::Waiting& waiting = {});

/// One statement that sends the signal where pid, start and key (Cancel: the active state) still fit. Errors: those of
/// lookAtTarget(); Privilege where the role may not signal that session.
[[nodiscard]] base::Result<void> sendSignal(Session& session, Signal signal, const SignalTarget& target,
                                            const base::Waiting& waiting = {});

struct NextHolder {
    int pid = 0; ///< 0: a prepared transaction
    std::string application, user;
};

/// What became of it.
struct SignalResult {
    bool ended = false;    ///< Terminate: the session is gone. Cancel: its statement is
    bool released = false; ///< Terminate: it does not hold the key any more
    std::optional<NextHolder> nextHolder;
};

/// Waits until the signal has done its work, for at most `patience`, and looks who holds the key then.
[[nodiscard]] base::Result<SignalResult> awaitSignal(Session& session, Signal signal, const SignalTarget& target,
                                                     const SignalOutlook& before, base::Duration patience,
                                                     const base::Waiting& waiting = {});

} // namespace latchboard::pg
