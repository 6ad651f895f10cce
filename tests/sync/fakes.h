// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/engine.h"

#include <algorithm>
#include <functional>
#include <map>

/// The world of the engine in memory: a clock that a test moves, a database with a lock, a bucket and a table, and
/// faults at any call.
namespace latchboard::sync::test {

inline base::Instant at(const std::string& text) {
    return base::fromRfc3339(text).value();
}

/// Time passes only while one waits; a pulse is felt every half second, as with the real one.
class FakeClock final : public base::Clock {
public:
    explicit FakeClock(base::Instant start = at("2026-03-10T12:00:00Z")) : m_now(start) {}

    [[nodiscard]] base::Instant now() const override { return m_now; }
    [[nodiscard]] base::Duration monotonic() const override { return m_now.time_since_epoch(); }
    base::Result<void> wait(base::Duration duration, const base::Waiting& waiting) const override {
        const base::Instant end = m_now + duration;
        for (;;) {
            if (waiting.stop.stop_requested())
                return base::cancelled();
            if (m_now >= end)
                return {};
            m_now = std::min<base::Instant>(end, m_now + std::chrono::milliseconds(500));
            if (waiting.pulse) {
                if (auto alive = waiting.pulse(); !alive)
                    return alive;
            }
        }
    }
    void advance(base::Duration duration) const { m_now += duration; }

private:
    mutable base::Instant m_now;
};

/// Which call to the database fails, and how.
struct Faults {
    enum class Mode {
        Before, ///< the call does nothing and fails
        After,  ///< the call does its work, and its answer is lost
        Kill,   ///< the call does its work, and then the process is dead: nothing more is done
    };
    int failAt = 0; ///< 1: the first call
    Mode mode = Mode::Before;
    base::ErrorKind kind = base::ErrorKind::Connection;
    std::function<void(int call)> onCall;

    int calls = 0;
    std::vector<std::string> names;
    bool killed = false, sessionLost = false;

    [[nodiscard]] base::Unexpected error() const {
        return base::Unexpected(kind, base::Text::verbatim(std::string_view("a fault of the test")));
    }
    template<typename Effect>
    auto call(const char* name, Effect effect) -> decltype(effect()) {
        if (killed)
            return base::Unexpected(base::ErrorKind::Connection, base::Text::verbatim(std::string_view("dead")));
        ++calls;
        names.emplace_back(name);
        if (onCall)
            onCall(calls);
        const bool hit = calls == failAt;
        if (hit && mode == Mode::Before)
            return fails();
        auto result = effect();
        if (hit && mode == Mode::Kill) {
            killed = true;
            return fails();
        }
        return hit ? decltype(effect())(fails()) : result;
    }

private:
    base::Unexpected fails() {
        if (kind == base::ErrorKind::Connection || kind == base::ErrorKind::LockLost ||
            kind == base::ErrorKind::InDoubt)
            sessionLost = true;
        return error();
    }
};

struct Row {
    std::string id;
    std::optional<base::Instant> updatedAt;
    std::map<std::string, std::optional<std::string>> values;
    bool deleted = false;
    friend bool operator==(const Row&, const Row&) = default;
};

/// What would survive the death of every process.
struct Database {
    std::multimap<std::string, Row> rows; ///< by id, of which at most one is not deleted
    std::map<std::string, std::vector<Interval>> windows;
    std::vector<RunRecord> history, attempts;
    std::map<std::string, QuarantinedItem> quarantine;
    std::int64_t rowWrites = 0;
    bool lockHeld = false;
    std::optional<LockAttempt> lockAnswer; ///< instead of the lock

    struct Bucket {
        base::Instant nextAllowed{}, leaseUntil{}, toldUntil{};
        std::int64_t lease = 0, grants = 0;
        bool lockedOut = false, paused = false, byOperator = false;
        std::string reason, key;
        BucketFinish last;
        std::vector<BucketRule> rules;     ///< all that were asked for last
        std::vector<BucketFinish> answers; ///< of all of them
        bool usedUp = false;
    } bucket;

    [[nodiscard]] std::vector<Row> sortedRows() const {
        std::vector<Row> sorted;
        for (const auto& [id, row] : rows)
            sorted.push_back(row);
        std::sort(sorted.begin(), sorted.end(), [](const Row& a, const Row& b) {
            return std::tie(a.id, a.deleted, a.updatedAt) < std::tie(b.id, b.deleted, b.updatedAt);
        });
        return sorted;
    }
    [[nodiscard]] const Row* live(const std::string& id) const {
        const auto [first, last] = rows.equal_range(id);
        for (auto i = first; i != last; ++i) {
            if (!i->second.deleted)
                return &i->second;
        }
        return nullptr;
    }
};

class FakeLock final : public JobLock {
public:
    FakeLock(Database& database, Faults& faults, const FakeClock& clock)
        : m_database(database), m_faults(faults), m_clock(clock) {}

    base::Result<LockAttempt> tryAcquire(const Job&, const std::string&) override {
        return m_faults.call("tryAcquire", [&]() -> base::Result<LockAttempt> {
            if (m_database.lockAnswer)
                return *m_database.lockAnswer;
            LockAttempt attempt;
            attempt.pid = 4312;
            attempt.backendStart = m_clock.now();
            attempt.wait = std::chrono::microseconds(400);
            attempt.outcome = m_database.lockHeld ? LockOutcome::BusyExpected : LockOutcome::Acquired;
            if (m_database.lockHeld)
                attempt.holder = {99, "other", "app", "10.0.0.7", m_clock.now() - std::chrono::minutes(2)};
            m_mine = !m_database.lockHeld;
            m_database.lockHeld = true;
            return attempt;
        });
    }
    base::Result<void> keepAlive() override {
        return m_faults.call("keepAlive", [&]() -> base::Result<void> { return session(); });
    }
    base::Result<void> release() override {
        return m_faults.call("release", [&]() -> base::Result<void> {
            if (auto alive = session(); !alive)
                return alive;
            if (!m_mine)
                return base::Unexpected(base::ErrorKind::ReleaseFailed,
                                        base::Text::verbatim(std::string_view("false")));
            m_mine = false;
            m_database.lockHeld = false;
            return {};
        });
    }
    base::Result<base::Instant> databaseNow() override {
        return m_faults.call("databaseNow", [&]() -> base::Result<base::Instant> {
            if (auto alive = session(); !alive)
                return base::Unexpected(alive.error());
            return m_clock.now();
        });
    }

private:
    [[nodiscard]] base::Result<void> session() const {
        if (m_faults.sessionLost)
            return base::Unexpected(base::ErrorKind::LockLost,
                                    base::Text::verbatim(std::string_view("session is gone")));
        return {};
    }
    Database& m_database;
    Faults& m_faults;
    const FakeClock& m_clock;
    bool m_mine = false;
};

/// The target and the state, with the rules of the real one: newest of an id, not-older guard, partial unique index.
class MemoryStore final : public SyncStore {
public:
    MemoryStore(Database& database, Faults& faults) : m_database(database), m_faults(faults) {}

    base::Result<void> check(const Job&) override {
        return m_faults.call("check", [&]() -> base::Result<void> { return session(); });
    }
    base::Result<std::optional<base::Instant>> lastWindowEnd(const std::string& job) override {
        return m_faults.call("lastWindowEnd", [&]() -> base::Result<std::optional<base::Instant>> {
            std::optional<base::Instant> last;
            for (const Interval& window : m_database.windows[job])
                last = std::max(last.value_or(window.until), window.until);
            return last;
        });
    }
    base::Result<std::optional<base::Instant>> lastSuccessStart(const std::string& job) override {
        return m_faults.call("lastSuccessStart", [&]() -> base::Result<std::optional<base::Instant>> {
            std::optional<base::Instant> last;
            for (const RunRecord& run : m_database.history) {
                if (run.job == job && run.outcome == Outcome::Success && run.trigger != Trigger::Backfill)
                    last = std::max(last.value_or(run.startedAt), run.startedAt);
            }
            return last;
        });
    }
    base::Result<std::int64_t> refusalsInARow(const std::string& job) override {
        return m_faults.call("refusalsInARow", [&]() -> base::Result<std::int64_t> {
            std::int64_t refusals = 0;
            for (const RunRecord& run : m_database.history) {
                if (run.job != job)
                    continue;
                if (run.outcome == Outcome::Success)
                    refusals = 0;
                else if (run.error && run.error->kind == base::ErrorKind::SourceAuth)
                    ++refusals;
            }
            return refusals;
        });
    }
    base::Result<void> write(const Job& job, const std::string&, std::int64_t, const Page& page,
                             WriteCounts& counts) override {
        return m_faults.call("write", [&]() -> base::Result<void> {
            if (auto alive = session(); !alive)
                return base::Unexpected(alive.error());
            std::map<std::string, const Order*> newest;
            for (const Order& order : page.orders) {
                const Order*& found = newest[order.externalId];
                if (found == nullptr || !isOlder(order.updatedAt, found->updatedAt))
                    found = &order;
            }
            for (const auto& [id, order] : newest)
                put(job, *order, counts);
            for (const QuarantinedItem& item : page.quarantined)
                m_database.quarantine[item.externalId + item.reason] = item;
            counts.quarantined += static_cast<std::int64_t>(page.quarantined.size());
            return {};
        });
    }
    base::Result<void> closeWindow(const Job& job, const std::string&, const Interval& window) override {
        return m_faults.call("closeWindow", [&]() -> base::Result<void> {
            if (auto alive = session(); !alive)
                return alive;
            m_database.windows[job.name].push_back(window);
            return {};
        });
    }
    base::Result<void> record(const RunRecord& run) override {
        return m_faults.call("record", [&]() -> base::Result<void> {
            if (run.outcome == Outcome::Success) {
                if (auto alive = session(); !alive)
                    return alive;
            }
            const bool known = std::any_of(m_database.history.begin(), m_database.history.end(),
                                           [&](const RunRecord& other) { return other.runId == run.runId; });
            if (!known)
                m_database.history.push_back(run);
            return {};
        });
    }
    base::Result<void> recordAttempt(const RunRecord& run) override {
        return m_faults.call("recordAttempt", [&]() -> base::Result<void> {
            m_database.attempts.push_back(run);
            return {};
        });
    }

private:
    [[nodiscard]] base::Result<void> session() const {
        if (m_faults.sessionLost)
            return base::Unexpected(base::ErrorKind::Connection,
                                    base::Text::verbatim(std::string_view("session is gone")));
        return {};
    }
    static bool isOlder(std::optional<base::Instant> a, std::optional<base::Instant> b) { return a && b && *a < *b; }

    void put(const Job& job, const Order& order, WriteCounts& counts) {
        Row* live = nullptr;
        Row* dead = nullptr;
        const auto [first, last] = m_database.rows.equal_range(order.externalId);
        for (auto i = first; i != last; ++i) {
            Row& row = i->second;
            if (!row.deleted)
                live = &row;
            else if (dead == nullptr || isOlder(dead->updatedAt, row.updatedAt))
                dead = &row;
        }
        const Row wanted{order.externalId, order.updatedAt, order.values, order.gone};
        if (live != nullptr) {
            if (isOlder(order.updatedAt, live->updatedAt)) {
                ++counts.stale;
            } else if (*live == wanted) {
                ++counts.same;
            } else {
                *live = wanted;
                ++m_database.rowWrites;
                ++(order.gone ? counts.gone : counts.changed);
            }
        } else if (order.gone) {
            ++counts.same;
        } else if (dead != nullptr && !isOlder(dead->updatedAt, order.updatedAt)) {
            ++counts.stale;
        } else if (dead != nullptr && job.target.whenBack == "revive") {
            *dead = wanted;
            ++m_database.rowWrites;
            ++counts.changed;
        } else {
            m_database.rows.emplace(wanted.id, wanted);
            ++m_database.rowWrites;
            ++counts.created;
        }
    }

    Database& m_database;
    Faults& m_faults;
};

/// One bucket row with a lease, a pessimistic next time, and spacing from the end of the answer: that of the first
/// rule.
class FakeBuckets final : public BucketStore {
public:
    FakeBuckets(Database& database, Faults& faults, const FakeClock& clock)
        : m_bucket(database.bucket), m_faults(faults), m_clock(clock) {}

    base::Result<std::variant<Grant, GrantRefused>> acquire(const std::vector<BucketRule>& rules,
                                                            const std::string&) override {
        const BucketRule& rule = rules.front();
        using Answer = std::variant<Grant, GrantRefused>;
        return m_faults.call("acquire", [&]() -> base::Result<Answer> {
            const base::Instant now = m_clock.now();
            const base::Instant free = std::max({m_bucket.nextAllowed, m_bucket.toldUntil,
                                                 m_bucket.lease != 0 ? m_bucket.leaseUntil : base::Instant{}});
            if (m_bucket.lockedOut || m_bucket.paused || free > now) {
                GrantRefused refused;
                refused.wait = std::max(free - now, base::Duration::zero());
                refused.toldByServer = m_bucket.toldUntil > now && m_bucket.toldUntil >= m_bucket.nextAllowed;
                refused.byOperator = m_bucket.byOperator;
                refused.usedUp = m_bucket.usedUp;
                refused.lockedOut = m_bucket.lockedOut;
                refused.paused = m_bucket.paused;
                refused.reason = base::Text::verbatim(std::string_view(m_bucket.reason));
                return Answer(refused);
            }
            m_bucket.key = rule.key;
            m_bucket.rules = rules;
            m_bucket.lease = ++m_bucket.grants;
            m_bucket.leaseUntil = now + rule.hold;
            m_bucket.nextAllowed = now + std::max(rule.spacing, rule.crashRest);
            return Answer(Grant{std::vector<std::int64_t>(rules.size(), m_bucket.lease), now});
        });
    }
    base::Result<void> finish(const std::vector<BucketRule>& rules, const Grant& grant,
                              const std::vector<BucketFinish>& answers) override {
        const BucketRule& rule = rules.front();
        const BucketFinish& answer = answers.front();
        return m_faults.call("finish", [&]() -> base::Result<void> {
            if (grant.leases.front() != m_bucket.lease)
                return {};
            m_bucket.answers = answers;
            const base::Instant now = m_clock.now();
            m_bucket.lease = 0;
            m_bucket.nextAllowed = now + std::max(rule.spacing, answer.rest);
            m_bucket.toldUntil = now + answer.toldWait;
            m_bucket.lockedOut = std::any_of(answers.begin(), answers.end(), [](const auto& a) { return a.lockout; });
            m_bucket.reason = answer.reason;
            m_bucket.last = answer;
            return {};
        });
    }

private:
    Database::Bucket& m_bucket;
    Faults& m_faults;
    const FakeClock& m_clock;
};

/// Everything together: runs the engine once on this database.
struct World {
    FakeClock clock;
    Database database;
    Faults faults;
    std::vector<Progress> told;
    std::stop_source stop;

    RunRecord run(OrderSource& source, const Job& job, const RunRequest& request = {}) {
        FakeLock lock(database, faults, clock);
        MemoryStore store(database, faults);
        FakeBuckets buckets(database, faults, clock);
        Engine engine(source, buckets, lock, store, clock, [this] {
            m_seed = m_seed * 6364136223846793005ULL + 1442695040888963407ULL;
            return static_cast<double>(m_seed >> 11) / 9007199254740992.0;
        });
        told.clear();
        return engine.run(job, request, stop.get_token(),
                          [this](const Progress& progress) { told.push_back(progress); });
    }
    /// The server ends sessions of the dead, and a fresh process comes an hour on.
    void nextHour() {
        faults = {};
        stop = std::stop_source();
        database.lockHeld = false;
        clock.advance(std::chrono::hours(1));
    }

private:
    std::uint64_t m_seed = 20260310;
};

} // namespace latchboard::sync::test
