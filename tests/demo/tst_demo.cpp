// SPDX-License-Identifier: GPL-3.0-or-later
// The whole demo: real servers, real workers, a real leak.
#include "demo/demo.h"
#include "demo/demo_files.h"
#include "demo/machine.h"
#include "ops/monitor.h"
#include "pg/session.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>

using namespace latchboard;
using namespace latchboard::demo;

class TestDemo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsAllThatItPromises();
    void killedDemoLeavesNothingBehind();
    void takenPortIsSaidAndAllIsStopped_data();
    void takenPortIsSaidAndAllIsStopped();
    void missingWorkerProgramIsSaid();
    void endedWorkerIsSaid();
    void keptDemoGoesOn();
};

namespace {

DemoOptions quick() {
    return {
        .period = std::chrono::seconds(4), .leakAfter = std::chrono::seconds(1), .orders = 150, .latchctl = LATCHCTL};
}

std::string text(const base::Error& error) {
    return error.message.englishUtf8() + " " + error.remedy.englishUtf8();
}

/// A folder that the servers' user can reach too.
class OpenFolder : public QTemporaryDir {
public:
    OpenFolder() { QFile::setPermissions(path(), QFile::Permissions(0x7055)); } // rwx r-x r-x
    [[nodiscard]] std::string sub(const char* name) const { return filePath(QString::fromUtf8(name)).toStdString(); }
};

std::vector<ProcessIdentity> identitiesOf(const std::vector<int>& pids) {
    std::vector<ProcessIdentity> result;
    for (const int pid : pids) {
        if (const auto identity = identityOf(pid))
            result.push_back(*identity);
    }
    return result;
}

bool anyLives(const std::vector<ProcessIdentity>& identities) {
    return std::any_of(identities.begin(), identities.end(), [](const auto& identity) { return lives(identity); });
}

/// As the demo's own files say it.
struct Opened {
    ops::Configuration configuration;
    std::unique_ptr<pg::Session> session;

    [[nodiscard]] std::int64_t number(const std::string& sql) const {
        const auto answer = session->exec(sql);
        return answer && answer->rows() == 1 ? answer->integer(0, 0) : -1;
    }
};

base::Result<Opened> open(const DemoInfo& info) {
    auto configuration = ops::loadConfiguration(info.configFile);
    if (!configuration)
        return base::Unexpected(configuration.error());
    const auto password = ops::resolveSecret("file:secrets/latchboard", info.configFile);
    if (!password)
        return base::Unexpected(password.error());
    pg::ConnectionSettings settings;
    settings.conninfo = info.conninfo;
    settings.password = *password;
    auto session = pg::Session::open(settings);
    if (!session)
        return base::Unexpected(session.error());
    return Opened{*std::move(configuration), *std::move(session)};
}

} // namespace

void TestDemo::showsAllThatItPromises() {
    QStringList said;
    auto options = quick();
    options.progress = [&](const base::Text& what) { said << what.english(); };
    auto started = Demo::start(options);
    QVERIFY2(started.ok(), started ? "" : text(started.error()).c_str());
    Demo& demo = **started;
    const DemoInfo info = demo.info();
    QVERIFY(said.size() >= 4);
    QVERIFY(demo.check().ok());
    const auto identities = identitiesOf(demo.processes());
    QCOMPARE(identities.size(), std::size_t(5)); // database, pooler, three workers

    auto opened = open(info);
    QVERIFY2(opened.ok(), opened ? "" : text(opened.error()).c_str());
    QCOMPARE(opened->configuration.jobs.size(), std::size_t(1));
    QVERIFY(opened->configuration.jobs.front().missing.empty());

    // The workers really pull: orders, one history row a run, windows that close, and never a call too early.
    QTRY_VERIFY_WITH_TIMEOUT(opened->number("select count(*) from latchboard.run where outcome = 'SUCCESS'") >= 3,
                             120'000);
    QVERIFY(opened->number("select count(*) from public.orders where deleted_at is null") > 100);
    QCOMPARE(opened->number("select count(*) from latchboard.run where outcome <> 'SUCCESS'"), std::int64_t(0));
    QVERIFY(opened->number("select count(*) from public.orders where external_id ~ '^90071992547[0-9]{5}$'") > 10);
    QCOMPARE(opened->number("select count(*) from latchboard.quarantine"), std::int64_t(0));
    QVERIFY(demo.api().counters().answered > 0);
    QCOMPARE(demo.api().counters().violations, 0);
    QCOMPARE(demo.api().counters().unauthorized, 0);

    // Locks to look at: a waiter, a holder for whom others wait, a leader, and the leak with the pooler's evidence.
    std::set<std::string> seen;
    std::mutex mutex;
    const ops::Monitor monitor(opened->configuration.profiles.front(), opened->configuration.thresholds,
                               [&](const ops::MonitorUpdate& update) {
                                   const std::lock_guard lock(mutex);
                                   if (!update.analysis)
                                       return;
                                   for (const auto& view : update.analysis->locks)
                                       for (const auto& name : view.names)
                                           seen.insert(name.known.name + "=" + locks::verdictName(view.verdict));
                               });
    const auto saw = [&](const std::string& what) {
        const std::lock_guard lock(mutex);
        return seen.contains(what);
    };
    QTRY_VERIFY_WITH_TIMEOUT(saw("report:daily=waiting") && saw("report:daily=busy_expected"), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(saw("billing-leader=held") && saw("cache-warm=held"), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(saw("inventory:recount=held") && saw("tenant-import:3=held"), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(saw("order-sync=held"), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(saw("invoice-export=context_mismatch") || saw("invoice-export=leak_proven"), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(saw("invoice-export=leak_proven"), 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(saw("invoice-export=waiting"), 60'000);
    QCOMPARE(demo.pooledApp().leaks(), 1);
    QVERIFY(demo.check().ok());

    demo.stop();
    QVERIFY(!anyLives(identities));
    for (const int port : {info.databasePort, info.poolerPort, info.apiPort})
        QVERIFY(!portTaken(port));
    QVERIFY(!QFileInfo::exists(QString::fromStdString(info.folder)));
    QVERIFY(!demo.check().ok());
}

void TestDemo::killedDemoLeavesNothingBehind() {
    const OpenFolder root;
    QProcess command;
    command.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    command.start(QStringLiteral(LATCHCTL), {QStringLiteral("--json"), QStringLiteral("demo"),
                                             QStringLiteral("--folder"), root.filePath(QStringLiteral("demo"))});
    QByteArray output;
    while (!QJsonDocument::fromJson(output).isObject() && command.waitForReadyRead(60'000))
        output += command.readAllStandardOutput();
    QVERIFY(QJsonDocument::fromJson(output).isObject());

    std::vector<ProcessIdentity> noted;
    {
        std::ifstream file(root.sub("demo") + "/processes");
        ProcessIdentity identity;
        int signal = 0;
        while (file >> identity.pid >> identity.startTicks >> identity.bootId >> signal)
            noted.push_back(identity);
    }
    QCOMPARE(noted.size(), std::size_t(5));
    for (const auto& identity : noted)
        QVERIFY(lives(identity));
    ::kill(static_cast<pid_t>(command.processId()), SIGKILL);
    QVERIFY(command.waitForFinished());

    // The next start, in the same folder, ends what may still be there and has a clean one.
    auto options = quick();
    options.folder = root.sub("demo");
    const auto next = Demo::start(options);
    QVERIFY2(next.ok(), next ? "" : text(next.error()).c_str());
    QVERIFY(!anyLives(noted));
    QVERIFY((*next)->check().ok());
}

void TestDemo::takenPortIsSaidAndAllIsStopped_data() {
    QTest::addColumn<int>("offset");
    QTest::addColumn<QString>("part");
    QTest::newRow("database") << 0 << QStringLiteral("PostgreSQL");
    QTest::newRow("pooler") << 1 << QStringLiteral("PgBouncer");
    QTest::newRow("API") << 2 << QStringLiteral("The order API");
}

void TestDemo::takenPortIsSaidAndAllIsStopped() {
    QFETCH(const int, offset);
    QFETCH(const QString, part);
    // Three free ports in a row, of which one is then taken.
    QTcpServer taken;
    int base = 0;
    for (int tries = 0; tries < 200 && base == 0; ++tries) {
        const auto port = freePort();
        if (port && *port < 65'000 && !portTaken(*port + 1) && !portTaken(*port + 2))
            base = *port;
    }
    QVERIFY(base != 0);
    QVERIFY(taken.listen(QHostAddress::LocalHost, static_cast<quint16>(base + offset)));
    const OpenFolder root;
    auto options = quick();
    options.folder = root.sub("demo");
    options.portBase = base;
    const auto demo = Demo::start(options);
    QVERIFY(!demo.ok());
    QCOMPARE(demo.error().kind, base::ErrorKind::Configuration);
    QCOMPARE(demo.error().message.english(),
             QStringLiteral("%1 can't listen on 127.0.0.1:%2: the port is taken.").arg(part).arg(base + offset));
    QVERIFY(!QFileInfo::exists(root.filePath(QStringLiteral("demo"))));
    for (int other = 0; other < 3; ++other)
        QCOMPARE(portTaken(base + other), other == offset);
}

void TestDemo::missingWorkerProgramIsSaid() {
    auto options = quick();
    options.latchctl = "/nonexistent/latchctl";
    const auto demo = Demo::start(options);
    QVERIFY(!demo.ok());
    QCOMPARE(demo.error().message.english(),
             QStringLiteral("The workers can't start: the program latchctl was not found (/nonexistent/latchctl)."));
}

void TestDemo::endedWorkerIsSaid() {
    auto options = quick();
    options.latchctl = "/bin/false";
    auto demo = Demo::start(options);
    QVERIFY(demo.ok());
    QTRY_VERIFY_WITH_TIMEOUT(!(*demo)->check().ok(), 60'000);
    const auto state = (*demo)->check();
    QVERIFY2(state.error().message.english().startsWith(QStringLiteral("Worker 1 ended with code 1")),
             qPrintable(state.error().message.english()));
}

void TestDemo::keptDemoGoesOn() {
    const OpenFolder root;
    auto options = quick();
    options.folder = root.sub("demo");
    options.keep = true;
    std::int64_t runs = 0;
    {
        const auto demo = Demo::start(options);
        QVERIFY2(demo.ok(), demo ? "" : text(demo.error()).c_str());
        const auto opened = open((*demo)->info());
        QVERIFY(opened.ok());
        QTRY_VERIFY_WITH_TIMEOUT((runs = opened->number("select count(*) from latchboard.run")) >= 1, 120'000);
    }
    QVERIFY(QFileInfo::exists(root.filePath(QStringLiteral("demo/postgres/data"))));
    const auto again = Demo::start(options);
    QVERIFY2(again.ok(), again ? "" : text(again.error()).c_str());
    const auto opened = open((*again)->info());
    QVERIFY2(opened.ok(), opened ? "" : text(opened.error()).c_str());
    QVERIFY(opened->number("select count(*) from latchboard.run") >= runs);
}

QTEST_GUILESS_MAIN(TestDemo)
#include "tst_demo.moc"
