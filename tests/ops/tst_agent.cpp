// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/agent.h"
#include "pg/engine_scene.h"
#include "pg/tcp_proxy.h"

#include <QScopeGuard>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <thread>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace latchboard;
using namespace std::chrono_literals;

namespace {

/// What a service manager would hear.
class Listener {
public:
    Listener() : m_socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray path = m_folder.filePath("notify").toUtf8();
        std::copy(path.begin(), path.end(), address.sun_path);
        if (::bind(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0)
            qputenv("NOTIFY_SOCKET", path);
    }
    ~Listener() {
        qunsetenv("NOTIFY_SOCKET");
        ::close(m_socket);
    }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    /// The next message that begins so; others are passed over.
    QString next(const QString& beginning) {
        for (;;) {
            pollfd readable{m_socket, POLLIN, 0};
            if (::poll(&readable, 1, 60'000) != 1)
                return QStringLiteral("nothing");
            char text[1024];
            const ssize_t size = ::recv(m_socket, text, sizeof(text), 0);
            const QString message = QString::fromUtf8(text, size);
            if (message.startsWith(beginning))
                return message;
        }
    }

private:
    QTemporaryDir m_folder;
    int m_socket;
};

ops::Configuration configurationOf(const std::string& conninfo, const std::vector<std::string>& names) {
    ops::Configuration configuration;
    ops::Profile profile;
    profile.name = "p";
    profile.conninfo = conninfo;
    configuration.profiles = {profile};
    for (const std::string& name : names) {
        ops::JobEntry entry;
        entry.profile = "p";
        entry.job.name = entry.job.lockName = name;
        entry.job.autoSync = true;
        entry.job.startupDelay = 1h;
        configuration.jobs.push_back(entry);
    }
    return configuration;
}

/// Has the first profile's sessions go through the proxy, which counts what they say.
void goThrough(const pg::test::TcpProxy& proxy, int serverPort, ops::Configuration& configuration) {
    std::string& conninfo = configuration.profiles.front().conninfo;
    const std::string port = "port=" + std::to_string(serverPort);
    const auto at = conninfo.find(port);
    QVERIFY(at != std::string::npos);
    conninfo.replace(at, port.size(), "port=" + std::to_string(proxy.port()));
}

/// The clients' sessions in this one's database without itself. The server's own workers, an autovacuum say, are none.
std::string otherClients(pg::Session& session) {
    return pg::test::one(session, "select count(*) from pg_stat_activity where datname = current_database() "
                                  "and pid <> pg_backend_pid() and backend_type = 'client backend'");
}

} // namespace

/// The agent's life around its jobs' schedules: start, reload, watchdog, end.
class TestAgent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void tellsTheServiceManager();
    void reloads();
    void aBrokenFileKeepsTheOldOne();
    void nothingToSchedule();
    void jobsComeAndGo();
    void twoAgentsOneRunACell();
    void noSessionWhileItWaits();
    void aRunUnderWayIsLetEndAndTheWatchdogGoesOn();

private:
    void start(const std::function<base::Result<ops::Configuration>()>& load,
               base::Duration askJobsEvery = std::chrono::hours(1));
    /// Keeps what an agent says, on whichever thread.
    ops::AgentSink hearing() {
        return [this](const ops::AgentEvent& event) {
            const std::scoped_lock lock(m_mutex);
            m_heard << QString::fromStdString(event.job + ": " + event.what);
        };
    }
    [[nodiscard]] QString heard() const {
        const std::scoped_lock lock(m_mutex);
        return m_heard.join(u'\n');
    }
    ops::ReloadBell m_bell;
    std::stop_source m_stop;
    std::jthread m_thread;
    mutable std::mutex m_mutex;
    QStringList m_heard;
    std::atomic<bool> m_ended = false;
    base::Result<void> m_result;
};

void TestAgent::init() {
    m_stop = std::stop_source();
    m_heard.clear();
    m_ended = false;
}

void TestAgent::cleanup() {
    m_stop.request_stop();
    if (m_thread.joinable())
        m_thread.join();
    qunsetenv("WATCHDOG_USEC");
}

void TestAgent::start(const std::function<base::Result<ops::Configuration>()>& load, base::Duration askJobsEvery) {
    m_thread = std::jthread([this, load, askJobsEvery] {
        m_result = ops::runAgent(load, m_bell, m_stop.get_token(), hearing(), askJobsEvery);
        m_ended = true;
    });
}

void TestAgent::tellsTheServiceManager() {
    Listener manager;
    qputenv("WATCHDOG_USEC", "200000");
    start([] { return configurationOf("host=127.0.0.1 port=1", {"a", "b"}); });
    QCOMPARE(manager.next("READY"), QStringLiteral("READY=1\nSTATUS=scheduling 2 jobs"));
    QCOMPARE(manager.next("WATCHDOG"), QStringLiteral("WATCHDOG=1"));
    QCOMPARE(manager.next("WATCHDOG"), QStringLiteral("WATCHDOG=1"));
    QVERIFY(m_bell.ring());
    QVERIFY(manager.next("RELOADING").startsWith("RELOADING=1\nMONOTONIC_USEC="));
    QCOMPARE(manager.next("READY"), QStringLiteral("READY=1\nSTATUS=scheduling 2 jobs"));
    m_stop.request_stop();
    QCOMPARE(manager.next("STOPPING"), QStringLiteral("STOPPING=1"));
    QTRY_VERIFY_WITH_TIMEOUT(m_ended, 60'000);
    QVERIFY(m_result.ok());
    QVERIFY(!m_bell.ring()); // nobody listens any more
}

void TestAgent::reloads() {
    std::atomic<int> loads = 0;
    start([&]() -> base::Result<ops::Configuration> {
        return ++loads == 1 ? configurationOf("host=127.0.0.1 port=1", {"old"})
                            : configurationOf("host=127.0.0.1 port=1", {"new", "newer"});
    });
    QTRY_COMPARE_WITH_TIMEOUT(heard(), QStringLiteral("old: waits 1h after the start"), 60'000);
    QVERIFY(m_bell.ring());
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains("newer: waits 1h"), 60'000);
    QVERIFY(heard().contains("new: waits 1h"));
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains("agent: configuration read again, scheduling 2 jobs"), 60'000);
    QCOMPARE(heard().count("old:"), 1);
    // Jobs may all be taken out: the agent waits for the next reload.
    QVERIFY(!m_ended);
}

void TestAgent::aBrokenFileKeepsTheOldOne() {
    std::atomic<int> loads = 0;
    start([&]() -> base::Result<ops::Configuration> {
        if (++loads == 2)
            return base::Unexpected(base::ErrorKind::Configuration,
                                    base::Text::verbatim(std::string_view("latchboard.toml:3: oops")));
        return configurationOf("host=127.0.0.1 port=1", {"kept"});
    });
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains("kept: waits"), 60'000);
    QVERIFY(m_bell.ring());
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains("agent: keeps the old configuration: latchboard.toml:3: oops"), 60'000);
    QCOMPARE(heard().count("kept: waits"), 1); // its schedule was not disturbed
    QVERIFY(!m_ended);
}

void TestAgent::nothingToSchedule() {
    start([] { return configurationOf("host=127.0.0.1 port=1", {}); });
    QTRY_VERIFY_WITH_TIMEOUT(m_ended, 60'000);
    QVERIFY(!m_result);
    QCOMPARE(m_result.error().kind, base::ErrorKind::Configuration);
}

void TestAgent::jobsComeAndGo() {
    std::atomic<int> loads = 0;
    std::atomic<int> stage = 0;
    start(
        [&]() -> base::Result<ops::Configuration> {
            ++loads;
            std::vector<std::string> names;
            if (stage > 0)
                names = {"tenant:1"};
            if (stage > 1)
                names = {"tenant:1", "tenant:2"};
            auto configuration = configurationOf("host=127.0.0.1 port=1", names);
            configuration.asksForJobs = true;
            if (stage == 3) { // the database is away: the group lacks its values
                configuration = configurationOf("host=127.0.0.1 port=1", {"tenant"});
                configuration.asksForJobs = true;
                configuration.jobs[0].missing.push_back(base::Text::verbatim(std::string_view("its values of id")));
            }
            return configuration;
        },
        1ms);
    QTRY_VERIFY_WITH_TIMEOUT(loads > 3, 60'000);
    QVERIFY(!m_ended); // no job yet is no error: some may come
    stage = 1;
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains("tenant:1: waits 1h"), 60'000);
    const int before = loads;
    QTRY_VERIFY_WITH_TIMEOUT(loads > before + 3, 60'000);
    QCOMPARE(heard().count("tenant:1: waits 1h"), 1); // the same jobs are left alone
    stage = 2;
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains("tenant:2: waits 1h"), 60'000);
    stage = 3;
    const int away = loads;
    QTRY_VERIFY_WITH_TIMEOUT(loads > away + 3, 60'000);
    QCOMPARE(heard().count("configuration read again"), 2);
}

void TestAgent::twoAgentsOneRunACell() {
    const auto server = pg::test::Server::start();
    QVERIFY(server);
    pg::test::EngineScene scene(*server);
    QTcpServer source;
    QVERIFY(source.listen(QHostAddress::LocalHost));
    int requests = 0;
    connect(&source, &QTcpServer::newConnection, this, [&] {
        QTcpSocket* socket = source.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [&, socket] {
            if (!socket->readAll().contains("\r\n\r\n"))
                return;
            ++requests;
            const QByteArray body = R"({"orders":[{"id":"1","updated_at":"2026-03-10T11:00:00Z","status":"open"}]})";
            socket->write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " +
                          QByteArray::number(body.size()) + "\r\n\r\n" + body);
            socket->disconnectFromHost();
        });
    });
    auto configuration = configurationOf(server->cluster().conninfoWithPassword(scene.database()).reveal(), {"orders"});
    sync::Job& job = configuration.jobs.front().job;
    job = pg::test::EngineScene::job();
    job.autoSync = true;
    job.startupDelay = 0s;
    job.grid.every = 24h;
    job.source.baseUrl = "http://127.0.0.1:" + std::to_string(source.serverPort());
    start([&] { return configuration; });
    // A second agent, on another machine as it were: what it says to the database is counted.
    pg::test::TcpProxy proxy(server->cluster().port());
    ops::Configuration elsewhere = configuration;
    goThrough(proxy, server->cluster().port(), elsewhere);
    ops::ReloadBell bell;
    std::jthread second(
        [&] { static_cast<void>(ops::runAgent([&] { return elsewhere; }, bell, m_stop.get_token(), hearing())); });
    const auto stopBoth = qScopeGuard([&] { m_stop.request_stop(); }); // also where a check fails
    // Both have looked and wait for the next cell: neither holds a session any more.
    QTRY_COMPARE_WITH_TIMEOUT(heard().count("waits until"), 2, 60'000);
    QVERIFY(proxy.pieces() > 2);
    QTRY_COMPARE_WITH_TIMEOUT(otherClients(scene.super()), std::string("0"), 60'000);
    QCOMPARE(scene.history(), std::string("SUCCESS - new 1"));
    QCOMPARE(requests, 1);
}

void TestAgent::noSessionWhileItWaits() {
    const auto server = pg::test::Server::start();
    QVERIFY(server);
    const std::string database = server->freshDatabase(true);
    auto super = server->open(database);
    QVERIFY(super);
    // The job ran in this cell of its grid already, so that it waits for the next.
    QCOMPARE(pg::test::one(*super,
                           "insert into latchboard.run (run_id, job, trigger, outcome, lock_outcome, started_at, "
                           "finished_at, host) values ('r', 'waiting', 'schedule', 'SUCCESS', 'LOCK_ACQUIRED', "
                           "clock_timestamp(), clock_timestamp(), 'h') returning 'done'"),
             std::string("done"));
    auto configuration = configurationOf(server->cluster().conninfoWithPassword(database).reveal(), {"waiting"});
    configuration.jobs.front().job.startupDelay = 0s;
    configuration.jobs.front().job.grid.every = 24h;
    start([&] { return configuration; });
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains("waits until"), 60'000); // it has looked
    QTRY_COMPARE_WITH_TIMEOUT(otherClients(*super), std::string("0"), 60'000);
    QVERIFY(!m_ended);
}

void TestAgent::aRunUnderWayIsLetEndAndTheWatchdogGoesOn() {
    const auto server = pg::test::Server::start();
    QVERIFY(server);
    pg::test::EngineScene scene(*server);
    QTcpServer silent; // takes the request and never answers
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    auto configuration = configurationOf(server->cluster().conninfoWithPassword(scene.database()).reveal(), {"orders"});
    sync::Job& job = configuration.jobs.front().job;
    job = pg::test::EngineScene::job();
    job.autoSync = true;
    job.startupDelay = 0s;
    job.source.baseUrl = "http://127.0.0.1:" + std::to_string(silent.serverPort());
    job.source.timeout = 10min;
    Listener manager;
    qputenv("WATCHDOG_USEC", "200000");
    start([&] { return configuration; });
    QTRY_COMPARE_WITH_TIMEOUT(scene.holders(), std::string("1"), 60'000);
    QVERIFY(m_bell.ring());
    QVERIFY(manager.next("RELOADING").startsWith("RELOADING"));
    for (int i = 0; i < 3; ++i)
        QCOMPARE(manager.next("WATCHDOG"), QStringLiteral("WATCHDOG=1"));
    QCOMPARE(scene.holders(), std::string("1")); // the reload has not disturbed it
    QVERIFY(!heard().contains("read again"));
    m_stop.request_stop();
    QTRY_VERIFY_WITH_TIMEOUT(m_ended, 60'000);
    QVERIFY(heard().contains("orders: run ended: CANCELLED"));
    QCOMPARE(scene.history(), std::string("CANCELLED cancelled new 0"));
    QCOMPARE(scene.holders(), std::string("0"));
}

QTEST_GUILESS_MAIN(TestAgent)
#include "tst_agent.moc"
