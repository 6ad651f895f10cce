// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/scene.h"

#include <QTest>

using namespace latchboard;
using namespace latchboard::locks;
using namespace latchboard::tests;

class TestLevelAndAge : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idleProof_data();
    void idleProof();
    void proofIsKeptWhileEveryScanShowsTheLock();
    void proofEndsWhenAScanMissesTheLock();
    void proofIsNotInherited();
    void beatCanProve();
    void recordProves_data();
    void recordProves();
    void recordOfAnEarlierHold();
    void newestRecordCounts();
    void preparedTransaction();
    void boundsFromLooks();
    void idleLowersTheBound();
    void backendStartIsABound();
    void handedOverBetweenTwoLooks();
    void pidUsedAgain();
    void pidUsedAgainWithinALook();
    void hiddenStart();
    void clockGoesBack();
    void clockGoesForward_data();
    void clockGoesForward();
};

void TestLevelAndAge::idleProof_data() {
    QTest::addColumn<QString>("state");
    QTest::addColumn<double>("stateChange"); // the scan begins at 0
    QTest::addColumn<double>("taken");
    QTest::addColumn<QString>("level");

    QTest::newRow("idle before the scan") << "idle" << -0.000001 << 0.1 << "session";
    QTest::newRow("idle long before") << "idle" << -900.0 << 0.1 << "session";
    QTest::newRow("idle at the very moment") << "idle" << 0.0 << 0.1 << "undetermined";
    QTest::newRow("idle after the scan began") << "idle" << 0.000001 << 0.1 << "undetermined";
    QTest::newRow("idle, sessions read at once") << "idle" << -1.0 << 0.0 << "session";
    QTest::newRow("idle, sessions read before the scan") << "idle" << -1.0 << -0.1 << "undetermined";
    QTest::newRow("active") << "active" << -900.0 << 0.1 << "undetermined";
    QTest::newRow("in a transaction") << "idle in transaction" << -900.0 << 0.1 << "undetermined";
    QTest::newRow("aborted") << "idle in transaction (aborted)" << -900.0 << 0.1 << "undetermined";
    QTest::newRow("fast path") << "fastpath function call" << -900.0 << 0.1 << "undetermined";
    QTest::newRow("hidden") << "" << -900.0 << 0.1 << "undetermined";
    QTest::newRow("not tracked") << "disabled" << -900.0 << 0.1 << "undetermined";
}

void TestLevelAndAge::idleProof() {
    QFETCH(QString, state);
    QFETCH(double, stateChange);
    QFETCH(double, taken);
    QFETCH(QString, level);

    Court court;
    Snapshot snapshot = look(0);
    snapshot.takenAt = at(taken);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, state.toUtf8().constData(), stateChange)};
    const Analysis analysis = court.hear(snapshot);
    const LockView& view = analysis.locks.at(0);
    QCOMPARE(QString(levelName(view.level)), level);
    QCOMPARE(view.levelProof, std::string(level == "session" ? "idle" : ""));
    QCOMPARE(when(view.levelProvenAt), level == "session" ? when(at(taken)) : QString("none"));
}

void TestLevelAndAge::proofIsKeptWhileEveryScanShowsTheLock() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -5)};
    court.hear(snapshot);
    for (int i = 1; i < 5; ++i) {
        Snapshot next = look(i);
        next.locks = {lockRow(11)};
        next.sessions = {session(11, "active", i - 0.5)};
        const Analysis analysis = court.hear(next);
        QVERIFY(analysis.locks.at(0).level == Level::Session);
        QCOMPARE(when(analysis.locks.at(0).levelProvenAt), QString("0.1"));
    }
}

void TestLevelAndAge::proofEndsWhenAScanMissesTheLock() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -5)};
    court.hear(snapshot);
    Snapshot without = look(1);
    without.sessions = {session(11, "idle", 0.5)};
    QVERIFY(court.hear(without).locks.empty());
    Snapshot again = look(2);
    again.locks = {lockRow(11)};
    again.sessions = {session(11, "active", 1.5)};
    const LockView view = court.hear(again).locks.at(0);
    QVERIFY(view.level == Level::Undetermined);
    QCOMPARE(when(view.heldSinceAtLatest), QString("2.1"));
    QCOMPARE(when(view.heldSinceAtEarliest), QString("1"));
}

/// Another mode, another key and another backend are other locks.
void TestLevelAndAge::proofIsNotInherited() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -5), session(12)};
    court.hear(snapshot);
    Snapshot next = look(1);
    next.locks = {lockRow(11, kOrderSync, true, "ShareLock"), lockRow(11, keys::tagOfBigint(7)),
                  lockRow(12, keys::tagOfBigint(8))};
    next.sessions = {session(11, "active", 0.5), session(12, "active", 0.5)};
    for (const LockView& view : court.hear(next).locks)
        QVERIFY(view.level == Level::Undetermined);
}

/// Newer sessions beside the same scan: idle since before that scan is as good a proof.
void TestLevelAndAge::beatCanProve() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "", -5)};
    snapshot.sessions[0].stateChange.reset();
    snapshot.sessions[0].transactionStart.reset();
    QVERIFY(court.hear(snapshot).locks.at(0).level == Level::Undetermined);
    Snapshot beat = snapshot;
    beat.takenAt = at(1.1);
    beat.sessions = {session(11, "idle", -5)};
    const LockView view = court.hear(beat).locks.at(0);
    QVERIFY(view.level == Level::Session);
    QCOMPARE(when(view.levelProvenAt), QString("1.1"));
    // It is no scan without the lock, nor another scan.
    QCOMPARE(when(view.heldSinceAtEarliest), when(at(kStarted)));
}

void TestLevelAndAge::recordProves_data() {
    QTest::addColumn<int>("pid");
    QTest::addColumn<double>("start");
    QTest::addColumn<QString>("database");
    QTest::addColumn<qint64>("key");
    QTest::addColumn<double>("taken"); // sessions are read at 0.1
    QTest::addColumn<bool>("proves");

    const qint64 key = keys::bigintOf(kOrderSync);
    QTest::newRow("its own") << 11 << kStarted << "orders" << key << -40.0 << true;
    QTest::newRow("database not told") << 11 << kStarted << "" << key << -40.0 << true;
    QTest::newRow("at this moment") << 11 << kStarted << "orders" << key << 0.1 << true;
    QTest::newRow("of the future") << 11 << kStarted << "orders" << key << 0.100001 << false;
    QTest::newRow("another pid") << 12 << kStarted << "orders" << key << -40.0 << false;
    QTest::newRow("another start") << 11 << kStarted + 0.000001 << "orders" << key << -40.0 << false;
    QTest::newRow("another database") << 11 << kStarted << "billing" << key << -40.0 << false;
    QTest::newRow("another key") << 11 << kStarted << "orders" << key + 1 << -40.0 << false;
}

void TestLevelAndAge::recordProves() {
    QFETCH(int, pid);
    QFETCH(double, start);
    QFETCH(QString, database);
    QFETCH(qint64, key);
    QFETCH(double, taken);
    QFETCH(bool, proves);

    Court court;
    RecordedHold hold = record(pid, taken);
    hold.backend.backendStart = at(start);
    hold.database = database.toStdString();
    hold.tag = keys::tagOfBigint(key);
    court.recorded = {hold};
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "active", -2)};
    const LockView view = court.hear(snapshot).locks.at(0);
    QCOMPARE(view.levelProof, std::string(proves ? "run" : ""));
    if (proves) {
        QCOMPARE(when(view.heldSinceAtLatest), when(at(taken)));
        QCOMPARE(when(view.heldSinceAtEarliest), when(at(taken)));
        QCOMPARE(when(view.levelProvenAt), when(at(taken)));
    } else {
        QCOMPARE(when(view.heldSinceAtLatest), QString("0.1"));
        QCOMPARE(when(view.heldSinceAtEarliest), when(at(kStarted)));
    }
}

/// A scan after the record did not show the lock, so the record is of a hold that is over.
void TestLevelAndAge::recordOfAnEarlierHold() {
    Court court;
    court.recorded = {record(11, -40, -30)};
    Snapshot without = look(-20);
    court.hear(without);
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "active", -2)};
    const LockView view = court.hear(snapshot).locks.at(0);
    QVERIFY(view.level == Level::Undetermined);
    QCOMPARE(when(view.heldSinceAtEarliest), QString("-20"));
}

void TestLevelAndAge::newestRecordCounts() {
    Court court;
    court.recorded = {record(11, -10), record(11, -40, -30)};
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "active", -2)};
    QCOMPARE(when(court.hear(snapshot).locks.at(0).heldSinceAtLatest), QString("-10"));
}

void TestLevelAndAge::preparedTransaction() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(0)};
    snapshot.preparedHolders = {{kDatabase, kOrderSync, "fc-gid-20"}};
    LockView view = court.hear(snapshot).locks.at(0);
    QVERIFY(view.level == Level::Transaction);
    QVERIFY(!view.holder);
    QCOMPARE(view.preparedGid, std::string("fc-gid-20"));
    QCOMPARE(view.levelProof, std::string());

    snapshot.scannedAt = at(10);
    snapshot.takenAt = at(10.1);
    view = court.hear(snapshot).locks.at(0);
    QCOMPARE(when(view.heldSinceAtLatest), QString("0.1"));

    // Another one took it over between two looks.
    snapshot.scannedAt = at(20);
    snapshot.takenAt = at(20.1);
    snapshot.preparedHolders = {{kDatabase, kOrderSync, "fc-gid-21"}};
    view = court.hear(snapshot).locks.at(0);
    QCOMPARE(when(view.heldSinceAtLatest), QString("20.1"));
    QCOMPARE(when(view.heldSinceAtEarliest), QString("10"));
}

void TestLevelAndAge::boundsFromLooks() {
    Court court;
    court.hear(look(0));
    court.hear(look(2));
    Snapshot snapshot = look(4);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "active", 3)};
    LockView view = court.hear(snapshot).locks.at(0);
    QCOMPARE(when(view.heldSinceAtLatest), QString("4.1"));
    QCOMPARE(when(view.heldSinceAtEarliest), QString("2"));
    snapshot.scannedAt = at(60);
    snapshot.takenAt = at(60.1);
    view = court.hear(snapshot).locks.at(0);
    QCOMPARE(when(view.heldSinceAtLatest), QString("4.1"));
    QCOMPARE(when(view.heldSinceAtEarliest), QString("2"));
}

void TestLevelAndAge::idleLowersTheBound() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -300)};
    QCOMPARE(when(court.hear(snapshot).locks.at(0).heldSinceAtLatest), QString("-300"));
    // Later work does not raise it again.
    snapshot = look(5);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", 3)};
    QCOMPARE(when(court.hear(snapshot).locks.at(0).heldSinceAtLatest), QString("-300"));
}

void TestLevelAndAge::backendStartIsABound() {
    Court court;
    court.hear(look(0));
    Snapshot snapshot = look(4);
    snapshot.locks = {lockRow(11), lockRow(12, keys::tagOfBigint(7))};
    snapshot.sessions = {session(11, "active", 3), session(12, "active", 3)};
    snapshot.sessions[0].id.backendStart = at(1.5);
    const Analysis analysis = court.hear(snapshot);
    QCOMPARE(when(viewOf(analysis, 11)->heldSinceAtEarliest), QString("1.5"));
    QCOMPARE(when(viewOf(analysis, 12)->heldSinceAtEarliest), QString("0"));
}

void TestLevelAndAge::handedOverBetweenTwoLooks() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11), lockRow(12, kOrderSync, false)};
    snapshot.sessions = {session(11, "idle", -300), session(12, "active", -10)};
    court.hear(snapshot);
    Snapshot next = look(2);
    next.locks = {lockRow(12)};
    next.sessions = {session(11, "idle", 1), session(12, "active", 1)};
    const Analysis analysis = court.hear(next);
    QCOMPARE(analysis.locks.size(), size_t{1});
    const LockView& view = analysis.locks[0];
    QCOMPARE(view.id.backend.pid, 12);
    QVERIFY(view.level == Level::Undetermined);
    QCOMPARE(when(view.heldSinceAtLatest), QString("2.1"));
    QCOMPARE(when(view.heldSinceAtEarliest), QString("0"));
}

void TestLevelAndAge::pidUsedAgain() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -300)};
    court.hear(snapshot);
    Snapshot next = look(2);
    next.locks = {lockRow(11)};
    next.sessions = {session(11, "active", 1.9)};
    next.sessions[0].id.backendStart = at(1);
    const LockView view = court.hear(next).locks.at(0);
    QVERIFY(view.level == Level::Undetermined);
    QCOMPARE(when(view.heldSinceAtLatest), QString("2.1"));
    QCOMPARE(when(view.heldSinceAtEarliest), QString("1"));
}

/// The holder ended after the scan and its pid came back before the sessions were read.
void TestLevelAndAge::pidUsedAgainWithinALook() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -0.5)};
    snapshot.sessions[0].id.backendStart = at(0.05);
    const LockView view = court.hear(snapshot).locks.at(0);
    QVERIFY(!view.holder);
    QVERIFY(!view.id.backend.backendStart);
    QVERIFY(view.level == Level::Undetermined);
    QCOMPARE(verdict(&view), QString("unknown"));
}

/// Without the backend's start a pid is no identity: nothing is kept but the scan that missed the lock.
void TestLevelAndAge::hiddenStart() {
    Court court;
    court.hear(look(0));
    Snapshot snapshot = look(2);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "", 0)};
    snapshot.sessions[0].id.backendStart.reset();
    court.hear(snapshot);
    snapshot.scannedAt = at(60);
    snapshot.takenAt = at(60.1);
    LockView view = court.hear(snapshot).locks.at(0);
    QCOMPARE(when(view.heldSinceAtLatest), QString("60.1"));
    QCOMPARE(when(view.heldSinceAtEarliest), QString("0"));
    // The role may see it now: it may be the same holder, so the earlier bound stays and no proof is made up.
    snapshot = look(62);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "active", 61)};
    view = court.hear(snapshot).locks.at(0);
    QCOMPARE(when(view.heldSinceAtLatest), QString("62.1"));
    QCOMPARE(when(view.heldSinceAtEarliest), QString("0"));
    QVERIFY(view.level == Level::Undetermined);
}

void TestLevelAndAge::clockGoesBack() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -300)};
    QVERIFY(court.hear(snapshot).limits.empty());
    Snapshot back = look(-90);
    back.locks = {lockRow(11)};
    back.sessions = {session(11, "active", -100)};
    const Analysis analysis = court.hear(back);
    QCOMPARE(analysis.limits.size(), size_t{1});
    QVERIFY2(analysis.limits[0].english().contains("went back by 1 min 30 s"),
             qPrintable(analysis.limits[0].english()));
    QVERIFY(analysis.locks.at(0).level == Level::Undetermined);
    QCOMPARE(when(analysis.locks.at(0).heldSinceAtLatest), QString("-89.9"));
    QCOMPARE(when(analysis.locks.at(0).heldSinceAtEarliest), when(at(kStarted)));
    // From then on it goes as ever.
    Snapshot next = look(-80);
    next.locks = back.locks;
    next.sessions = {session(11, "idle", -85)};
    QVERIFY(court.hear(next).limits.empty());
    // A backend that seems to start after the look bounds nothing.
    Snapshot odd = look(-70);
    odd.locks = {lockRow(12)};
    odd.sessions = {session(12, "active", -71)};
    odd.sessions[0].id.backendStart = at(-70);
    odd.takenAt = at(-70);
    QCOMPARE(when(court.hear(odd).locks.at(0).heldSinceAtEarliest), QString("-70"));
}

void TestLevelAndAge::clockGoesForward_data() {
    QTest::addColumn<double>("byServer"); // from look to look
    QTest::addColumn<double>("byClient");
    QTest::addColumn<bool>("jumps");
    QTest::newRow("both alike") << 10.0 << 10.0 << false;
    QTest::newRow("an hour, of which the client knows") << 3600.0 << 3600.0 << false;
    QTest::newRow("an hour, of which the client does not know") << 3610.0 << 10.0 << true;
    QTest::newRow("set slowly") << 3800.0 << 3600.0 << false;
    QTest::newRow("a little") << 11.9 << 10.0 << false;
    QTest::newRow("more than a little") << 13.0 << 10.0 << true;
    QTest::newRow("the client's clock goes ahead") << 10.0 << 3610.0 << false;
}

/// A clock that jumps makes an idle holder look old: nothing is measured across the jump.
void TestLevelAndAge::clockGoesForward() {
    QFETCH(double, byServer);
    QFETCH(double, byClient);
    QFETCH(bool, jumps);
    Court court;
    court.recorded = {record(11, -20)};
    Snapshot first = look(0);
    first.locks = {lockRow(11)};
    first.sessions = {session(11, "idle", -10)};
    first.steadyAt = 1000s;
    QCOMPARE(verdict(&court.hear(first).locks.at(0)), QString("held"));
    Snapshot second = look(byServer);
    second.locks = first.locks;
    second.sessions = first.sessions;
    second.steadyAt = *first.steadyAt + base::fromSeconds(byClient);
    const Analysis analysis = court.hear(second);
    QCOMPARE(analysis.limits.size(), size_t{jumps ? 1U : 0U});
    const LockView& view = analysis.locks.at(0);
    QVERIFY(view.level == Level::Session);
    QCOMPARE(verdict(&view), QString(!jumps && byServer > 60 ? "leak_suspected" : "held"));
    QCOMPARE(when(view.heldSinceAtLatest), jumps ? when(second.takenAt) : QString("-20"));
    QCOMPARE(when(view.heldSinceAtEarliest), jumps ? QString("none") : QString("-20"));
    if (!jumps)
        return;
    QVERIFY2(analysis.limits[0].english().contains("went forward by"), qPrintable(analysis.limits[0].english()));
    // From then on it grows older as ever.
    Snapshot later = look(byServer + 61);
    later.locks = first.locks;
    later.sessions = first.sessions;
    later.steadyAt = *second.steadyAt + base::Duration(61s);
    const Analysis old = court.hear(later);
    QVERIFY(old.limits.empty());
    QCOMPARE(verdict(&old.locks.at(0)), QString("leak_suspected"));
}

QTEST_GUILESS_MAIN(TestLevelAndAge)
#include "tst_level_and_age.moc"
