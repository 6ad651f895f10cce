// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>

struct pg_conn;

namespace latchboard::pg {

/// Asks the server to cancel what a connection runs, again and again until told that it ended: a request that arrives
/// a moment before the statement has no effect. PQcancel blocks (it makes a connection), so it runs on a thread of its
/// own, which outlives this object when the server does not answer.
class CancelSender {
public:
    explicit CancelSender(pg_conn* connection, std::chrono::milliseconds every = std::chrono::milliseconds(50));
    ~CancelSender();
    CancelSender(const CancelSender&) = delete;
    CancelSender& operator=(const CancelSender&) = delete;

    /// Stops asking. True once no request is under way any more, so that none can hit the next statement; false when
    /// one is still unanswered after `grace`.
    bool finish(std::chrono::milliseconds grace);

private:
    struct State;
    std::shared_ptr<State> m_state;
};

} // namespace latchboard::pg
