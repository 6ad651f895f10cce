// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/scene.h"

#include <QTest>

using namespace latchboard;
using namespace latchboard::locks;
using namespace latchboard::tests;

namespace {

PoolerState poolerOf(const SessionRow& backend, const char* mode, const char* state, bool linked = false) {
    PoolerState pooler;
    pooler.name = "pgb1";
    pooler.reachable = true;
    PoolerServer server;
    server.pooler = "pgb1";
    server.database = "orders";
    server.user = "app";
    server.poolMode = mode;
    server.state = state;
    server.remotePid = backend.id.pid;
    server.localAddress = backend.clientAddress;
    server.localPort = backend.clientPort;
    server.linked = linked;
    pooler.servers = {server};
    return pooler;
}

PoolerClient client(double connected) {
    return {"pgb1", "orders", "app", at(connected)};
}

} // namespace

class TestVerdicts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void order_data();
    void order();
    void idleLimit_data();
    void idleLimit();
    void idleIsCountedFromItsOwnStart();
    void otherTransactionsAtTheLimit();
    void otherTransactions_data();
    void otherTransactions();
    void otherTransactionsNeedAScan();
    void otherTransactionsBeforeTheProof();
    void runEnded_data();
    void runEnded();
    void beatIsNoScan();
    void runEndedNeedsAnIdleHolder();
    void expectedHold_data();
    void expectedHold();
    void expectationOfCouldBe();
    void expectationOfARecord_data();
    void expectationOfARecord();
    void expectationOfThePast_data();
    void expectationOfThePast();
    void neverByNameOrQuery();
    void unreachablePooler();
    void evidenceHasNumbersAndLimit();
};

/// One scene to which a trait a row is added: the first verdict of the list that applies wins.
void TestVerdicts::order_data() {
    QTest::addColumn<QString>("traits");
    QTest::addColumn<QString>("expected");

    const auto row = [](const char* traits, const char* expected) {
        QTest::newRow(traits) << QString(traits) << QString(expected);
    };
    row("active", "held");
    row("active waiter", "busy_expected");
    row("active waiter overdue", "busy_suspicious");
    row("active overdue", "busy_suspicious");
    row("active overdue longlived", "held");
    row("idle", "leak_suspected");
    row("idle waiter", "leak_suspected");
    row("idle waiter overdue", "leak_suspected");
    row("idle waiter longlived", "busy_expected");
    row("idle longlived", "held");
    row("idle transactionmode", "context_mismatch");
    row("idle transactionmode waiter overdue", "context_mismatch");
    row("idle transactionmode longlived", "context_mismatch");
    row("idle statementmode", "context_mismatch");
    row("idle transactionmode linked", "context_mismatch");
    row("idle transactionmode noclients", "leak_proven");
    row("idle transactionmode noclients longlived", "leak_proven");
    row("idle transactionmode noclients linked", "context_mismatch");
    row("idle sessionmode", "leak_proven");
    row("idle sessionmode waiter overdue", "leak_proven");
    row("idle sessionmode linked", "leak_suspected");
    row("idle sessionmode linked overdue", "leak_suspected");
    row("active sessionmode", "held");
    row("active transactionmode", "held");
    row("hidden", "unknown");
    row("hidden waiter overdue", "unknown");
    row("hidden sessionmode", "unknown");
    row("disabled waiter", "unknown");
    row("gone", "unknown");
    row("gone waiter", "unknown");
    row("prepared", "held");
    row("prepared waiter", "busy_expected");
    row("prepared waiter overdue", "busy_suspicious");
    row("prepared overdue longlived", "held");
    row("notgranted", "waiting");
    row("notgranted hidden", "waiting");
    row("notgranted idle sessionmode", "waiting");
}

void TestVerdicts::order() {
    QFETCH(QString, traits);
    QFETCH(QString, expected);
    const QStringList has = traits.split(' ');

    Court court;
    if (has.contains("overdue"))
        court.expect(1s, has.contains("longlived"));
    else if (has.contains("longlived"))
        court.expect({}, true);

    // Two looks, ten minutes apart.
    Analysis analysis;
    const int pid = has.contains("prepared") ? 0 : 11;
    for (const double scan : {0.0, 600.0}) {
        Snapshot snapshot = look(scan);
        snapshot.locks = {lockRow(pid, kOrderSync, !has.contains("notgranted"))};
        const char* state = has.contains("idle") ? "idle" : has.contains("disabled") ? "disabled" : "active";
        SessionRow holder = session(11, has.contains("hidden") ? "" : state, -10);
        if (has.contains("prepared"))
            snapshot.preparedHolders = {{kDatabase, kOrderSync, "gid"}};
        else if (!has.contains("gone"))
            snapshot.sessions.push_back(holder);
        if (has.contains("waiter")) {
            snapshot.locks.push_back(lockRow(12, kOrderSync, false));
            snapshot.sessions.push_back(session(12, "active", -5));
            snapshot.blockedBy[12] = {pid};
        }
        for (const char* mode : {"session", "transaction", "statement"}) {
            if (!has.contains(QString(mode) + "mode"))
                continue;
            PoolerState pooler =
                poolerOf(holder, mode, has.contains("linked") ? "active" : "idle", has.contains("linked"));
            pooler.clients = {client(has.contains("noclients") ? 5 : -60)};
            snapshot.poolers = {pooler};
        }
        analysis = court.hear(snapshot);
    }
    const LockView* view = viewOf(analysis, pid, !has.contains("notgranted"));
    QVERIFY(view != nullptr);
    QVERIFY2(verdict(view) == expected, qPrintable(verdict(view) + "\n" + evidence(*view)));
    QVERIFY(!view->evidence.empty());
    for (const base::Text& text : view->evidence)
        QVERIFY2(text.english().endsWith('.') && !text.english().contains('%'), qPrintable(text.english()));
}

void TestVerdicts::idleLimit_data() {
    QTest::addColumn<double>("idleFor");
    QTest::addColumn<qint64>("expectedHold"); // seconds; 0: none
    QTest::addColumn<QString>("expected");

    QTest::newRow("short") << 10.0 << qint64{0} << "held";
    QTest::newRow("at the limit") << 60.0 << qint64{0} << "held";
    QTest::newRow("past the limit") << 60.000001 << qint64{0} << "leak_suspected";
    QTest::newRow("a shorter expected hold") << 59.0 << qint64{30} << "busy_suspicious";
    QTest::newRow("a shorter one, past leak_idle") << 61.0 << qint64{30} << "leak_suspected";
    QTest::newRow("protected by its expected hold") << 299.0 << qint64{300} << "held";
    QTest::newRow("at its expected hold") << 300.0 << qint64{300} << "held";
    QTest::newRow("past its expected hold") << 300.000001 << qint64{300} << "leak_suspected";
}

void TestVerdicts::idleLimit() {
    QFETCH(double, idleFor);
    QFETCH(qint64, expectedHold);
    QFETCH(QString, expected);

    Court court;
    if (expectedHold > 0)
        court.expect(std::chrono::seconds(expectedHold));
    Snapshot snapshot = look(0);
    snapshot.takenAt = at(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -idleFor)};
    const LockView view = court.hear(snapshot).locks.at(0);
    QVERIFY2(verdict(&view) == expected, qPrintable(verdict(&view) + "\n" + evidence(view)));
    if (expected == "leak_suspected")
        QVERIFY2(evidence(view).contains(expectedHold > 60 ? "the limit is 5 min, the expected hold of order-sync"
                                                           : "the limit is 1 min, leak_idle"),
                 qPrintable(evidence(view)));
}

/// Held for longer than the limit, but idle only since the end of its own transaction.
void TestVerdicts::idleIsCountedFromItsOwnStart() {
    for (const auto& [idleFor, expected] : {std::pair(60.0, "held"), std::pair(60.000001, "leak_suspected")}) {
        Court court;
        court.recorded = {record(11, -300)};
        Snapshot snapshot = look(0);
        snapshot.takenAt = at(0);
        snapshot.locks = {lockRow(11)};
        snapshot.sessions = {session(11, "idle", -idleFor)};
        const LockView view = court.hear(snapshot).locks.at(0);
        QVERIFY2(verdict(&view) == expected, qPrintable(evidence(view)));
    }
}

void TestVerdicts::otherTransactionsAtTheLimit() {
    for (const auto& [taken, expected] : {std::pair(60.0, "held"), std::pair(60.000001, "leak_suspected")}) {
        Court court;
        Snapshot snapshot = look(1);
        snapshot.locks = {lockRow(11)};
        snapshot.sessions = {session(11, "idle", 0)};
        court.hear(snapshot);
        snapshot = look(50);
        snapshot.takenAt = at(taken);
        snapshot.locks = {lockRow(11)};
        snapshot.sessions = {session(11, "active", 40)};
        const LockView view = court.hear(snapshot).locks.at(0);
        QVERIFY2(verdict(&view) == expected, qPrintable(evidence(view)));
    }
}

void TestVerdicts::otherTransactions_data() {
    QTest::addColumn<QString>("second"); // state of the looks after the proof at 0
    QTest::addColumn<double>("lastLook");
    QTest::addColumn<bool>("moves");
    QTest::addColumn<QString>("expected");

    // It never idles for long, so only the transactions tell.
    QTest::newRow("other transactions") << "active" << 70.0 << true << "leak_suspected";
    QTest::newRow("idle in between") << "idle" << 70.0 << true << "leak_suspected";
    QTest::newRow("not past the limit") << "idle" << 50.0 << true << "held";
    QTest::newRow("one long transaction") << "active" << 70.0 << false << "leak_suspected";
}

void TestVerdicts::otherTransactions() {
    QFETCH(QString, second);
    QFETCH(double, lastLook);
    QFETCH(bool, moves);
    QFETCH(QString, expected);

    Court court;
    Snapshot first = look(0);
    first.locks = {lockRow(11)};
    first.sessions = {session(11, "idle", -1)};
    QCOMPARE(verdict(&court.hear(first).locks.at(0)), QString("held"));
    LockView view;
    for (double scan = 10; scan <= lastLook; scan += 10) {
        Snapshot snapshot = look(scan);
        snapshot.locks = {lockRow(11)};
        snapshot.sessions = {session(11, second.toUtf8().constData(), moves ? scan - 0.5 : 5)};
        view = court.hear(snapshot).locks.at(0);
    }
    QVERIFY2(verdict(&view) == expected, qPrintable(evidence(view)));
    if (expected == "leak_suspected")
        QVERIFY2(evidence(view).contains(moves ? "at least 7 other transactions" : "at least 1 other transactions"),
                 qPrintable(evidence(view)));
}

/// A transaction that began after the scan counts only once a later scan still shows the lock.
void TestVerdicts::otherTransactionsNeedAScan() {
    Court court;
    court.thresholds.leakIdle = 1s;
    Snapshot first = look(0);
    first.locks = {lockRow(11)};
    first.sessions = {session(11, "idle", -0.5)};
    court.hear(first);
    Snapshot beat = first;
    beat.takenAt = at(5);
    beat.sessions = {session(11, "active", 4)};
    QCOMPARE(verdict(&court.hear(beat).locks.at(0)), QString("held"));
    Snapshot next = look(6);
    next.locks = {lockRow(11)};
    next.sessions = {session(11, "active", 4)};
    QCOMPARE(verdict(&court.hear(next).locks.at(0)), QString("leak_suspected"));
}

/// The same key seen in two transactions proves no level; what ran before the proof is not held against the holder, and
/// neither is the end of the transaction in which the proof was had from a record.
void TestVerdicts::otherTransactionsBeforeTheProof() {
    Court court;
    for (const double scan : {0.0, 40.0, 80.0}) {
        Snapshot snapshot = look(scan);
        snapshot.locks = {lockRow(11)};
        snapshot.sessions = {session(11, "active", scan - 1)};
        const LockView view = court.hear(snapshot).locks.at(0);
        QVERIFY(view.level == Level::Undetermined);
        QCOMPARE(verdict(&view), QString("held"));
    }
    Snapshot idle = look(120);
    idle.locks = {lockRow(11)};
    idle.sessions = {session(11, "idle", 119)};
    const LockView view = court.hear(idle).locks.at(0);
    QVERIFY(view.level == Level::Session);
    QCOMPARE(verdict(&view), QString("held"));

    Court run;
    run.recorded = {record(12, -1)};
    Snapshot working = look(0);
    working.locks = {lockRow(12)};
    working.sessions = {session(12, "active", -1)};
    run.hear(working);
    Snapshot done = look(100);
    done.locks = {lockRow(12)};
    done.sessions = {session(12, "idle", 99)};
    QCOMPARE(verdict(&run.hear(done).locks.at(0)), QString("held"));
}

void TestVerdicts::runEnded_data() {
    QTest::addColumn<double>("ended");
    QTest::addColumn<QList<double>>("scans");
    QTest::addColumn<QString>("expected");

    // The last look's sessions are read a tenth of a second after its scan.
    QTest::newRow("two scans since, six seconds") << 0.0 << QList<double>{1, 6} << "leak_proven";
    QTest::newRow("just more than five seconds") << 0.0 << QList<double>{1, 4.900001} << "leak_proven";
    QTest::newRow("five seconds") << 0.0 << QList<double>{1, 4.9} << "held";
    QTest::newRow("one scan since") << 0.0 << QList<double>{-1, 6} << "held";
    QTest::newRow("a scan at the very end") << 0.0 << QList<double>{0, 6} << "held";
    QTest::newRow("a scan just after") << 0.0 << QList<double>{0.000001, 6} << "leak_proven";
    QTest::newRow("only one look") << 0.0 << QList<double>{20} << "held";
}

void TestVerdicts::runEnded() {
    QFETCH(double, ended);
    QFETCH(QList<double>, scans);
    QFETCH(QString, expected);

    Court court;
    court.recorded = {record(11, -30, ended)};
    LockView view;
    for (const double scan : scans) {
        Snapshot snapshot = look(scan);
        snapshot.locks = {lockRow(11)};
        snapshot.sessions = {session(11, "idle", -2)};
        view = court.hear(snapshot).locks.at(0);
    }
    QVERIFY2(verdict(&view) == expected, qPrintable(evidence(view)));
    QCOMPARE(evidence(view).contains("The lock was taken by run run-1 of job order-sync, which wrote its end"),
             expected == "leak_proven");
}

/// Newer sessions beside the same scan don't show once more that the lock is held.
void TestVerdicts::beatIsNoScan() {
    Court court;
    court.recorded = {record(11, -30, 0)};
    Snapshot snapshot = look(1);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -2)};
    for (int second = 1; second < 20; ++second) {
        snapshot.takenAt = at(second + 0.1);
        QCOMPARE(verdict(&court.hear(snapshot).locks.at(0)), QString("held"));
    }
    snapshot.scannedAt = at(20);
    snapshot.takenAt = at(20.1);
    QCOMPARE(verdict(&court.hear(snapshot).locks.at(0)), QString("leak_proven"));
}

void TestVerdicts::runEndedNeedsAnIdleHolder() {
    for (const char* state : {"active", "idle in transaction", "idle in transaction (aborted)"}) {
        Court court;
        court.recorded = {record(11, -30, 0)};
        LockView view;
        for (const double scan : {1.0, 10.0, 20.0}) {
            Snapshot snapshot = look(scan);
            snapshot.locks = {lockRow(11)};
            snapshot.sessions = {session(11, state, -2)};
            view = court.hear(snapshot).locks.at(0);
        }
        QVERIFY(view.level == Level::Session);
        QCOMPARE(verdict(&view), QString("held"));
    }
}

void TestVerdicts::expectedHold_data() {
    QTest::addColumn<double>("taken"); // by the run's record; the look is at 0
    QTest::addColumn<bool>("longLived");
    QTest::addColumn<QString>("expected");

    QTest::newRow("within") << -299.0 << false << "held";
    QTest::newRow("at") << -300.0 << false << "held";
    QTest::newRow("past") << -300.000001 << false << "busy_suspicious";
    QTest::newRow("past, long-lived") << -9000.0 << true << "held";
}

void TestVerdicts::expectedHold() {
    QFETCH(double, taken);
    QFETCH(bool, longLived);
    QFETCH(QString, expected);

    Court court;
    court.expect(5min, longLived);
    court.recorded = {record(11, taken)};
    Snapshot snapshot = look(0);
    snapshot.takenAt = at(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "active", -1)};
    const LockView view = court.hear(snapshot).locks.at(0);
    QVERIFY2(verdict(&view) == expected, qPrintable(evidence(view)));
    QVERIFY(evidence(view).contains(longLived ? "marked as long-lived" : "expected hold of 5 min for order-sync"));
}

/// A name that only could be it says what is expected only where no certain name does.
void TestVerdicts::expectationOfCouldBe() {
    const auto name = [](const char* text, const char* scheme, std::optional<base::Duration> hold) {
        keys::KnownName known;
        known.name = text;
        known.scheme = scheme;
        known.expectedHold = hold;
        return known;
    };
    const keys::LockTag tag = *keys::derive("hashtext", "shop-1");
    const std::string number = keys::keyText(tag);
    const auto heldFor = [&](std::vector<keys::KnownName> names) {
        Court court;
        court.names = keys::Registry::build(std::move(names));
        Snapshot snapshot = look(0);
        snapshot.locks = {lockRow(11, tag)};
        snapshot.sessions = {session(11, "idle", -120)};
        return verdict(&court.hear(snapshot).locks.at(0));
    };
    QCOMPARE(heldFor({}), QString("leak_suspected"));
    QCOMPARE(heldFor({name("shop-1", "hashtext", 5min)}), QString("held"));
    QCOMPARE(heldFor({name("shop-1", "hashtext", 5min), name(number.c_str(), "constant", 90s)}),
             QString("leak_suspected"));
    QCOMPARE(heldFor({name("shop-1", "hashtext", 90s), name(number.c_str(), "constant", 5min)}), QString("held"));
}

void TestVerdicts::expectationOfARecord_data() {
    QTest::addColumn<std::optional<int>>("recorded"); // seconds
    QTest::addColumn<bool>("ended");
    QTest::addColumn<std::optional<int>>("named");
    QTest::addColumn<QString>("expected"); // of a holder that has been idle for 90 s
    const std::optional<int> none;
    QTest::newRow("nothing is known") << none << false << none << "leak_suspected";
    QTest::newRow("the record allows it") << std::optional(120) << false << none << "held";
    QTest::newRow("the record allows less") << std::optional(80) << false << none << "leak_suspected";
    QTest::newRow("the name allows more") << std::optional(80) << false << std::optional(120) << "held";
    QTest::newRow("the record allows more than the name") << std::optional(120) << false << std::optional(80) << "held";
    QTest::newRow("the run is at its end") << std::optional(120) << true << none << "leak_suspected";
}

/// A run that waits for its API is protected also where the looking program does not know its job.
void TestVerdicts::expectationOfARecord() {
    QFETCH(std::optional<int>, recorded);
    QFETCH(bool, ended);
    QFETCH(std::optional<int>, named);
    QFETCH(QString, expected);
    Court court;
    if (named)
        court.expect(std::chrono::seconds(*named));
    court.recorded = {record(11, -91, ended ? std::optional(-2.0) : std::nullopt)};
    if (recorded)
        court.recorded[0].expectedHold = std::chrono::seconds(*recorded);
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -90)};
    const LockView view = court.hear(snapshot).locks.at(0);
    QVERIFY2(verdict(&view) == expected, qPrintable(evidence(view)));
    if (expected == "held" && !named)
        QVERIFY2(evidence(view).contains("run run-1 of job order-sync, by its own record"), qPrintable(evidence(view)));
}

void TestVerdicts::expectationOfThePast_data() {
    QTest::addColumn<int>("p95");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("state");
    QTest::addColumn<std::optional<int>>("named");
    QTest::addColumn<QString>("expected"); // of a lock held for 90 s
    const std::optional<int> none;
    QTest::newRow("three times is longer") << 31 << 20 << "idle" << none << "held";
    QTest::newRow("three times is shorter") << 29 << 20 << "idle" << none << "leak_suspected";
    QTest::newRow("too few") << 31 << 19 << "idle" << none << "leak_suspected";
    QTest::newRow("busy for too long") << 29 << 20 << "active" << none << "busy_suspicious";
    QTest::newRow("busy as ever") << 31 << 20 << "active" << none << "held";
    QTest::newRow("what is configured stands above") << 31 << 20 << "idle" << std::optional(80) << "leak_suspected";
}

void TestVerdicts::expectationOfThePast() {
    QFETCH(int, p95);
    QFETCH(int, count);
    QFETCH(QString, state);
    QFETCH(std::optional<int>, named);
    QFETCH(QString, expected);
    Court court;
    if (named)
        court.expect(std::chrono::seconds(*named));
    court.past = {{"orders", kOrderSync, std::chrono::seconds(p95), count},
                  {"elsewhere", kOrderSync, 1h, 1000},
                  {"orders", {1, 2, 1}, 1h, 1000}};
    court.recorded = {record(11, -90)};
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, state.toUtf8().constData(), -89.5)};
    const LockView view = court.hear(snapshot).locks.at(0);
    QVERIFY2(verdict(&view) == expected, qPrintable(evidence(view)));
    if (!named && count >= 20)
        QVERIFY2(evidence(view).contains("3 times the 95th percentile of its last 20 holds"),
                 qPrintable(evidence(view)));
}

void TestVerdicts::neverByNameOrQuery() {
    QStringList seen;
    for (const char* text : {"", "pg_advisory_unlock", "DISCARD ALL", "SELECT pg_advisory_lock(1)", "leak"}) {
        Court court;
        Snapshot snapshot = look(0);
        snapshot.locks = {lockRow(11)};
        snapshot.sessions = {session(11, "idle", -30)};
        snapshot.sessions[0].applicationName = text;
        snapshot.sessions[0].query = text;
        const LockView view = court.hear(snapshot).locks.at(0);
        seen << verdict(&view) + evidence(view);
    }
    seen.removeDuplicates();
    QCOMPARE(seen.size(), 1);
}

void TestVerdicts::unreachablePooler() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -90)};
    PoolerState pooler;
    pooler.name = "pgb1";
    pooler.problem = base::Text::verbatim(std::string_view("connection refused"));
    pooler.servers = poolerOf(snapshot.sessions[0], "session", "idle").servers; // of an earlier reading
    snapshot.poolers = {pooler};
    LockView view = court.hear(snapshot).locks.at(0);
    QCOMPARE(verdict(&view), QString("leak_suspected"));
    QVERIFY(!view.pooler);
    QVERIFY2(evidence(view).contains("The pooler pgb1 could not be asked (connection refused)"),
             qPrintable(evidence(view)));

    // Of a lock whose level is not known the pooler could have said nothing.
    Court other;
    snapshot.sessions = {session(11, "active", -90)};
    view = other.hear(snapshot).locks.at(0);
    QVERIFY(!evidence(view).contains("pgb1"));
}

void TestVerdicts::evidenceHasNumbersAndLimit() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -840)};
    const QString text = evidence(court.hear(snapshot).locks.at(0));
    QVERIFY2(text.startsWith("Pid 11 has been idle for 14 min with the lock held; the limit is 1 min, leak_idle."),
             qPrintable(text));
    QVERIFY(text.contains("Session level is proven: at 2026-03-01 12:00:00.1 UTC pid 11 was seen idle since "
                          "2026-03-01 11:46:00 UTC"));
    QVERIFY(text.contains("held for at least 14 min and at most 1 h."));
}

QTEST_GUILESS_MAIN(TestVerdicts)
#include "tst_verdicts.moc"
