// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/engine_scene.h"
#include "pg/snapshot_reader.h"
#include "pg/standby.h"

using namespace latchboard;
using namespace std::chrono_literals;
using base::ErrorKind;
using pg::test::one;

/// A standby has advisory locks of its own, which exclude nobody at the primary.
class PgStandbyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void locksOfItsOwn();
    void theEngineRefuses();
    void theLockPageWorks();

private:
    [[nodiscard]] pg::ConnectionSettings atStandby() const {
        auto settings = m_server->settings();
        settings.conninfo = m_standby->conninfo(m_scene->database());
        return settings;
    }

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::test::EngineScene> m_scene;
    std::unique_ptr<pg::test::Standby> m_standby;
    std::unique_ptr<pg::Session> m_reader; ///< at the standby
};

void PgStandbyTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_scene = std::make_unique<pg::test::EngineScene>(*m_server);
    auto standby = pg::test::Standby::start(m_server->cluster());
    LB_VERIFY_OK(standby);
    m_standby = std::move(*standby);
    const auto connects = [&] {
        auto session = pg::Session::open(atStandby());
        if (session)
            m_reader = std::move(*session);
        return session.ok();
    };
    QTRY_VERIFY_WITH_TIMEOUT(connects(), 60'000);
    QVERIFY(m_reader->identity().inRecovery);
}

void PgStandbyTest::locksOfItsOwn() {
    QCOMPARE(one(*m_reader, "select pg_try_advisory_lock(7)"), std::string("t"));
    QCOMPARE(one(m_scene->super(), "select pg_try_advisory_lock(7)"), std::string("t"));
    QCOMPARE(one(*m_reader, "select pg_advisory_unlock(7)"), std::string("t"));
    QCOMPARE(one(m_scene->super(), "select pg_advisory_unlock(7)"), std::string("t"));
}

void PgStandbyTest::theEngineRefuses() {
    pg::test::ThreePages source;
    const auto run = m_scene->run(atStandby(), source);
    QCOMPARE(source.calls, 0);
    QVERIFY(run.error.has_value());
    QCOMPARE(run.error->kind, ErrorKind::ContextMismatch);
    QCOMPARE(run.lock, sync::LockOutcome::ContextMismatch);
    QVERIFY2(run.error->message.english().contains("is a standby"), qPrintable(run.error->message.english()));
    QVERIFY(!run.error->remedy.empty());
    QCOMPARE(one(*m_reader, "select count(*) from pg_locks where locktype = 'advisory'"), std::string("0"));
    QCOMPARE(m_scene->history(), std::string()); // nothing was recorded at the primary either: it was not asked
}

void PgStandbyTest::theLockPageWorks() {
    QCOMPARE(one(*m_reader, "select pg_try_advisory_lock(9)"), std::string("t"));
    auto session = pg::Session::open(atStandby());
    LB_VERIFY_OK(session);
    pg::SnapshotReader reader(**session);
    const auto snapshot = reader.read();
    LB_VERIFY_OK(snapshot);
    QVERIFY(snapshot->server.inRecovery);
    QCOMPARE(snapshot->locks.size(), size_t(1));
    QCOMPARE(one(*m_reader, "select pg_advisory_unlock(9)"), std::string("t"));
}

QTEST_GUILESS_MAIN(PgStandbyTest)
#include "tst_pg_standby.moc"
