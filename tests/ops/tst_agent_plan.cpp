// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/agent_plan.h"

#include <QTest>

using namespace latchboard;
using base::ErrorKind;
using ops::NextStep;
using sync::Outcome;

Q_DECLARE_METATYPE(latchboard::sync::Outcome)
Q_DECLARE_METATYPE(latchboard::base::ErrorKind)
Q_DECLARE_METATYPE(latchboard::ops::NextStep::Kind)

class TestAgentPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decides_data();
    void decides();
};

void TestAgentPlan::decides_data() {
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<bool>("wasSecondTry");
    QTest::addColumn<QString>("now");
    QTest::addColumn<NextStep::Kind>("step");
    QTest::addColumn<QString>("at");
    const auto none = ErrorKind::Internal;
    const auto atTime = NextStep::Kind::AtTime;
    QTest::newRow("success: next cell") << Outcome::Success << none << false << "2026-11-30T01:00:14Z" << atTime
                                        << "2026-11-30T02:00:00Z";
    QTest::newRow("not due: next cell") << Outcome::NotDue << none << false << "2026-11-30T01:59:59.9Z" << atTime
                                        << "2026-11-30T02:00:00Z";
    QTest::newRow("busy: when free") << Outcome::Busy << none << false << "2026-11-30T01:00:00Z"
                                     << NextStep::Kind::WhenLockIsFree << "2026-11-30T02:00:00Z";
    QTest::newRow("postponed: at T") << Outcome::Postponed << ErrorKind::SourceRateLimited << false
                                     << "2026-11-30T01:00:00Z" << atTime << "2026-11-30T01:30:00Z";
    QTest::newRow("transient: ten minutes") << Outcome::Failed << ErrorKind::SourceTransient << false
                                            << "2026-11-30T01:05:00Z" << atTime << "2026-11-30T01:15:00Z";
    QTest::newRow("transient, late in the cell: next cell")
        << Outcome::Failed << ErrorKind::Connection << false << "2026-11-30T01:55:00Z" << atTime
        << "2026-11-30T02:00:00Z";
    QTest::newRow("transient twice: next cell") << Outcome::Failed << ErrorKind::SourceTransient << true
                                                << "2026-11-30T01:15:00Z" << atTime << "2026-11-30T02:00:00Z";
    QTest::newRow("permanent: next cell") << Outcome::Failed << ErrorKind::SourcePermanent << false
                                          << "2026-11-30T01:05:00Z" << atTime << "2026-11-30T02:00:00Z";
    QTest::newRow("lockout: a person") << Outcome::Failed << ErrorKind::SourceLockout << false << "2026-11-30T01:05:00Z"
                                       << NextStep::Kind::StopSchedule << "2026-11-30T02:00:00Z";
    QTest::newRow("in doubt: ten minutes") << Outcome::InDoubt << ErrorKind::InDoubt << false << "2026-11-30T01:05:00Z"
                                           << atTime << "2026-11-30T01:15:00Z";
    QTest::newRow("cancelled: next cell") << Outcome::Cancelled << ErrorKind::Cancelled << false
                                          << "2026-11-30T01:05:00Z" << atTime << "2026-11-30T02:00:00Z";
}

void TestAgentPlan::decides() {
    QFETCH(Outcome, outcome);
    QFETCH(ErrorKind, kind);
    QFETCH(bool, wasSecondTry);
    QFETCH(QString, now);
    QFETCH(NextStep::Kind, step);
    QFETCH(QString, at);
    sync::RunRecord run;
    run.outcome = outcome;
    run.lock = outcome == Outcome::Busy ? sync::LockOutcome::BusyExpected : sync::LockOutcome::Acquired;
    if (outcome == Outcome::Failed || outcome == Outcome::InDoubt || outcome == Outcome::Cancelled)
        run.error = base::makeError(kind, {});
    if (outcome == Outcome::Postponed)
        run.postponedUntil = base::fromRfc3339("2026-11-30T01:30:00Z");
    const NextStep next = ops::nextStep(run, wasSecondTry, *base::fromRfc3339(now.toStdString()), sync::Grid{});
    QCOMPARE(next.kind, step);
    if (step == NextStep::Kind::AtTime)
        QCOMPARE(QString::fromStdString(base::toRfc3339(next.at)), at);
}

QTEST_GUILESS_MAIN(TestAgentPlan)
#include "tst_agent_plan.moc"
