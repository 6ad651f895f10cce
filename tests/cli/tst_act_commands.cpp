// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_run.h"
#include "pg/pg_server.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace latchboard;
using pg::test::one;
using test::CommandRun;
using test::runCommand;

/// `latchctl cancel`, `terminate` and `audit` on a real server.
class TestActCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void terminatesByName();
    void withoutYesNothingIsDone();
    void refusals_data();
    void refusals();
    void aReadOnlyProfile();
    void cancelOfAnIdleHolder();
    void withoutTheSchema();
    void auditAsCsv();
    void noActWithoutAudit();

private:
    [[nodiscard]] QString conninfo() const {
        return QString::fromStdString(m_server->cluster().conninfoWithPassword(m_database).reveal());
    }
    [[nodiscard]] QString start() const {
        return QString::fromStdString(base::toRfc3339(*m_holder->identity().backendStart));
    }
    [[nodiscard]] QStringList terminate(const QString& key, const QString& reason = QStringLiteral("leaked")) const {
        return {"--conninfo",
                conninfo(),
                "terminate",
                "--pid",
                QString::number(m_holder->identity().backendPid),
                "--backend-start",
                start(),
                "--key",
                key,
                "--reason",
                reason};
    }
    static QJsonObject lastAct() {
        const CommandRun audit = runCommand({"--json", "audit"});
        return audit.json().array().first().toObject();
    }
    [[nodiscard]] bool holderLives() const { return one(*m_holder, "select 1") == "1"; }

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super, m_holder;
    std::unique_ptr<QTemporaryDir> m_home;
    std::string m_database;
};

void TestActCommands::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(true);
    m_super = m_server->open(m_database);
    QVERIFY(m_super);
}

void TestActCommands::init() {
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", m_home->path().toUtf8());
    m_holder.reset();
    QTRY_COMPARE_WITH_TIMEOUT(one(*m_super, "select count(*) from pg_locks where locktype = 'advisory'"),
                              std::string("0"), 60'000);
    m_holder = m_server->open(m_database);
    QVERIFY(m_holder);
    // BLAKE2b-64 of "order-sync".
    QCOMPARE(one(*m_holder, "select pg_try_advisory_lock(2882680683948311330)"), std::string("t"));
    one(*m_super, "truncate latchboard.audit");
}

void TestActCommands::terminatesByName() {
    const CommandRun run =
        runCommand(QStringList{"--json"} + terminate("order-sync", "client is gone") + QStringList{"--yes"});
    QVERIFY2(run.code == 0, qPrintable(run.err));
    const QJsonObject json = run.json().object();
    QCOMPARE(json["act"].toString(), QStringLiteral("terminate"));
    QCOMPARE(json["outcome"].toString(), QStringLiteral("done"));
    QCOMPARE(json["key"].toString(), QStringLiteral("2882680683948311330"));
    QVERIFY(json["ended"].toBool());
    QVERIFY(json["released"].toBool());
    QVERIFY(json["next_holder"].isNull());
    QTRY_COMPARE_WITH_TIMEOUT(one(*m_super, "select count(*) from pg_locks where locktype = 'advisory'"),
                              std::string("0"), 60'000);
    // One row in the user's file and one at the server say the same.
    const QJsonObject act = lastAct();
    QCOMPARE(act["act"].toString(), QStringLiteral("terminate"));
    QCOMPARE(act["outcome"].toString(), QStringLiteral("done"));
    QCOMPARE(act["reason"].toString(), QStringLiteral("client is gone"));
    QVERIFY(act["actor"].toString().contains('@'));
    QVERIFY(act["target"].toString().contains("key 2882680683948311330 (order-sync)"));
    QCOMPARE(QString::fromStdString(
                 one(*m_super, "select string_agg(actor || '|' || act || '|' || target || '|' || reason || '|' || "
                               "outcome, ';') from latchboard.audit")),
             QStringList({act["actor"].toString(), "terminate", act["target"].toString(), "client is gone", "done"})
                 .join('|'));
}

void TestActCommands::withoutYesNothingIsDone() {
    one(*m_holder, "begin");
    one(*m_holder, "select pg_current_xact_id(), pg_advisory_xact_lock(5)");
    const CommandRun run = runCommand(terminate("order-sync"));
    QCOMPARE(run.code, 2);
    QVERIFY2(run.out.contains("has written: that work is lost"), qPrintable(run.out));
    QVERIFY2(run.out.contains("It also holds and would free: 5"), qPrintable(run.out));
    QVERIFY2(run.out.contains("Nobody waits for it"), qPrintable(run.out));
    QVERIFY2(run.err.contains("Nothing was done. With --yes it is."), qPrintable(run.err));
    QVERIFY(holderLives());
    QVERIFY(runCommand({"--json", "audit"}).json().array().isEmpty());
}

void TestActCommands::refusals_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("startShift");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("another key") << "42"
                                 << ""
                                 << "r" << 40 << "does not hold the lock 42 any more";
    QTest::newRow("another name") << "order-sync:7"
                                  << ""
                                  << "r" << 40 << "does not hold the lock";
    QTest::newRow("another start") << "order-sync"
                                   << "later"
                                   << "r" << 40 << "The session has changed";
    QTest::newRow("no time") << "order-sync"
                             << "noon"
                             << "r" << 2 << "expected a time with an offset";
    QTest::newRow("a blank reason") << "order-sync"
                                    << ""
                                    << "  " << 2 << "needs a reason in words";
    QTest::newRow("a blank key") << " "
                                 << ""
                                 << "r" << 2 << "The key has no name";
}

void TestActCommands::refusals() {
    QFETCH(QString, key);
    QFETCH(QString, startShift);
    QFETCH(QString, reason);
    QFETCH(int, code);
    QFETCH(QString, words);
    QStringList arguments = terminate(key, reason) + QStringList{"--yes"};
    if (startShift == "noon")
        arguments[arguments.indexOf("--backend-start") + 1] = "noon";
    else if (!startShift.isEmpty())
        arguments[arguments.indexOf("--backend-start") + 1] = "2030-01-01T00:00:00Z";
    const CommandRun run = runCommand(arguments);
    QVERIFY2(run.err.contains(words), qPrintable(run.err));
    QCOMPARE(run.code, code);
    QVERIFY(holderLives());
    if (code == 40) {
        QCOMPARE(lastAct()["outcome"].toString(), QStringLiteral("refused"));
        QCOMPARE(one(*m_super, "select outcome from latchboard.audit"), std::string("refused"));
    }
}

void TestActCommands::aReadOnlyProfile() {
    QFile file(m_home->filePath(QStringLiteral("latchboard.toml")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[profile.looks]\nread_only = true\nconninfo = \"" +
               QByteArray::fromStdString(m_server->cluster().conninfo(m_database)) + "\"\n");
    file.close();
    for (const char* yes : {"--yes", ""}) {
        QStringList arguments = terminate("order-sync");
        arguments = QStringList{"--config", file.fileName(), "--profile", "looks"} + arguments.mid(2);
        if (*yes != 0)
            arguments << yes;
        const CommandRun run = runCommand(arguments);
        QVERIFY2(run.err.contains("is read-only"), qPrintable(run.err));
        QCOMPARE(run.code, 40);
    }
    QVERIFY(holderLives());
    QCOMPARE(lastAct()["outcome"].toString(), QStringLiteral("refused"));
    QCOMPARE(lastAct()["profile"].toString(), QStringLiteral("looks"));
    // A pause and a migration are acts too.
    QCOMPARE(
        runCommand({"--config", file.fileName(), "--profile", "looks", "limits", "pause", "b", "--reason", "r"}).code,
        40);
    QCOMPARE(lastAct()["act"].toString(), QStringLiteral("bucket_pause"));
    QCOMPARE(runCommand({"--config", file.fileName(), "--profile", "looks", "migrate"}).code, 40);
    QCOMPARE(lastAct()["act"].toString(), QStringLiteral("migrate"));
}

void TestActCommands::cancelOfAnIdleHolder() {
    const QStringList common = {
        "--conninfo",      conninfo(), "cancel",   "--pid", QString::number(m_holder->identity().backendPid),
        "--backend-start", start(),    "--reason", "r",     "--yes"};
    const CommandRun run = runCommand(common);
    QCOMPARE(run.code, 40);
    QVERIFY2(run.err.contains("there is no statement to cancel"), qPrintable(run.err));
    QVERIFY(holderLives());
}

/// A server that nobody prepared: the act is done, and the user's file tells of it.
void TestActCommands::withoutTheSchema() {
    const std::string plain = m_server->freshDatabase(false);
    auto holder = m_server->open(plain);
    QVERIFY(holder);
    QCOMPARE(one(*holder, "select pg_try_advisory_lock(1, 2)"), std::string("t"));
    const CommandRun run =
        runCommand({"--conninfo", QString::fromStdString(m_server->cluster().conninfoWithPassword(plain).reveal()),
                    "terminate", "--pid", QString::number(holder->identity().backendPid), "--backend-start",
                    QString::fromStdString(base::toRfc3339(*holder->identity().backendStart)), "--key", "1,2",
                    "--reason", "r", "--yes"});
    QVERIFY2(run.code == 0, qPrintable(run.err));
    QVERIFY2(run.out.contains("is gone, and nobody holds the lock"), qPrintable(run.out));
    QCOMPARE(lastAct()["outcome"].toString(), QStringLiteral("done"));
}

void TestActCommands::auditAsCsv() {
    QCOMPARE(runCommand(terminate("42", "first, \"quoted\"") + QStringList{"--yes"}).code, 40);
    QCOMPARE(runCommand(terminate("order-sync", "second") + QStringList{"--yes"}).code, 0);
    const CommandRun csv = runCommand({"audit", "--csv", "-"});
    QCOMPARE(csv.code, 0);
    const QStringList lines = csv.out.split("\r\n");
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines[0], QStringLiteral("at,actor,profile,act,target,reason,outcome,detail"));
    QVERIFY(lines[1].contains(",second,done,"));
    QVERIFY(lines[2].contains(",\"first, \"\"quoted\"\"\",refused,"));
    const QString file = m_home->filePath(QStringLiteral("acts.csv"));
    QCOMPARE(runCommand({"audit", "--csv", file}).code, 0);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(written.readAll()), csv.out);
}

/// What can't be written down is not done.
void TestActCommands::noActWithoutAudit() {
    QVERIFY(QDir(m_home->path()).mkpath(QStringLiteral("latchboard/audit.jsonl")));
    const CommandRun run = runCommand(terminate("order-sync") + QStringList{"--yes"});
    QCOMPARE(run.code, 2);
    QVERIFY2(run.err.contains("audit.jsonl can't be written"), qPrintable(run.err));
    QVERIFY(holderLives());
}

QTEST_GUILESS_MAIN(TestActCommands)
#include "tst_act_commands.moc"
