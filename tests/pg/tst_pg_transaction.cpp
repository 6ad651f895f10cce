// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/pg_server.h"
#include "pg/transaction.h"

#include <QTest>

#include <barrier>
#include <mutex>
#include <thread>

using namespace latchboard;
using base::ErrorKind;
using base::Result;
using pg::test::one;

namespace {

/// Time that passes only when somebody waits, and remembers how long each wait was.
class WaitedClock final : public base::Clock {
public:
    [[nodiscard]] base::Instant now() const override { return base::Instant(m_passed); }
    [[nodiscard]] base::Duration monotonic() const override { return m_passed; }
    Result<void> wait(base::Duration duration, const base::Waiting& waiting) const override {
        if (waiting.stop.stop_requested())
            return base::cancelled();
        m_waits.push_back(duration);
        m_passed += duration;
        return {};
    }
    mutable std::vector<base::Duration> m_waits;

private:
    mutable base::Duration m_passed{0};
};

Result<void> run(pg::Session& session, const std::string& sql) {
    auto answer = session.execSimple(sql);
    return answer ? Result<void>() : Result<void>(base::Unexpected(answer.error()));
}

} // namespace

/// Retry of whole transactions, with real failures.
class PgTransactionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void commits();
    void retriesOnlyWhatMayBe_data();
    void retriesOnlyWhatMayBe();
    void refusesInsideAnOpenTransaction();
    void commitThatRollsBack();
    void realDeadlock();
    void realSerializationFailure();
    void connectionLostAtCommit();
    void stopEndsTheBackOff();

private:
    std::unique_ptr<pg::test::Server> m_server;
};

void PgTransactionTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    auto session = m_server->open();
    QVERIFY(session);
    LB_VERIFY_OK(session->execSimple("create table account (id int primary key, amount int not null);"
                                     "insert into account values (1, 100), (2, 100);"
                                     "create table note (text text not null unique deferrable initially deferred)"));
}

void PgTransactionTest::commits() {
    auto session = m_server->open();
    QVERIFY(session);
    pg::RetryCounts counts;
    LB_VERIFY_OK(pg::transact(*session, {}, counts, [&] { return run(*session, "insert into note values ('kept')"); }));
    QCOMPARE(one(*session, "select count(*) from note where text = 'kept'"), std::string("1"));
    QVERIFY(!session->transactionOpen());
    QCOMPARE(counts.deadlock + counts.serialization, 0);
}

void PgTransactionTest::retriesOnlyWhatMayBe_data() {
    QTest::addColumn<QByteArray>("sqlstate");
    QTest::addColumn<int>("failFirst");
    QTest::addColumn<int>("attempts");
    QTest::addColumn<bool>("succeeds");

    const auto row = [](const char* state, int failFirst, int attempts, bool succeeds) {
        QTest::addRow("%s x %d", state, failFirst) << QByteArray(state) << failFirst << attempts << succeeds;
    };
    row("40001", 1, 2, true);
    row("40001", 2, 3, true);
    row("40P01", 2, 3, true);
    row("40001", 99, 3, false);
    row("40P01", 99, 3, false);
    row("23514", 99, 1, false);
    row("57014", 99, 1, false);
    row("53200", 99, 1, false);
    row("28000", 99, 1, false);
    row("40003", 99, 1, false);
}

void PgTransactionTest::retriesOnlyWhatMayBe() {
    QFETCH(QByteArray, sqlstate);
    QFETCH(int, failFirst);
    QFETCH(int, attempts);
    QFETCH(bool, succeeds);
    auto session = m_server->open();
    QVERIFY(session);
    LB_VERIFY_OK(session->execSimple("truncate note"));
    const WaitedClock clock;
    int called = 0;
    pg::RetryPolicy policy;
    policy.clock = &clock;
    policy.random = [] { return 0.5; };
    pg::RetryCounts counts;
    const auto result = pg::transact(*session, policy, counts, [&]() -> Result<void> {
        ++called;
        if (auto written = run(*session, "insert into note values ('attempt " + std::to_string(called) + "')");
            !written)
            return written;
        if (called > failFirst)
            return {};
        return run(*session,
                   "do $$ begin raise exception 'injected' using errcode = '" + sqlstate.toStdString() + "'; end $$");
    });
    QCOMPARE(called, attempts);
    QCOMPARE(result.ok(), succeeds);
    if (!succeeds)
        QCOMPARE(result.error().sqlstate, sqlstate.toStdString());
    QCOMPARE(counts.serialization, sqlstate == "40001" ? attempts - 1 : 0);
    QCOMPARE(counts.deadlock, sqlstate == "40P01" ? attempts - 1 : 0);
    std::vector<base::Duration> expected;
    for (int number = 1; number < attempts; ++number)
        expected.push_back(std::chrono::milliseconds(50) * (1 << number) / 2);
    QVERIFY(clock.m_waits == expected);
    // Only the attempt that succeeded left anything.
    QCOMPARE(one(*session, "select string_agg(text, ',') from note"),
             succeeds ? "attempt " + std::to_string(attempts) : std::string("<null>"));
    QVERIFY(!session->transactionOpen());
}

void PgTransactionTest::refusesInsideAnOpenTransaction() {
    auto session = m_server->open();
    QVERIFY(session);
    LB_VERIFY_OK(session->execSimple("begin"));
    pg::RetryCounts counts;
    bool called = false;
    const auto result = pg::transact(*session, {}, counts, [&]() -> Result<void> {
        called = true;
        return {};
    });
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Internal);
    QVERIFY(!called);
    QVERIFY(session->transactionOpen());
}

void PgTransactionTest::commitThatRollsBack() {
    auto session = m_server->open();
    QVERIFY(session);
    LB_VERIFY_OK(session->execSimple("truncate note"));
    pg::RetryCounts counts;
    const auto result = pg::transact(*session, {}, counts, [&]() -> Result<void> {
        if (auto written = run(*session, "insert into note values ('lost')"); !written)
            return written;
        static_cast<void>(run(*session, "insert into note values (null)")); // a body that overlooks its error
        return {};
    });
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Database);
    QVERIFY(result.error().message.english().contains(QStringLiteral("ROLLBACK")));
    QCOMPARE(one(*session, "select count(*) from note"), std::string("0"));
}

void PgTransactionTest::realDeadlock() {
    std::array<std::unique_ptr<pg::Session>, 2> sessions{m_server->open(), m_server->open()};
    QVERIFY(sessions[0] && sessions[1]);
    std::array<pg::RetryCounts, 2> counts;
    std::array<Result<void>, 2> results;
    std::barrier bothHoldOne(2);
    {
        std::array<std::jthread, 2> threads;
        for (size_t i = 0; i < 2; ++i) {
            threads[i] = std::jthread([&, i] {
                bool first = true;
                results[i] = pg::transact(*sessions[i], {}, counts[i], [&, i]() -> Result<void> {
                    const std::string mine = i == 0 ? "1" : "2", other = i == 0 ? "2" : "1";
                    auto took = run(*sessions[i], "update account set amount = amount + 1 where id = " + mine);
                    if (first)
                        bothHoldOne.arrive_and_wait();
                    first = false;
                    if (!took)
                        return took;
                    return run(*sessions[i], "update account set amount = amount - 1 where id = " + other);
                });
            });
        }
    }
    LB_VERIFY_OK(results[0]);
    LB_VERIFY_OK(results[1]);
    QVERIFY(counts[0].deadlock + counts[1].deadlock >= 1);
    QCOMPARE(one(*sessions[0], "select string_agg(amount::text, ',' order by id) from account"),
             std::string("100,100"));
}

void PgTransactionTest::realSerializationFailure() {
    auto session = m_server->open();
    auto other = m_server->open();
    QVERIFY(session && other);
    LB_VERIFY_OK(session->execSimple("update account set amount = 100"));
    pg::RetryPolicy policy;
    policy.begin = "begin isolation level repeatable read";
    pg::RetryCounts counts;
    int called = 0;
    LB_VERIFY_OK(pg::transact(*session, policy, counts, [&]() -> Result<void> {
        ++called;
        const std::string seen = one(*session, "select amount from account where id = 1");
        if (called == 1)
            one(*other, "update account set amount = 200 where id = 1");
        return run(*session, "update account set amount = " + seen + " + 1 where id = 1");
    }));
    QCOMPARE(called, 2);
    QCOMPARE(counts.serialization, 1);
    QCOMPARE(one(*session, "select amount from account where id = 1"), std::string("201"));
}

void PgTransactionTest::connectionLostAtCommit() {
    auto session = m_server->open();
    auto other = m_server->open();
    QVERIFY(session && other);
    LB_VERIFY_OK(session->execSimple("truncate note"));
    pg::RetryCounts counts;
    int called = 0;
    const auto result = pg::transact(*session, {}, counts, [&]() -> Result<void> {
        ++called;
        auto written = run(*session, "insert into note values ('in doubt')");
        one(*other, "select pg_terminate_backend($1::int, 60000)", {session->identity().backendPid});
        return written;
    });
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::InDoubt);
    QCOMPARE(called, 1);
}

void PgTransactionTest::stopEndsTheBackOff() {
    auto session = m_server->open();
    QVERIFY(session);
    std::stop_source stop;
    pg::RetryPolicy policy;
    policy.waiting.stop = stop.get_token();
    policy.step = std::chrono::hours(1);
    pg::RetryCounts counts;
    const auto result = pg::transact(*session, policy, counts, [&] {
        auto failed = run(*session, "do $$ begin raise exception 'injected' using errcode = '40001'; end $$");
        stop.request_stop();
        return failed;
    });
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Cancelled);
}

QTEST_GUILESS_MAIN(PgTransactionTest)
#include "tst_pg_transaction.moc"
