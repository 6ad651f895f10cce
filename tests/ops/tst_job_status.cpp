// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/job_status.h"

#include <QTest>

using namespace latchboard;
using ops::GridCell;
using ops::JobStatus;

namespace {

base::Instant at(const char* text) {
    return *base::fromRfc3339(text);
}

sync::RunRecord runAt(const char* start, sync::Outcome outcome = sync::Outcome::Success,
                      sync::Trigger trigger = sync::Trigger::Schedule) {
    sync::RunRecord run;
    run.job = "order-sync";
    run.runId = start;
    run.outcome = outcome;
    run.trigger = trigger;
    run.startedAt = at(start);
    run.finishedAt = run.startedAt + std::chrono::seconds(15);
    return run;
}

ops::JobEntry hourly() {
    ops::JobEntry entry;
    entry.job.name = "order-sync";
    entry.job.lockTag = keys::tagOfBigint(7);
    entry.job.grid.every = std::chrono::hours(1);
    entry.job.startupDelay = std::chrono::seconds(90);
    entry.job.expectedHold = std::chrono::minutes(5);
    return entry;
}

locks::Analysis heldWith(locks::Verdict verdict, const char* database = "orders") {
    locks::Analysis analysis;
    analysis.server.database = "orders";
    locks::LockView view;
    view.lock.tag = keys::tagOfBigint(7);
    view.lock.database = database;
    view.verdict = verdict;
    analysis.locks.push_back(view);
    return analysis;
}

} // namespace

Q_DECLARE_METATYPE(latchboard::locks::Verdict)
Q_DECLARE_METATYPE(latchboard::ops::JobStatus::State)

class TestJobStatus : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void state_data();
    void state();
    void aStandbyStartsNoRun();
    void aHeldLockDecides_data();
    void aHeldLockDecides();
    void aLockOfThatKeyInAnotherDatabaseIsNotOurs();
    void cellsTellMissedFailedAndNotDue();
    void aBackfillIsNoSuccessOfItsCell();
    void sevenDaysOfCells();
};

void TestJobStatus::state_data() {
    QTest::addColumn<QString>("lastSuccess");
    QTest::addColumn<QString>("now");
    QTest::addColumn<JobStatus::State>("expected");
    QTest::newRow("in this cell") << "2026-11-30T01:00:10Z"
                                  << "2026-11-30T01:30:00Z" << JobStatus::State::Ok;
    QTest::newRow("the cell has just begun") << "2026-11-30T01:00:10Z"
                                             << "2026-11-30T02:00:30Z" << JobStatus::State::Ok;
    QTest::newRow("late in the next cell") << "2026-11-30T01:00:10Z"
                                           << "2026-11-30T02:10:00Z" << JobStatus::State::Overdue;
    QTest::newRow("a whole cell is missing") << "2026-11-30T01:00:10Z"
                                             << "2026-11-30T03:00:01Z" << JobStatus::State::Overdue;
    QTest::newRow("never") << ""
                           << "2026-11-30T03:00:01Z" << JobStatus::State::NeverRan;
}

void TestJobStatus::state() {
    QFETCH(QString, lastSuccess);
    QFETCH(QString, now);
    QFETCH(JobStatus::State, expected);
    std::vector<sync::RunRecord> runs;
    if (!lastSuccess.isEmpty())
        runs.push_back(runAt(lastSuccess.toUtf8().constData()));
    const JobStatus status = ops::judgeJob(hourly(), runs, nullptr, at(now.toUtf8().constData()));
    QCOMPARE(ops::stateName(status.state), ops::stateName(expected));
}

void TestJobStatus::aStandbyStartsNoRun() {
    locks::Analysis analysis;
    const auto now = at("2026-12-01T10:20:00Z");
    QVERIFY(ops::judgeJob(hourly(), {}, &analysis, now).missing.empty());
    analysis.server.inRecovery = true;
    const JobStatus status = ops::judgeJob(hourly(), {}, &analysis, now);
    QCOMPARE(status.missing.size(), size_t(1));
    QVERIFY(status.missing.front().english().contains("is a standby"));
}

void TestJobStatus::aHeldLockDecides_data() {
    QTest::addColumn<locks::Verdict>("verdict");
    QTest::addColumn<JobStatus::State>("expected");
    QTest::newRow("held") << locks::Verdict::Held << JobStatus::State::Running;
    QTest::newRow("busy") << locks::Verdict::BusySuspicious << JobStatus::State::Running;
    QTest::newRow("suspected") << locks::Verdict::LeakSuspected << JobStatus::State::BlockedByLeak;
    QTest::newRow("proven") << locks::Verdict::LeakProven << JobStatus::State::BlockedByLeak;
    QTest::newRow("mismatch") << locks::Verdict::ContextMismatch << JobStatus::State::BlockedByLeak;
}

void TestJobStatus::aHeldLockDecides() {
    QFETCH(locks::Verdict, verdict);
    QFETCH(JobStatus::State, expected);
    const auto analysis = heldWith(verdict);
    const JobStatus status = ops::judgeJob(hourly(), {}, &analysis, at("2026-11-30T01:30:00Z"));
    QCOMPARE(ops::stateName(status.state), ops::stateName(expected));
    QVERIFY(status.lock.has_value());
}

void TestJobStatus::aLockOfThatKeyInAnotherDatabaseIsNotOurs() {
    const auto analysis = heldWith(locks::Verdict::LeakProven, "other");
    const JobStatus status =
        ops::judgeJob(hourly(), {runAt("2026-11-30T01:00:10Z")}, &analysis, at("2026-11-30T01:30:00Z"));
    QCOMPARE(ops::stateName(status.state), "ok");
    QVERIFY(!status.lock.has_value());
}

void TestJobStatus::cellsTellMissedFailedAndNotDue() {
    const std::vector<sync::RunRecord> runs = {
        runAt("2026-11-30T01:00:10Z"), runAt("2026-11-30T02:00:10Z", sync::Outcome::Failed),
        runAt("2026-11-30T04:00:10Z", sync::Outcome::Failed), runAt("2026-11-30T04:10:10Z")};
    const JobStatus status = ops::judgeJob(hourly(), runs, nullptr, at("2026-11-30T05:30:00Z"));
    const auto cell = [&](const char* start) {
        for (const GridCell& candidate : status.cells) {
            if (candidate.start == at(start))
                return candidate.state;
        }
        return GridCell::State::Running;
    };
    QVERIFY(cell("2026-11-30T00:00:00Z") == GridCell::State::NotDue);
    QVERIFY(cell("2026-11-30T01:00:00Z") == GridCell::State::Success);
    QVERIFY(cell("2026-11-30T02:00:00Z") == GridCell::State::Failed);
    QVERIFY(cell("2026-11-30T03:00:00Z") == GridCell::State::Missed);
    QVERIFY(cell("2026-11-30T04:00:00Z") == GridCell::State::Success);
    QVERIFY(cell("2026-11-30T05:00:00Z") == GridCell::State::Pending);
    QCOMPARE(status.missed, 1);
}

void TestJobStatus::aBackfillIsNoSuccessOfItsCell() {
    const JobStatus status = ops::judgeJob(
        hourly(),
        {runAt("2026-11-30T01:00:10Z"), runAt("2026-11-30T02:00:10Z", sync::Outcome::Success, sync::Trigger::Backfill)},
        nullptr, at("2026-11-30T02:30:00Z"));
    QCOMPARE(ops::stateName(status.state), "overdue");
    QCOMPARE(QString::fromStdString(status.lastSuccess->runId), QStringLiteral("2026-11-30T01:00:10Z"));
}

void TestJobStatus::sevenDaysOfCells() {
    const JobStatus status = ops::judgeJob(hourly(), {}, nullptr, at("2026-11-30T02:30:00Z"));
    QCOMPARE(status.cells.size(), 168U);
    QVERIFY(status.cells.back().start == at("2026-11-30T02:00:00Z"));
}

QTEST_GUILESS_MAIN(TestJobStatus)
#include "tst_job_status.moc"
