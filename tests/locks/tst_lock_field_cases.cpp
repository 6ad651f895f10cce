// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/explain.h"
#include "locks/lock_json.h"
#include "locks/scene.h"

#include <QJsonDocument>
#include <QTest>

using namespace latchboard;
using namespace latchboard::locks;
using namespace latchboard::tests;

/// Situations that people have reported, each as the looks that a console would have had of it.
class TestLockFieldCases : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void transactionPoolKeepsTheLock();
    void poolCloseKeepsTheLock();
    void rollbackKeepsASessionLock();
    void lockTakenTwice();
    void keysAreSigned();
    void twoKeySpaces();
    void collidingHashes();
    void queueAndSoftBlocks();
    void preparedTransactionHolds();
    void withoutPgMonitor();
    void pidOfAnEndedSession();
    void standby();
    void resetThatOnlyRollsBack();
};

/// A01: taken through a transaction pool, both clients gone, the pooled connection keeps it.
void TestLockFieldCases::transactionPoolKeepsTheLock() {
    Court court;
    const keys::LockTag tag = keys::tagOfBigint(1000);
    const auto scene = [&](double scan, std::vector<PoolerClient> clients) {
        Snapshot snapshot = look(scan);
        snapshot.locks = {lockRow(21, tag)};
        SessionRow server = session(21, "idle", -2);
        server.query = "COMMIT";
        server.applicationName = "web";
        snapshot.sessions = {server};
        PoolerServer witness;
        witness.database = "orders";
        witness.user = "app";
        witness.poolMode = "transaction";
        witness.state = "idle";
        witness.remotePid = 21;
        witness.localAddress = server.clientAddress;
        witness.localPort = server.clientPort;
        PoolerState pooler;
        pooler.name = "bouncer_tx";
        pooler.reachable = true;
        pooler.servers = {witness};
        pooler.clients = std::move(clients);
        snapshot.poolers = {pooler};
        return snapshot;
    };
    // While the client that took it is still connected it may come back for its unlock.
    Analysis analysis = court.hear(scene(0, {{"bouncer_tx", "orders", "app", at(-5)}}));
    QCOMPARE(verdict(viewOf(analysis, 21)), QString("context_mismatch"));
    // Gone.
    analysis = court.hear(scene(1, {}));
    QCOMPARE(verdict(viewOf(analysis, 21)), QString("leak_proven"));
    QVERIFY(!evidence(*viewOf(analysis, 21)).contains("COMMIT"));
    // A later client that is handed the connection "gets" the lock: no proof that it owns it.
    analysis = court.hear(scene(2, {{"bouncer_tx", "orders", "app", at(1.5)}}));
    QCOMPARE(verdict(viewOf(analysis, 21)), QString("leak_proven"));
    QCOMPARE(viewOf(analysis, 21)->title(), std::string("1000"));
}

/// A05: the application closed its pooled connection; the pool keeps the session, and with it the lock, until a reset.
void TestLockFieldCases::poolCloseKeepsTheLock() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -1), session(12, "idle", -0.5)};
    Analysis analysis = court.hear(snapshot);
    QCOMPARE(analysis.locks.size(), size_t{1}); // the session whose try failed has no row and is no waiter
    QVERIFY(analysis.locks[0].level == Level::Session);
    QVERIFY(analysis.locks[0].blocks.empty());
    Snapshot after = look(1);
    after.sessions = snapshot.sessions;
    QVERIFY(court.hear(after).locks.empty());
}

/// A07: an aborted transaction is rolled back and the lock stays.
void TestLockFieldCases::rollbackKeepsASessionLock() {
    Court court;
    Snapshot aborted = look(0);
    aborted.locks = {lockRow(11)};
    aborted.sessions = {session(11, "idle in transaction (aborted)", -1)};
    Analysis analysis = court.hear(aborted);
    QVERIFY(analysis.locks[0].level == Level::Undetermined);
    QCOMPARE(verdict(&analysis.locks[0]), QString("held"));
    Snapshot rolledBack = look(2);
    rolledBack.locks = {lockRow(11)};
    rolledBack.sessions = {session(11, "idle", 1)};
    analysis = court.hear(rolledBack);
    QVERIFY(analysis.locks[0].level == Level::Session);
    QCOMPARE(when(analysis.locks[0].heldSinceAtLatest), QString("0.1"));
}

/// A08: held twice, unlocked once. The view has no count, and none is shown.
void TestLockFieldCases::lockTakenTwice() {
    Court court;
    for (const double scan : {0.0, 2.0}) {
        Snapshot snapshot = look(scan);
        snapshot.locks = {lockRow(11, keys::tagOfBigint(9))};
        snapshot.sessions = {session(11, "idle", scan - 0.5)};
        const Analysis analysis = court.hear(snapshot);
        QCOMPARE(analysis.locks.size(), size_t{1});
        QCOMPARE(verdict(&analysis.locks[0]), QString("held"));
        const QByteArray json = QJsonDocument(toJson(analysis)).toJson();
        QVERIFY(!json.contains("count"));
    }
}

/// A11: the two unsigned columns are one signed number, to the last digit; rows are sorted by columns, keys by value.
void TestLockFieldCases::keysAreSigned() {
    Court court;
    Snapshot snapshot = look(0);
    const std::vector<std::pair<keys::LockTag, const char*>> cases{
        {{0, 0, 1}, "0"},
        {{4294967295U, 4294967295U, 1}, "-1"},
        {{0, 4294967295U, 1}, "4294967295"},
        {{1, 0, 1}, "4294967296"},
        {{0, 2147483648U, 1}, "2147483648"},
        {{2147483647U, 4294967295U, 1}, "9223372036854775807"},
        {{2147483648U, 0, 1}, "-9223372036854775808"},
        {{4294967295U, 0, 1}, "-4294967296"},
        {{0, 72707369, 1}, "72707369"},
        {{2019877, 3343057409U, 1}, "8675309000000001"},
    };
    for (const auto& [tag, text] : cases)
        snapshot.locks.push_back(lockRow(11, tag));
    snapshot.sessions = {session(11, "idle", -1)};
    const Analysis analysis = court.hear(snapshot);
    QCOMPARE(analysis.locks.size(), cases.size());
    const QByteArray json = QJsonDocument(toJson(analysis)).toJson();
    for (const auto& [tag, text] : cases) {
        const auto view = std::find_if(analysis.locks.begin(), analysis.locks.end(),
                                       [&tag = tag](const LockView& one) { return one.id.tag == tag; });
        QVERIFY(view != analysis.locks.end());
        QCOMPARE(view->title(), std::string(text));
        QVERIFY(json.contains("\"value\": \"" + QByteArray(text) + "\""));
    }
}

/// A13: the pair (1, 2) and the bigint 4294967298 are two locks: three rows, one wait.
void TestLockFieldCases::twoKeySpaces() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11, keys::tagOfPair(1, 2)), lockRow(12, keys::tagOfBigint(4294967298)),
                      lockRow(13, keys::tagOfPair(1, 2), false)};
    snapshot.sessions = {session(11), session(12), session(13)};
    snapshot.blockedBy = {{13, {11}}};
    const Analysis analysis = court.hear(snapshot);
    QCOMPARE(analysis.locks.size(), size_t{3});
    QCOMPARE(viewOf(analysis, 11)->title(), std::string("(1, 2)"));
    QCOMPARE(viewOf(analysis, 12)->title(), std::string("4294967298"));
    QCOMPARE(viewOf(analysis, 13, false)->blockedBy, std::vector<int>{11});
    QVERIFY(viewOf(analysis, 12)->blocks.empty());
    const auto forest = waitForest(analysis);
    QCOMPARE(forest.size(), size_t{1});
    QCOMPARE(forest[0].pid, 11);
}

/// A15: two names with one 32-bit hash: both are shown, none as certain.
void TestLockFieldCases::collidingHashes() {
    Court court;
    std::vector<keys::KnownName> names;
    for (const char* name : {"orders-sync:shop-102316", "orders-sync:shop-85116", "orders-sync:shop-1"}) {
        keys::KnownName known;
        known.name = name;
        known.scheme = "hashtext";
        names.push_back(known);
    }
    court.names = keys::Registry::build(names);
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11, keys::tagOfBigint(225151325)), lockRow(12, keys::tagOfBigint(225151325), false)};
    snapshot.sessions = {session(11), session(12)};
    snapshot.blockedBy = {{12, {11}}};
    for (const LockView& view : court.hear(snapshot).locks)
        QCOMPARE(view.title(), std::string("225151325 (could be orders-sync:shop-102316 or orders-sync:shop-85116)"));
}

/// A16: who stands before one in the queue is told apart from who holds.
void TestLockFieldCases::queueAndSoftBlocks() {
    Court court;
    const keys::LockTag tag = keys::tagOfBigint(19);
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11, tag, true, "ShareLock"), lockRow(12, tag, false),
                      lockRow(13, tag, false, "ShareLock"), lockRow(14, tag, false)};
    snapshot.sessions = {session(11, "idle", -5), session(12), session(13), session(14)};
    snapshot.blockedBy = {{12, {11}}, {13, {12}}, {14, {11, 12, 13}}};
    Analysis analysis = court.hear(snapshot);
    const LockView* b = viewOf(analysis, 12, false);
    const LockView* c = viewOf(analysis, 13, false);
    const LockView* d = viewOf(analysis, 14, false);
    QCOMPARE(b->blockedBy, std::vector<int>{11});
    QVERIFY(b->softBlockers.empty());
    QCOMPARE(c->blockedBy, std::vector<int>{12});
    QCOMPARE(c->softBlockers, std::vector<int>{12});
    QCOMPARE(d->blockedBy, std::vector<int>({11, 12, 13}));
    QCOMPARE(d->softBlockers, std::vector<int>({12, 13}));
    QCOMPARE(viewOf(analysis, 11)->blocks, std::vector<int>({12, 14})); // not 13: their modes are compatible
    QVERIFY(remedies(*b).at(1).english().contains("Cancelling this wait (pid 12) lets those move on"));
    QCOMPARE(c->lock.mode, std::string("ShareLock"));

    // The exclusive wait is cancelled: the shared one comes in.
    Snapshot after = look(2);
    after.locks = {lockRow(11, tag, true, "ShareLock"), lockRow(13, tag, true, "ShareLock"), lockRow(14, tag, false)};
    after.sessions = snapshot.sessions;
    after.blockedBy = {{14, {11, 13}}};
    analysis = court.hear(after);
    QCOMPARE(viewOf(analysis, 14, false)->blockedBy, std::vector<int>({11, 13}));
    QVERIFY(viewOf(analysis, 14, false)->softBlockers.empty());
}

/// A17: a prepared transaction holds it; there is no process to show or to end.
void TestLockFieldCases::preparedTransactionHolds() {
    Court court;
    const keys::LockTag tag = keys::tagOfBigint(20);
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(0, tag), lockRow(12, tag, false)};
    snapshot.sessions = {session(12)};
    snapshot.blockedBy = {{12, {0}}};
    snapshot.preparedHolders = {{kDatabase, tag, "fc-gid-20"}};
    const Analysis analysis = court.hear(snapshot);
    QCOMPARE(analysis.locks.size(), size_t{2});
    const LockView* held = viewOf(analysis, 0);
    QVERIFY(held->level == Level::Transaction);
    QCOMPARE(verdict(held), QString("busy_expected"));
    QCOMPARE(held->preparedGid, std::string("fc-gid-20"));
    QVERIFY(evidence(*held).contains(
        "the prepared transaction \"fc-gid-20\" holds it until it is committed or rolled back"));
    for (const base::Text& text : remedies(*held))
        QVERIFY(!text.english().contains("Terminate pid"));
    QVERIFY(evidence(*viewOf(analysis, 12, false)).contains("fc-gid-20"));
    QVERIFY(!evidence(*viewOf(analysis, 12, false)).contains("pid 0"));
}

/// A20: without pg_monitor state and times are hidden: unknown, neither idle nor healthy.
void TestLockFieldCases::withoutPgMonitor() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.server.seesOthers = false;
    snapshot.locks = {lockRow(11, keys::tagOfBigint(23))};
    SessionRow hidden;
    hidden.id.pid = 11;
    hidden.database = "fc_main";
    hidden.user = "fc_app";
    hidden.applicationName = "orders-worker";
    hidden.query = "<insufficient privilege>";
    snapshot.sessions = {hidden};
    const Analysis analysis = court.hear(snapshot);
    const LockView& view = analysis.locks.at(0);
    QCOMPARE(verdict(&view), QString("unknown"));
    QVERIFY(view.level == Level::Undetermined);
    QVERIFY(evidence(view).contains("hidden from this role: it lacks pg_monitor"));
    QVERIFY(!QJsonDocument(toJson(analysis)).toJson().contains("insufficient privilege"));
    QCOMPARE(view.holder->user, std::string("fc_app"));

    Court monitor;
    snapshot.sessions = {session(11, "idle", -1)};
    QVERIFY(monitor.hear(snapshot).locks.at(0).level == Level::Session);
}

/// A22: the session ended and another one holds the key, perhaps with the same pid: another identity, to the
/// microsecond.
void TestLockFieldCases::pidOfAnEndedSession() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -5)};
    const LockId first = court.hear(snapshot).locks.at(0).id;
    Snapshot next = look(1);
    next.locks = {lockRow(11)};
    next.sessions = {session(11, "idle", 0.5)};
    next.sessions[0].id.backendStart = at(kStarted) + 1us;
    const LockView second = court.hear(next).locks.at(0);
    QVERIFY(first != second.id);
    QCOMPARE(first.backend.pid, second.id.backend.pid);
    QCOMPARE(when(second.heldSinceAtLatest), QString("0.5"));
    QCOMPARE(when(second.levelProvenAt), QString("1.1"));
}

/// A25: a standby has advisory locks of its own.
void TestLockFieldCases::standby() {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.server.inRecovery = true;
    snapshot.limits = {LB_TEXT("locks", "a standby: own locks only")};
    snapshot.locks = {lockRow(11, keys::tagOfBigint(28))};
    snapshot.sessions = {session(11, "idle", -5)};
    const Analysis analysis = court.hear(snapshot);
    QCOMPARE(analysis.locks.size(), size_t{1});
    QCOMPARE(analysis.limits, snapshot.limits);
    QVERIFY(analysis.server.inRecovery);
    QVERIFY(toJson(analysis)["server"].toObject()["in_recovery"].toBool());
}

/// A31: the pool's reset only rolls back; other requests use the connection, the lock stays. Ages are bounds, and
/// neither the query nor its time is said to be that of the lock.
void TestLockFieldCases::resetThatOnlyRollsBack() {
    Court court;
    const keys::LockTag tag = keys::tagOfBigint(583);
    LockView view;
    for (int i = 0; i <= 7; ++i) {
        Snapshot snapshot = look(i * 10);
        snapshot.locks = {lockRow(11, tag)};
        snapshot.sessions = {session(11, "idle", i * 10 - 1)};
        snapshot.sessions[0].query = "SELECT count(*) FROM fc_history WHERE false";
        view = court.hear(snapshot).locks.at(0);
        QVERIFY(view.level == Level::Session);
        QCOMPARE(when(view.heldSinceAtLatest), QString("-1"));
    }
    QVERIFY2(verdict(&view) == "leak_suspected", qPrintable(evidence(view)));
    QVERIFY(evidence(view).contains("has served at least 7 other transactions"));
    QVERIFY(evidence(view).contains("held for at least 1 min 11 s and at most 1 h 1 min"));
    QVERIFY(!evidence(view).contains("fc_history"));
    Snapshot reset = look(80);
    reset.sessions = {session(11, "idle", 79)};
    QVERIFY(court.hear(reset).locks.empty());
}

QTEST_GUILESS_MAIN(TestLockFieldCases)
#include "tst_lock_field_cases.moc"
