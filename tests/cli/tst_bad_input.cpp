// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_run.h"
#include "demo/cluster.h"
#include "pg/session.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using namespace latchboard;
using test::runCommand;

/// What goes wrong at two in the morning: each gives one clear line on stderr, nothing on stdout, and the right code.
class TestBadInput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void oneLineAndTheRightCode_data();
    void oneLineAndTheRightCode();
    void aMissingTableIsNamed();
    void aPoolerThatIsNotThereEndsNothing();
    void usage_data();
    void usage();

private:
    void write(const QString& name, const QString& content) const;
    QTemporaryDir m_folder;
    std::unique_ptr<demo::Cluster> m_cluster;
    int m_closedPort = 0;
};

void TestBadInput::write(const QString& name, const QString& content) const {
    QFile file(m_folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content.toUtf8());
}

void TestBadInput::initTestCase() {
    auto cluster = demo::Cluster::start();
    QVERIFY2(cluster.ok(), cluster ? "" : qPrintable(cluster.error().message.english()));
    m_cluster = std::move(*cluster);
    QTcpServer server; // a port that nobody listens on: taken and given back
    QVERIFY(server.listen(QHostAddress::LocalHost));
    m_closedPort = server.serverPort();
    server.close();
    qputenv("LATCHBOARD_TEST_WRONG", "not-the-password-of-anything");
    qputenv("LATCHBOARD_TEST_RIGHT", m_cluster->password().reveal().c_str());
    const QString target = QString::fromStdString(m_cluster->conninfo());
    const QString rest = "password = \"env:LATCHBOARD_TEST_RIGHT\"\n";
    write("source.toml",
          "schema = 1\n[http]\nbase_url = \"http://127.0.0.1:9\"\n[request]\npath = \"/orders\"\nquery = { from = "
          "\"${from}\" }\n[response]\nitems = \"orders\"\n[record]\nexternal_id = \"id\"\n");
    write("target.toml",
          "[target]\ntable = \"public.orders\"\nkey = [\"external_id\"]\n[target.columns]\nexternal_id = { from = "
          "\"external_id\", type = \"text\", null = false }\n");
    write("good.toml", "[profile.p]\nconninfo = \"" + target + "\"\n" + rest +
                           "[job.order-sync]\nprofile = \"p\"\nsource = \"source.toml\"\ntarget = \"target.toml\"\n"
                           "first_window_start = \"2026-01-01T00:00:00Z\"\n");
    write("wrong.toml", "[profile.p]\nconninfo = \"" + target + "\"\npassword = \"env:LATCHBOARD_TEST_WRONG\"\n");
    write("nobody.toml",
          QStringLiteral("[profile.p]\nconninfo = \"host=127.0.0.1 port=%1 dbname=x user=y\"\n").arg(m_closedPort));
    write("nodb.toml",
          "[profile.p]\nconninfo = \"" + QString::fromStdString(m_cluster->conninfo("nodb")) + "\"\n" + rest);
    write("noref.toml", "[profile.p]\nconninfo = \"" + target + "\"\npassword = \"env:LATCHBOARD_TEST_NOT_SET\"\n");
    write("broken.toml", "[profile.p]\nconninfo = \"x\"\nrefresh = \"2\"\n");
}

void TestBadInput::oneLineAndTheRightCode_data() {
    QTest::addColumn<QStringList>("arguments"); // the configuration file first
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("expected");
    QTest::newRow("wrong password") << QStringList{"wrong.toml", "--profile", "p", "locks"} << 21 << "password";
    QTest::newRow("password not set") << QStringList{"noref.toml", "--profile", "p", "locks"} << 2
                                      << "LATCHBOARD_TEST_NOT_SET";
    QTest::newRow("no server") << QStringList{"nobody.toml", "--profile", "p", "locks"} << 21 << QString::number(0);
    QTest::newRow("no database") << QStringList{"nodb.toml", "--profile", "p", "locks"} << 21 << "nodb";
    QTest::newRow("unknown profile") << QStringList{"good.toml", "--profile", "q", "locks"} << 2
                                     << "There is no profile \"q\"";
    QTest::newRow("broken TOML") << QStringList{"broken.toml", "locks"} << 2
                                 << "broken.toml:3: profile.p.refresh: \"2\" is not a duration";
    QTest::newRow("no such file") << QStringList{"none.toml", "locks"} << 2 << "none.toml";
    QTest::newRow("unknown job") << QStringList{"good.toml", "sync", "order-snyc"} << 2
                                 << "Did you mean \"order-sync\"?";
    QTest::newRow("unknown job of status")
        << QStringList{"good.toml", "status", "ordersync"} << 2 << "Did you mean \"order-sync\"?";
    QTest::newRow("conninfo") << QStringList{"good.toml", "--conninfo", "host", "locks"} << 2 << "connection settings";
    QTest::newRow("no schema: history") << QStringList{"good.toml", "--profile", "p", "history"} << 21 << "migrate";
    QTest::newRow("no schema: limits") << QStringList{"good.toml", "--profile", "p", "limits"} << 21 << "migrate";
    QTest::newRow("no schema: sync") << QStringList{"good.toml", "sync", "order-sync"} << 21 << "migrate";
    QTest::newRow("window in the wrong order")
        << QStringList{"good.toml",           "sync", "order-sync", "--from", "2026-02-01T00:00:00Z", "--until",
                       "2026-01-01T00:00:00Z"}
        << 2 << "before --until";
    QTest::newRow("window without an offset")
        << QStringList{"good.toml",           "sync",    "order-sync",          "--from",
                       "2026-01-01T00:00:00", "--until", "2026-01-02T00:00:00Z"}
        << 2 << "is not a time with an offset";
    QTest::newRow("history of no outcome")
        << QStringList{"good.toml", "--profile", "p", "history", "--outcome", "FINE"} << 2 << "FINE";
}

void TestBadInput::oneLineAndTheRightCode() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, expected);
    if (expected == "0")
        expected = QString::number(m_closedPort);
    const QString file = m_folder.filePath(arguments.takeFirst());
    const auto run = runCommand(QStringList{"--config", file} + arguments);
    QVERIFY2(run.err.contains(expected), qPrintable(run.err));
    QCOMPARE(run.code, code);
    QVERIFY2(run.err.count(u'\n') == 1, qPrintable(run.err));
    QVERIFY2(!run.err.contains("not-the-password") &&
                 !run.err.contains(QString::fromStdString(m_cluster->password().reveal())),
             "a secret in an error");
}

void TestBadInput::aMissingTableIsNamed() {
    QVERIFY(m_cluster->createDatabase("without_table").ok());
    const QString target = QString::fromStdString(m_cluster->conninfo("without_table"));
    write("notable.toml", "[profile.p]\nconninfo = \"" + target +
                              "\"\npassword = \"env:LATCHBOARD_TEST_RIGHT\"\n"
                              "[job.order-sync]\nprofile = \"p\"\nsource = \"source.toml\"\ntarget = \"target.toml\"\n"
                              "first_window_start = \"2026-01-01T00:00:00Z\"\n");
    const QString file = m_folder.filePath("notable.toml");
    QCOMPARE(runCommand({"--config", file, "migrate"}).code, 0);
    const auto run = runCommand({"--config", file, "sync", "order-sync"});
    QCOMPARE(run.code, 21);
    QVERIFY2(run.err.contains(R"("public"."orders")"), qPrintable(run.err));
    QCOMPARE(run.err.count(u'\n'), 1);
}

void TestBadInput::aPoolerThatIsNotThereEndsNothing() {
    const QString pooler = QStringLiteral("host=127.0.0.1 port=%1 dbname=pgbouncer user=x").arg(m_closedPort);
    const QString server = QString::fromStdString(m_cluster->conninfoWithPassword().reveal());
    const auto config = m_folder.filePath("good.toml");
    // A session must hold a lock: without one no pooler is asked.
    pg::ConnectionSettings settings;
    settings.conninfo = m_cluster->conninfo();
    settings.password = m_cluster->password();
    const auto holder = pg::Session::open(settings);
    QVERIFY(holder.ok());
    QVERIFY((*holder)->exec("select pg_advisory_lock(4711)").ok());
    const auto run =
        runCommand({"--config", config, "--conninfo", server, "--pooler-admin", pooler, "--json", "locks"});
    QVERIFY2(run.code == 0, qPrintable(run.err));
    const QJsonObject document = run.json().object();
    QCOMPARE(document.value("locks").toArray().size(), 1);
    QVERIFY2(run.out.contains("could not be asked"), qPrintable(run.out));
}

void TestBadInput::usage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("nothing") << QStringList{};
    QTest::newRow("unknown command") << QStringList{"lokcs"};
    QTest::newRow("unknown option") << QStringList{"locks", "--wtach"};
    QTest::newRow("missing argument") << QStringList{"sync"};
    QTest::newRow("from without until") << QStringList{"sync", "x", "--from", "2026-01-01T00:00:00Z"};
    QTest::newRow("unknown trigger") << QStringList{"sync", "x", "--trigger", "moon"};
    QTest::newRow("pause without a reason") << QStringList{"limits", "pause", "b"};
}

void TestBadInput::usage() {
    QFETCH(QStringList, arguments);
    const auto run = runCommand(arguments);
    QCOMPARE(run.code, 2);
    QVERIFY(run.out.isEmpty());
    QVERIFY(!run.err.isEmpty());
}

QTEST_GUILESS_MAIN(TestBadInput)
#include "tst_bad_input.moc"
