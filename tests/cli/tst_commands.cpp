// SPDX-License-Identifier: GPL-3.0-or-later
#include "live_demo.h"

#include <QFile>
#include <QTemporaryDir>

using namespace latchboard;

/// Each command against the demo's real servers: its JSON, its table, its exit code.
class TestCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aWorkerSyncsByItself();
    void migrateTwiceDoesNothing();
    void locksAreNamed();
    void theLeakIsFound();
    void aSecondSyncIsANormalRun();
    void theSameWindowAgainWritesNothing();
    void ifDueDoesNothingInTheSameCell();
    void aDryRunWritesNothing();
    void statusIsHealthy();
    void historyFiltersAndExports();
    void limitsPauseAndResume();
    void theOrderApiWasNeverAskedTooEarly();

private:
    test::LiveDemo m_live;
};

void TestCommands::initTestCase() {
    const auto started = m_live.start();
    QVERIFY2(started.ok(), started ? "" : qPrintable(started.error().message.english()));
}

void TestCommands::aWorkerSyncsByItself() {
    QTRY_VERIFY_WITH_TIMEOUT(m_live.successes() >= 1, 120'000);
    const QJsonObject run = m_live.run({"--json", "history"}).json().array()[0].toObject();
    QCOMPARE(run.value("job").toString(), QStringLiteral("order-sync"));
    QCOMPARE(run.value("trigger").toString(), QStringLiteral("schedule"));
    QVERIFY(run.value("new").toInteger() > 300);
    QVERIFY(run.value("pages").toInteger() > 1);
    QVERIFY(!run.value("host").toString().isEmpty());
    QVERIFY(run.value("pid").toInteger() > 0);
}

void TestCommands::migrateTwiceDoesNothing() {
    // The console's role need not own the schema; the cluster's superuser does.
    const QString owner = QString::fromStdString(m_live.demo().cluster().conninfoWithPassword("orders").reveal());
    for (int i = 0; i < 2; ++i) {
        const auto run = test::runCommand({"--conninfo", owner, "--json", "migrate"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QVERIFY(run.json().object().value("applied").toArray().isEmpty());
        QVERIFY(run.json().object().value("to").toInteger() >= 1);
    }
}

void TestCommands::locksAreNamed() {
    QTRY_VERIFY_WITH_TIMEOUT(!m_live.lockNamed("billing-leader").isEmpty(), 60'000);
    const QJsonObject lock = m_live.lockNamed("billing-leader");
    QCOMPARE(lock.value("database").toString(), QStringLiteral("orders"));
    QCOMPARE(lock.value("mode").toString(), QStringLiteral("ExclusiveLock"));
    QVERIFY(lock.value("holder").toObject().value("pid").toInteger() > 0);
    QVERIFY(lock.value("key").toObject().value("value").isString());
    QVERIFY(lock.value("held_for_at_least_s").isDouble());
    QVERIFY(m_live.run({"locks"}).out.contains("billing-leader"));
}

void TestCommands::theLeakIsFound() {
    const QStringList found = {"leak_proven", "context_mismatch"};
    QTRY_VERIFY_WITH_TIMEOUT(found.contains(m_live.lockNamed("invoice-export").value("verdict").toString()), 120'000);
    const QJsonObject lock = m_live.lockNamed("invoice-export");
    QCOMPARE(lock.value("level").toString(), QStringLiteral("session"));
    QCOMPARE(lock.value("level_proof").toString(), QStringLiteral("idle"));
    QCOMPARE(lock.value("pooler").toObject().value("pool_mode").toString(), QStringLiteral("transaction"));
    QVERIFY(!lock.value("evidence").toArray().isEmpty());
}

void TestCommands::aSecondSyncIsANormalRun() {
    const auto run = m_live.run({"--json", "sync", "order-sync", "--trigger", "manual"});
    QVERIFY2(run.code == 0, qPrintable(run.err));
    const QJsonObject json = run.json().object();
    QCOMPARE(json.value("outcome").toString(), QStringLiteral("SUCCESS"));
    QCOMPARE(json.value("lock").toString(), QStringLiteral("LOCK_ACQUIRED"));
    QCOMPARE(json.value("trigger").toString(), QStringLiteral("manual"));
    QVERIFY(json.value("error").isNull());
    QVERIFY(m_live.lockNamed("order-sync").isEmpty());
}

void TestCommands::theSameWindowAgainWritesNothing() {
    const auto whole =
        m_live.run({"--json", "history", "--limit", "1"}).json().array()[0].toObject().value("window").toObject();
    const QStringList window = {"--json",
                                "sync",
                                "order-sync",
                                "--from",
                                whole.value("from").toString(),
                                "--until",
                                whole.value("until").toString()};
    QCOMPARE(m_live.run(window).code, 0);
    const auto again = m_live.run(window);
    QVERIFY2(again.code == 0, qPrintable(again.err));
    const QJsonObject json = again.json().object();
    QCOMPARE(json.value("trigger").toString(), QStringLiteral("backfill"));
    for (const char* count : {"new", "changed", "gone", "quarantined"})
        QCOMPARE(json.value(QLatin1String(count)).toInteger(), 0);
}

void TestCommands::ifDueDoesNothingInTheSameCell() {
    const int before = m_live.demo().api().counters().requests;
    const auto run = m_live.run({"--json", "sync", "order-sync", "--if-due"});
    QCOMPARE(run.code, 0);
    QCOMPARE(run.json().object().value("outcome").toString(), QStringLiteral("NOT_DUE"));
    QCOMPARE(m_live.demo().api().counters().requests, before);
}

void TestCommands::aDryRunWritesNothing() {
    const qsizetype before = m_live.run({"--json", "history"}).json().array().size();
    const auto run = m_live.run({"--json", "sync", "order-sync", "--dry-run"});
    QVERIFY2(run.code == 0, qPrintable(run.err));
    QVERIFY(run.json().object().value("api_calls").toInteger() >= 1);
    QCOMPARE(run.json().object().value("new").toInteger(), 0);
    QCOMPARE(m_live.run({"--json", "history"}).json().array().size(), before);
}

void TestCommands::statusIsHealthy() {
    const auto run = m_live.run({"--json", "status"});
    QVERIFY2(run.code == 0, qPrintable(run.out + run.err));
    const QJsonObject status = run.json().array()[0].toObject();
    QCOMPARE(status.value("state").toString(), QStringLiteral("ok"));
    QVERIFY(status.value("last_success").isObject());
    QVERIFY(!status.value("next_due").toString().isEmpty());
}

void TestCommands::historyFiltersAndExports() {
    const QJsonArray all = m_live.run({"--json", "history"}).json().array();
    QVERIFY(all.size() >= 2);
    QCOMPARE(m_live.run({"--json", "history", "--limit", "1"}).json().array().size(), 1);
    QCOMPARE(m_live.run({"--json", "history", "--job", "nothing"}).json().array().size(), 0);
    const QString newest = all[0].toObject().value("started_at").toString();
    QCOMPARE(m_live.run({"--json", "history", "--since", newest}).json().array().size(), 1);
    QCOMPARE(m_live.run({"--json", "history", "--until", newest}).json().array().size(), all.size() - 1);

    const QTemporaryDir folder;
    const QString file = folder.filePath("runs.csv");
    const auto toFile = m_live.run({"history", "--csv", file});
    QVERIFY2(toFile.code == 0, qPrintable(toFile.err));
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray bytes = written.readAll();
    QCOMPARE(bytes.count("\r\n"), all.size() + 1);
    QVERIFY(
        bytes.startsWith("run_id,job,trigger,outcome,started_at,finished_at,duration_s,window_from,window_until,pages,"
                         "api_calls,fetched,new,changed,same,stale,gone,quarantined,limit_wait_s,retries_40001,"
                         "retries_40P01,error_kind,error_message,host\r\n"));
    QCOMPARE(m_live.run({"history", "--csv", "-"}).out.toUtf8(), bytes);
    const auto nowhere = m_live.run({"history", "--csv", folder.filePath("no/such/folder.csv")});
    QCOMPARE(nowhere.code, 2);
    QVERIFY(nowhere.err.contains("folder.csv"));
    const auto full = m_live.run({"history", "--csv", "/dev/full"});
    QCOMPARE(full.code, 2);
    QVERIFY(full.err.contains("/dev/full"));
}

void TestCommands::limitsPauseAndResume() {
    const QJsonObject bucket = m_live.run({"--json", "limits"}).json().array()[0].toObject();
    const QString name = bucket.value("bucket").toString();
    QVERIFY(name.startsWith("order-api|"));
    QVERIFY(bucket.value("grants_today").toInteger() > 0);
    QCOMPARE(bucket.value("last_status").toInteger(), 200);

    QCOMPARE(m_live.run({"limits", "pause", name, "--reason", "a test"}).code, 0);
    const QJsonObject paused = m_live.run({"--json", "limits"}).json().array()[0].toObject();
    QCOMPARE(paused.value("state").toString(), QStringLiteral("paused"));
    QCOMPARE(paused.value("paused_reason").toString(), QStringLiteral("a test"));
    QCOMPARE(m_live.run({"limits", "resume", name, "--reason", "the test is over"}).code, 0);
    QVERIFY(m_live.run({"--json", "limits"}).json().array()[0].toObject().value("state").toString() != "paused");
    const auto unknown = m_live.run({"limits", "pause", "nothing", "--reason", "x"});
    QCOMPARE(unknown.code, 2);
    QVERIFY(unknown.err.contains("nothing"));
}

void TestCommands::theOrderApiWasNeverAskedTooEarly() {
    QCOMPARE(m_live.demo().api().counters().violations, 0);
}

QTEST_GUILESS_MAIN(TestCommands)
#include "tst_commands.moc"
