// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/pooler_witness.h"
#include "locks/scene.h"

#include <QTest>

using namespace latchboard;
using namespace latchboard::locks;
using namespace latchboard::tests;

namespace {

/// A pooler whose one server connection is the backend of session(11).
PoolerState pooler(const char* mode = "transaction") {
    const SessionRow backend = session(11, "idle", -30);
    PoolerServer server;
    server.pooler = "pgb1";
    server.database = "orders";
    server.user = "app";
    server.poolMode = mode;
    server.state = "idle";
    server.remotePid = backend.id.pid;
    server.localAddress = backend.clientAddress;
    server.localPort = backend.clientPort;
    PoolerState state;
    state.name = "pgb1";
    state.reachable = true;
    state.servers = {server};
    return state;
}

LockView judged(const PoolerState& state, const SessionRow& backend = session(11, "idle", -30)) {
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {backend};
    snapshot.poolers = {state};
    return court.hear(snapshot).locks.at(0);
}

} // namespace

class TestPoolerWitness : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void identity_data();
    void identity();
    void unixSocket();
    void secondPoolerIsFound();
    void unlinked_data();
    void unlinked();
    void clients_data();
    void clients();
    void clientsOfOtherPools_data();
    void clientsOfOtherPools();
    void otherClock_data();
    void otherClock();
    void needsProvenLevel();
    void asked_data();
    void asked();
};

void TestPoolerWitness::identity_data() {
    QTest::addColumn<int>("remotePid");
    QTest::addColumn<QString>("localAddress");
    QTest::addColumn<int>("localPort");
    QTest::addColumn<QString>("clientAddress");
    QTest::addColumn<bool>("same");

    QTest::newRow("same") << 11 << "10.0.0.7" << 50011 << "10.0.0.7" << true;
    QTest::newRow("another pid") << 12 << "10.0.0.7" << 50011 << "10.0.0.7" << false;
    QTest::newRow("another address") << 11 << "10.0.0.8" << 50011 << "10.0.0.7" << false;
    QTest::newRow("another port") << 11 << "10.0.0.7" << 50012 << "10.0.0.7" << false;
    QTest::newRow("no port") << 11 << "10.0.0.7" << 0 << "10.0.0.7" << false;
    QTest::newRow("IPv6") << 11 << "[2001:DB8::7]" << 50011 << "2001:db8::7" << true;
    QTest::newRow("IPv4 in IPv6") << 11 << "10.0.0.7" << 50011 << "::ffff:10.0.0.7" << true;
    QTest::newRow("a Unix socket at the pooler") << 11 << "unix" << 50011 << "10.0.0.7" << false;
}

void TestPoolerWitness::identity() {
    QFETCH(int, remotePid);
    QFETCH(QString, localAddress);
    QFETCH(int, localPort);
    QFETCH(QString, clientAddress);
    QFETCH(bool, same);

    PoolerState state = pooler("session");
    state.servers[0].remotePid = remotePid;
    state.servers[0].localAddress = localAddress.toStdString();
    state.servers[0].localPort = localPort;
    SessionRow backend = session(11, "idle", -30);
    backend.clientAddress = clientAddress.toStdString();
    const LockView view = judged(state, backend);
    QCOMPARE(view.pooler.has_value(), same);
    QCOMPARE(verdict(&view), QString(same ? "leak_proven" : "held"));
}

/// Through a Unix socket there is neither address nor port: a pid alone is no identity.
void TestPoolerWitness::unixSocket() {
    PoolerState state = pooler("session");
    state.servers[0].localAddress.clear();
    state.servers[0].localPort = -1;
    SessionRow backend = session(11, "idle", -30);
    backend.clientAddress.clear();
    backend.clientPort = -1;
    const LockView view = judged(state, backend);
    QVERIFY(!view.pooler);
    QCOMPARE(verdict(&view), QString("held"));
}

void TestPoolerWitness::secondPoolerIsFound() {
    PoolerState other = pooler("session");
    other.name = "pgb0";
    other.servers[0].remotePid = 999;
    Court court;
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(11)};
    snapshot.sessions = {session(11, "idle", -30)};
    snapshot.poolers = {other, pooler("session")};
    const LockView view = court.hear(snapshot).locks.at(0);
    QCOMPARE(view.pooler->name, std::string("pgb1"));
    QCOMPARE(view.pooler->poolMode, std::string("session"));
    QCOMPARE(view.pooler->serverState, std::string("idle"));
    QVERIFY(!view.pooler->linked);
}

void TestPoolerWitness::unlinked_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("state");
    QTest::addColumn<bool>("linked");
    QTest::addColumn<QString>("expected"); // no client at all

    for (const char* state : {"idle", "used"}) {
        QTest::addRow("session %s", state) << "session" << state << false << "leak_proven";
        QTest::addRow("transaction %s", state) << "transaction" << state << false << "leak_proven";
        QTest::addRow("statement %s", state) << "statement" << state << false << "leak_proven";
        QTest::addRow("session %s linked", state) << "session" << state << true << "held";
        QTest::addRow("transaction %s linked", state) << "transaction" << state << true << "context_mismatch";
    }
    QTest::newRow("session, being reset") << "session"
                                          << "tested" << false << "held";
    QTest::newRow("transaction, being reset") << "transaction"
                                              << "tested" << false << "context_mismatch";
    QTest::newRow("session active") << "session"
                                    << "active" << true << "held";
    QTest::newRow("session active, link not shown") << "session"
                                                    << "active" << false << "held";
    QTest::newRow("transaction active") << "transaction"
                                        << "active" << true << "context_mismatch";
    QTest::newRow("session new") << "session"
                                 << "new" << false << "held";
    QTest::newRow("a mode we do not know") << "other"
                                           << "idle" << true << "held";
}

void TestPoolerWitness::unlinked() {
    QFETCH(QString, mode);
    QFETCH(QString, state);
    QFETCH(bool, linked);
    QFETCH(QString, expected);

    PoolerState one = pooler(mode.toUtf8().constData());
    one.servers[0].state = state.toStdString();
    one.servers[0].linked = linked;
    const LockView view = judged(one);
    QVERIFY2(verdict(&view) == expected, qPrintable(evidence(view)));
}

/// The lock is known to have been held at -30, when its holder turned idle.
void TestPoolerWitness::clients_data() {
    QTest::addColumn<QList<double>>("connected");
    QTest::addColumn<QString>("expected");

    QTest::newRow("none") << QList<double>{} << "leak_proven";
    QTest::newRow("after") << QList<double>{-29.999999, -1} << "leak_proven";
    QTest::newRow("at that moment") << QList<double>{-30} << "context_mismatch";
    QTest::newRow("before") << QList<double>{-31} << "context_mismatch";
    QTest::newRow("one of them before") << QList<double>{-1, -5, -31, -2} << "context_mismatch";
    QTest::newRow("unknown") << QList<double>{qQNaN()} << "context_mismatch";
}

void TestPoolerWitness::clients() {
    QFETCH(QList<double>, connected);
    QFETCH(QString, expected);

    PoolerState state = pooler();
    for (const double time : connected) {
        PoolerClient client{"pgb1", "orders", "app", {}};
        if (!qIsNaN(time))
            client.connectTime = at(time);
        state.clients.push_back(client);
    }
    const LockView view = judged(state);
    QVERIFY2(verdict(&view) == expected, qPrintable(evidence(view)));
    QVERIFY2(evidence(view).contains(QString("pool's %1 clients").arg(connected.size())), qPrintable(evidence(view)));
}

void TestPoolerWitness::clientsOfOtherPools_data() {
    QTest::addColumn<QString>("database");
    QTest::addColumn<QString>("user");
    QTest::addColumn<bool>("otherServers");
    QTest::addColumn<QString>("expected");

    QTest::newRow("its pool") << "orders"
                              << "app" << false << "context_mismatch";
    QTest::newRow("another database") << "billing"
                                      << "app" << false << "leak_proven";
    QTest::newRow("another user with its own servers") << "orders"
                                                       << "report" << true << "leak_proven";
    // The pooler may force one user for the database: then clients of all users share the pool.
    QTest::newRow("another user without servers") << "orders"
                                                  << "report" << false << "context_mismatch";
}

void TestPoolerWitness::clientsOfOtherPools() {
    QFETCH(QString, database);
    QFETCH(QString, user);
    QFETCH(bool, otherServers);
    QFETCH(QString, expected);

    PoolerState state = pooler();
    state.clients = {{"pgb1", database.toStdString(), user.toStdString(), at(-60)}};
    if (otherServers) {
        PoolerServer other = state.servers[0];
        other.user = user.toStdString();
        other.remotePid = 77;
        state.servers.push_back(other);
    }
    const LockView view = judged(state);
    QVERIFY2(verdict(&view) == expected, qPrintable(evidence(view)));
}

/// The pooler's clock is not the server's. The backend started at -3600 on the server's.
void TestPoolerWitness::otherClock_data() {
    QTest::addColumn<double>("serverConnected"); // the pooler's clock
    QTest::addColumn<double>("clientConnected"); // the pooler's clock
    QTest::addColumn<QString>("expected");

    QTest::newRow("same clock, well after") << kStarted << -28.0 << "leak_proven";
    QTest::newRow("same clock, within the margin") << kStarted << -29.0 << "context_mismatch";
    QTest::newRow("five minutes ahead, client was there") << kStarted + 300 << 260.0 << "context_mismatch";
    QTest::newRow("five minutes ahead, client came after") << kStarted + 300 << 272.0 << "leak_proven";
    QTest::newRow("five minutes behind, client was there") << kStarted - 300 << -340.0 << "context_mismatch";
    QTest::newRow("five minutes behind, client came after") << kStarted - 300 << -328.0 << "leak_proven";
}

void TestPoolerWitness::otherClock() {
    QFETCH(double, serverConnected);
    QFETCH(double, clientConnected);
    QFETCH(QString, expected);

    PoolerState state = pooler();
    state.servers[0].connectTime = at(serverConnected);
    state.clients = {{"pgb1", "orders", "app", at(clientConnected)}};
    const LockView view = judged(state);
    QVERIFY2(verdict(&view) == expected, qPrintable(evidence(view)));
}

void TestPoolerWitness::needsProvenLevel() {
    for (const char* mode : {"session", "transaction"}) {
        const LockView view = judged(pooler(mode), session(11, "active", -30));
        QVERIFY(view.level == Level::Undetermined);
        QCOMPARE(verdict(&view), QString("held"));
        QVERIFY(view.pooler.has_value());
    }
}

void TestPoolerWitness::asked_data() {
    QTest::addColumn<std::optional<double>>("asked"); // the holder is idle since -30, the scan begins at 0
    QTest::addColumn<bool>("counts");
    QTest::newRow("between") << std::optional(-1.0) << true;
    QTest::newRow("at the scan") << std::optional(0.0) << true;
    QTest::newRow("after the scan") << std::optional(0.05) << false;
    QTest::newRow("before the last statement") << std::optional(-31.0) << false;
    QTest::newRow("at its end") << std::optional(-30.0) << false;
    QTest::newRow("not for this look") << std::optional<double>() << false;
}

/// A pooler that is asked after the scan may tell of a connection whose reset query has just freed the lock.
void TestPoolerWitness::asked() {
    QFETCH(std::optional<double>, asked);
    QFETCH(bool, counts);
    for (const char* mode : {"session", "transaction"}) {
        PoolerState state = pooler(mode);
        if (asked)
            state.askedAt = at(*asked);
        Snapshot snapshot = look(0);
        snapshot.locks = {lockRow(11)};
        snapshot.sessions = {session(11, "idle", -30)};
        snapshot.poolers = {state};
        Judge judge;
        const LockView view = judge.judge(snapshot, *keys::Registry::build({}), {}, {}).locks.at(0);
        QCOMPARE(verdict(&view) == "leak_proven", counts);
        QVERIFY(view.pooler.has_value());
        QCOMPARE(evidence(view).contains("pgb1 was not asked between"), !counts);
    }
}

QTEST_GUILESS_MAIN(TestPoolerWitness)
#include "tst_pooler_witness.moc"
