// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/run_session.h"

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

RunSession::RunSession(ConnectionSettings settings, std::stop_token stop) : m_settings(std::move(settings)) {
    m_waiting.stop = std::move(stop);
}

Result<void> RunSession::connect() {
    if (m_session)
        return Unexpected(ErrorKind::Internal, LB_TEXT("pg", "A run has one session only."));
    auto session = Session::open(m_settings, m_waiting);
    if (!session)
        return Unexpected(session.error());
    m_session = std::move(*session);
    m_identity = m_session->identity();
    return {};
}

Result<std::unique_ptr<Session>> RunSession::openFresh() const {
    return Session::open(m_settings);
}

Call RunSession::stoppable() const {
    Call call;
    call.waiting = m_waiting;
    return call;
}

Result<QueryResult> RunSession::exec(const std::string& sql, const Params& params, const Call& call) {
    if (!m_session)
        return Unexpected(ErrorKind::LockLost, LB_TEXT("pg", "The run's session is closed, and its lock with it."));
    auto answer = m_session->exec(sql, params, call);
    if (!answer)
        return Unexpected(asLockLost(answer.error()));
    return answer;
}

base::Error RunSession::asLockLost(const base::Error& error) {
    if (error.kind != ErrorKind::Connection)
        return error;
    base::Error lost = error;
    lost.kind = ErrorKind::LockLost;
    lost.message =
        LB_TEXT("pg", "The session that holds the lock is gone, and the lock with it: %1").arg(error.message);
    lost.remedy = LB_TEXT("pg", "The next run begins the same window again.");
    return lost;
}

} // namespace latchboard::pg
