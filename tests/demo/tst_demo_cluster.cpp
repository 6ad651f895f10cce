// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/machine.h"
#include "demo/pgbouncer.h"
#include "demo/sql.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace latchboard;
using namespace latchboard::demo;

class TestDemoCluster : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsAndLeavesNothing();
    void settingsReachTheServer();
    void poolerInEachMode_data();
    void poolerInEachMode();
    void portTakenIsSaid();
    void missingProgramsAreSaid_data();
    void missingProgramsAreSaid();
    void badSettingIsSaidWithTheLog();
    void stopsAtTheToken();
    void killedDemoLeavesNoProcess();
    void leftoverIsEndedByTheNextStart();
    void foreignProcessIsLeftAlone();
    void foldersAreGuarded();
    void keptDataIsThereAgain();
    void childFailuresNameTheStep();
};

namespace {

std::string text(const base::Error& error) {
    return error.message.englishUtf8();
}

/// A folder that the servers' user can reach too.
class OpenFolder : public QTemporaryDir {
public:
    OpenFolder() {
        QFile::setPermissions(path(), QFile::Permissions(0x7055)); // rwx r-x r-x
    }
    [[nodiscard]] std::string sub(const char* name) const { return filePath(QString::fromUtf8(name)).toStdString(); }
};

struct Victim {
    std::unique_ptr<QProcess> process;
    int serverPid = 0, poolerPid = 0, serverPort = 0, poolerPort = 0;
};

Victim startVictim(const std::string& folder) {
    Victim victim;
    victim.process = std::make_unique<QProcess>();
    victim.process->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    victim.process->start(QStringLiteral(DEMO_VICTIM), {QString::fromStdString(folder)});
    while (!victim.process->canReadLine() && victim.process->waitForReadyRead(60'000)) {
    }
    std::istringstream line(victim.process->readLine().toStdString());
    line >> victim.serverPid >> victim.poolerPid >> victim.serverPort >> victim.poolerPort;
    return victim;
}

} // namespace

void TestDemoCluster::runsAndLeavesNothing() {
    auto started = Cluster::start();
    QVERIFY2(started.ok(), started ? "" : text(started.error()).c_str());
    auto cluster = *std::move(started);
    const auto path = QString::fromStdString(cluster->folder()->path());
    const auto identity = identityOf(cluster->pid());
    QVERIFY(identity);
    QVERIFY(cluster->running());
    QVERIFY(cluster->createDatabase("orders").ok());
    QVERIFY(cluster->createDatabase("orders").ok()); // again: it is there
    QVERIFY(cluster->execute("orders", "create table t (a int); insert into t values (1)").ok());
    QVERIFY(runSql(cluster->conninfoWithPassword("orders").reveal(), {}, "select * from t").ok());
    const auto refused = runSql(cluster->conninfo("orders"), base::Secret("wrong"), "select 1");
    QVERIFY(!refused.ok());
    // Never root, and nothing but the loopback.
    QVERIFY(QFileInfo(QStringLiteral("/proc/%1").arg(cluster->pid())).ownerId() != 0);
    QVERIFY(cluster
                ->execute("orders",
                          "do $$ begin if current_setting('listen_addresses') <> '127.0.0.1' or "
                          "current_setting('unix_socket_directories') <> '' then raise 'open'; end if; end $$")
                .ok());
    const int port = cluster->port();
    cluster.reset();
    QVERIFY(!lives(*identity));
    QVERIFY(!portTaken(port));
    QVERIFY(!QFileInfo::exists(path));
}

void TestDemoCluster::settingsReachTheServer() {
    auto cluster = Cluster::start({.settings = {{"max_connections", "17"},
                                                {"max_prepared_transactions", "3"},
                                                {"max_locks_per_transaction", "12"},
                                                {"search_path", "\"it's\", public"}}});
    QVERIFY(cluster.ok());
    QVERIFY((*cluster)
                ->execute("postgres", "do $$ begin if current_setting('max_connections') <> '17' or "
                                      "current_setting('max_prepared_transactions') <> '3' or "
                                      "current_setting('max_locks_per_transaction') <> '12' or "
                                      "current_setting('search_path') <> '\"it''s\", public' then raise 'no'; "
                                      "end if; end $$")
                .ok());
}

void TestDemoCluster::poolerInEachMode_data() {
    QTest::addColumn<QString>("mode");
    for (const char* const mode : {"session", "transaction", "statement"})
        QTest::newRow(mode) << QString::fromUtf8(mode);
}

void TestDemoCluster::poolerInEachMode() {
    QFETCH(const QString, mode);
    auto cluster = Cluster::start();
    QVERIFY(cluster.ok());
    QVERIFY((*cluster)->createDatabase("orders").ok());
    QVERIFY((*cluster)->execute("postgres", "create role app login password 'se\"cret'").ok());
    auto pooler = PgBouncer::start(
        **cluster,
        {.poolMode = mode.toStdString(), .database = "orders", .users = {{"app", base::Secret("se\"cret")}}});
    QVERIFY2(pooler.ok(), pooler ? "" : text(pooler.error()).c_str());
    PgBouncer& running = **pooler;
    QVERIFY(runSql(running.conninfo("app"), base::Secret("se\"cret"), "select 1").ok());
    QVERIFY(!runSql(running.conninfo("app"), base::Secret("wrong"), "select 1").ok());
    // Through the pooler the backend's number differs from the one that the pooler told.
    QVERIFY(runSql(running.statsConninfo(), running.statsPassword(), "show servers").ok());
    QVERIFY(!runSql(running.statsConninfo(), running.statsPassword(), "pause").ok());
    QVERIFY(runSql(running.adminConninfo(), running.adminPassword(), "reconnect").ok());
    const auto identity = identityOf(running.pid());
    pooler->reset();
    QVERIFY(!lives(*identity));
}

void TestDemoCluster::portTakenIsSaid() {
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    const auto number = std::to_string(other.serverPort());
    const auto cluster = Cluster::start({.port = other.serverPort()});
    QVERIFY(!cluster.ok());
    QCOMPARE(cluster.error().kind, base::ErrorKind::Configuration);
    QCOMPARE(text(cluster.error()), "PostgreSQL can't listen on 127.0.0.1:" + number + ": the port is taken.");

    const auto good = Cluster::start();
    QVERIFY(good.ok());
    const auto pooler = PgBouncer::start(**good, {.port = other.serverPort()});
    QVERIFY(!pooler.ok());
    QCOMPARE(text(pooler.error()), "PgBouncer can't listen on 127.0.0.1:" + number + ": the port is taken.");
}

void TestDemoCluster::missingProgramsAreSaid_data() {
    QTest::addColumn<QByteArray>("folder");
    QTest::newRow("no such folder") << QByteArray("/nonexistent");
    QTest::newRow("folder without the programs") << QByteArray("/etc");
}

void TestDemoCluster::missingProgramsAreSaid() {
    QFETCH(const QByteArray, folder);
    qputenv("LATCHBOARD_PG_BIN", folder);
    const auto cluster = Cluster::start();
    qunsetenv("LATCHBOARD_PG_BIN");
    QVERIFY(!cluster.ok());
    QCOMPARE(cluster.error().kind, base::ErrorKind::Configuration);
    QCOMPARE(text(cluster.error()), std::string("PostgreSQL's server programs (postgres, initdb) were not found."));
    QCOMPARE(cluster.error().remedy.englishUtf8(), std::string("Install the package postgresql."));
    const auto program = findProgram("no-such-pooler", "pgbouncer");
    QVERIFY(!program.ok());
    QCOMPARE(program.error().remedy.englishUtf8(), std::string("Install the package pgbouncer."));
}

void TestDemoCluster::badSettingIsSaidWithTheLog() {
    const auto cluster = Cluster::start({.settings = {{"max_connections", "many"}}});
    QVERIFY(!cluster.ok());
    QVERIFY2(text(cluster.error()).find("invalid value for parameter \"max_connections\"") != std::string::npos,
             text(cluster.error()).c_str());
}

void TestDemoCluster::stopsAtTheToken() {
    std::stop_source source;
    source.request_stop();
    const auto cluster = Cluster::start({}, source.get_token());
    QVERIFY(!cluster.ok());
    QCOMPARE(cluster.error().kind, base::ErrorKind::Cancelled);
}

void TestDemoCluster::killedDemoLeavesNoProcess() {
    const OpenFolder root;
    const auto victim = startVictim(root.sub("demo"));
    const auto server = identityOf(victim.serverPid), pooler = identityOf(victim.poolerPid);
    QVERIFY(server && pooler);
    ::kill(static_cast<pid_t>(victim.process->processId()), SIGKILL);
    QVERIFY(victim.process->waitForFinished());
    QTRY_VERIFY_WITH_TIMEOUT(!lives(*server) && !lives(*pooler), 20'000);
    QVERIFY(!portTaken(victim.serverPort));
    QVERIFY(!portTaken(victim.poolerPort));
    // What is left is its folder, which the next start empties.
    const QString data = root.filePath(QStringLiteral("demo/postgres"));
    QVERIFY(QFileInfo::exists(data));
    const auto next = InstanceFolder::open(root.sub("demo"));
    QVERIFY(next.ok());
    QVERIFY(!QFileInfo::exists(data));
}

void TestDemoCluster::leftoverIsEndedByTheNextStart() {
    // A process that lives on although its demo is dead: it runs beside us and is noted in the folder.
    const OpenFolder root;
    QProcess sleeper;
    sleeper.start(QStringLiteral("sleep"), {QStringLiteral("1000")});
    QVERIFY(sleeper.waitForStarted());
    const auto identity = identityOf(static_cast<int>(sleeper.processId()));
    QVERIFY(identity);
    {
        auto folder = InstanceFolder::open(root.sub("demo"));
        QVERIFY(folder.ok());
        QVERIFY((*folder)->keep().ok());
    }
    {
        std::ofstream processes(root.sub("demo") + "/processes");
        processes << identity->pid << ' ' << identity->startTicks << ' ' << identity->bootId << ' ' << SIGTERM << '\n';
    }
    QVERIFY(InstanceFolder::open(root.sub("demo")).ok());
    QVERIFY(!lives(*identity));
    QVERIFY(sleeper.waitForFinished());
}

void TestDemoCluster::foreignProcessIsLeftAlone() {
    // The same pid, but another start or another boot: not ours.
    const OpenFolder root;
    QProcess sleeper;
    sleeper.start(QStringLiteral("sleep"), {QStringLiteral("1000")});
    QVERIFY(sleeper.waitForStarted());
    const auto identity = identityOf(static_cast<int>(sleeper.processId()));
    QVERIFY(identity);
    {
        auto folder = InstanceFolder::open(root.sub("demo"));
        QVERIFY(folder.ok());
        QVERIFY((*folder)->keep().ok());
    }
    {
        std::ofstream processes(root.sub("demo") + "/processes");
        processes << identity->pid << ' ' << identity->startTicks + 1 << ' ' << identity->bootId << ' ' << SIGTERM
                  << '\n'
                  << identity->pid << ' ' << identity->startTicks << ' ' << "another-boot" << ' ' << SIGTERM << '\n';
    }
    QVERIFY(InstanceFolder::open(root.sub("demo")).ok());
    QVERIFY(lives(*identity));
    sleeper.kill();
    QVERIFY(sleeper.waitForFinished());
}

void TestDemoCluster::foldersAreGuarded() {
    const OpenFolder root;
    const auto first = InstanceFolder::open(root.sub("demo"));
    QVERIFY(first.ok());
    const auto second = InstanceFolder::open(root.sub("demo"));
    QVERIFY(!second.ok());
    QCOMPARE(text(second.error()), "Another demo runs in the folder " + root.sub("demo") + ".");
    QVERIFY(QDir().mkpath(root.filePath(QStringLiteral("mine"))));
    std::ofstream(root.sub("mine") + "/diary") << "dear diary";
    const auto other = InstanceFolder::open(root.sub("mine"));
    QVERIFY(!other.ok());
    QCOMPARE(text(other.error()), "The folder " + root.sub("mine") + " holds something that is not a demo.");
    QVERIFY(QFileInfo::exists(root.filePath(QStringLiteral("mine/diary"))));
}

void TestDemoCluster::keptDataIsThereAgain() {
    const OpenFolder root;
    {
        auto folder = InstanceFolder::open(root.sub("demo"));
        QVERIFY(folder.ok());
        QVERIFY((*folder)->keep().ok());
        auto cluster = Cluster::start({.folder = *folder});
        QVERIFY(cluster.ok());
        QVERIFY((*cluster)->execute("postgres", "create table kept (a int)").ok());
    }
    auto folder = InstanceFolder::open(root.sub("demo"));
    QVERIFY(folder.ok());
    auto cluster = Cluster::start({.folder = *folder});
    QVERIFY2(cluster.ok(), cluster ? "" : text(cluster.error()).c_str());
    QVERIFY((*cluster)->execute("postgres", "select * from kept").ok());
}

void TestDemoCluster::childFailuresNameTheStep() {
    const auto none = ChildProcess::start({.program = "/nonexistent/program"});
    QVERIFY(!none.ok());
    QCOMPARE(text(none.error()),
             std::string("/nonexistent/program could not be started: exec: No such file or directory."));
    const auto folder = ChildProcess::start({.program = "/bin/true", .workingFolder = "/nonexistent"});
    QVERIFY(!folder.ok());
    QCOMPARE(text(folder.error()),
             std::string("/bin/true could not be started: change folder: No such file or directory."));
    QVERIFY(runToEnd({.program = "/bin/true"}, std::chrono::seconds(20)).ok());
    const auto failed = runToEnd({.program = "/bin/false"}, std::chrono::seconds(20));
    QVERIFY(!failed.ok());
    QVERIFY(text(failed.error()).starts_with("/bin/false ended with code 1"));
}

QTEST_GUILESS_MAIN(TestDemoCluster)
#include "tst_demo_cluster.moc"
