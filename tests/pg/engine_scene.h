// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/advisory_lock.h"
#include "pg/pg_server.h"
#include "pg/target_store.h"
#include "sync/engine.h"

#include <functional>

namespace latchboard::pg::test {

/// Grants each call at once.
class FreeBuckets final : public sync::BucketStore {
public:
    base::Result<std::variant<sync::Grant, sync::GrantRefused>> acquire(const std::vector<sync::BucketRule>&,
                                                                        const std::string&) override;
    base::Result<void> finish(const std::vector<sync::BucketRule>&, const sync::Grant&,
                              const std::vector<sync::BucketFinish>&) override;
};

/// An order API of three pages with two orders each, by cursor. `beforeAnswer` is called with the number of the page,
/// from 1, while the run waits for it; its error is what the call answers.
class ThreePages final : public sync::OrderSource {
public:
    std::function<base::Result<void>(int page, const base::Waiting& waiting)> beforeAnswer;
    int calls = 0;

    base::Result<sync::HttpAnswer> send(const sync::HttpRequest& request, const base::Waiting& waiting) override;
};

/// A job of the engine on a real database, with the target table public.orders.
class EngineScene {
public:
    explicit EngineScene(Server& server);

    [[nodiscard]] const std::string& database() const { return m_database; }
    [[nodiscard]] Session& super() { return *m_super; }
    /// After the server was away: whether a new superuser's session could be made.
    bool reconnect();
    /// Empties the tables.
    void clear();
    [[nodiscard]] static sync::Job job();

    /// One run over `settings`; the keep-alive asks the server each time it is called, for at most `answerWithin`.
    sync::RunRecord run(const ConnectionSettings& settings, sync::OrderSource& source, const std::stop_token& stop = {},
                        base::Duration answerWithin = std::chrono::seconds(10));
    /// The ids in the target, in their order.
    [[nodiscard]] std::string ids();
    /// Outcome and error kind of each run, in their order.
    [[nodiscard]] std::string history();
    [[nodiscard]] std::string windows();
    /// How many sessions hold the job's lock.
    [[nodiscard]] std::string holders();

private:
    Server& m_server;
    std::string m_database;
    std::unique_ptr<Session> m_super;
};

} // namespace latchboard::pg::test
