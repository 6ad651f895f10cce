// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/exit_code.h"

#include <QTest>

using namespace latchboard;
using base::ErrorKind;
using sync::LockOutcome;
using sync::Outcome;

Q_DECLARE_METATYPE(latchboard::sync::Outcome)
Q_DECLARE_METATYPE(latchboard::sync::LockOutcome)
Q_DECLARE_METATYPE(latchboard::base::ErrorKind)

class TestExitCodes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ofARun_data();
    void ofARun();
    void everyErrorHasAPromisedCode();
};

void TestExitCodes::ofARun_data() {
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<LockOutcome>("lock");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<bool>("ifDue");
    QTest::addColumn<int>("code");
    const auto none = ErrorKind::Internal;
    QTest::newRow("success") << Outcome::Success << LockOutcome::Acquired << none << false << 0;
    QTest::newRow("not due") << Outcome::NotDue << LockOutcome::Acquired << none << true << 0;
    QTest::newRow("busy") << Outcome::Busy << LockOutcome::BusyExpected << none << false << 10;
    QTest::newRow("busy, if due") << Outcome::Busy << LockOutcome::BusyExpected << none << true << 0;
    QTest::newRow("busy, suspicious") << Outcome::Busy << LockOutcome::BusySuspicious << none << false << 11;
    QTest::newRow("busy, suspicious, if due") << Outcome::Busy << LockOutcome::BusySuspicious << none << true << 11;
    QTest::newRow("context") << Outcome::Failed << LockOutcome::ContextMismatch << ErrorKind::ContextMismatch << false
                             << 12;
    QTest::newRow("release") << Outcome::Success << LockOutcome::ReleaseFailed << ErrorKind::ReleaseFailed << false
                             << 13;
    QTest::newRow("source") << Outcome::Failed << LockOutcome::Acquired << ErrorKind::SourcePermanent << false << 20;
    QTest::newRow("database") << Outcome::Failed << LockOutcome::Acquired << ErrorKind::Database << false << 21;
    QTest::newRow("lock lost") << Outcome::Failed << LockOutcome::Acquired << ErrorKind::LockLost << false << 21;
    QTest::newRow("in doubt") << Outcome::InDoubt << LockOutcome::Acquired << ErrorKind::InDoubt << false << 22;
    QTest::newRow("postponed") << Outcome::Postponed << LockOutcome::Acquired << ErrorKind::SourceRateLimited << false
                               << 23;
    QTest::newRow("lockout") << Outcome::Failed << LockOutcome::Acquired << ErrorKind::SourceLockout << false << 24;
    QTest::newRow("cancelled") << Outcome::Cancelled << LockOutcome::Acquired << ErrorKind::Cancelled << false << 30;
    QTest::newRow("privilege") << Outcome::Failed << LockOutcome::Acquired << ErrorKind::Privilege << false << 40;
    QTest::newRow("internal") << Outcome::Failed << LockOutcome::Acquired << ErrorKind::Internal << false << 1;
}

void TestExitCodes::ofARun() {
    QFETCH(Outcome, outcome);
    QFETCH(LockOutcome, lock);
    QFETCH(ErrorKind, kind);
    QFETCH(bool, ifDue);
    QFETCH(int, code);
    sync::RunRecord run;
    run.outcome = outcome;
    run.lock = lock;
    if (outcome == Outcome::Failed)
        run.error = base::makeError(kind, {});
    QCOMPARE(static_cast<int>(cli::exitCodeOf(run, ifDue)), code);
}

void TestExitCodes::everyErrorHasAPromisedCode() {
    const QSet<int> promised = {1, 2, 12, 13, 20, 21, 22, 23, 24, 30, 40};
    for (int i = 0; i <= static_cast<int>(ErrorKind::Refused); ++i)
        QVERIFY(promised.contains(cli::exitCodeOf(base::makeError(static_cast<ErrorKind>(i), {}))));
}

QTEST_GUILESS_MAIN(TestExitCodes)
#include "tst_exit_codes.moc"
