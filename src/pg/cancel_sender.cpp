// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/cancel_sender.h"

#include <libpq-fe.h>

#include <array>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

namespace latchboard::pg {

struct CancelSender::State {
    std::unique_ptr<PGcancel, decltype(&PQfreeCancel)> handle{nullptr, &PQfreeCancel};
    std::mutex mutex;
    std::condition_variable changed;
    bool finished = false; ///< the statement ended: ask no more
    bool idle = false;     ///< no request is under way and none will be
};

CancelSender::CancelSender(pg_conn* connection, std::chrono::milliseconds every) : m_state(std::make_shared<State>()) {
    m_state->handle.reset(PQgetCancel(connection));
    if (!m_state->handle) {
        m_state->idle = true;
        return;
    }
    try {
        std::thread([state = m_state, every] {
            std::unique_lock lock(state->mutex);
            while (!state->finished) {
                lock.unlock();
                std::array<char, 256> message{};
                PQcancel(state->handle.get(), message.data(), static_cast<int>(message.size()));
                lock.lock();
                state->changed.wait_for(lock, every, [&] { return state->finished; });
            }
            state->idle = true;
            state->changed.notify_all();
        }).detach();
    } catch (const std::system_error&) {
        m_state->idle = true;
    }
}

CancelSender::~CancelSender() {
    finish(std::chrono::milliseconds(0));
}

bool CancelSender::finish(std::chrono::milliseconds grace) {
    std::unique_lock lock(m_state->mutex);
    m_state->finished = true;
    m_state->changed.notify_all();
    return m_state->changed.wait_for(lock, grace, [this] { return m_state->idle; });
}

} // namespace latchboard::pg
