// SPDX-License-Identifier: GPL-3.0-or-later
#include "live_demo.h"

#include <QProcess>

#include <csignal>

using namespace latchboard;

/// Real processes of latchctl on one lock: exclusion, kill -9 in the middle, a polite stop, a
/// reader that went.
class TestTwoProcesses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theSecondIsBusyAndAKilledOneLeavesNothing();
    void aPoliteStopCancelsCleanly_data();
    void aPoliteStopCancelsCleanly();
    void anAgentReloadsAtSighup();
    void nohupStaysNohup();
    void watchingEndsWithItsReader();

private:
    /// Starts a backfill of everything and waits until it has fetched.
    void startBackfill(QProcess& process) const;
    [[nodiscard]] QStringList backfill() const;
    test::LiveDemo m_live;
};

void TestTwoProcesses::initTestCase() {
    const auto started = m_live.start();
    QVERIFY2(started.ok(), started ? "" : qPrintable(started.error().message.english()));
    QTRY_VERIFY_WITH_TIMEOUT(m_live.successes() >= 1, 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(m_live.lockNamed("order-sync").isEmpty(), 60'000);
}

QStringList TestTwoProcesses::backfill() const {
    return {"--config",
            m_live.config(),
            "--json",
            "sync",
            "order-sync",
            "--progress",
            "json",
            "--from",
            "2026-01-01T00:00:00Z",
            "--until",
            QString::fromStdString(base::toRfc3339(base::SystemClock().now()))};
}

void TestTwoProcesses::startBackfill(QProcess& process) const {
    process.start(m_live.program(), backfill());
    QVERIFY(process.waitForStarted());
    QByteArray seen;
    const auto hasFetched = [&] {
        process.waitForReadyRead(100);
        seen += process.readAllStandardError();
        return seen.contains("\"phase\":\"writing\"");
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasFetched(), 60'000);
}

void TestTwoProcesses::theSecondIsBusyAndAKilledOneLeavesNothing() {
    QProcess first;
    startBackfill(first);
    QVERIFY(first.state() == QProcess::Running);

    const auto second = m_live.run({"--json", "sync", "order-sync"});
    QCOMPARE(second.code, 10);
    QCOMPARE(second.json().object().value("outcome").toString(), QStringLiteral("BUSY"));
    QCOMPARE(second.json().object().value("lock").toString(), QStringLiteral("LOCK_BUSY_EXPECTED"));
    const auto words = m_live.run({"sync", "order-sync"});
    QVERIFY2(words.out.contains("held by pid"), qPrintable(words.out));
    QCOMPARE(m_live.run({"sync", "order-sync", "--if-due"}).code, 0);
    QCOMPARE(m_live.run({"status"}).code, 10);

    const qsizetype runsBefore = m_live.run({"--json", "history", "--limit", "1000"}).json().array().size();
    QCOMPARE(::kill(static_cast<pid_t>(first.processId()), SIGKILL), 0);
    QVERIFY(first.waitForFinished());
    QTRY_VERIFY_WITH_TIMEOUT(m_live.lockNamed("order-sync").isEmpty(), 60'000);
    QCOMPARE(m_live.run({"--json", "history", "--limit", "1000"}).json().array().size(), runsBefore);

    const QStringList window = backfill();
    const auto clean = test::runCommand(window);
    QVERIFY2(clean.code == 0, qPrintable(clean.err));
    QCOMPARE(clean.json().object().value("outcome").toString(), QStringLiteral("SUCCESS"));
    const auto again = test::runCommand(window);
    QVERIFY2(again.code == 0, qPrintable(again.err));
    for (const char* count : {"new", "changed", "gone", "quarantined"})
        QCOMPARE(again.json().object().value(QLatin1String(count)).toInteger(), 0);
    QCOMPARE(m_live.demo().api().counters().violations, 0);
}

void TestTwoProcesses::aPoliteStopCancelsCleanly_data() {
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGHUP, its terminal was closed") << SIGHUP;
}

void TestTwoProcesses::aPoliteStopCancelsCleanly() {
    QFETCH(int, signal);
    QProcess process;
    startBackfill(process);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 30);
    const QJsonObject run = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    QCOMPARE(run.value("outcome").toString(), QStringLiteral("CANCELLED"));
    QVERIFY(m_live.lockNamed("order-sync").isEmpty());
    const QJsonObject newest = m_live.run({"--json", "history", "--limit", "1"}).json().array()[0].toObject();
    QCOMPARE(newest.value("run_id"), run.value("run_id"));
}

void TestTwoProcesses::anAgentReloadsAtSighup() {
    QProcess agent;
    agent.setStandardInputFile(QProcess::nullDevice()); // no terminal
    agent.start(m_live.program(), {"--config", m_live.config(), "-v", "agent"});
    QByteArray seen;
    const auto hasSaid = [&](const char* what) {
        agent.waitForReadyRead(100);
        seen += agent.readAllStandardError();
        return seen.contains(what);
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasSaid("order-sync: waits 1s"), 60'000);
    QCOMPARE(::kill(static_cast<pid_t>(agent.processId()), SIGHUP), 0);
    QTRY_VERIFY_WITH_TIMEOUT(hasSaid("configuration read again, scheduling 1 job"), 60'000);
    QCOMPARE(::kill(static_cast<pid_t>(agent.processId()), SIGTERM), 0);
    QVERIFY(agent.waitForFinished(60'000));
    QCOMPARE(agent.exitCode(), 0);
}

void TestTwoProcesses::nohupStaysNohup() {
    QProcess process;
    process.setChildProcessModifier([] { std::signal(SIGHUP, SIG_IGN); });
    process.start(m_live.program(), {"--config", m_live.config(), "--json", "locks", "--watch"});
    QVERIFY(process.waitForReadyRead(60'000));
    process.readAllStandardOutput();
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGHUP), 0);
    QByteArray after;
    const auto twoMoreLooks = [&] {
        process.waitForReadyRead(100);
        after += process.readAllStandardOutput();
        return after.count('\n') >= 2;
    };
    QTRY_VERIFY_WITH_TIMEOUT(twoMoreLooks(), 60'000);
    QCOMPARE(process.state(), QProcess::Running);
    process.terminate();
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 0);
}

void TestTwoProcesses::watchingEndsWithItsReader() {
    QProcess shell; // which waits for both ends of the pipe
    shell.start("/bin/sh", {"-c", R"({ "$0" --config "$1" --json locks --watch; echo $? >&2; } | head -n 1)",
                            m_live.program(), m_live.config()});
    QVERIFY(shell.waitForFinished(60'000));
    QCOMPARE(shell.readAllStandardError(), QByteArray("0\n"));
    QVERIFY(shell.readAllStandardOutput().startsWith('{'));
}

QTEST_GUILESS_MAIN(TestTwoProcesses)
#include "tst_two_processes.moc"
