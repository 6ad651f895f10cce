// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/session.h"

#include <memory>

namespace latchboard::pg {

/// The dedicated session of one run: AdvisoryJobLock takes the lock on it and TargetStore writes on it, so that losing
/// it ends both. It belongs to one run and one thread, and never goes back to a pool.
class RunSession {
public:
    RunSession(ConnectionSettings settings, std::stop_token stop);

    /// Makes the session; an error where there is one already.
    base::Result<void> connect();
    /// Null before connect() and after close().
    [[nodiscard]] Session* session() const { return m_session.get(); }
    void close() { m_session.reset(); }

    /// Another session for what may go through one when this is gone: the history row and the lock attempt, never the
    /// target. The stop token does not end it.
    [[nodiscard]] base::Result<std::unique_ptr<Session>> openFresh() const;

    /// A statement on the session; LockLost in place of Connection, since the lock went with the connection.
    base::Result<QueryResult> exec(const std::string& sql, const Params& params = {}, const Call& call = {});
    [[nodiscard]] base::Waiting waiting() const { return m_waiting; }
    [[nodiscard]] Call stoppable() const;
    [[nodiscard]] const SessionIdentity& identity() const { return m_identity; }

    /// The same failure, said as the loss of the lock where the connection was lost.
    [[nodiscard]] static base::Error asLockLost(const base::Error& error);

private:
    ConnectionSettings m_settings;
    base::Waiting m_waiting;
    std::unique_ptr<Session> m_session;
    SessionIdentity m_identity; ///< also after the session is gone: to look whether its backend is
};

} // namespace latchboard::pg
