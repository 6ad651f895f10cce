// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/samples.h"

#include <algorithm>

namespace latchboard::console::test {

base::Instant at(const char* rfc3339) {
    return base::fromRfc3339(rfc3339).value();
}

locks::LockView lock(int pid, const std::string& name, locks::Verdict verdict) {
    locks::LockView view;
    view.lock.databaseOid = 5;
    view.lock.database = "orders";
    view.lock.tag = keys::derive(keys::kDefaultScheme, name).value();
    view.lock.mode = "ExclusiveLock";
    view.lock.pid = pid;
    keys::NameMatch match;
    match.known.name = name;
    match.known.scheme = keys::kDefaultScheme;
    match.tag = view.lock.tag;
    view.names = {match};
    locks::SessionRow session;
    session.id = {pid, at("2026-03-04T10:00:00Z")};
    session.database = "orders";
    session.user = "app";
    session.applicationName = "web";
    session.clientAddress = "10.0.0.7";
    session.clientPort = 50000 + pid;
    session.backendType = "client backend";
    session.state = "idle";
    session.stateChange = at("2026-03-04T11:59:00Z");
    session.query = "select 1";
    view.holder = session;
    view.id = {view.lock.databaseOid, view.lock.tag, view.lock.mode, true, session.id, "advisory"};
    view.heldSinceAtLatest = at("2026-03-04T11:59:00Z");
    view.verdict = verdict;
    view.evidence = {base::Text::verbatim(std::string_view("held by a backend that is idle"))};
    return view;
}

locks::LockView waiter(int pid, const std::string& name, int blockedBy) {
    locks::LockView view = lock(pid, name, locks::Verdict::Waiting);
    view.id.granted = false;
    view.lock.granted = false;
    view.heldSinceAtLatest.reset();
    view.waitingSince = at("2026-03-04T11:59:30Z");
    view.blockedBy = {blockedBy};
    view.holder->state = "active";
    return view;
}

std::shared_ptr<const locks::Analysis> analysis(std::vector<locks::LockView> locks) {
    auto result = std::make_shared<locks::Analysis>();
    std::sort(locks.begin(), locks.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    result->server.versionNum = 150020;
    result->server.database = "orders";
    result->server.user = "latchboard";
    result->server.host = "db1";
    result->takenAt = at("2026-03-04T12:00:00Z");
    result->locks = std::move(locks);
    return result;
}

sync::RunRecord run(int number, const std::string& job) {
    sync::RunRecord record;
    record.job = job;
    record.runId = "run-" + std::to_string(number);
    record.startedAt = at("2026-03-04T12:00:00Z") - std::chrono::hours(number);
    record.finishedAt = record.startedAt + std::chrono::milliseconds(14'900);
    record.window = sync::Interval{record.startedAt - std::chrono::hours(1), record.startedAt};
    record.pages = 12;
    record.apiCalls = 13;
    record.fetched = 2300;
    record.counts.created = 20;
    record.counts.changed = 5;
    record.counts.same = 2275;
    record.host = "worker-1";
    return record;
}

ops::JobStatus status(const std::string& job) {
    ops::JobStatus result;
    result.job = job;
    result.state = ops::JobStatus::State::Ok;
    result.lastSuccess = run(1, job);
    result.lastRun = result.lastSuccess;
    result.nextDue = at("2026-03-04T13:00:00Z");
    for (int hour = 0; hour < 7 * 24; ++hour) {
        ops::GridCell cell;
        cell.start = at("2026-03-04T12:00:00Z") - std::chrono::hours(7 * 24 - 1 - hour);
        cell.state = hour == 100 ? ops::GridCell::State::Failed : ops::GridCell::State::Success;
        result.cells.push_back(cell);
    }
    return result;
}

Limit limit(const std::string& bucket, Limit::State state) {
    Limit result;
    result.bucket = bucket;
    result.state = state;
    result.spacing = std::chrono::seconds(1);
    result.nextAllowedAt = at("2026-03-04T12:00:07Z");
    result.grantsToday = 318;
    result.refusalsToday = 2;
    result.lastStatus = 200;
    return result;
}

} // namespace latchboard::console::test
