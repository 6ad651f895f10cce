// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/engine_scene.h"
#include "pg/lock_attempts.h"

#include <QFileInfo>
#include <QProcess>

#include <csignal>

using namespace latchboard;
using pg::test::one;
using sync::LockOutcome;
using sync::Outcome;

namespace {

/// Debian's own Python, which has Debian's packages; another one on the path may not.
constexpr const char* kPython = "/usr/bin/python3";

/// One Python process with tests/pg/data/worker.py.
class Worker {
public:
    Worker(const QString& kind, const QString& conninfo) {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(kPython,
                        {QStringLiteral(LATCHBOARD_TEST_DATA "/worker.py"), kind, conninfo, QStringLiteral("orders")});
    }
    ~Worker() {
        m_process.closeWriteChannel();
        m_process.waitForFinished();
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    QString ask(const char* command) {
        m_process.write(QByteArray(command) + '\n');
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(60'000))
                return QStringLiteral("no answer");
        }
        return QString::fromUtf8(m_process.readLine()).trimmed();
    }
    void kill() {
        ::kill(static_cast<pid_t>(m_process.processId()), SIGKILL);
        m_process.waitForFinished();
    }

private:
    QProcess m_process;
};

} // namespace

/// Workers in Python and our engine on one lock.
class PgPythonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void excludeEachOther_data();
    void excludeEachOther();
    void aKilledWorkerLeavesNothing_data();
    void aKilledWorkerLeavesNothing();
    void thePoolsResetHook_data();
    void thePoolsResetHook();
    void aWorkerRecordsItsOwnHold_data();
    void aWorkerRecordsItsOwnHold();

private:
    static void kinds();
    [[nodiscard]] QString conninfo() const {
        return QString::fromStdString(m_server->cluster().conninfoWithPassword(m_scene->database()).reveal());
    }
    [[nodiscard]] pg::ConnectionSettings settings() const { return m_server->settings(m_scene->database()); }

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::test::EngineScene> m_scene;
};

void PgPythonTest::initTestCase() {
    QVERIFY2(QFileInfo::exists(kPython), "packaging/test installs it");
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_scene = std::make_unique<pg::test::EngineScene>(*m_server);
}

void PgPythonTest::init() {
    QTRY_COMPARE_WITH_TIMEOUT(m_scene->holders(), std::string("0"), 60'000);
    m_scene->clear();
}

void PgPythonTest::kinds() {
    QTest::addColumn<QString>("kind");
    QTest::newRow("psycopg 3 with its pool") << "psycopg";
    QTest::newRow("Django with psycopg2") << "django";
}

void PgPythonTest::excludeEachOther_data() {
    kinds();
}

void PgPythonTest::excludeEachOther() {
    QFETCH(QString, kind);
    Worker worker(kind, conninfo());
    QCOMPARE(worker.ask("try"), QStringLiteral("acquired"));
    pg::test::ThreePages idle;
    const auto skipped = m_scene->run(settings(), idle);
    QCOMPARE(skipped.outcome, Outcome::Busy);
    QCOMPARE(skipped.lock, LockOutcome::BusyExpected);
    QCOMPARE(QString::number(skipped.holder.pid), worker.ask("pid"));
    QCOMPARE(idle.calls, 0);
    QCOMPARE(worker.ask("unlock"), QStringLiteral("released"));

    QString meanwhile;
    pg::test::ThreePages source;
    source.beforeAnswer = [&](int page, const base::Waiting&) -> base::Result<void> {
        if (page == 2)
            meanwhile = worker.ask("try");
        return {};
    };
    QCOMPARE(m_scene->run(settings(), source).outcome, Outcome::Success);
    QCOMPARE(meanwhile, QStringLiteral("busy"));
    QCOMPARE(m_scene->ids(), std::string("10 11 20 21 30 31"));
    QCOMPARE(worker.ask("try"), QStringLiteral("acquired"));
    QCOMPARE(worker.ask("unlock"), QStringLiteral("released"));
}

void PgPythonTest::aKilledWorkerLeavesNothing_data() {
    kinds();
}

void PgPythonTest::aKilledWorkerLeavesNothing() {
    QFETCH(QString, kind);
    Worker worker(kind, conninfo());
    QCOMPARE(worker.ask("try"), QStringLiteral("acquired"));
    worker.kill();
    QTRY_COMPARE_WITH_TIMEOUT(m_scene->holders(), std::string("0"), 60'000);
    pg::test::ThreePages source;
    QCOMPARE(m_scene->run(settings(), source).outcome, Outcome::Success);
}

void PgPythonTest::thePoolsResetHook_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("leaks");
    QTest::newRow("the pool's own reset is a rollback: the lock leaks") << "psycopg-no-reset" << true;
    QTest::newRow("a reset that unlocks") << "psycopg" << false;
}

void PgPythonTest::thePoolsResetHook() {
    QFETCH(QString, kind);
    QFETCH(bool, leaks);
    Worker worker(kind, conninfo());
    QCOMPARE(worker.ask("try"), QStringLiteral("acquired"));
    QCOMPARE(worker.ask("return"), QStringLiteral("returned"));
    // The pool resets on a thread of its own; a connection that it gives out again has been reset.
    QVERIFY(worker.ask("pid").toInt() > 0);
    QCOMPARE(m_scene->holders(), std::string(leaks ? "1" : "0"));
    pg::test::ThreePages source;
    const auto run = m_scene->run(settings(), source);
    QCOMPARE(run.outcome, leaks ? Outcome::Busy : Outcome::Success);
}

void PgPythonTest::aWorkerRecordsItsOwnHold_data() {
    kinds();
}

void PgPythonTest::aWorkerRecordsItsOwnHold() {
    QFETCH(QString, kind);
    Worker worker(kind, conninfo());
    QCOMPARE(worker.ask("try"), QStringLiteral("acquired"));
    QCOMPARE(worker.ask("record"), QStringLiteral("recorded"));
    const auto holds = pg::readRecordedHolds(m_scene->super());
    LB_VERIFY_OK(holds);
    QCOMPARE(holds->size(), size_t(1));
    QVERIFY(holds->front().tag == pg::test::EngineScene::job().lockTag);
    QCOMPARE(QString::number(holds->front().backend.pid), worker.ask("pid"));
    // Since when the lock is held is known exactly then, and who holds it.
    pg::test::ThreePages source;
    const auto busy = m_scene->run(settings(), source);
    QCOMPARE(busy.outcome, Outcome::Busy);
    QVERIFY(busy.holder.since.has_value());
    QCOMPARE(one(m_scene->super(),
                 "select taken_at = $1::timestamptz from latchboard.lock_attempt where run_id = 'python-run'",
                 {busy.holder.since}),
             std::string("t"));
    QCOMPARE(worker.ask("unlock"), QStringLiteral("released"));
    const auto after = pg::readRecordedHolds(m_scene->super());
    LB_VERIFY_OK(after);
    QVERIFY(after->empty());
    QCOMPARE(one(m_scene->super(),
                 "select app || ' ' || release_outcome from latchboard.lock_attempt where run_id = 'python-run'"),
             std::string("web released"));
}

QTEST_GUILESS_MAIN(PgPythonTest)
#include "tst_pg_python.moc"
