// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/bucket_acts.h"
#include "pg/bucket_row.h"
#include "pg/buckets.h"
#include "pg/pg_server.h"

#include <QTest>

#include <mutex>
#include <thread>

using namespace latchboard;
using namespace std::chrono_literals;
using base::ErrorKind;
using pg::BucketAct;
using pg::BucketState;
using pg::test::one;
using sync::BucketFinish;
using sync::BucketRule;
using sync::Grant;
using sync::GrantRefused;

namespace {

using Answer = base::Result<std::variant<Grant, GrantRefused>>;

Grant grantOf(const Answer& answer) {
    return answer && std::holds_alternative<Grant>(*answer) ? std::get<Grant>(*answer) : Grant();
}

/// 0 where nothing was granted.
std::int64_t leaseOf(const Grant& grant) {
    return grant.leases.empty() ? 0 : grant.leases.front();
}

GrantRefused refusalOf(const Answer& answer) {
    return answer && std::holds_alternative<GrantRefused>(*answer) ? std::get<GrantRefused>(*answer) : GrantRefused();
}

} // namespace

/// The rate limit in the database: who gets a grant and when, by the database's clock.
class PgBucketsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void grantsThenSpaces();
    void finishSetsTheNextTime_data();
    void finishSetsTheNextTime();
    void crashCostsTheLongestRest();
    void lateFinishOnlyExtends();
    void nobodyPassesEarly();
    void survivesALostSession();
    void acts();
    void states_data();
    void states();
    void json();
    void withoutSchema();

private:
    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super;
    std::string m_database;
};

void PgBucketsTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(true);
    m_super = m_server->open(m_database);
    QVERIFY(m_super);
}

void PgBucketsTest::init() {
    one(*m_super, "truncate latchboard.bucket, latchboard.audit");
}

void PgBucketsTest::grantsThenSpaces() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const BucketRule rule{"api|4f1c|/orders", 1h, 0s, 60s};
    const auto first = buckets.acquire({rule}, "host:1 job run-1");
    LB_VERIFY_OK(first);
    QVERIFY(leaseOf(grantOf(first)) > 0);
    QVERIFY(grantOf(first).at != base::Instant());
    const GrantRefused busy = refusalOf(buckets.acquire({rule}, "host:2 job run-2"));
    QVERIFY(busy.wait > 0s && busy.wait <= 1h);
    QVERIFY(busy.reason.english().contains(QStringLiteral("host:1 job run-1")));
    QVERIFY(!busy.toldByServer && !busy.paused && !busy.lockedOut);
    LB_VERIFY_OK(buckets.finish({rule}, grantOf(first), {BucketFinish{200, 10, 1234, 0s, 0s, false, ""}}));
    const GrantRefused spacing = refusalOf(buckets.acquire({rule}, "host:2 job run-2"));
    QVERIFY(spacing.wait > 59min && spacing.wait <= 1h);
    const auto rows = pg::listBuckets(*m_super);
    LB_VERIFY_OK(rows);
    QCOMPARE(rows->size(), size_t(1));
    QCOMPARE(pg::stateOf(rows->front(), rows->front().readAt), BucketState::Spacing);
    QCOMPARE(rows->front().grantsToday, 1);
    QCOMPARE(rows->front().refusalsToday, 2);
    QCOMPARE(rows->front().lastItems, std::optional<std::int64_t>(10));
    QVERIFY(!rows->front().leaseBy);
}

void PgBucketsTest::finishSetsTheNextTime_data() {
    QTest::addColumn<int>("rest");
    QTest::addColumn<int>("told");
    QTest::addColumn<bool>("lockout");
    QTest::addColumn<int>("expected"); // minutes
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("byServer");

    QTest::newRow("spacing") << 0 << 0 << false << 1 << int(BucketState::Spacing) << false;
    QTest::newRow("rest") << 30 << 0 << false << 30 << int(BucketState::Resting) << false;
    QTest::newRow("told") << 30 << 60 << false << 60 << int(BucketState::ToldToWait) << true;
    QTest::newRow("told less than the rest") << 60 << 30 << false << 60 << int(BucketState::ToldToWait) << true;
    QTest::newRow("lockout") << 0 << 120 << true << 120 << int(BucketState::LockedOut) << true;
}

void PgBucketsTest::finishSetsTheNextTime() {
    QFETCH(int, rest);
    QFETCH(int, told);
    QFETCH(bool, lockout);
    QFETCH(int, expected);
    QFETCH(int, state);
    QFETCH(bool, byServer);
    pg::Buckets buckets(m_server->settings(m_database), {});
    const BucketRule rule{"b", 1min, 0s, 60s};
    const Grant grant = grantOf(buckets.acquire({rule}, "me"));
    QVERIFY(leaseOf(grant) > 0);
    LB_VERIFY_OK(buckets.finish(
        {rule}, grant,
        {BucketFinish{429, 0, 0, std::chrono::minutes(rest), std::chrono::minutes(told), lockout, "why"}}));
    const auto rows = pg::listBuckets(*m_super);
    LB_VERIFY_OK(rows);
    const pg::BucketRow& row = rows->front();
    QCOMPARE(int(pg::stateOf(row, row.readAt)), state);
    QCOMPARE(one(*m_super,
                 "select next_allowed_at - last_ended_at >= $1::interval - interval '1 second' and "
                 "next_allowed_at - last_ended_at <= $1::interval + interval '1 second' from latchboard.bucket",
                 {base::Duration(std::chrono::minutes(expected))}),
             std::string("t"));
    QVERIFY(row.last429At.has_value());
    QCOMPARE(row.reason, std::string("why"));
    const GrantRefused refused = refusalOf(buckets.acquire({rule}, "me"));
    QCOMPARE(refused.toldByServer, byServer);
    QCOMPARE(refused.lockedOut, lockout);
}

void PgBucketsTest::crashCostsTheLongestRest() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const BucketRule rule{"b", 1s, 1h, 1ms};
    QVERIFY(leaseOf(grantOf(buckets.acquire({rule}, "crashed"))) > 0);
    // The lease is over at once, the pessimistic time is not.
    QTRY_COMPARE_WITH_TIMEOUT(one(*m_super, "select lease_until < clock_timestamp() from latchboard.bucket"),
                              std::string("t"), 60'000);
    const GrantRefused refused = refusalOf(buckets.acquire({rule}, "next"));
    QVERIFY(refused.wait > 59min);
    QVERIFY(refused.reason.english().contains(QStringLiteral("lost")));
    one(*m_super, "update latchboard.bucket set next_allowed_at = clock_timestamp()");
    QVERIFY(leaseOf(grantOf(buckets.acquire({rule}, "next"))) > 0);
}

void PgBucketsTest::lateFinishOnlyExtends() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const BucketRule quick{"b", 1ms, 0s, 1ms};
    const Grant old = grantOf(buckets.acquire({quick}, "old"));
    QVERIFY(leaseOf(old) > 0);
    const BucketRule slow{"b", 1h, 0s, 2h};
    Grant next;
    QTRY_VERIFY_WITH_TIMEOUT(leaseOf(next) > 0 || leaseOf(next = grantOf(buckets.acquire({slow}, "next"))) > 0, 60'000);
    LB_VERIFY_OK(buckets.finish({quick}, old, {BucketFinish{200, 1, 1, 0s, 0s, false, ""}}));
    QCOMPARE(one(*m_super,
                 "select lease = $1::bigint and lease_by = 'next' and "
                 "next_allowed_at > clock_timestamp() + interval '59 min' from latchboard.bucket",
                 {leaseOf(next)}),
             std::string("t"));
    LB_VERIFY_OK(buckets.finish({quick}, old, {BucketFinish{429, 1, 1, 0s, 5h, false, ""}}));
    QCOMPARE(one(*m_super,
                 "select lease = $1::bigint and next_allowed_at > clock_timestamp() + interval '4 h' and "
                 "told_until > clock_timestamp() + interval '4 h' from latchboard.bucket",
                 {leaseOf(next)}),
             std::string("t"));
}

void PgBucketsTest::nobodyPassesEarly() {
    constexpr int kThreads = 8, kGrantsWanted = 60;
    const BucketRule rule{"shared", 20ms, 20ms, 60s};
    std::mutex mutex;
    std::vector<std::pair<base::Instant, base::Instant>> calls; // start and end by the database's clock
    std::vector<std::string> failures;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&, i] {
                pg::Buckets buckets(m_server->settings(m_database), {});
                auto clock = m_server->open(m_database);
                const base::SystemClock local;
                for (;;) {
                    {
                        const std::lock_guard lock(mutex);
                        if (calls.size() >= kGrantsWanted || !failures.empty())
                            return;
                    }
                    const auto answer = buckets.acquire({rule}, "thread " + std::to_string(i));
                    if (!answer) {
                        const std::lock_guard lock(mutex);
                        failures.push_back(answer.error().message.englishUtf8());
                        return;
                    }
                    if (std::holds_alternative<GrantRefused>(*answer)) {
                        static_cast<void>(local.wait(std::min<base::Duration>(refusalOf(answer).wait, 5ms), {}));
                        continue;
                    }
                    const auto end = clock->exec("select clock_timestamp()");
                    if (const auto done =
                            buckets.finish({rule}, grantOf(answer), {BucketFinish{200, 1, 1, 0s, 0s, false, ""}});
                        !done) {
                        const std::lock_guard lock(mutex);
                        failures.push_back(done.error().message.englishUtf8());
                        return;
                    }
                    const std::lock_guard lock(mutex);
                    calls.emplace_back(grantOf(answer).at, end->instant(0, 0).value_or(base::Instant()));
                }
            });
        }
    }
    QVERIFY2(failures.empty(), failures.empty() ? "" : failures.front().c_str());
    std::sort(calls.begin(), calls.end());
    QVERIFY(calls.size() >= kGrantsWanted);
    for (size_t i = 1; i < calls.size(); ++i)
        QVERIFY2(calls[i].first - calls[i - 1].second >= rule.spacing, "a grant came too early");
}

void PgBucketsTest::survivesALostSession() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const BucketRule rule{"b", 1ms, 0s, 60s};
    const Grant grant = grantOf(buckets.acquire({rule}, "me"));
    QVERIFY(leaseOf(grant) > 0);
    one(*m_super,
        "select count(pg_terminate_backend(pid, 60000)) from pg_stat_activity where datname = current_database() "
        "and pid <> pg_backend_pid()");
    LB_VERIFY_OK(buckets.finish({rule}, grant, {BucketFinish{200, 1, 1, 0s, 0s, false, ""}}));
    QCOMPARE(one(*m_super, "select lease is null from latchboard.bucket"), std::string("t"));
}

void PgBucketsTest::acts() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const BucketRule rule{"b", 1ms, 0s, 1h};
    const Grant grant = grantOf(buckets.acquire({rule}, "me"));
    const auto act = [&](BucketAct what, const std::string& bucket = "b", const std::string& reason = "because") {
        return pg::actOnBucket(*m_super, {what, bucket, reason, "kim@host", 1h});
    };
    QCOMPARE(act(BucketAct::Pause, "b", "").error().kind, ErrorKind::Usage);
    QCOMPARE(act(BucketAct::Pause, "b", " \t\n").error().kind, ErrorKind::Usage);
    QCOMPARE(pg::actOnBucket(*m_super, {BucketAct::Wait, "b", "because", "kim@host", 24h * 7 + 1s}).error().kind,
             ErrorKind::Usage);
    QCOMPARE(act(BucketAct::Pause, "nothing").error().kind, ErrorKind::Usage);
    QCOMPARE(act(BucketAct::Release).error().kind, ErrorKind::Refused); // its lease lives
    QCOMPARE(act(BucketAct::Resume).error().kind, ErrorKind::Refused);
    QCOMPARE(act(BucketAct::Clear).error().kind, ErrorKind::Refused);
    one(*m_super, "update latchboard.bucket set lease_until = clock_timestamp() - interval '1 s'");
    LB_VERIFY_OK(act(BucketAct::Release));
    LB_VERIFY_OK(act(BucketAct::Pause));
    QCOMPARE(act(BucketAct::Pause).error().kind, ErrorKind::Refused);
    const GrantRefused paused = refusalOf(buckets.acquire({rule}, "me"));
    QVERIFY(paused.paused);
    QVERIFY(paused.reason.english().contains(QStringLiteral("kim@host")));
    QVERIFY(paused.reason.english().contains(QStringLiteral("because")));
    LB_VERIFY_OK(act(BucketAct::Resume));
    one(*m_super, "update latchboard.bucket set next_allowed_at = clock_timestamp()");
    LB_VERIFY_OK(act(BucketAct::Wait));
    const GrantRefused waits = refusalOf(buckets.acquire({rule}, "me"));
    QVERIFY(waits.wait > 59min && !waits.paused);
    QVERIFY(waits.byOperator && !waits.toldByServer);
    one(*m_super, "update latchboard.bucket set operator_until = null, locked_out_at = clock_timestamp()");
    QVERIFY(refusalOf(buckets.acquire({rule}, "me")).lockedOut);
    LB_VERIFY_OK(act(BucketAct::Clear));
    QVERIFY(leaseOf(grantOf(buckets.acquire({rule}, "me"))) > leaseOf(grant));
    QCOMPARE(
        one(*m_super, "select string_agg(act || ':' || outcome, ' ' order by id) from latchboard.audit"),
        std::string("bucket_pause:refused bucket_release:refused bucket_resume:refused bucket_clear:refused "
                    "bucket_release:done bucket_pause:done bucket_pause:refused bucket_resume:done bucket_wait:done "
                    "bucket_clear:done"));
    QCOMPARE(one(*m_super, "select distinct actor || '|' || reason from latchboard.audit"),
             std::string("kim@host|because"));
}

void PgBucketsTest::states_data() {
    QTest::addColumn<QByteArray>("lease"); // minutes from now, or empty
    QTest::addColumn<QByteArray>("told");
    QTest::addColumn<QByteArray>("next");
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("flags"); // p paused, l locked out, o operator
    QTest::addColumn<QByteArray>("state");
    QTest::addColumn<int>("wait"); // minutes

    const auto row = [](const char* lease, const char* told, const char* next, const char* kind, const char* flags,
                        const char* state, int wait) {
        QTest::addRow("%s %s %s %s %s", lease, told, next, kind, flags)
            << QByteArray(lease) << QByteArray(told) << QByteArray(next) << QByteArray(kind) << QByteArray(flags)
            << QByteArray(state) << wait;
    };
    row("", "", "", "spacing", "", "free", 0);
    row("", "", "-1", "rest", "", "free", 0);
    row("", "-1", "-1", "told", "", "free", 0);
    row("", "", "1", "spacing", "", "spacing", 1);
    row("", "", "2", "rest", "", "resting", 2);
    row("", "3", "3", "told", "", "told_to_wait", 3);
    row("", "", "", "spacing", "o", "resting", 5);
    row("4", "", "9", "crash", "", "in_use", 9);
    row("-1", "", "9", "crash", "", "holder_lost", 9);
    row("-1", "", "-1", "crash", "", "holder_lost", 0);
    row("4", "", "", "crash", "l", "locked_out", 4);
    row("4", "", "", "crash", "pl", "paused", 4);
}

void PgBucketsTest::states() {
    QFETCH(QByteArray, lease);
    QFETCH(QByteArray, told);
    QFETCH(QByteArray, next);
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, flags);
    QFETCH(QByteArray, state);
    QFETCH(int, wait);
    const base::Instant now = *base::fromRfc3339("2026-03-10T12:00:00Z");
    const auto at = [&](const QByteArray& minutes) -> std::optional<base::Instant> {
        if (minutes.isEmpty())
            return std::nullopt;
        return now + std::chrono::minutes(minutes.toInt());
    };
    pg::BucketRow row;
    row.leaseUntil = at(lease);
    row.toldUntil = at(told);
    row.nextAllowedAt = at(next);
    row.waitKind = kind.toStdString();
    if (flags.contains('p'))
        row.pausedAt = now;
    if (flags.contains('l'))
        row.lockedOutAt = now;
    if (flags.contains('o'))
        row.operatorUntil = at("5");
    QCOMPARE(QByteArray(pg::bucketStateName(pg::stateOf(row, now))), state);
    QVERIFY(pg::waitOf(row, now) == std::chrono::minutes(wait));
}

void PgBucketsTest::json() {
    pg::BucketRow row;
    row.bucket = "order-api|4f1c|/orders";
    row.spacing = 1500ms;
    row.readAt = *base::fromRfc3339("2026-03-10T12:00:00Z");
    row.nextAllowedAt = row.readAt + 400ms;
    row.waitKind = "spacing";
    row.lastStatus = 200;
    row.grantsToday = 318;
    const QJsonObject object = pg::bucketJson(row);
    QStringList keys = object.keys();
    std::sort(keys.begin(), keys.end());
    QCOMPARE(keys.join(QChar(u' ')),
             QStringLiteral(
                 "bucket full_at grants_today kind last_429_at last_bytes last_ended_at last_items last_started_at "
                 "last_status lease_by lease_until left measured next_allowed_at of paused_reason period_s period_zone "
                 "reason refusals_today remaining spacing_s state usage usage_at wait_s waits_for"));
    QCOMPARE(object[QStringLiteral("spacing_s")].toDouble(), 1.5);
    QCOMPARE(object[QStringLiteral("wait_s")].toDouble(), 0.4);
    QCOMPARE(object[QStringLiteral("state")].toString(), QStringLiteral("spacing"));
    QCOMPARE(object[QStringLiteral("next_allowed_at")].toString(), QStringLiteral("2026-03-10T12:00:00.4Z"));
    QVERIFY(object[QStringLiteral("lease_by")].isNull());
    QCOMPARE(object[QStringLiteral("last_status")].toInt(), 200);
}

void PgBucketsTest::withoutSchema() {
    pg::Buckets buckets(m_server->settings("postgres"), {});
    const auto answer = buckets.acquire({BucketRule{"b", 1s, 0s, 1s}}, "me");
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, ErrorKind::SchemaMissing);
    QVERIFY(answer.error().remedy.english().contains(QStringLiteral("migrate")));
}

QTEST_GUILESS_MAIN(PgBucketsTest)
#include "tst_pg_buckets.moc"
