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

/// Of what is read beside the locks: whether its failure is that of the session, or only costs what it would tell.
bool endsTheLook(const base::Error& error) {
    return error.kind == base::ErrorKind::Connection || error.kind == base::ErrorKind::Cancelled;
}

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
    std::optional<pg::HashProbe> hashes; ///< none: not asked yet
    std::chrono::steady_clock::time_point namesReadAt;
    std::vector<int> waiters; ///< at the last look, sorted
    bool advisorySeen = true; ///< by the last look: poolers are not asked for nothing

    base::Result<void> readNames(const base::Waiting& waiting) {
        std::vector<base::Error> problems;
        auto all = namesOfServer(profile, *session, waiting, problems);
        if (!all)
            return base::Unexpected(all.error());
        names = keys::Registry::build(std::move(*all), &problems);
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
            // Old names, or none, are better than no look at all.
            if (endsTheLook(read.error()) || !parts.session->isAlive())
                return base::Unexpected(read.error());
            if (!parts.names)
                parts.names = keys::Registry::build({});
            parts.nameProblems = {LB_TEXT("ops", "Names of locks can't be read now: %1").arg(read.error().message)};
            base::log::warning("names of locks: " + read.error().message.englishUtf8());
        }
    }
    // Poolers are asked before the scan: what they say then is of a time in which the scan shows the lock still held.
    std::vector<locks::PoolerState> poolers;
    if (parts.advisorySeen && !parts.poolers.empty()) {
        const auto askedAt = parts.reader->now(waiting);
        if (!askedAt)
            return base::Unexpected(askedAt.error());
        for (pg::PgbouncerConsole& pooler : parts.poolers) {
            poolers.push_back(pooler.read(waiting));
            poolers.back().askedAt = *askedAt;
        }
    }
    auto snapshot = parts.reader->read(waiting);
    if (!snapshot)
        return base::Unexpected(snapshot.error());
    snapshot->poolers = std::move(poolers);
    for (const base::Text& problem : parts.nameProblems)
        snapshot->limits.push_back(problem);
    if (!parts.hashes) {
        if (auto probe = pg::probeHashes(*parts.session, waiting))
            parts.hashes = std::move(*probe);
        else if (endsTheLook(probe.error()))
            return base::Unexpected(probe.error());
    }
    if (parts.hashes) {
        snapshot->server.hashesAgree = parts.hashes->agrees();
        if (!parts.hashes->ascii)
            snapshot->limits.push_back(LB_TEXT("ops", "This server's hashtext gives other values than are computed "
                                                      "here: names of the schemes hashtext and hashtextextended are "
                                                      "not to be trusted."));
        else if (!parts.hashes->agrees())
            snapshot->limits.push_back(LB_TEXT("ops",
                                               "This database's encoding is %1, and hashes are computed here for "
                                               "UTF-8: keys that hashtext makes of names outside of ASCII are "
                                               "not recognised.")
                                           .arg(parts.hashes->encoding));
    }
    const bool anyAdvisory = std::any_of(snapshot->locks.begin(), snapshot->locks.end(),
                                         [](const locks::LockRow& lock) { return lock.lockType == "advisory"; });
    parts.advisorySeen = anyAdvisory;
    std::vector<locks::RecordedHold> recorded;
    if (anyAdvisory && snapshot->server.hasSchema) {
        auto read = pg::readRecordedHolds(*parts.session, waiting);
        if (read)
            recorded = std::move(*read);
        else if (endsTheLook(read.error()))
            return base::Unexpected(read.error());
        else
            snapshot->limits.push_back(
                LB_TEXT("ops", "What runs recorded of their locks can't be read now: %1").arg(read.error().message));
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
