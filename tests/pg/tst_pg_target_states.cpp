// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/derive.h"
#include "pg/pg_server.h"
#include "pg/target_states.h"
#include "pg/target_store.h"

#include <QTest>

#include <thread>

using namespace latchboard;
using pg::test::one;
using States = sync::TargetMapping::States;

namespace {

sync::Job ordersJob() {
    sync::Job job;
    job.name = "orders";
    job.lockTag = *keys::derive("blake2b64-be", "orders");
    job.target.table = "public.orders";
    job.target.key = {"id"};
    job.target.softDelete = "deleted_at";
    job.target.columns = {{"id", "external_id", "", false}, {"status", "status", "", false}};
    job.target.states = {"status", {"pending", "paid", "shipped"}};
    return job;
}

constexpr const char* kTable = "drop table if exists orders; create table orders (id text primary key, status text not "
                               "null, hash bigint, deleted_at timestamptz)";

sync::Page pageOf(const std::vector<std::pair<std::string, std::string>>& orders) {
    sync::Page page;
    for (const auto& [id, status] : orders) {
        sync::Order& order = page.orders.emplace_back();
        order.externalId = id;
        order.gone = status.empty();
        order.values = {{"status", status}};
    }
    return page;
}

std::string text(const base::Result<void>& done, const sync::WriteCounts& counts) {
    if (!done)
        return done.error().message.englishUtf8();
    return "new " + std::to_string(counts.created) + " changed " + std::to_string(counts.changed) + " same " +
           std::to_string(counts.same) + " stale " + std::to_string(counts.stale) + " gone " +
           std::to_string(counts.gone) + " quarantined " + std::to_string(counts.quarantined);
}

} // namespace

/// The condition that keeps a status from falling back, as PostgreSQL evaluates it.
class PgTargetStatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void transitions_data();
    void transitions();
    void everyPair();
    void withoutStates();
    void holdsInTheConflictClause();
    void written_data();
    void written();
    void heldBackBehindAnotherWriter();
    void lines();

private:
    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_session;
    std::string m_database;
};

void PgTargetStatesTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(true);
    m_session = m_server->open(m_database);
    QVERIFY(m_session);
    LB_VERIFY_OK(m_session->execSimple(
        "create type status as enum ('shipped', 'paid', 'pending');"
        "create collation caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"));
}

void PgTargetStatesTest::transitions_data() {
    QTest::addColumn<QByteArray>("stored");
    QTest::addColumn<QByteArray>("incoming");
    QTest::addColumn<bool>("allowed");
    const auto row = [](const char* stored, const char* incoming, bool allowed) {
        QTest::newRow((std::string(stored) + " to " + incoming).c_str())
            << QByteArray(stored) << QByteArray(incoming) << allowed;
    };
    row("'pending'", "'paid'", true);
    row("'pending'", "'shipped'", true);
    row("'paid'", "'paid'", true);
    row("'paid'", "'pending'", false);
    row("'shipped'", "'paid'", false);
    row("'shipped'", "'on hold'", true);
    row("'on hold'", "'pending'", true);
    row("null", "'pending'", true);
    row("'shipped'", "null", true);
    row("null::text", "null::text", true);
    row("'shipped'", "'PAID'", true); // another value
    row("'paid'", "'it''s {done}, \"really\" \\'", true);
    row("'it''s {done}, \"really\" \\'", "'paid'", false);
    row("'결제 완료'", "'shipped'", false);
    row("'shipped'::status", "'pending'::status", false); // the enum's own order says nothing
    row("'pending'::status", "'shipped'::status", true);
    row("'shipped'::varchar(9)", "'paid'::varchar(9)", false);
    row("'shipped'::char(9)", "'paid'::char(9)", false);
    row("'shipped' collate caseless", "'PAID' collate caseless", true);
    row("'shipped' collate caseless", "'paid' collate caseless", false);
    row("'shipped' || ''", "case when true then 'paid' end", false);
}

void PgTargetStatesTest::transitions() {
    QFETCH(QByteArray, stored);
    QFETCH(QByteArray, incoming);
    QFETCH(bool, allowed);
    const States states = {"status", {"pending", "paid", "shipped", R"(it's {done}, "really" \)", "결제 완료"}};
    const std::string sql = pg::transitionAllowed(states, stored.toStdString(), incoming.toStdString());
    QCOMPARE(one(*m_session, "select " + sql), std::string(allowed ? "t" : "f"));
}

void PgTargetStatesTest::everyPair() {
    // Numbers as a status: not in the order of numbers.
    const States states = {"status", {"10", "9", "30", "-1", "200"}};
    for (size_t from = 0; from < states.order.size(); ++from) {
        for (size_t to = 0; to < states.order.size(); ++to) {
            const std::string sql =
                pg::transitionAllowed(states, "(" + states.order[from] + ")::int", "(" + states.order[to] + ")::int");
            QCOMPARE(one(*m_session, "select " + sql), std::string(to >= from ? "t" : "f"));
        }
    }
}

void PgTargetStatesTest::withoutStates() {
    QCOMPARE(pg::transitionAllowed({}, "a", "b"), std::string("true"));
}

/// Another session moves the status on after ours has looked, and holds the row: what ours decides on is what it left.
void PgTargetStatesTest::holdsInTheConflictClause() {
    LB_VERIFY_OK(m_session->execSimple("create table orders (id text primary key, status text not null); "
                                       "insert into orders values ('1', 'pending')"));
    const States states = {"status", {"pending", "paid", "shipped"}};
    const std::string upsert = "insert into orders as t (id, status) values ('1', 'paid') on conflict (id) do update "
                               "set status = excluded.status where " +
                               pg::transitionAllowed(states, "t.status", "excluded.status");
    const auto other = m_server->open(m_database);
    QVERIFY(other);
    QCOMPARE(one(*other, "select " + pg::transitionAllowed(states, "status", "'paid'") + " from orders"),
             std::string("t"));
    LB_VERIFY_OK(m_session->execSimple("begin; update orders set status = 'shipped'"));
    std::int64_t written = -1;
    std::jthread late([&] {
        const auto done = other->exec(upsert);
        written = done ? done->affected() : -2;
    });
    const auto waits = [&] {
        return one(*m_session, "select exists (select from pg_locks where not granted and pid = $1::int)",
                   {other->identity().backendPid}) == "t";
    };
    QTRY_VERIFY_WITH_TIMEOUT(waits(), 60'000);
    LB_VERIFY_OK(m_session->execSimple("commit"));
    late.join();
    QCOMPARE(written, std::int64_t(0));
    QCOMPARE(one(*m_session, "select status from orders"), std::string("shipped"));
    QCOMPARE(other->exec(upsert)->affected(), std::int64_t(0));
    LB_VERIFY_OK(m_session->execSimple("update orders set status = 'pending'"));
    QCOMPARE(other->exec(upsert)->affected(), std::int64_t(1));
    QCOMPARE(one(*m_session, "select status from orders"), std::string("paid"));
    LB_VERIFY_OK(m_session->execSimple("drop table orders"));
}

void PgTargetStatesTest::written_data() {
    QTest::addColumn<bool>("hash");
    QTest::newRow("compared") << false;
    QTest::newRow("with a hash") << true;
}

/// A source without change times: what would fall back is counted as stale, and the row stays.
void PgTargetStatesTest::written() {
    QFETCH(bool, hash);
    LB_VERIFY_OK(m_session->execSimple(kTable));
    sync::Job job = ordersJob();
    if (hash)
        job.target.hash = "hash";
    pg::RunSession session(m_server->settings(m_database), {});
    LB_VERIFY_OK(session.connect());
    pg::TargetStore store(session, job.lockTag);
    LB_VERIFY_OK(store.check(job));
    const std::string run = hash ? "run-hash" : "run";
    std::int64_t batch = 0;
    const auto write = [&](const std::vector<std::pair<std::string, std::string>>& orders) {
        sync::WriteCounts counts;
        const auto done = store.write(job, run, ++batch, pageOf(orders), counts);
        return text(done, counts);
    };
    const auto rows = [&] {
        return one(*m_session, "select string_agg(id || ':' || status || case when deleted_at is null then '' else "
                               "'-' end, ' ' order by id) from orders");
    };
    QCOMPARE(write({{"1", "paid"}, {"2", "shipped"}, {"3", "pending"}, {"4", "held"}}),
             std::string("new 4 changed 0 same 0 stale 0 gone 0 quarantined 0"));
    QCOMPARE(write({{"1", "pending"}, {"2", "shipped"}, {"3", "shipped"}, {"4", "pending"}}),
             std::string("new 0 changed 2 same 1 stale 1 gone 0 quarantined 0"));
    QCOMPARE(rows(), std::string("1:paid 2:shipped 3:shipped 4:pending"));
    QCOMPARE(write({{"1", "held"}, {"2", ""}}), std::string("new 0 changed 1 same 0 stale 0 gone 1 quarantined 0"));
    QCOMPARE(write({{"1", "pending"}, {"2", "pending"}}),
             std::string("new 0 changed 2 same 0 stale 0 gone 0 quarantined 0"));
    QCOMPARE(rows(), std::string("1:pending 2:pending 3:shipped 4:pending"));
}

/// An old worker without the lock moves the status on between our look and our write.
void PgTargetStatesTest::heldBackBehindAnotherWriter() {
    LB_VERIFY_OK(m_session->execSimple(kTable));
    LB_VERIFY_OK(m_session->execSimple("insert into orders values ('1', 'pending'), ('2', 'pending')"));
    const sync::Job job = ordersJob();
    pg::RunSession session(m_server->settings(m_database), {});
    LB_VERIFY_OK(session.connect());
    pg::TargetStore store(session, job.lockTag);
    const auto backend = session.identity().backendPid;
    LB_VERIFY_OK(m_session->execSimple("begin; update orders set status = 'shipped' where id = '1'"));
    sync::WriteCounts counts;
    base::Result<void> done;
    std::jthread late([&] { done = store.write(job, "run-late", 1, pageOf({{"1", "paid"}, {"2", "paid"}}), counts); });
    const auto waits = [&] {
        return one(*m_session, "select exists (select from pg_locks where not granted and pid = $1::int)", {backend}) ==
               "t";
    };
    QTRY_VERIFY_WITH_TIMEOUT(waits(), 60'000);
    LB_VERIFY_OK(m_session->execSimple("commit"));
    late.join();
    QCOMPARE(text(done, counts), std::string("new 0 changed 1 same 0 stale 1 gone 0 quarantined 0"));
    QCOMPARE(one(*m_session, "select string_agg(status, ' ' order by id) from orders"), std::string("shipped paid"));
}

void PgTargetStatesTest::lines() {
    const States states = {"status", {"pending", "paid"}};
    QCOMPARE(pg::heldBackLine(states, {"7"}),
             std::string("1 order left as stored: \"status\" would fall back, against [target.states]: 7"));
    QCOMPARE(pg::heldBackLine(states, {"1", "2", "3", "4", "5", "6"}),
             std::string("6 orders left as stored: \"status\" would fall back, against [target.states]: "
                         "1, 2, 3, 4, 5, ..."));
}

QTEST_GUILESS_MAIN(PgTargetStatesTest)
#include "tst_pg_target_states.moc"
