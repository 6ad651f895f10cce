// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/derive.h"
#include "pg/advisory_lock.h"
#include "pg/lock_attempts.h"
#include "pg/pg_server.h"
#include "pg/target_store.h"

#include "demo/pgbouncer.h"

#include <QTest>

using namespace latchboard;
using namespace std::chrono_literals;
using base::ErrorKind;
using pg::test::one;
using sync::LockOutcome;

namespace {

sync::Job orderSync() {
    sync::Job job;
    job.name = "order-sync";
    job.lockName = "order-sync";
    job.lockTag = *keys::derive("blake2b64-be", "order-sync");
    return job;
}

constexpr const char* kLocks = "select coalesce(string_agg(classid || ',' || objid || ',' || objsubid, ' ' order by "
                               "classid, objid), '') from pg_locks where locktype = 'advisory' and granted";

} // namespace

/// The advisory lock around a run.
class PgLockTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void takesAndGivesBack_data();
    void takesAndGivesBack();
    void secondIsBusyAndKnowsTheHolder();
    void heldTooLongIsSuspicious_data();
    void heldTooLongIsSuspicious();
    void terminatedBackendIsALostLock();
    void keepAliveAsksTheServer();
    void releaseRollsBackAndChecks();
    void releaseOfWhatIsNotHeld();
    void aLockTakenTwiceGoesWithTheSession();
    void poolerIsRefused();
    void sessionPoolerIsTrusted();
    void worksWithoutSchema();
    void stopEndsAcquire();
    void releaseWorksAfterAStop();

private:
    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super;
    std::string m_database;
};

void PgLockTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(true);
    m_super = m_server->open(m_database);
    QVERIFY(m_super);
}

void PgLockTest::init() {
    one(*m_super, "truncate latchboard.lock_attempt");
    QTRY_COMPARE_WITH_TIMEOUT(one(*m_super, kLocks), std::string(), 60'000);
}

void PgLockTest::takesAndGivesBack_data() {
    QTest::addColumn<QByteArray>("scheme");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("shown");

    QTest::newRow("name") << QByteArray("blake2b64-be") << QByteArray("order-sync")
                          << QByteArray("671176399,396264226,1");
    QTest::newRow("pair") << QByteArray("int4pair") << QByteArray("-5,-6") << QByteArray("4294967291,4294967290,2");
    QTest::newRow("negative") << QByteArray("constant") << QByteArray("-1") << QByteArray("4294967295,4294967295,1");
}

void PgLockTest::takesAndGivesBack() {
    QFETCH(QByteArray, scheme);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, shown);
    sync::Job job = orderSync();
    job.lockTag = *keys::derive(scheme.toStdString(), name.toStdString());
    job.expectedHold = 90s;
    pg::RunSession session(m_server->settings(m_database), {});
    pg::AdvisoryJobLock lock(session);
    const auto attempt = lock.tryAcquire(job, "run-1");
    LB_VERIFY_OK(attempt);
    QCOMPARE(attempt->outcome, LockOutcome::Acquired);
    QCOMPARE(attempt->pid, session.session()->identity().backendPid);
    QVERIFY(attempt->backendStart.has_value());
    QCOMPARE(one(*m_super, kLocks), shown.toStdString());
    // While it is held, its holder has a name and an exact beginning.
    auto holds = pg::readRecordedHolds(*m_super);
    LB_VERIFY_OK(holds);
    QCOMPARE(holds->size(), size_t(1));
    QCOMPARE(holds->front().backend.pid, attempt->pid);
    QCOMPARE(holds->front().backend.backendStart, attempt->backendStart);
    QVERIFY(holds->front().tag == job.lockTag);
    QCOMPARE(holds->front().job, std::string("order-sync"));
    QCOMPARE(holds->front().database, m_database);
    QVERIFY(!holds->front().endedAt);
    QVERIFY(holds->front().expectedHold == base::Duration(90s));
    LB_VERIFY_OK(lock.keepAlive());
    LB_VERIFY_OK(lock.databaseNow());
    LB_VERIFY_OK(lock.release());
    QVERIFY(session.session() == nullptr);
    QCOMPARE(one(*m_super, kLocks), std::string());
    holds = pg::readRecordedHolds(*m_super);
    LB_VERIFY_OK(holds);
    QVERIFY(holds->empty());
    QCOMPARE(one(*m_super,
                 "select taken_at <= ended_at and ended_at <= released_at and release_outcome = 'released' and "
                 "outcome = 'LOCK_ACQUIRED' from latchboard.lock_attempt"),
             std::string("t"));
    // A release that failed is no release: the lock may still be there.
    one(*m_super, "update latchboard.lock_attempt set release_outcome = 'LOCK_RELEASE_FAILED'");
    holds = pg::readRecordedHolds(*m_super);
    LB_VERIFY_OK(holds);
    QCOMPARE(holds->size(), size_t(1));
}

void PgLockTest::secondIsBusyAndKnowsTheHolder() {
    const sync::Job job = orderSync();
    auto settings = m_server->settings(m_database);
    settings.applicationName = "first worker";
    pg::RunSession first(settings, {}), second(m_server->settings(m_database), {});
    pg::AdvisoryJobLock firstLock(first), secondLock(second);
    const auto taken = firstLock.tryAcquire(job, "run-1");
    LB_VERIFY_OK(taken);
    const auto busy = secondLock.tryAcquire(job, "run-2");
    LB_VERIFY_OK(busy);
    QCOMPARE(busy->outcome, LockOutcome::BusyExpected);
    QCOMPARE(busy->holder.pid, taken->pid);
    QCOMPARE(busy->holder.application, std::string("first worker"));
    QCOMPARE(busy->holder.user, std::string("postgres"));
    QVERIFY(busy->holder.since.has_value());
    QCOMPARE(one(*m_super, "select taken_at = $1::timestamptz from latchboard.lock_attempt", {busy->holder.since}),
             std::string("t"));
    sync::RunRecord record;
    record.job = job.name;
    record.runId = "run-2";
    record.lock = busy->outcome;
    record.holder = busy->holder;
    record.outcome = sync::Outcome::Busy;
    record.startedAt = *busy->holder.since;
    pg::TargetStore store(second, job.lockTag);
    LB_VERIFY_OK(store.recordAttempt(record));
    LB_VERIFY_OK(secondLock.release());
    QCOMPARE(one(*m_super, kLocks), std::string("671176399,396264226,1"));
    QCOMPARE(one(*m_super,
                 "select holder_application || '|' || outcome || '|' || (taken_at is null) || '|' || objid from "
                 "latchboard.lock_attempt where run_id = 'run-2'"),
             std::string("first worker|LOCK_BUSY_EXPECTED|true|396264226"));
    LB_VERIFY_OK(firstLock.release());
}

void PgLockTest::heldTooLongIsSuspicious_data() {
    QTest::addColumn<bool>("recorded");
    QTest::addColumn<int>("expectedHold"); // seconds; 0: none
    QTest::addColumn<int>("history");      // past holds of 10 s
    QTest::addColumn<int>("heldFor");      // seconds
    QTest::addColumn<bool>("suspicious");

    QTest::newRow("within the expected hold") << true << 300 << 0 << 200 << false;
    QTest::newRow("past the expected hold") << true << 300 << 0 << 400 << true;
    QTest::newRow("within three times the usual") << true << 0 << 20 << 25 << false;
    QTest::newRow("past three times the usual") << true << 0 << 20 << 40 << true;
    QTest::newRow("too little history") << true << 0 << 19 << 4000 << false;
}

void PgLockTest::heldTooLongIsSuspicious() {
    QFETCH(bool, recorded);
    QFETCH(int, expectedHold);
    QFETCH(int, history);
    QFETCH(int, heldFor);
    QFETCH(bool, suspicious);
    QVERIFY(recorded);
    sync::Job job = orderSync();
    pg::RunSession first(m_server->settings(m_database), {}), second(m_server->settings(m_database), {});
    pg::AdvisoryJobLock firstLock(first), secondLock(second);
    LB_VERIFY_OK(firstLock.tryAcquire(job, "run-1"));
    one(*m_super, "update latchboard.lock_attempt set taken_at = clock_timestamp() - $1::interval",
        {base::Duration(std::chrono::seconds(heldFor))});
    one(*m_super,
        "insert into latchboard.lock_attempt (job, outcome, classid, objid, taken_at, released_at) select "
        "'order-sync', "
        "'LOCK_ACQUIRED', 1, 1, clock_timestamp() - interval '10 s', clock_timestamp() from generate_series(1, "
        "$1::int)",
        {history});
    if (expectedHold > 0)
        job.expectedHold = std::chrono::seconds(expectedHold);
    const auto busy = secondLock.tryAcquire(job, "run-2");
    LB_VERIFY_OK(busy);
    QCOMPARE(busy->outcome, suspicious ? LockOutcome::BusySuspicious : LockOutcome::BusyExpected);
    LB_VERIFY_OK(secondLock.release());
    LB_VERIFY_OK(firstLock.release());
}

void PgLockTest::terminatedBackendIsALostLock() {
    pg::RunSession session(m_server->settings(m_database), {});
    pg::AdvisoryJobLock lock(session);
    const auto attempt = lock.tryAcquire(orderSync(), "run-1");
    LB_VERIFY_OK(attempt);
    QCOMPARE(one(*m_super, "select pg_terminate_backend($1::int, 60000)", {attempt->pid}), std::string("t"));
    base::Result<void> alive;
    QTRY_VERIFY_WITH_TIMEOUT(!(alive = lock.keepAlive()).ok(), 60'000);
    QCOMPARE(alive.error().kind, ErrorKind::LockLost);
    const auto released = lock.release();
    QVERIFY(!released);
    QCOMPARE(released.error().kind, ErrorKind::LockLost);
    QVERIFY(session.session() == nullptr);
}

void PgLockTest::keepAliveAsksTheServer() {
    pg::RunSession session(m_server->settings(m_database), {});
    pg::AdvisoryJobLock lock(session, 0s); // always due
    const auto attempt = lock.tryAcquire(orderSync(), "run-1");
    LB_VERIFY_OK(attempt);
    LB_VERIFY_OK(lock.keepAlive());
    QCOMPARE(one(*m_super, "select query from pg_stat_activity where pid = $1::int", {attempt->pid}),
             std::string("select 1"));
    LB_VERIFY_OK(lock.release());
}

void PgLockTest::releaseRollsBackAndChecks() {
    pg::RunSession session(m_server->settings(m_database), {});
    pg::AdvisoryJobLock lock(session);
    LB_VERIFY_OK(lock.tryAcquire(orderSync(), "run-1"));
    // A failed transaction is open: an unlock in it would be an error, and a rollback alone keeps the lock.
    LB_VERIFY_OK(session.session()->execSimple("begin"));
    QVERIFY(!session.session()->execSimple("select 1/0").ok());
    LB_VERIFY_OK(lock.release());
    QCOMPARE(one(*m_super, kLocks), std::string());
    QCOMPARE(one(*m_super, "select release_outcome from latchboard.lock_attempt"), std::string("released"));
}

void PgLockTest::releaseOfWhatIsNotHeld() {
    pg::RunSession session(m_server->settings(m_database), {});
    pg::AdvisoryJobLock lock(session);
    LB_VERIFY_OK(lock.tryAcquire(orderSync(), "run-1"));
    LB_VERIFY_OK(session.session()->execSimple("select pg_advisory_unlock_all()")); // somebody's mistake
    const auto released = lock.release();
    QVERIFY(!released);
    QCOMPARE(released.error().kind, ErrorKind::ReleaseFailed);
    QVERIFY(session.session() == nullptr);
    QCOMPARE(one(*m_super, "select release_outcome from latchboard.lock_attempt"), std::string("LOCK_RELEASE_FAILED"));
}

void PgLockTest::aLockTakenTwiceGoesWithTheSession() {
    pg::RunSession session(m_server->settings(m_database), {});
    pg::AdvisoryJobLock lock(session);
    LB_VERIFY_OK(lock.tryAcquire(orderSync(), "run-1"));
    // Session locks nest: a function of the target that takes the same lock would leave one behind after one unlock.
    QCOMPARE(one(*session.session(), "select pg_try_advisory_lock(2882680683948311330)"), std::string("t"));
    LB_VERIFY_OK(lock.release());
    QTRY_COMPARE_WITH_TIMEOUT(one(*m_super, kLocks), std::string(), 60'000);
    QCOMPARE(one(*m_super, "select release_outcome from latchboard.lock_attempt"), std::string("released"));
}

void PgLockTest::poolerIsRefused() {
    demo::PgBouncerOptions options;
    options.users = {{"postgres", m_server->cluster().password()}};
    options.database = m_database;
    auto pooler = demo::PgBouncer::start(m_server->cluster(), options);
    LB_VERIFY_OK(pooler);
    auto settings = m_server->settings(m_database);
    settings.conninfo = (*pooler)->conninfo("postgres");
    pg::RunSession session(settings, {});
    pg::AdvisoryJobLock lock(session);
    const auto attempt = lock.tryAcquire(orderSync(), "run-1");
    QVERIFY(!attempt);
    QCOMPARE(attempt.error().kind, ErrorKind::ContextMismatch);
    QVERIFY(!attempt.error().remedy.empty());
    QCOMPARE(one(*m_super, kLocks), std::string());
    LB_VERIFY_OK(lock.release());
}

void PgLockTest::sessionPoolerIsTrusted() {
    demo::PgBouncerOptions options;
    options.users = {{"postgres", m_server->cluster().password()}};
    options.database = m_database;
    options.poolMode = "session";
    options.name = "session-pooler";
    auto pooler = demo::PgBouncer::start(m_server->cluster(), options);
    LB_VERIFY_OK(pooler);
    auto settings = m_server->settings(m_database);
    settings.conninfo = (*pooler)->conninfo("postgres");
    settings.sessionPooling = true;
    pg::RunSession session(settings, {});
    pg::AdvisoryJobLock lock(session);
    const auto attempt = lock.tryAcquire(orderSync(), "run-1");
    LB_VERIFY_OK(attempt);
    QCOMPARE(attempt->outcome, LockOutcome::Acquired);
    QCOMPARE(one(*m_super, "select pid from pg_locks where locktype = 'advisory'"), std::to_string(attempt->pid));
    LB_VERIFY_OK(lock.release());
    QCOMPARE(one(*m_super, kLocks), std::string());
}

void PgLockTest::worksWithoutSchema() {
    pg::RunSession session(m_server->settings("postgres"), {});
    pg::AdvisoryJobLock lock(session);
    const auto attempt = lock.tryAcquire(orderSync(), "run-1");
    LB_VERIFY_OK(attempt);
    QCOMPARE(attempt->outcome, LockOutcome::Acquired);
    pg::RunSession other(m_server->settings("postgres"), {});
    pg::AdvisoryJobLock otherLock(other);
    const auto busy = otherLock.tryAcquire(orderSync(), "run-2");
    LB_VERIFY_OK(busy);
    QCOMPARE(busy->outcome, LockOutcome::BusyExpected);
    QCOMPARE(busy->holder.pid, attempt->pid);
    LB_VERIFY_OK(lock.release());
}

void PgLockTest::stopEndsAcquire() {
    std::stop_source stop;
    stop.request_stop();
    pg::RunSession session(m_server->settings(m_database), stop.get_token());
    pg::AdvisoryJobLock lock(session);
    const auto attempt = lock.tryAcquire(orderSync(), "run-1");
    QVERIFY(!attempt);
    QCOMPARE(attempt.error().kind, ErrorKind::Cancelled);
    LB_VERIFY_OK(lock.release());
}

void PgLockTest::releaseWorksAfterAStop() {
    std::stop_source stop;
    pg::RunSession session(m_server->settings(m_database), stop.get_token());
    pg::AdvisoryJobLock lock(session);
    LB_VERIFY_OK(lock.tryAcquire(orderSync(), "run-1"));
    stop.request_stop();
    QCOMPARE(lock.databaseNow().error().kind, ErrorKind::Cancelled);
    LB_VERIFY_OK(lock.release());
    QCOMPARE(one(*m_super, kLocks), std::string());
    QCOMPARE(one(*m_super, "select release_outcome from latchboard.lock_attempt"), std::string("released"));
}

QTEST_GUILESS_MAIN(PgLockTest)
#include "tst_pg_lock.moc"
