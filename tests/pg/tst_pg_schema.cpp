// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/derive.h"
#include "pg/pg_server.h"
#include "pg/schema.h"

#include <QTest>

#include <thread>

using namespace latchboard;
using pg::test::one;

/// The schema latchboard: made once, however often and by however many.
class PgSchemaTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void numbersInOrder();
    void makesAllTables();
    void twiceAtOnce();
    void saysWhatPrivilegeIsMissing();
    void refusesANewerSchema();
    void givesUpOnABusyLock();

private:
    std::unique_ptr<pg::test::Server> m_server;
};

void PgSchemaTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
}

void PgSchemaTest::numbersInOrder() {
    int expected = 1;
    for (const pg::Migration& step : pg::migrations())
        QCOMPARE(step.version, expected++);
    QVERIFY(expected > 1);
}

void PgSchemaTest::makesAllTables() {
    auto session = m_server->open(m_server->freshDatabase(false));
    QVERIFY(session);
    const auto none = pg::schemaVersion(*session);
    LB_VERIFY_OK(none);
    QCOMPARE(*none, 0);
    const auto first = pg::migrate(*session);
    LB_VERIFY_OK(first);
    QCOMPARE(first->from, 0);
    QCOMPARE(first->to, pg::migrations().back().version);
    QCOMPARE(first->applied.size(), pg::migrations().size());
    QCOMPARE(one(*session, "select string_agg(relname, ' ' order by relname) from pg_class where relkind = 'r' and "
                           "relnamespace = 'latchboard'::regnamespace"),
             std::string("audit bucket job_window lock_attempt lock_name quarantine run schema_version write_token"));
    const auto second = pg::migrate(*session);
    LB_VERIFY_OK(second);
    QCOMPARE(second->from, first->to);
    QVERIFY(second->applied.empty());
    QCOMPARE(one(*session, "select count(*) from pg_locks where locktype = 'advisory'"), std::string("0"));
    const auto version = pg::schemaVersion(*session);
    LB_VERIFY_OK(version);
    QCOMPARE(*version, first->to);
}

void PgSchemaTest::twiceAtOnce() {
    const std::string database = m_server->freshDatabase(false);
    constexpr size_t kMigrators = 4;
    std::array<std::unique_ptr<pg::Session>, kMigrators> sessions;
    for (auto& session : sessions) {
        session = m_server->open(database);
        QVERIFY(session);
    }
    std::array<std::string, kMigrators> failures;
    std::array<size_t, kMigrators> applied{};
    {
        std::vector<std::jthread> threads;
        for (size_t i = 0; i < kMigrators; ++i) {
            threads.emplace_back([&, i] {
                const auto report = pg::migrate(*sessions[i], {}, std::chrono::minutes(5));
                if (report)
                    applied[i] = report->applied.size();
                else
                    failures[i] = report.error().message.englishUtf8();
            });
        }
    }
    size_t all = 0;
    for (size_t i = 0; i < kMigrators; ++i) {
        QCOMPARE(failures[i], std::string());
        all += applied[i];
    }
    QCOMPARE(all, pg::migrations().size());
}

void PgSchemaTest::saysWhatPrivilegeIsMissing() {
    const std::string database = m_server->freshDatabase(false);
    m_server->makeRole("plain");
    auto session = pg::Session::open(m_server->settingsFor("plain", database));
    LB_VERIFY_OK(session);
    const auto report = pg::migrate(**session);
    QVERIFY(!report);
    QCOMPARE(report.error().kind, base::ErrorKind::Privilege);
    QVERIFY(report.error().remedy.english().contains(QStringLiteral("grant create on database")));
}

void PgSchemaTest::refusesANewerSchema() {
    auto session = m_server->open(m_server->freshDatabase(true));
    QVERIFY(session);
    one(*session, "insert into latchboard.schema_version (version, name) values (999, 'future')");
    const auto report = pg::migrate(*session);
    QVERIFY(!report);
    QVERIFY(report.error().message.english().contains(QStringLiteral("999")));
}

void PgSchemaTest::givesUpOnABusyLock() {
    const std::string database = m_server->freshDatabase(false);
    auto holder = m_server->open(database);
    auto session = m_server->open(database);
    QVERIFY(holder && session);
    // The key of the name "latchboard-migrate", as every BLAKE2b with an 8-byte digest gives it.
    one(*holder, "select pg_advisory_lock($1::bigint)",
        {keys::bigintOf(*keys::derive("blake2b64-be", "latchboard-migrate"))});
    const auto report = pg::migrate(*session, {}, std::chrono::milliseconds(1));
    QVERIFY(!report);
    QVERIFY(report.error().message.english().contains(QStringLiteral("still under way")));
    QCOMPARE(*pg::schemaVersion(*session), 0);
}

QTEST_GUILESS_MAIN(PgSchemaTest)
#include "tst_pg_schema.moc"
