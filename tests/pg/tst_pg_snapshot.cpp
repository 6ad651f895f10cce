// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/registry.h"
#include "locks/lock_view.h"
#include "pg/lock_attempts.h"
#include "pg/lock_names.h"
#include "pg/packed_locks.h"
#include "pg/pg_server.h"
#include "pg/pgbouncer_console.h"
#include "pg/snapshot_reader.h"

#include "demo/pgbouncer.h"

#include <QTest>

#include <random>
#include <thread>

using namespace latchboard;
using namespace std::chrono_literals;
using locks::LockRow;
using locks::Snapshot;
using pg::test::one;

namespace {

/// A session that runs one statement on a thread of its own and waits in it.
class Waiter {
public:
    Waiter(std::unique_ptr<pg::Session> session, std::string sql) : m_session(std::move(session)) {
        m_pid = m_session->identity().backendPid;
        m_thread = std::jthread([this, statement = std::move(sql)](const std::stop_token& stop) {
            pg::Call call;
            call.waiting.stop = stop;
            static_cast<void>(m_session->exec(statement, {}, call));
        });
    }
    [[nodiscard]] int pid() const { return m_pid; }

private:
    std::unique_ptr<pg::Session> m_session;
    int m_pid = 0;
    std::jthread m_thread;
};

/// "pid classid objid objsubid mode granted", sorted, of the advisory locks.
QStringList advisory(const Snapshot& snapshot) {
    QStringList lines;
    for (const LockRow& lock : snapshot.locks) {
        if (lock.lockType == "advisory")
            lines << QStringLiteral("%1 %2 %3 %4 %5 %6")
                         .arg(lock.pid)
                         .arg(lock.tag.classid)
                         .arg(lock.tag.objid)
                         .arg(lock.tag.objsubid)
                         .arg(QString::fromStdString(lock.mode))
                         .arg(lock.granted);
    }
    lines.sort();
    return lines;
}

const locks::SessionRow* sessionOf(const Snapshot& snapshot, int pid) {
    for (const auto& session : snapshot.sessions) {
        if (session.id.pid == pid)
            return &session;
    }
    return nullptr;
}

const locks::LockView* viewOf(const locks::Analysis& analysis, std::int64_t key) {
    for (const auto& view : analysis.locks) {
        if (keys::bigintOf(view.lock.tag) == key && view.lock.granted)
            return &view;
    }
    return nullptr;
}

} // namespace

/// What is seen of the server's locks, against real ones.
class PgSnapshotTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void unpacksEveryByte();
    void decodesBigintKeys_data();
    void decodesBigintKeys();
    void twoKeySpaces();
    void waitersAndTheirBeginning();
    void sharedHoldersAndQueue();
    void rollbackKeepsASessionLock();
    void preparedHolder();
    void withoutMonitor();
    void otherLocksInAChain();
    void otherDatabases();
    void stalePidIsAnotherBackend();
    void beatNeedsNoScan();
    void scansCheaply();
    void namesAndHolds();
    void fullLockTable();
    void readsThroughAPooler();
    void leakThroughThePooler();
    void poolerOutOfReach();
    void poolerTimes_data();
    void poolerTimes();

private:
    Snapshot look();

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super;
    std::unique_ptr<pg::SnapshotReader> m_reader;
    std::string m_database;
};

void PgSnapshotTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(true);
    m_super = m_server->open(m_database);
    QVERIFY(m_super);
    m_reader = std::make_unique<pg::SnapshotReader>(*m_super);
}

void PgSnapshotTest::init() {
    QTRY_COMPARE_WITH_TIMEOUT(one(*m_super, "select count(*) from pg_locks where locktype = 'advisory'"),
                              std::string("0"), 60'000);
}

Snapshot PgSnapshotTest::look() {
    auto snapshot = m_reader->read();
    if (!snapshot) {
        qWarning("no look: %s", qPrintable(snapshot.error().message.english()));
        return {};
    }
    return *snapshot;
}

void PgSnapshotTest::unpacksEveryByte() {
    // The server packs what this expects: every mode, both signs, a prepared holder.
    const auto packed = m_super->exec(
        "select string_agg(int4send(pid) || oidsend(classid) || oidsend(objid) || int2send(objsubid) || "
        "int2send((length(mode) * 2 + granted::int)::smallint) || oidsend(db), '' order by n) from (values "
        "(1, 4711, 4294967295::oid, 1::oid, 2::smallint, 'ExclusiveLock', true, 5::oid), "
        "(2, 0, 0::oid, 4294967295::oid, 29749::smallint, 'ShareUpdateExclusiveLock', false, 4294967294::oid)) "
        "v(n, pid, classid, objid, objsubid, mode, granted, db)",
        {}, {{}, {}, true});
    LB_VERIFY_OK(packed);
    const auto rows = pg::unpackLocks(packed->bytes(0, 0));
    QCOMPARE(rows.size(), size_t(2));
    QCOMPARE(rows[0].pid, 4711);
    QVERIFY((rows[0].tag == keys::LockTag{4294967295U, 1, 2}));
    QCOMPARE(rows[0].mode, std::string("ExclusiveLock"));
    QVERIFY(rows[0].granted);
    QCOMPARE(rows[0].databaseOid, 5U);
    QCOMPARE(rows[1].pid, 0);
    QVERIFY((rows[1].tag == keys::LockTag{0, 4294967295U, 29749}));
    QCOMPARE(rows[1].mode, std::string("ShareUpdateExclusiveLock"));
    QVERIFY(!rows[1].granted);
    QCOMPARE(rows[1].databaseOid, 4294967294U);
    // A cut tail is no lock.
    QCOMPARE(pg::unpackLocks(packed->bytes(0, 0).substr(0, 39)).size(), size_t(1));
    QVERIFY(pg::unpackLocks({}).empty());
}

void PgSnapshotTest::decodesBigintKeys_data() {
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<quint32>("classid");
    QTest::addColumn<quint32>("objid");

    const auto row = [](const char* key, quint32 classid, quint32 objid) {
        QTest::newRow(key) << QByteArray(key) << classid << objid;
    };
    row("0", 0, 0);
    row("-1", 4294967295, 4294967295);
    row("4294967295", 0, 4294967295);
    row("4294967296", 1, 0);
    row("2147483648", 0, 2147483648);
    row("9223372036854775807", 2147483647, 4294967295);
    row("-9223372036854775808", 2147483648, 0);
    row("-4294967296", 4294967295, 0);
    row("72707369", 0, 72707369);
    row("8675309000000001", 2019877, 3343057409);
}

void PgSnapshotTest::decodesBigintKeys() {
    QFETCH(QByteArray, key);
    QFETCH(quint32, classid);
    QFETCH(quint32, objid);
    auto holder = m_server->open(m_database);
    QVERIFY(holder);
    one(*holder, "select pg_advisory_lock($1::bigint)", {key.toStdString()});
    const Snapshot snapshot = look();
    QCOMPARE(snapshot.locks.size(), size_t(1));
    const LockRow& lock = snapshot.locks.front();
    QVERIFY((lock.tag == keys::LockTag{classid, objid, 1}));
    QCOMPARE(keys::keyText(lock.tag), key.toStdString());
    QCOMPARE(lock.database, m_database);
    QCOMPARE(lock.pid, holder->identity().backendPid);
}

void PgSnapshotTest::twoKeySpaces() {
    auto a = m_server->open(m_database);
    auto b = m_server->open(m_database);
    QVERIFY(a && b);
    one(*a, "select pg_advisory_lock(1, 2)");
    QCOMPARE(one(*b, "select pg_try_advisory_lock(4294967298)"), std::string("t"));
    const Waiter c(m_server->open(m_database), "select pg_advisory_lock(1, 2)");
    QTRY_COMPARE_WITH_TIMEOUT(advisory(look()).size(), 3, 60'000);
    const Snapshot snapshot = look();
    const int pidA = a->identity().backendPid, pidB = b->identity().backendPid;
    QStringList expected = {QStringLiteral("%1 1 2 2 ExclusiveLock 1").arg(pidA),
                            QStringLiteral("%1 1 2 1 ExclusiveLock 1").arg(pidB),
                            QStringLiteral("%1 1 2 2 ExclusiveLock 0").arg(c.pid())};
    expected.sort();
    QCOMPARE(advisory(snapshot), expected);
    QCOMPARE(snapshot.blockedBy.size(), size_t(1));
    QVERIFY(snapshot.blockedBy.at(c.pid()) == std::vector<int>{pidA});
}

void PgSnapshotTest::waitersAndTheirBeginning() {
    auto holder = m_server->open(m_database);
    QVERIFY(holder);
    one(*holder, "select pg_advisory_lock(7)");
    const Waiter waiter(m_server->open(m_database), "select pg_advisory_lock(7)");
    QTRY_COMPARE_WITH_TIMEOUT(advisory(look()).size(), 2, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(!m_reader->advisoryWaiters()->empty(), 60'000);
    QVERIFY(*m_reader->advisoryWaiters() == std::vector<int>{waiter.pid()});
    const Snapshot snapshot = look();
    for (const LockRow& lock : snapshot.locks) {
        QCOMPARE(lock.waitStart.has_value(), !lock.granted);
        if (lock.waitStart)
            QVERIFY(*lock.waitStart <= snapshot.scannedAt);
    }
    QVERIFY(snapshot.scannedAt <= snapshot.takenAt);
    QVERIFY(snapshot.server.seesOthers && snapshot.server.hasSchema && !snapshot.server.inRecovery &&
            !snapshot.server.pooled);
    QVERIFY(snapshot.limits.empty());
    const auto* session = sessionOf(snapshot, waiter.pid());
    QVERIFY(session != nullptr);
    QCOMPARE(session->state, std::string("active"));
    QCOMPARE(session->waitEvent, std::string("advisory"));
    QCOMPARE(session->user, std::string("postgres"));
    QCOMPARE(session->database, m_database);
    QCOMPARE(session->applicationName, std::string("latchboard test"));
    QCOMPARE(session->clientAddress, std::string("127.0.0.1"));
    QVERIFY(session->clientPort > 0);
    QCOMPARE(session->backendType, std::string("client backend"));
    QCOMPARE(session->query, std::string("select pg_advisory_lock(7)"));
    QVERIFY(session->id.backendStart && session->transactionStart && session->queryStart && session->stateChange);
}

void PgSnapshotTest::sharedHoldersAndQueue() {
    auto a = m_server->open(m_database);
    auto b = m_server->open(m_database);
    QVERIFY(a && b);
    one(*a, "select pg_advisory_lock_shared(9)");
    one(*b, "select pg_advisory_lock_shared(9)");
    const Waiter writer(m_server->open(m_database), "select pg_advisory_lock(9)");
    QTRY_COMPARE_WITH_TIMEOUT(advisory(look()).size(), 3, 60'000);
    const Waiter behind(m_server->open(m_database), "select pg_advisory_lock_shared(9)");
    QTRY_COMPARE_WITH_TIMEOUT(advisory(look()).size(), 4, 60'000);
    const Snapshot snapshot = look();
    auto blockers = snapshot.blockedBy.at(writer.pid());
    std::sort(blockers.begin(), blockers.end());
    std::vector<int> expected = {a->identity().backendPid, b->identity().backendPid};
    std::sort(expected.begin(), expected.end());
    QVERIFY(blockers == expected);
    QVERIFY(snapshot.blockedBy.at(behind.pid()) ==
            std::vector<int>{writer.pid()}); // only stands before it in the queue
}

void PgSnapshotTest::rollbackKeepsASessionLock() {
    auto a = m_server->open(m_database);
    QVERIFY(a);
    one(*a, "begin");
    one(*a, "select pg_advisory_lock(14)");
    one(*a, "set local statement_timeout = '20ms'");
    QVERIFY(one(*a, "select pg_sleep(60)").starts_with("<error 57014"));
    QVERIFY(one(*a, "select pg_advisory_unlock(14)").starts_with("<error 25P02"));
    const int pid = a->identity().backendPid;
    Snapshot snapshot = look();
    QCOMPARE(advisory(snapshot).size(), 1);
    QCOMPARE(sessionOf(snapshot, pid)->state, std::string("idle in transaction (aborted)"));
    one(*a, "rollback");
    QTRY_COMPARE_WITH_TIMEOUT(sessionOf(snapshot = look(), pid)->state, std::string("idle"), 60'000);
    QCOMPARE(advisory(snapshot).size(), 1);
    // Idle since before a later scan: session level is proven.
    locks::Judge judge;
    const auto analysis = judge.judge(look(), *keys::Registry::build({}), {}, {});
    QCOMPARE(viewOf(analysis, 14)->level, locks::Level::Session);
    QCOMPARE(viewOf(analysis, 14)->levelProof, std::string("idle"));
    QCOMPARE(one(*a, "select pg_advisory_unlock(14)"), std::string("t"));
    QVERIFY(advisory(look()).isEmpty());
}

void PgSnapshotTest::preparedHolder() {
    {
        auto a = m_server->open(m_database);
        QVERIFY(a);
        one(*a, "begin");
        one(*a, "select pg_advisory_xact_lock(20)");
        QCOMPARE(one(*a, "prepare transaction 'fc-gid-20'"), std::string("<none>"));
    }
    const Waiter waiter(m_server->open(m_database), "select pg_advisory_lock(20)");
    QTRY_COMPARE_WITH_TIMEOUT(advisory(look()).size(), 2, 60'000);
    const Snapshot snapshot = look();
    QVERIFY(advisory(snapshot).contains(QStringLiteral("0 0 20 1 ExclusiveLock 1")));
    QVERIFY(snapshot.blockedBy.at(waiter.pid()) == std::vector<int>{0});
    QCOMPARE(snapshot.preparedHolders.size(), size_t(1));
    const locks::PreparedHolder& prepared = snapshot.preparedHolders.front();
    QVERIFY((prepared.tag == keys::LockTag{0, 20, 1}));
    QCOMPARE(prepared.gid, std::string("fc-gid-20"));
    QCOMPARE(prepared.owner, one(*m_super, "select current_user::text"));
    QCOMPARE(std::to_string(prepared.databaseOid),
             one(*m_super, "select oid from pg_database where datname = current_database()"));
    QVERIFY(prepared.preparedAt && *prepared.preparedAt <= snapshot.takenAt);
    locks::Judge judge;
    const auto analysis = judge.judge(snapshot, *keys::Registry::build({}), {}, {});
    const auto* view = viewOf(analysis, 20);
    QVERIFY(view != nullptr);
    QCOMPARE(view->preparedGid, std::string("fc-gid-20"));
    QCOMPARE(view->level, locks::Level::Transaction);
    QVERIFY(!view->holder);
    one(*m_super, "rollback prepared 'fc-gid-20'");
    QTRY_COMPARE_WITH_TIMEOUT(advisory(look()),
                              QStringList(QStringLiteral("%1 0 20 1 ExclusiveLock 1").arg(waiter.pid())), 60'000);
}

void PgSnapshotTest::withoutMonitor() {
    m_server->makeRole("fc_app");
    m_server->makeRole("fc_ops_plain");
    m_server->makeRole("fc_ops_mon");
    one(*m_super, "grant pg_monitor to fc_ops_mon");
    auto holder = pg::Session::open(m_server->settingsFor("fc_app", m_database));
    LB_VERIFY_OK(holder);
    one(**holder, "select pg_advisory_lock(23)");
    const int pid = (*holder)->identity().backendPid;
    for (const char* role : {"fc_ops_plain", "fc_ops_mon"}) {
        const bool sees = std::string_view(role) == "fc_ops_mon";
        auto session = pg::Session::open(m_server->settingsFor(role, m_database));
        LB_VERIFY_OK(session);
        pg::SnapshotReader reader(**session);
        const auto snapshot = reader.read();
        LB_VERIFY_OK(snapshot);
        QCOMPARE(snapshot->server.seesOthers, sees);
        QVERIFY(!snapshot->server.hasSchema); // no usage of the schema
        QCOMPARE(snapshot->limits.empty(), sees);
        if (!sees)
            QVERIFY(snapshot->limits.front().english().contains(QStringLiteral("pg_monitor")));
        const auto* row = sessionOf(*snapshot, pid);
        QVERIFY(row != nullptr);
        QCOMPARE(row->user, std::string("fc_app"));
        QCOMPARE(row->database, m_database);
        QCOMPARE(row->applicationName, std::string("latchboard test"));
        QCOMPARE(row->state, std::string(sees ? "idle" : ""));
        QCOMPARE(row->query, std::string(sees ? "select pg_advisory_lock(23)" : ""));
        QCOMPARE(row->id.backendStart.has_value(), sees);
        locks::Judge judge;
        static_cast<void>(judge.judge(*snapshot, *keys::Registry::build({}), {}, {}));
        const auto analysis = judge.judge(*reader.read(), *keys::Registry::build({}), {}, {});
        QCOMPARE(viewOf(analysis, 23)->verdict == locks::Verdict::Unknown, !sees);
        QVERIFY(reader.advisoryWaiters().ok());
    }
}

void PgSnapshotTest::otherLocksInAChain() {
    one(*m_super, "create table if not exists chained (id int primary key)");
    one(*m_super, "insert into chained values (1) on conflict do nothing");
    auto a = m_server->open(m_database);
    QVERIFY(a);
    one(*a, "begin");
    one(*a, "select pg_advisory_xact_lock(31)");
    one(*a, "lock table chained in access exclusive mode");
    const Waiter waiter(m_server->open(m_database), "select * from chained");
    QTRY_VERIFY_WITH_TIMEOUT(look().blockedBy.contains(waiter.pid()), 60'000);
    const Snapshot snapshot = look();
    QStringList others;
    for (const LockRow& lock : snapshot.locks) {
        if (lock.lockType != "advisory")
            others << QStringLiteral("%1 %2 %3 %4 %5")
                          .arg(lock.pid == waiter.pid() ? QStringLiteral("waiter") : QStringLiteral("holder"))
                          .arg(QString::fromStdString(lock.lockType))
                          .arg(QString::fromStdString(lock.relation))
                          .arg(QString::fromStdString(lock.mode))
                          .arg(lock.granted);
    }
    others.sort();
    QCOMPARE(others, QStringList({QStringLiteral("holder relation chained AccessExclusiveLock 1"),
                                  QStringLiteral("waiter relation chained AccessShareLock 0")}));
    QVERIFY(snapshot.blockedBy.at(waiter.pid()) == std::vector<int>{a->identity().backendPid});
}

void PgSnapshotTest::otherDatabases() {
    auto elsewhere = m_server->open("postgres");
    QVERIFY(elsewhere);
    one(*elsewhere, "select pg_advisory_lock(41)");
    QCOMPARE(look().locks.front().database, std::string("postgres"));
    // One that is made after the names were read gets its name too.
    auto fresh = m_server->open(m_server->freshDatabase(false));
    QVERIFY(fresh);
    one(*fresh, "select pg_advisory_lock(42)");
    const Snapshot snapshot = look();
    QCOMPARE(snapshot.locks.size(), size_t(2));
    for (const LockRow& lock : snapshot.locks)
        QCOMPARE(lock.database, lock.tag.objid == 41 ? std::string("postgres") : fresh->identity().database);
}

void PgSnapshotTest::stalePidIsAnotherBackend() {
    auto a = m_server->open(m_database);
    auto b = m_server->open(m_database);
    QVERIFY(a && b);
    one(*b, "select pg_advisory_lock(25)");
    const Snapshot snapshot = look();
    const auto* row = sessionOf(snapshot, b->identity().backendPid);
    QVERIFY(row != nullptr);
    // To the microsecond, as a guarded act has to compare it.
    const std::string guarded =
        "select count(*) from pg_stat_activity where pid = $1::int and backend_start = $2::timestamptz";
    QCOMPARE(one(*m_super, guarded, {row->id.pid, row->id.backendStart}), std::string("1"));
    QCOMPARE(one(*m_super, guarded, {row->id.pid, a->identity().backendStart}), std::string("0"));
}

void PgSnapshotTest::beatNeedsNoScan() {
    auto holder = m_server->open(m_database);
    QVERIFY(holder);
    one(*holder, "select pg_advisory_lock(51)");
    Snapshot snapshot = look();
    const auto scannedAt = snapshot.scannedAt;
    const auto takenAt = snapshot.takenAt;
    one(*holder, "select 'something else'");
    LB_VERIFY_OK(m_reader->refresh(snapshot));
    QVERIFY(snapshot.scannedAt == scannedAt);
    QVERIFY(snapshot.takenAt > takenAt);
    QCOMPARE(snapshot.locks.size(), size_t(1));
    QTRY_VERIFY_WITH_TIMEOUT(m_reader->refresh(snapshot).ok() &&
                                 sessionOf(snapshot, holder->identity().backendPid)->query == "select 'something else'",
                             60'000);
}

void PgSnapshotTest::scansCheaply() {
    constexpr int kLocks = 3000;
    auto holder = m_server->open(m_database);
    QVERIFY(holder);
    one(*holder, "select count(pg_advisory_lock(n)) from generate_series(1, $1::int) n", {kLocks});
    const auto packed = m_super->exec(pg::packedLocksSql(true), {}, {{}, {}, true});
    LB_VERIFY_OK(packed);
    QVERIFY(packed->bytes(0, 2).size() <= 21U * kLocks);
    QCOMPARE(look().locks.size(), size_t(kLocks));
}

void PgSnapshotTest::namesAndHolds() {
    LB_VERIFY_OK(pg::readRegisteredNames(*m_super));
    keys::KnownName name;
    name.name = "order-sync";
    name.scheme = "blake2b64-be";
    name.expectedHold = 5min;
    LB_VERIFY_OK(pg::registerName(*m_super, name));
    name.longLived = true;
    LB_VERIFY_OK(pg::registerName(*m_super, name));
    keys::KnownName number;
    number.name = "leader";
    number.scheme = "int4pair";
    number.tag = keys::tagOfPair(-5, -6);
    LB_VERIFY_OK(pg::registerName(*m_super, number));
    const auto names = pg::readRegisteredNames(*m_super);
    LB_VERIFY_OK(names);
    QCOMPARE(names->size(), size_t(2));
    QCOMPARE((*names)[0].name, std::string("order-sync"));
    QVERIFY((*names)[0].expectedHold == std::optional<base::Duration>(5min));
    QVERIFY((*names)[0].longLived);
    QVERIFY((*names)[0].source == keys::NameSource::Database);
    QVERIFY((*names)[1].tag == keys::tagOfPair(-5, -6));
    // Another program records its hold by one INSERT.
    one(*m_super,
        "insert into latchboard.lock_attempt (app, job, outcome, classid, objid, objsubid, pid, backend_start, "
        "taken_at) values ('web', null, 'LOCK_ACQUIRED', 1, 2, 2, 77, now(), clock_timestamp())");
    const auto holds = pg::readRecordedHolds(*m_super);
    LB_VERIFY_OK(holds);
    QCOMPARE(holds->size(), size_t(1));
    QCOMPARE(holds->front().job, std::string("web"));
    QCOMPARE(holds->front().backend.pid, 77);
    auto plain = m_server->open("postgres");
    QVERIFY(plain);
    QVERIFY(pg::readRecordedHolds(*plain)->empty());
    QVERIFY(pg::readRegisteredNames(*plain)->empty());
}

void PgSnapshotTest::fullLockTable() {
    auto server = pg::test::Server::start({{"max_locks_per_transaction", "10"}, {"max_connections", "10"}});
    QVERIFY(server);
    auto session = server->open();
    auto holder = server->open();
    QVERIFY(session && holder);
    pg::SnapshotReader reader(*session);
    LB_VERIFY_OK(reader.read()); // the session is warm
    one(*holder, "create database elsewhere");
    int taken = 0;
    while (one(*holder, "select pg_advisory_lock($1::int)", {taken + 1}) == "")
        ++taken;
    QVERIFY(taken > 100);
    const auto snapshot = reader.read();
    LB_VERIFY_OK(snapshot);
    QCOMPARE(static_cast<int>(snapshot->locks.size()), taken);
    QVERIFY(sessionOf(*snapshot, holder->identity().backendPid) != nullptr);
    QVERIFY(reader.advisoryWaiters().ok());
}

void PgSnapshotTest::readsThroughAPooler() {
    demo::PgBouncerOptions options;
    options.users = {{"postgres", m_server->cluster().password()}};
    options.database = m_database;
    options.name = "reading";
    auto pooler = demo::PgBouncer::start(m_server->cluster(), options);
    LB_VERIFY_OK(pooler);
    auto settings = m_server->settings(m_database);
    settings.conninfo = (*pooler)->conninfo("postgres");
    auto session = pg::Session::open(settings);
    LB_VERIFY_OK(session);
    auto holder = m_server->open(m_database);
    QVERIFY(holder);
    one(*holder, "select pg_advisory_lock(61)");
    pg::SnapshotReader reader(**session);
    for (int i = 0; i < 3; ++i) {
        const auto snapshot = reader.read();
        LB_VERIFY_OK(snapshot);
        QVERIFY(snapshot->server.pooled);
        QCOMPARE(advisory(*snapshot),
                 QStringList(QStringLiteral("%1 0 61 1 ExclusiveLock 1").arg(holder->identity().backendPid)));
        QVERIFY(!snapshot->limits.empty());
    }
}

void PgSnapshotTest::leakThroughThePooler() {
    m_server->makeRole("pooled");
    demo::PgBouncerOptions options;
    options.users = {{"pooled", base::Secret("pooled")}};
    options.database = m_database;
    options.poolSize = 3;
    auto pooler = demo::PgBouncer::start(m_server->cluster(), options);
    LB_VERIFY_OK(pooler);
    auto through = m_server->settingsFor("pooled", m_database);
    through.conninfo = (*pooler)->conninfo("pooled");
    int holder = 0;
    {
        auto a = pg::Session::open(through);
        auto b = pg::Session::open(through);
        LB_VERIFY_OK(a);
        LB_VERIFY_OK(b);
        one(**a, "select pg_advisory_lock(1000)");
        one(**b, "begin");
        holder = std::stoi(one(**b, "select pg_backend_pid()"));
        QCOMPARE(one(**a, "select pg_advisory_unlock(1000)"), std::string("f"));
        one(**b, "commit");
    }
    auto console = m_server->settings();
    console.conninfo = (*pooler)->statsConninfo();
    console.password = (*pooler)->statsPassword();
    pg::PgbouncerConsole witness("pooler", console);

    // Both clients are gone; the lock is not.
    locks::PoolerState state;
    QTRY_VERIFY_WITH_TIMEOUT((state = witness.read()).reachable && state.clients.size() == 1,
                             60'000); // the console itself
    Snapshot snapshot = look();
    QCOMPARE(advisory(snapshot), QStringList(QStringLiteral("%1 0 1000 1 ExclusiveLock 1").arg(holder)));
    const auto* session = sessionOf(snapshot, holder);
    QVERIFY(session != nullptr);
    QCOMPARE(session->state, std::string("idle"));
    QVERIFY(QString::fromStdString(session->query).compare(QStringLiteral("commit"), Qt::CaseInsensitive) == 0);
    const auto found = std::find_if(state.servers.begin(), state.servers.end(), [&](const locks::PoolerServer& server) {
        return server.remotePid == holder && server.localPort == session->clientPort;
    });
    QVERIFY(found != state.servers.end());
    QCOMPARE(found->poolMode, std::string("transaction"));
    QCOMPARE(found->user, std::string("pooled"));
    QCOMPARE(found->database, m_database);
    QCOMPARE(found->localAddress, std::string("127.0.0.1"));
    QVERIFY(!found->linked);
    QVERIFY(found->connectTime.has_value());
    QVERIFY(state.serverLifetime.has_value() && state.serverIdleTimeout.has_value());
    QVERIFY(found->requestTime.has_value());
    QCOMPARE(state.resetQuery, std::string("DISCARD ALL"));
    QVERIFY(!state.resetQueryAlways);

    locks::Judge judge;
    snapshot.poolers = {state};
    static_cast<void>(judge.judge(snapshot, *keys::Registry::build({}), {}, {}));
    const auto askedAt = m_reader->now();
    LB_VERIFY_OK(askedAt);
    const auto asked = witness.read();
    Snapshot later = look();
    later.poolers = {asked};
    later.poolers[0].askedAt = *askedAt;
    const auto analysis = judge.judge(later, *keys::Registry::build({}), {}, {});
    const auto* view = viewOf(analysis, 1000);
    QVERIFY(view != nullptr);
    QVERIFY(view->pooler && !view->pooler->linked);
    QCOMPARE(view->verdict, locks::Verdict::LeakProven);

    // A client between two statements may come back: that is a mismatch, not a leak.
    auto c = pg::Session::open(through);
    LB_VERIFY_OK(c);
    QCOMPARE(one(**c, "select pg_try_advisory_lock(1001)"), std::string("t"));
    locks::Judge another;
    Snapshot mixed = look();
    mixed.poolers = {witness.read()};
    static_cast<void>(another.judge(mixed, *keys::Registry::build({}), {}, {}));
    mixed = look();
    mixed.poolers = {witness.read()};
    const auto second = another.judge(mixed, *keys::Registry::build({}), {}, {});
    QVERIFY(viewOf(second, 1001) != nullptr);
    QCOMPARE(viewOf(second, 1001)->verdict, locks::Verdict::ContextMismatch);
}

void PgSnapshotTest::poolerOutOfReach() {
    pg::ConnectionSettings settings;
    settings.conninfo = "host=127.0.0.1 port=1 dbname=pgbouncer user=stats";
    pg::PgbouncerConsole console("nowhere", settings);
    const auto state = console.read();
    QVERIFY(!state.reachable);
    QCOMPARE(state.name, std::string("nowhere"));
    QVERIFY(!state.problem.empty());
    QVERIFY(state.servers.empty());
    // A PostgreSQL is no pooler's console.
    pg::PgbouncerConsole wrong("wrong", m_server->settings());
    QVERIFY(!wrong.read().reachable);
}

void PgSnapshotTest::poolerTimes_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("instant");
    QTest::newRow("utc") << QByteArray("2026-01-01 10:00:00 UTC") << QByteArray("2026-01-01T10:00:00Z");
    QTest::newRow("empty") << QByteArray("") << QByteArray("");
    QTest::newRow("other zone") << QByteArray("2026-01-01 10:00:00 CET") << QByteArray("");
    QTest::newRow("no time") << QByteArray("yesterday UTC") << QByteArray("");
}

void PgSnapshotTest::poolerTimes() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, instant);
    const auto read = pg::fromPgbouncerTime(text.toStdString());
    QCOMPARE(read ? base::toRfc3339(*read) : std::string(), instant.toStdString());
}

QTEST_GUILESS_MAIN(PgSnapshotTest)
#include "tst_pg_snapshot.moc"
