// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "pg/connection_settings.h"
#include "pg/session.h"

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace latchboard::demo {

struct PooledAppOptions {
    pg::ConnectionSettings settings{}; ///< through a pooler in transaction mode
    int connections = 3;
    base::Duration workEvery = std::chrono::milliseconds(300);
    base::Duration recycleAfter = std::chrono::seconds(20); ///< its pool's longest life of a connection
    base::Duration leakAfter = std::chrono::seconds(20);
    base::Duration leakAgainAfter = std::chrono::minutes(5); ///< once the leaked lock is gone
    std::string leakedKey{};                                 ///< bigint
};

/// An application with a small pool that makes the classic mistake: it takes a session-level advisory lock through a
/// pooler in transaction mode and gives the connection back. The lock stays on a server connection that is nobody's.
/// All else that it does is ordinary: short transactions, connections that are renewed now and then.
class PooledApp {
public:
    explicit PooledApp(PooledAppOptions options);
    ~PooledApp(); ///< stops and waits

    PooledApp(const PooledApp&) = delete;
    PooledApp& operator=(const PooledApp&) = delete;

    /// How often it has left a lock behind. Any thread.
    [[nodiscard]] int leaks() const { return m_leaks; }

private:
    using Pool = std::vector<std::unique_ptr<pg::Session>>;

    void run(const std::stop_token& stop);
    base::Result<void> fill(Pool& pool, const base::Waiting& waiting) const;
    base::Result<void> work(Pool& pool, const base::Waiting& waiting);
    /// False: somebody holds that lock now.
    base::Result<bool> leak(Pool& pool, const base::Waiting& waiting);
    [[nodiscard]] base::Result<bool> leakedLockIsHeld(pg::Session& session, const base::Waiting& waiting) const;

    PooledAppOptions m_options;
    std::atomic<int> m_leaks{0};
    std::size_t m_turn = 0;
    std::jthread m_thread;
};

} // namespace latchboard::demo
