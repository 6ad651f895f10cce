// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/pgbouncer.h"
#include "keys/derive.h"
#include "ops/watch.h"
#include "pg/advisory_lock.h"
#include "pg/pg_server.h"
#include "pg/run_session.h"

#include <QTest>

#include <algorithm>

using namespace latchboard;
using namespace std::chrono_literals;
using locks::Verdict;
using pg::test::one;

/// What a watch says of real servers and poolers. The limits are short: a lock that is called a leak here after a
/// millisecond is one of which the same would be said after a minute.
class TestWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aRunIsProtectedByItsRecord();
    void leakBehindAPooler_data();
    void leakBehindAPooler();
    void quickClientsAreNotAccused();
    void aFullLockTable();
    void recordsThatCantBeRead();

private:
    static ops::Profile profile(pg::test::Server& server, const std::string& database) {
        ops::Profile made;
        made.name = "test";
        made.conninfo = server.cluster().conninfoWithPassword(database).reveal();
        return made;
    }
    static std::unique_ptr<ops::Watch> open(const ops::Profile& profile) {
        auto watch = ops::Watch::open(profile, {1ms}, {});
        return watch ? std::move(*watch) : nullptr;
    }
    static const locks::LockView* viewOf(const locks::Analysis& analysis, const keys::LockTag& tag) {
        const auto found = std::find_if(analysis.locks.begin(), analysis.locks.end(),
                                        [&](const locks::LockView& view) { return view.lock.tag == tag; });
        return found == analysis.locks.end() ? nullptr : &*found;
    }
    [[nodiscard]] base::Result<std::unique_ptr<demo::PgBouncer>>
    pooler(const std::string& mode, const std::map<std::string, std::string>& settings) const {
        demo::PgBouncerOptions options;
        options.users = {{"pooled", base::Secret("pooled")}};
        options.database = m_database;
        options.poolMode = mode;
        options.poolSize = 2;
        options.settings = settings;
        return demo::PgBouncer::start(m_server->cluster(), options);
    }
    [[nodiscard]] pg::ConnectionSettings through(const demo::PgBouncer& pooler) const {
        auto settings = m_server->settingsFor("pooled", m_database);
        settings.conninfo = pooler.conninfo("pooled");
        return settings;
    }

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super;
    std::string m_database;
};

void TestWatch::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(true);
    m_super = m_server->open(m_database);
    QVERIFY(m_super);
    m_server->makeRole("pooled");
}

/// Whoever looks knows neither the job nor its key.
void TestWatch::aRunIsProtectedByItsRecord() {
    sync::Job job;
    job.name = job.lockName = "order-sync";
    job.lockTag = *keys::derive("blake2b64-be", "order-sync");
    const auto watch = open(profile(*m_server, m_database));
    QVERIFY(watch);
    for (const bool tells : {true, false}) {
        job.expectedHold = tells ? std::optional<base::Duration>(1h) : std::nullopt;
        pg::RunSession session(m_server->settings(m_database), {});
        pg::AdvisoryJobLock lock(session);
        LB_VERIFY_OK(lock.tryAcquire(job, tells ? "run-1" : "run-2"));
        // The look after this one is surely more than a millisecond later.
        LB_VERIFY_OK(watch->look({}));
        QTRY_COMPARE_WITH_TIMEOUT(
            one(*m_super, "select clock_timestamp() - state_change > '2 ms' from pg_stat_activity where pid = $1::int",
                {session.identity().backendPid}),
            std::string("t"), 60'000);
        const auto analysis = watch->look({});
        LB_VERIFY_OK(analysis);
        const auto* view = viewOf(*analysis, job.lockTag);
        QVERIFY(view != nullptr);
        QCOMPARE(view->levelProof, std::string("idle"));
        QCOMPARE(view->verdict, tells ? Verdict::Held : Verdict::LeakSuspected);
        LB_VERIFY_OK(lock.release());
    }
}

void TestWatch::leakBehindAPooler_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<bool>("clientStays");
    QTest::addColumn<Verdict>("verdict");
    QTest::newRow("session mode, client gone, no reset query") << "session" << false << Verdict::LeakProven;
    QTest::newRow("session mode, client there") << "session" << true << Verdict::LeakSuspected;
    QTest::newRow("transaction mode, client gone") << "transaction" << false << Verdict::LeakProven;
    QTest::newRow("transaction mode, client there") << "transaction" << true << Verdict::ContextMismatch;
}

void TestWatch::leakBehindAPooler() {
    QFETCH(QString, mode);
    QFETCH(bool, clientStays);
    QFETCH(Verdict, verdict);
    auto bouncer = pooler(mode.toStdString(), {{"server_reset_query", ""}});
    LB_VERIFY_OK(bouncer);
    auto watched = profile(*m_server, m_database);
    watched.poolerAdmin = {(*bouncer)->statsConninfo() + " password=" + (*bouncer)->statsPassword().reveal()};
    const auto watch = open(watched);
    QVERIFY(watch);
    auto client = pg::Session::open(through(**bouncer));
    LB_VERIFY_OK(client);
    QCOMPARE(one(**client, "select pg_try_advisory_lock(77)"), std::string("t"));
    if (!clientStays)
        client->reset();
    const auto verdictNow = [&] {
        const auto analysis = watch->look({});
        const auto* view = analysis ? viewOf(*analysis, {0, 77, 1}) : nullptr;
        return view == nullptr ? Verdict::Unknown : view->verdict;
    };
    QTRY_COMPARE_WITH_TIMEOUT(verdictNow(), verdict, 60'000);
    QCOMPARE(verdictNow(), verdict); // and it stays
    // Each pooler's connection ends with it, and the lock too.
    bouncer->reset();
    QTRY_COMPARE_WITH_TIMEOUT(one(*m_super, "select count(*) from pg_locks where locktype = 'advisory'"),
                              std::string("0"), 60'000);
}

/// Clients that come, lock and go, and a pooler that resets each connection: between a scan and the pooler's answer the
/// lock is often freed, which must not make a leak of it.
void TestWatch::quickClientsAreNotAccused() {
    auto bouncer = pooler("session", {{"server_reset_query", "DISCARD ALL"}});
    LB_VERIFY_OK(bouncer);
    auto watched = profile(*m_server, m_database);
    watched.poolerAdmin = {(*bouncer)->statsConninfo() + " password=" + (*bouncer)->statsPassword().reveal()};
    auto watch = ops::Watch::open(watched, {1h}, {});
    LB_VERIFY_OK(watch);
    std::atomic<bool> enough = false;
    std::atomic<int> clients = 0;
    std::jthread quick([&] {
        while (!enough) {
            if (auto client = pg::Session::open(through(**bouncer)); client) {
                one(**client, "select pg_try_advisory_lock(78)");
                ++clients;
            }
        }
    });
    int seen = 0;
    while (clients < 200 || seen < 20) {
        const auto analysis = (*watch)->look({});
        if (!analysis) {
            enough = true;
            LB_VERIFY_OK(analysis);
        }
        if (const auto* view = viewOf(*analysis, {0, 78, 1}); view != nullptr) {
            ++seen;
            if (view->verdict != Verdict::Held && view->verdict != Verdict::Unknown) {
                enough = true;
                QCOMPARE(view->verdict, Verdict::Held);
            }
        }
    }
    enough = true;
}

/// With a full lock table the look goes on.
void TestWatch::aFullLockTable() {
    auto server = pg::test::Server::start({{"max_locks_per_transaction", "10"}, {"max_connections", "10"}});
    QVERIFY(server);
    const std::string database = server->freshDatabase(true);
    auto holder = server->open(database);
    QVERIFY(holder);
    const auto watch = open(profile(*server, database));
    QVERIFY(watch);
    LB_VERIFY_OK(watch->look({}));
    int taken = 0;
    while (one(*holder, "select pg_advisory_lock($1::int)", {taken + 1}) == "")
        ++taken;
    QVERIFY(taken > 100);
    const auto analysis = watch->look({});
    LB_VERIFY_OK(analysis);
    QCOMPARE(static_cast<int>(analysis->locks.size()), taken);
}

void TestWatch::recordsThatCantBeRead() {
    const std::string database = m_server->freshDatabase(true);
    auto holder = m_server->open(database);
    QVERIFY(holder);
    LB_VERIFY_OK(holder->execSimple(
        "alter table latchboard.lock_attempt rename to broken; create view latchboard.lock_attempt as select * from "
        "latchboard.broken where 1 / (random() * 0)::int = 1; insert into latchboard.broken (job, outcome, classid, "
        "objid, objsubid, pid, taken_at) values ('a', 'LOCK_ACQUIRED', 0, 79, 1, 1, clock_timestamp())"));
    QCOMPARE(one(*holder, "select pg_try_advisory_lock(79)"), std::string("t"));
    const auto watch = open(profile(*m_server, database));
    QVERIFY(watch);
    const auto analysis = watch->look({});
    LB_VERIFY_OK(analysis);
    QVERIFY(viewOf(*analysis, {0, 79, 1}) != nullptr);
    QVERIFY(std::any_of(analysis->limits.begin(), analysis->limits.end(), [](const base::Text& limit) {
        return limit.english().contains("What runs recorded of their locks can't be read now");
    }));
}

QTEST_GUILESS_MAIN(TestWatch)
#include "tst_watch.moc"
