// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/self_heal.h"
#include "scene.h"

#include <QTest>

using namespace latchboard;
using namespace latchboard::locks;
using namespace latchboard::tests;

/// When a leak would end by itself: never promised too early.
class TestSelfHeal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void earliest_data();
    void earliest();
    void onlyOfSessionLevel();
    void inWords_data();
    void inWords();
};

namespace {

/// The backend of session(11), which began at kStarted (-3600) and is idle since -30; now is 0.1.
PoolerState pooler(bool linked = false) {
    const SessionRow backend = session(11, "idle", -30);
    PoolerServer server;
    server.pooler = "pgb1";
    server.database = "orders";
    server.user = "app";
    server.poolMode = "session";
    server.state = linked ? "active" : "idle";
    server.remotePid = backend.id.pid;
    server.localAddress = backend.clientAddress;
    server.localPort = backend.clientPort;
    server.linked = linked;
    PoolerState state;
    state.name = "pgb1";
    state.reachable = true;
    state.servers = {server};
    return state;
}

} // namespace

void TestSelfHeal::earliest_data() {
    QTest::addColumn<std::optional<int>>("idleTimeout"); // seconds
    QTest::addColumn<std::optional<int>>("lifetime");
    QTest::addColumn<bool>("linked");
    QTest::addColumn<int>("minPoolSize");
    QTest::addColumn<QString>("expected");
    const std::optional<int> none;
    QTest::newRow("the defaults") << std::optional(600) << std::optional(3600) << false << 0
                                  << "server_lifetime at 0.1"; // its hour is over
    QTest::newRow("idle first") << std::optional(600) << std::optional(7200) << false << 0
                                << "server_idle_timeout at 570";
    QTest::newRow("lifetime first") << std::optional(600) << std::optional(3700) << false << 0
                                    << "server_lifetime at 100";
    QTest::newRow("idle for long") << std::optional(10) << std::optional(7200) << false << 0
                                   << "server_idle_timeout at 0.1";
    QTest::newRow("idle switched off") << std::optional(0) << std::optional(7200) << false << 0
                                       << "server_lifetime at 3600";
    QTest::newRow("kept for the pool") << std::optional(600) << std::optional(7200) << false << 1
                                       << "server_lifetime at 3600";
    QTest::newRow("after the next use") << std::optional(0) << std::optional(0) << false << 0 << "never";
    QTest::newRow("nothing is told") << none << none << false << 0 << "never";
    QTest::newRow("in use") << std::optional(600) << std::optional(7200) << true << 0
                            << "server_lifetime at 3600, unused only";
    QTest::newRow("in use, its time is over")
        << std::optional(600) << std::optional(60) << true << 0 << "server_lifetime at 0.1, unused only";
}

void TestSelfHeal::earliest() {
    QFETCH(std::optional<int>, idleTimeout);
    QFETCH(std::optional<int>, lifetime);
    QFETCH(bool, linked);
    QFETCH(int, minPoolSize);
    QFETCH(QString, expected);
    PoolerState state = pooler(linked);
    if (idleTimeout)
        state.serverIdleTimeout = std::chrono::seconds(*idleTimeout);
    if (lifetime)
        state.serverLifetime = std::chrono::seconds(*lifetime);
    state.minPoolSize = minPoolSize;
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -30)};
    snapshot.poolers = {state};
    const LockView view = court.hear(snapshot).locks.at(0);
    const auto& heal = view.selfHeal;
    QCOMPARE(heal ? QString::fromStdString(heal->setting) + " at " + when(heal->earliest) +
                        (heal->onlyUnused ? ", unused only" : "")
                  : QStringLiteral("never"),
             expected);
    QCOMPARE(evidence(view).contains("By itself the pooler pgb1 closes"), heal.has_value());
}

/// What a transaction holds ends with it, and of an undetermined level nothing is promised.
void TestSelfHeal::onlyOfSessionLevel() {
    PoolerState state = pooler(true);
    state.serverLifetime = 7200s;
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11), lockRow(12, kOrderSync, false)};
    snapshot.sessions = {session(11, "active", -30), session(12, "active", -1)};
    snapshot.poolers = {state};
    for (const LockView& view : court.hear(snapshot).locks)
        QVERIFY(!view.selfHeal);
}

void TestSelfHeal::inWords_data() {
    QTest::addColumn<double>("at");
    QTest::addColumn<bool>("onlyUnused");
    QTest::addColumn<QString>("words");
    QTest::newRow("later") << 90.0 << false << "in 1 min 30 s at the earliest (server_lifetime); each use";
    QTest::newRow("now") << 0.0 << false << "frees the lock, any moment (server_lifetime)";
    QTest::newRow("later, in use") << 90.0 << true << "in 1 min 30 s at the earliest (server_lifetime), and not before";
    QTest::newRow("now, in use") << 0.0 << true << "as soon as its client lets go of it (server_lifetime)";
}

void TestSelfHeal::inWords() {
    QFETCH(double, at);
    QFETCH(bool, onlyUnused);
    QFETCH(QString, words);
    const SelfHeal heal{tests::at(at), "pgb1", "server_lifetime", onlyUnused};
    QVERIFY2(selfHealText(heal, tests::at(0)).english().contains(words),
             qPrintable(selfHealText(heal, tests::at(0)).english()));
}

QTEST_GUILESS_MAIN(TestSelfHeal)
#include "tst_self_heal.moc"
