// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/pooled_app.h"

#include "base/log.h"

#include <algorithm>

namespace latchboard::demo {

namespace {

constexpr auto kComesAgainAfter = std::chrono::seconds(3);
constexpr auto kLooksAgainAfter = std::chrono::seconds(2);

} // namespace

PooledApp::PooledApp(PooledAppOptions options) : m_options(std::move(options)) {
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

PooledApp::~PooledApp() {
    m_thread.request_stop();
    m_thread.join();
}

base::Result<void> PooledApp::fill(Pool& pool, const base::Waiting& waiting) const {
    pool.clear();
    while (static_cast<int>(pool.size()) < std::max(m_options.connections, 2)) {
        auto session = pg::Session::open(m_options.settings, waiting);
        if (!session)
            return base::Unexpected(session.error());
        pool.push_back(*std::move(session));
    }
    return {};
}

base::Result<void> PooledApp::work(Pool& pool, const base::Waiting& waiting) {
    auto& session = *pool[++m_turn % pool.size()];
    const std::string cart = std::to_string(m_turn % 50 + 1);
    const auto done = session.execSimple(
        "begin; update public.cart set items = items + 1, touched_at = now() where id = " + cart + "; commit",
        {.waiting = waiting});
    return done ? base::Result<void>() : base::Result<void>(base::Unexpected(done.error()));
}

base::Result<bool> PooledApp::leakedLockIsHeld(pg::Session& session, const base::Waiting& waiting) const {
    const auto held =
        session.exec("select exists (select from pg_locks where locktype = 'advisory' and objsubid = 1 and granted and "
                     "(classid::bigint << 32 | objid::bigint) = $1::bigint)",
                     {m_options.leakedKey}, {.waiting = waiting});
    if (!held)
        return base::Unexpected(held.error());
    return held->boolean(0, 0);
}

base::Result<bool> PooledApp::leak(Pool& pool, const base::Waiting& waiting) {
    const auto held = leakedLockIsHeld(*pool[0], waiting);
    if (!held)
        return base::Unexpected(held.error());
    if (*held)
        return false;
    // While another transaction is open, the pooler has to take a second server connection for the lock. That one then
    // lies idle below the first, which serves all further transactions.
    for (const auto& [client, sql] :
         {std::pair{0, std::string("begin")}, std::pair{1, "select pg_advisory_lock(" + m_options.leakedKey + ")"},
          std::pair{0, std::string("commit")}}) {
        const auto done = pool[static_cast<std::size_t>(client)]->execSimple(sql, {.waiting = waiting});
        if (!done)
            return base::Unexpected(done.error());
    }
    ++m_leaks;
    return true;
}

void PooledApp::run(const std::stop_token& stop) {
    const base::SystemClock clock;
    const base::Waiting waiting{stop, {}};
    auto nextLeak = clock.monotonic() + m_options.leakAfter;
    while (!stop.stop_requested()) {
        Pool pool;
        auto state = fill(pool, waiting);
        const auto recycleAt = clock.monotonic() + m_options.recycleAfter;
        while (state && clock.monotonic() < recycleAt) {
            if (clock.monotonic() < nextLeak) {
                state = work(pool, waiting);
            } else if (const auto leaked = leak(pool, waiting); leaked) {
                nextLeak = clock.monotonic() + (*leaked ? m_options.leakAgainAfter : kLooksAgainAfter);
            } else {
                state = base::Unexpected(leaked.error());
            }
            if (state)
                state = clock.wait(m_options.workEvery, waiting);
        }
        if (!state && state.error().kind != base::ErrorKind::Cancelled) {
            base::log::info("invoice-service: " + state.error().message.englishUtf8());
            (void)clock.wait(kComesAgainAfter, waiting);
        }
    }
}

} // namespace latchboard::demo
