// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/engine_scene.h"
#include "pg/tcp_proxy.h"

#include <csignal>

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

using namespace latchboard;
using namespace std::chrono_literals;
using base::ErrorKind;
using pg::test::one;
using sync::Outcome;

namespace {

int socketOption(int descriptor, int level, int option) {
    int value = -1;
    socklen_t size = sizeof(value);
    return ::getsockopt(descriptor, level, option, &value, &size) == 0 ? value : -1;
}

} // namespace

/// Every way to lose the session that holds the lock, in the middle of a run that waits for the second of three pages:
/// the run ends, nothing is written or asked after the loss, and the next run makes everything good.
class PgLockLossTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void everyWayToLoseIt_data();
    void everyWayToLoseIt();
    void timeOutsOfTheRoleDoNotBite();
    void keepAlivesOfBothEnds();

private:
    enum class Loss { Terminated, Restarted, Crashed, Dropped, BlackHoled };

    void lose(Loss loss);
    /// As a client of the proxy.
    [[nodiscard]] pg::ConnectionSettings throughProxy() const;

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::test::EngineScene> m_scene;
    std::unique_ptr<pg::test::TcpProxy> m_proxy;
};

void PgLockLossTest::initTestCase() {
    // A commit that was answered must stand after a crash of the server.
    m_server = pg::test::Server::start({{"synchronous_commit", "on"}});
    QVERIFY(m_server);
}

void PgLockLossTest::init() {
    m_scene = std::make_unique<pg::test::EngineScene>(*m_server);
    m_proxy = std::make_unique<pg::test::TcpProxy>(m_server->cluster().port());
}

pg::ConnectionSettings PgLockLossTest::throughProxy() const {
    auto settings = m_server->settings(m_scene->database());
    settings.conninfo =
        "host=127.0.0.1 port=" + std::to_string(m_proxy->port()) + " dbname=" + m_scene->database() + " user=postgres";
    return settings;
}

void PgLockLossTest::lose(Loss loss) {
    const std::string holder = "(select pid from pg_locks where locktype = 'advisory' and granted)";
    switch (loss) {
    case Loss::Terminated:
        QCOMPARE(one(m_scene->super(), "select pg_terminate_backend(" + holder + ", 60000)"), std::string("t"));
        break;
    case Loss::Restarted:
        LB_VERIFY_OK(m_server->cluster().restart());
        break;
    case Loss::Crashed: {
        // The server ends all sessions when one of its processes dies, and recovers.
        const int pid = std::stoi(one(m_scene->super(), "select " + holder));
        QCOMPARE(::kill(pid, SIGKILL), 0);
        break;
    }
    case Loss::Dropped:
        m_proxy->drop();
        break;
    case Loss::BlackHoled:
        m_proxy->blackHole();
        break;
    }
}

void PgLockLossTest::everyWayToLoseIt_data() {
    QTest::addColumn<int>("loss");
    QTest::newRow("its backend is terminated") << static_cast<int>(Loss::Terminated);
    QTest::newRow("the server is restarted") << static_cast<int>(Loss::Restarted);
    QTest::newRow("the server crashes and recovers") << static_cast<int>(Loss::Crashed);
    QTest::newRow("the network closes the connection") << static_cast<int>(Loss::Dropped);
    QTest::newRow("the network swallows everything") << static_cast<int>(Loss::BlackHoled);
}

void PgLockLossTest::everyWayToLoseIt() {
    QFETCH(int, loss);
    const auto how = static_cast<Loss>(loss);
    pg::test::ThreePages source;
    bool noticed = false;
    source.beforeAnswer = [&](int page, const base::Waiting& waiting) -> base::Result<void> {
        if (page != 2)
            return {};
        lose(how);
        // The API takes its time; only the keep-alive can tell that the wait is in vain.
        auto waited = base::SystemClock().wait(10min, waiting);
        noticed = !waited;
        return waited;
    };
    const auto run = m_scene->run(throughProxy(), source, {}, 200ms);
    QVERIFY(noticed);
    QCOMPARE(run.outcome, Outcome::Failed);
    QVERIFY(run.error.has_value());
    QCOMPARE(run.error->kind, ErrorKind::LockLost);
    QCOMPARE(source.calls, 2);
    QCOMPARE(run.counts.created, 2);

    if (how == Loss::Restarted || how == Loss::Crashed)
        QTRY_VERIFY_WITH_TIMEOUT(m_scene->reconnect(), 60'000);
    QCOMPARE(m_scene->ids(), std::string("10 11"));
    QCOMPARE(m_scene->windows(), std::string("0"));
    // A server that is down for the moment takes no record.
    if (how != Loss::Crashed)
        QCOMPARE(m_scene->history(), std::string("FAILED lock_lost new 2"));
    if (how == Loss::BlackHoled) {
        // The server has not heard of the loss: the lock stays until its keep-alive finds out, and nobody else writes.
        QCOMPARE(m_scene->holders(), std::string("1"));
        pg::test::ThreePages idle;
        QCOMPARE(m_scene->run(m_server->settings(m_scene->database()), idle).outcome, Outcome::Busy);
        QCOMPARE(idle.calls, 0);
        m_proxy = std::make_unique<pg::test::TcpProxy>(m_server->cluster().port());
    }
    QTRY_COMPARE_WITH_TIMEOUT(m_scene->holders(), std::string("0"), 60'000);
    QCOMPARE(m_scene->ids(), std::string("10 11"));

    pg::test::ThreePages clean;
    const auto next = m_scene->run(throughProxy(), clean);
    QCOMPARE(next.outcome, Outcome::Success);
    QCOMPARE(next.counts.created, 4);
    QCOMPARE(next.counts.same, 2);
    QCOMPARE(m_scene->ids(), std::string("10 11 20 21 30 31"));
    QCOMPARE(m_scene->windows(), std::string("1"));
    QCOMPARE(m_scene->holders(), std::string("0"));
}

void PgLockLossTest::timeOutsOfTheRoleDoNotBite() {
    const std::string role = "alter role postgres in database " + m_scene->database();
    for (const char* setting : {"idle_session_timeout = '5s'", "idle_in_transaction_session_timeout = '60s'",
                                "statement_timeout = '30s'", "lock_timeout = '1s'"}) {
        LB_VERIFY_OK(m_scene->super().execSimple(role + " set " + setting));
    }
    pg::test::ThreePages source;
    std::string idle, open;
    source.beforeAnswer = [&](int page, const base::Waiting&) -> base::Result<void> {
        if (page == 2) {
            // What the run's own session lives by, while the API is waited for: no transaction, so that only the time
            // out of an idle session could end it, and that is off.
            open =
                one(m_scene->super(), "select state || ' ' || (xact_start is null) from pg_stat_activity where pid = "
                                      "(select pid from pg_locks where locktype = 'advisory' and granted)");
        }
        return {};
    };
    const auto run = m_scene->run(m_server->settings(m_scene->database()), source);
    QCOMPARE(run.outcome, Outcome::Success);
    QCOMPARE(open, std::string("idle true"));
    pg::RunSession session(m_server->settings(m_scene->database()), {});
    LB_VERIFY_OK(session.connect());
    QCOMPARE(one(*session.session(), "show idle_session_timeout"), std::string("0"));
    QCOMPARE(one(*session.session(), "show lock_timeout"), std::string("0"));
}

void PgLockLossTest::keepAlivesOfBothEnds() {
    pg::RunSession session(m_server->settings(m_scene->database()), {});
    LB_VERIFY_OK(session.connect());
    // At the server's end, for its side of the socket: read back from the socket, not from the configuration.
    QCOMPARE(one(*session.session(), "show tcp_keepalives_idle"), std::string("10"));
    QCOMPARE(one(*session.session(), "show tcp_keepalives_interval"), std::string("5"));
    QCOMPARE(one(*session.session(), "show tcp_keepalives_count"), std::string("3"));
    QCOMPARE(one(*session.session(), "show tcp_user_timeout"), std::string("25000"));
    // At ours: each connection of this process to the server.
    int connections = 0;
    for (int descriptor = 3; descriptor < 1024; ++descriptor) {
        sockaddr_in peer{};
        socklen_t size = sizeof(peer);
        if (::getpeername(descriptor, reinterpret_cast<sockaddr*>(&peer), &size) != 0 || peer.sin_family != AF_INET ||
            ntohs(peer.sin_port) != m_server->cluster().port())
            continue;
        ++connections;
        QCOMPARE(socketOption(descriptor, SOL_SOCKET, SO_KEEPALIVE), 1);
        QCOMPARE(socketOption(descriptor, IPPROTO_TCP, TCP_KEEPIDLE), 10);
        QCOMPARE(socketOption(descriptor, IPPROTO_TCP, TCP_KEEPINTVL), 5);
        QCOMPARE(socketOption(descriptor, IPPROTO_TCP, TCP_KEEPCNT), 3);
        QCOMPARE(socketOption(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT), 25'000);
    }
    QCOMPARE(connections, 2); // the run's and the superuser's
}

QTEST_GUILESS_MAIN(PgLockLossTest)
#include "tst_pg_lock_loss.moc"
