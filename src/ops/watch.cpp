// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/watch.h"

#include "base/log.h"
#include "ops/names.h"
#include "ops/server_session.h"
#include "pg/lock_attempts.h"
#include "pg/lock_names.h"
#include "pg/pgbouncer_console.h"
#include "pg/snapshot_reader.h"

#include <algorithm>
#include <chrono>

namespace latchboard::ops {

namespace {

/// Names from SQL, files, slots of time and latchboard.lock_name are read again this often.
constexpr auto kNamesLiveFor = std::chrono::minutes(1);
/// A look must not wait longer for an overloaded server than this.
constexpr base::Duration kStatementTimeout = std::chrono::seconds(10);

pg::ConnectionSettings poolerSettings(const std::string& conninfo) {
    pg::ConnectionSettings settings;
    settings.conninfo = conninfo;
    settings.applicationName = "latchboard monitor";
    return settings;
}

} // namespace

struct Watch::Parts {
    Profile profile;
    locks::Thresholds thresholds;
    std::unique_ptr<pg::Session> session;
    std::unique_ptr<pg::SnapshotReader> reader;
    std::vector<pg::PgbouncerConsole> poolers;
    locks::Judge judge;
    std::shared_ptr<const keys::Registry> names;
    std::vector<base::Text> nameProblems;
    std::chrono::steady_clock::time_point namesReadAt;
    std::vector<int> waiters; ///< at the last look, sorted

    base::Result<void> readNames(const base::Waiting& waiting) {
        std::vector<base::Error> problems;
        const ValuesOf valuesOf = [&](const std::string& sql) -> base::Result<std::vector<std::string>> {
            const auto rows = session->exec(sql, {}, {waiting});
            if (!rows)
                return base::Unexpected(rows.error());
            std::vector<std::string> values;
            values.reserve(static_cast<std::size_t>(rows->rows()));
            for (int row = 0; row < rows->rows(); ++row)
                values.push_back(rows->text(row, 0));
            return values;
        };
        auto all = namesOf(profile, base::SystemClock().now(), valuesOf, problems);
        auto registered = pg::readRegisteredNames(*session, waiting);
        if (!registered)
            return base::Unexpected(registered.error());
        for (keys::KnownName& name : *registered)
            all.push_back(std::move(name));
        names = keys::Registry::build(std::move(all), &problems);
        nameProblems.clear();
        for (const base::Error& problem : problems)
            nameProblems.push_back(problem.message);
        namesReadAt = std::chrono::steady_clock::now();
        return {};
    }
};

Watch::Watch(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) {}
Watch::~Watch() = default;

base::Result<std::unique_ptr<Watch>> Watch::open(const Profile& profile, const locks::Thresholds& thresholds,
                                                 std::stop_token stop) {
    auto settings = connectionSettings(profile, "latchboard monitor");
    if (!settings)
        return base::Unexpected(settings.error());
    settings->statementTimeout = kStatementTimeout;
    auto session = pg::Session::open(*settings, {std::move(stop), {}});
    if (!session)
        return base::Unexpected(session.error());
    auto parts = std::make_unique<Parts>();
    parts->profile = profile;
    parts->thresholds = thresholds;
    parts->session = std::move(*session);
    parts->reader = std::make_unique<pg::SnapshotReader>(*parts->session);
    for (const std::string& conninfo : profile.poolerAdmin)
        parts->poolers.emplace_back(pg::targetOf(conninfo), poolerSettings(conninfo));
    return std::unique_ptr<Watch>(new Watch(std::move(parts)));
}

base::Result<locks::Analysis> Watch::look(std::stop_token stop) {
    const base::Waiting waiting{std::move(stop), {}};
    Parts& parts = *m_parts;
    if (!parts.names || std::chrono::steady_clock::now() - parts.namesReadAt > kNamesLiveFor) {
        if (auto read = parts.readNames(waiting); !read) {
            // Old names are better than no look at all, as long as the session itself lives.
            if (!parts.names || !parts.session->isAlive())
                return base::Unexpected(read.error());
            base::log::warning("names of locks: " + read.error().message.englishUtf8());
        }
    }
    auto snapshot = parts.reader->read(waiting);
    if (!snapshot)
        return base::Unexpected(snapshot.error());
    for (const base::Text& problem : parts.nameProblems)
        snapshot->limits.push_back(problem);
    const bool anyAdvisory = std::any_of(snapshot->locks.begin(), snapshot->locks.end(),
                                         [](const locks::LockRow& lock) { return lock.lockType == "advisory"; });
    if (anyAdvisory) {
        for (pg::PgbouncerConsole& pooler : parts.poolers)
            snapshot->poolers.push_back(pooler.read(waiting));
    }
    std::vector<locks::RecordedHold> recorded;
    if (anyAdvisory && snapshot->server.hasSchema) {
        auto read = pg::readRecordedHolds(*parts.session, waiting);
        if (!read)
            return base::Unexpected(read.error());
        recorded = std::move(*read);
    }
    parts.waiters.clear();
    for (const locks::LockRow& lock : snapshot->locks) {
        if (!lock.granted && lock.lockType == "advisory")
            parts.waiters.push_back(lock.pid);
    }
    std::sort(parts.waiters.begin(), parts.waiters.end());
    return parts.judge.judge(*snapshot, *parts.names, parts.thresholds, recorded);
}

base::Result<bool> Watch::newWaiter(std::stop_token stop) {
    const auto waiters = m_parts->reader->advisoryWaiters({std::move(stop), {}});
    if (!waiters)
        return base::Unexpected(waiters.error());
    return !std::includes(m_parts->waiters.begin(), m_parts->waiters.end(), waiters->begin(), waiters->end());
}

} // namespace latchboard::ops
