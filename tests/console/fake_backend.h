// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/backend.h"
#include "console/samples.h"

namespace latchboard::console::test {

/// Answers when the test says so, and keeps what it was asked.
class FakeBackend final : public Backend {
public:
    using Backend::publishFinished;
    using Backend::publishJobs;
    using Backend::publishLimits;
    using Backend::publishMonitor;
    using Backend::publishProgress;
    using Backend::publishSetup;

    void cancelRun(const std::string& job) override { cancelled.push_back(job); }
    void lookNow() override { ++looks; }
    void readHistory(const HistoryQuery& query) override { queries.push_back(query); }
    void exportHistory(const HistoryQuery& query, const QString& file) override {
        exportQuery = query;
        exportFile = file;
    }
    void cancelExport() override { ++exportCancels; }
    void actOnLimit(const LimitAct& act) override { acts.push_back(act); }

    /// A server with the job order-sync.
    void ready(bool readOnly = false) {
        Setup setup;
        setup.state = Setup::State::Ready;
        setup.profile = "prod: orders";
        setup.environment = ops::Environment::Production;
        setup.readOnly = readOnly;
        setup.jobs = {{"order-sync", keys::derive(keys::kDefaultScheme, "order-sync").value(), std::chrono::hours(1),
                       std::nullopt}};
        publishSetup(setup);
    }
    void live(std::vector<locks::LockView> locks) {
        ops::MonitorUpdate update;
        update.state = ops::MonitorUpdate::State::Live;
        update.analysis = analysis(std::move(locks));
        update.lastAnswerAt = update.analysis->takenAt;
        publishMonitor(update);
    }
    void stale() {
        ops::MonitorUpdate update = monitor();
        update.state = ops::MonitorUpdate::State::Stale;
        update.retryAt = at("2026-03-04T12:00:04Z");
        update.error = base::makeError(base::ErrorKind::Connection,
                                       base::Text::verbatim(std::string_view("the server does not answer.")));
        publishMonitor(update);
    }
    void answer(std::vector<sync::RunRecord> runs, bool more = false) {
        HistoryPageRead page;
        page.ticket = queries.back().ticket;
        page.runs = std::move(runs);
        page.more = more;
        Q_EMIT historyRead(page);
    }
    void refuse(const base::Error& error) {
        HistoryPageRead page;
        page.ticket = queries.back().ticket;
        page.error = error;
        Q_EMIT historyRead(page);
    }
    void finish(sync::Outcome outcome, const std::string& job = "order-sync") {
        sync::RunRecord record = run(0, job);
        record.outcome = outcome;
        if (outcome == sync::Outcome::Busy) {
            record.lock = sync::LockOutcome::BusyExpected;
            record.holder.pid = 4312;
            record.holder.application = "web";
            record.holder.user = "app";
            record.holder.client = "10.0.0.7";
            record.holder.since = at("2026-03-04T11:58:02Z");
        }
        publishFinished(record);
    }

    std::vector<std::pair<std::string, sync::RunRequest>> begun;
    std::vector<std::string> cancelled;
    std::vector<HistoryQuery> queries;
    std::vector<LimitAct> acts;
    std::optional<HistoryQuery> exportQuery;
    QString exportFile;
    int looks = 0;
    int exportCancels = 0;

private:
    base::Result<void> beginRun(const std::string& job, const sync::RunRequest& request) override {
        begun.emplace_back(job, request);
        return {};
    }
};

} // namespace latchboard::console::test
