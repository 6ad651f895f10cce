// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/lock_traffic.h"

#include "base/log.h"
#include "keys/derive.h"
#include "pg/session.h"

namespace latchboard::demo {

namespace {

/// "select function(argument)".
std::string call(const char* function, const std::string& argument) {
    std::string sql = "select ";
    sql.append(function).append("(").append(argument).append(")");
    return sql;
}

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr auto kComesAgainAfter = seconds(3);

std::string reportKey() {
    return std::to_string(kReportKey[0]) + ", " + std::to_string(kReportKey[1]);
}

LockActor reporter(const char* application, base::Duration before, base::Duration work) {
    return {application,
            {},
            {{"select 1", before},
             {call("pg_advisory_lock", reportKey()), work},
             {call("pg_advisory_unlock", reportKey()), milliseconds(500)}}};
}

LockActor importer(const char* application, const std::vector<int>& tenants) {
    LockActor actor{application, {}, {}};
    for (const int tenant : tenants) {
        const std::string key = lockNumber("tenant-import:" + std::to_string(tenant));
        actor.loop.push_back({"begin", milliseconds(0)});
        actor.loop.push_back({call("pg_advisory_xact_lock", key), seconds(4)});
        actor.loop.push_back({"commit", seconds(2)});
    }
    return actor;
}

base::Result<void> play(const std::vector<ActorStep>& steps, pg::Session& session, const base::Waiting& waiting) {
    for (const auto& step : steps) {
        if (const auto done = session.execSimple(step.sql, {.waiting = waiting}); !done)
            return base::Unexpected(done.error());
        if (auto rested = base::SystemClock().wait(step.rest, waiting); !rested)
            return rested;
    }
    return {};
}

/// One life of an actor: until its session ends or the stop.
base::Result<void> live(const LockActor& actor, const pg::ConnectionSettings& common, const std::stop_token& stop) {
    auto settings = common;
    settings.applicationName = actor.application;
    settings.statementTimeout = base::Duration::zero(); // it waits for its lock as long as it takes
    settings.idleInTransactionTimeout = base::Duration::zero();
    const auto session = pg::Session::open(settings, {stop, {}});
    if (!session)
        return base::Unexpected(session.error());
    // While it rests it notices that its session was ended.
    const base::Waiting waiting{stop, [&session]() -> base::Result<void> {
                                    if ((*session)->isAlive())
                                        return {};
                                    return base::Unexpected(base::ErrorKind::Connection,
                                                            LB_TEXT("demo", "The session was ended."));
                                }};
    auto done = play(actor.once, **session, waiting);
    while (done)
        done = actor.loop.empty() ? base::SystemClock().wait(seconds(3600), waiting)
                                  : play(actor.loop, **session, waiting);
    return done;
}

} // namespace

std::string lockNumber(const std::string& name) {
    const auto tag = keys::derive(keys::kDefaultScheme, name);
    return std::to_string(keys::bigintOf(*tag));
}

std::vector<LockActor> demoActors() {
    const std::string cache = lockNumber(kCacheLock);
    const std::string exported = lockNumber(kLeakedLock);
    const std::string recount = std::string("hashtext('").append(kRecountLock).append("')");
    return {
        {"billing", {{call("pg_advisory_lock", lockNumber(kLeaderLock)), {}}}, {}},
        {"cache", {}, {{"begin", {}}, {call("pg_advisory_xact_lock", cache), seconds(3)}, {"commit", seconds(4)}}},
        reporter("report-daily", milliseconds(500), seconds(8)),
        reporter("report-mail", seconds(2), seconds(4)),
        reporter("report-export", seconds(6), seconds(3)),
        {"inventory",
         {},
         {{call("pg_advisory_lock", recount), seconds(3)}, {call("pg_advisory_unlock", recount), seconds(5)}}},
        {"invoice-nightly", // waits for ever once the pooled application has left that lock behind
         {},
         {{"select 1", seconds(6)},
          {call("pg_advisory_lock", exported), seconds(1)},
          {call("pg_advisory_unlock", exported), milliseconds(500)}}},
        importer("import-1", {3, 17, 29}),
        importer("import-2", {8, 21}),
    };
}

LockTraffic::LockTraffic(const pg::ConnectionSettings& settings, std::vector<LockActor> actors) {
    for (auto& actor : actors) {
        m_threads.emplace_back([settings, actor = std::move(actor)](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                const auto ended = live(actor, settings, stop);
                if (!ended && ended.error().kind != base::ErrorKind::Cancelled)
                    base::log::info(actor.application + ": " + ended.error().message.englishUtf8());
                (void)base::SystemClock().wait(kComesAgainAfter, {stop, {}});
            }
        });
    }
}

LockTraffic::~LockTraffic() {
    for (auto& thread : m_threads)
        thread.request_stop();
}

} // namespace latchboard::demo
