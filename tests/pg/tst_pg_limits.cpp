// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/bucket_acts.h"
#include "pg/bucket_row.h"
#include "pg/buckets.h"
#include "pg/pg_server.h"
#include "pg/schema.h"

#include <QJsonObject>
#include <QTest>

#include <thread>

using namespace latchboard;
using namespace std::chrono_literals;
using pg::BucketState;
using pg::BucketWait;
using pg::test::one;
using sync::BucketFinish;
using sync::BucketRule;
using sync::Grant;
using sync::GrantRefused;

namespace {

using Answer = base::Result<std::variant<Grant, GrantRefused>>;
using Rules = std::vector<BucketRule>;

bool granted(const Answer& answer) {
    return answer && std::holds_alternative<Grant>(*answer);
}

Grant grantOf(const Answer& answer) {
    return granted(answer) ? std::get<Grant>(*answer) : Grant();
}

GrantRefused refusalOf(const Answer& answer) {
    return answer && std::holds_alternative<GrantRefused>(*answer) ? std::get<GrantRefused>(*answer) : GrantRefused();
}

BucketRule spacing(const std::string& key, base::Duration every = 0s) {
    return {key, every, 0s, 1h};
}

BucketRule bucket(const std::string& key, base::Duration every, std::int64_t burst) {
    BucketRule rule{key, every, 0s, 1h};
    rule.kind = "bucket";
    rule.burst = burst;
    return rule;
}

BucketRule window(const std::string& key, std::int64_t count, const std::string& zone = "UTC") {
    BucketRule rule{key, 0s, 0s, 1h};
    rule.kind = "window";
    rule.count = count;
    rule.per = 24h;
    rule.zone = zone;
    return rule;
}

/// A good answer without a word.
BucketFinish good() {
    return {200, 1, 1, 0s, 0s, false, ""};
}

} // namespace

/// Kinds of buckets, several a request, headers and periods, by the database's clock.
class PgLimitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void allOrNone();
    void aNewBucketBesideABusyOne();
    void theLongestWaitIsTold();
    void aPauseOfOneStopsAll();
    void finishesAll();
    void ordersOfLocks();
    void burstThenPace();
    void aFullBucketAgain();
    void countOfAPeriod();
    void aPeriodBeginsAnew();
    void anAnswerAfterTheReset_data();
    void anAnswerAfterTheReset();
    void aShorterPeriodEndsSooner();
    void measuredFromTheStart_data();
    void measuredFromTheStart();
    void headersOnlyMakeItStricter_data();
    void headersOnlyMakeItStricter();
    void periods_data();
    void periods();
    void midnightsOfAYear_data();
    void midnightsOfAYear();
    void waits_data();
    void waits();
    void json();
    void carriesTheFirstVersionOver();
    void anOldSchemaIsNamed();
    void worksWithTheGrantsThatAreNamed();

private:
    /// Takes and finishes; false where it was refused.
    bool call(pg::Buckets& buckets, const Rules& rules, const BucketFinish& answer = good());
    [[nodiscard]] pg::BucketRow row(const std::string& key);

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super;
    std::string m_database;
};

void PgLimitsTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(true);
    m_super = m_server->open(m_database);
    QVERIFY(m_super);
}

void PgLimitsTest::init() {
    one(*m_super, "truncate latchboard.bucket, latchboard.audit");
}

bool PgLimitsTest::call(pg::Buckets& buckets, const Rules& rules, const BucketFinish& answer) {
    const Answer asked = buckets.acquire(rules, "me");
    if (!granted(asked))
        return false;
    return buckets.finish(rules, grantOf(asked), std::vector<BucketFinish>(rules.size(), answer)).ok();
}

pg::BucketRow PgLimitsTest::row(const std::string& key) {
    const auto rows = pg::listBuckets(*m_super);
    for (const pg::BucketRow& found : rows ? *rows : std::vector<pg::BucketRow>{}) {
        if (found.bucket == key)
            return found;
    }
    return {};
}

void PgLimitsTest::allOrNone() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const Answer one = buckets.acquire({spacing("b")}, "first");
    QVERIFY(granted(one));
    const Rules both = {spacing("a"), spacing("b")};
    const GrantRefused refused = refusalOf(buckets.acquire(both, "second"));
    QVERIFY(refused.reason.english().contains(QStringLiteral("first")));
    QVERIFY(!row("a").leaseBy && row("a").grantsToday == 0 && row("a").refusalsToday == 0);
    QCOMPARE(pg::stateOf(row("a"), row("a").readAt), BucketState::Free);
    QCOMPARE(row("b").refusalsToday, std::int64_t(1));
    LB_VERIFY_OK(buckets.finish({spacing("b")}, grantOf(one), {good()}));
    const Answer all = buckets.acquire(both, "second");
    QVERIFY(granted(all));
    QCOMPARE(grantOf(all).leases.size(), size_t(2));
    QCOMPARE(row("a").lease, std::optional(grantOf(all).leases[0]));
    QCOMPARE(row("b").lease, std::optional(grantOf(all).leases[1]));
    QVERIFY(row("a").leaseBy == "second" && row("b").leaseBy == "second");
    QVERIFY(!granted(buckets.acquire({spacing("a")}, "third")));
}

void PgLimitsTest::aNewBucketBesideABusyOne() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    QVERIFY(granted(buckets.acquire({spacing("z")}, "first")));
    QVERIFY(!granted(buckets.acquire({spacing("new"), spacing("z")}, "second")));
    QVERIFY(granted(buckets.acquire({spacing("new")}, "second")));
}

void PgLimitsTest::theLongestWaitIsTold() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    QVERIFY(call(buckets, {spacing("short", 10min)}));
    QVERIFY(call(buckets, {spacing("long")}, {429, 0, 0, 0s, 3h, false, "why"}));
    const GrantRefused refused = refusalOf(buckets.acquire({spacing("long"), spacing("short", 10min)}, "me"));
    QVERIFY(refused.toldByServer && refused.wait > 2h);
    QVERIFY(refused.reason.english().contains(QStringLiteral("why")));
    QVERIFY(call(buckets, {window("day", 1)}));
    const GrantRefused alone = refusalOf(buckets.acquire({window("day", 1)}, "me"));
    QVERIFY(alone.usedUp && !alone.toldByServer && alone.wait <= 24h);
    QVERIFY2(alone.reason.english().contains(QStringLiteral("all 1 calls of the period")),
             qPrintable(alone.reason.english()));
}

void PgLimitsTest::aPauseOfOneStopsAll() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const Rules both = {spacing("a"), spacing("b")};
    QVERIFY(call(buckets, both));
    LB_VERIFY_OK(pg::actOnBucket(*m_super, {pg::BucketAct::Pause, "a", "because", "kim@host", 1h}));
    QVERIFY(call(buckets, {spacing("b")}, {429, 0, 0, 0s, 3h, false, "why"}));
    const GrantRefused paused = refusalOf(buckets.acquire(both, "me"));
    QVERIFY(paused.paused && !paused.lockedOut);
    LB_VERIFY_OK(pg::actOnBucket(*m_super, {pg::BucketAct::Resume, "a", "because", "kim@host", 1h}));
    one(*m_super, "update latchboard.bucket set locked_out_at = clock_timestamp() where key = 'a'");
    QVERIFY(refusalOf(buckets.acquire(both, "me")).lockedOut);
}

void PgLimitsTest::finishesAll() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const Rules rules = {spacing("b", 1min), spacing("a", 2min)};
    const Answer asked = buckets.acquire(rules, "me");
    LB_VERIFY_OK(buckets.finish(rules, grantOf(asked),
                                {{200, 7, 70, 30min, 0s, false, "large"}, {200, 7, 70, 0s, 0s, true, "out"}}));
    QCOMPARE(pg::stateOf(row("b"), row("b").readAt), BucketState::Resting);
    QCOMPARE(pg::stateOf(row("a"), row("a").readAt), BucketState::LockedOut);
    QVERIFY(!row("a").lease && !row("b").lease);
    QVERIFY(*row("b").nextAllowedAt - *row("b").lastEndedAt == 30min);
    QVERIFY(*row("a").nextAllowedAt - *row("a").lastEndedAt == 2min);
    QVERIFY(!buckets.finish(rules, Grant(), {good(), good()}).ok());
}

void PgLimitsTest::ordersOfLocks() {
    // Two callers that name the same buckets in different order, each waiting for a row that a third holds: the first
    // that comes through must not wait for the other.
    auto holder = m_server->open(m_database);
    QVERIFY(holder);
    pg::Buckets first(m_server->settings(m_database), {});
    pg::Buckets second(m_server->settings(m_database), {});
    const Rules up = {spacing("a"), spacing("b"), spacing("c")}, down = {spacing("c"), spacing("b"), spacing("a")};
    QVERIFY(call(first, up));
    QVERIFY(call(second, down));
    LB_VERIFY_OK(holder->execSimple("begin; select 1 from latchboard.bucket where key = 'b' for update"));
    std::optional<Answer> one, other;
    {
        std::jthread a([&] { one = first.acquire(up, "first"); });
        std::jthread b([&] { other = second.acquire(down, "second"); });
        // Both stand: one at b, which it found locked, the other at a, which the one has.
        QTRY_COMPARE_WITH_TIMEOUT(pg::test::one(*m_super, "select count(*) from pg_stat_activity where wait_event_type "
                                                          "= 'Lock' and datname = current_database()"),
                                  std::string("2"), 60'000);
        LB_VERIFY_OK(holder->execSimple("commit"));
    }
    LB_VERIFY_OK(*one);
    LB_VERIFY_OK(*other);
    QVERIFY(granted(*one) != granted(*other));
}

void PgLimitsTest::burstThenPace() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const Rules rules = {bucket("b", 1h, 3)};
    for (int i = 0; i < 3; ++i)
        QVERIFY(call(buckets, rules));
    const GrantRefused refused = refusalOf(buckets.acquire(rules, "me"));
    QVERIFY(refused.wait > 59min && refused.wait <= 1h);
    QVERIFY(!refused.toldByServer && !refused.usedUp);
    QVERIFY2(refused.reason.english().contains(QStringLiteral("the burst of 3 calls")),
             qPrintable(refused.reason.english()));
    const pg::BucketRow now = row("b");
    QCOMPARE(pg::stateOf(now, now.readAt), BucketState::Spacing);
    QCOMPARE(pg::waitsForOf(now, now.readAt), BucketWait::Burst);
    QCOMPARE(pg::leftOf(now, now.readAt)->left, std::int64_t(0));
    // An hour on, one more call is there, and only one.
    one(*m_super, "update latchboard.bucket set arrival_at = arrival_at - interval '1 h'");
    QCOMPARE(pg::leftOf(row("b"), row("b").readAt)->left, std::int64_t(1));
    QVERIFY(call(buckets, rules));
    QVERIFY(!call(buckets, rules));
}

void PgLimitsTest::aFullBucketAgain() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const Rules rules = {bucket("b", 1h, 3)};
    QVERIFY(call(buckets, rules));
    one(*m_super, "update latchboard.bucket set arrival_at = arrival_at - interval '30 days'");
    QCOMPARE(pg::leftOf(row("b"), row("b").readAt)->left, std::int64_t(3));
    for (int i = 0; i < 3; ++i)
        QVERIFY(call(buckets, rules));
    QVERIFY(!call(buckets, rules)); // a month of rest does not give more than the burst
}

void PgLimitsTest::countOfAPeriod() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const Rules rules = {window("w", 2, "Asia/Seoul")};
    QVERIFY(call(buckets, rules));
    const auto left = pg::leftOf(row("w"), row("w").readAt);
    QVERIFY(left && left->left == 1 && left->of == 2);
    QCOMPARE(left->until, row("w").windowUntil);
    QVERIFY(call(buckets, rules));
    const GrantRefused refused = refusalOf(buckets.acquire(rules, "me"));
    QVERIFY(refused.usedUp);
    const pg::BucketRow now = row("w");
    QVERIFY(pg::waitOf(now, now.readAt) == *now.windowUntil - now.readAt);
    QCOMPARE(pg::waitsForOf(now, now.readAt), BucketWait::Budget);
}

void PgLimitsTest::aPeriodBeginsAnew() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const Rules rules = {window("w", 2, "America/New_York")};
    QVERIFY(call(buckets, rules));
    QVERIFY(call(buckets, rules));
    one(*m_super, "update latchboard.bucket set window_until = clock_timestamp()");
    QCOMPARE(pg::leftOf(row("w"), row("w").readAt)->left, std::int64_t(2));
    QVERIFY(call(buckets, rules));
    QCOMPARE(row("w").windowUsed, std::int64_t(1));
    QCOMPARE(one(*m_super, "select window_until = latchboard.window_end(last_started_at, '1 day', 'America/New_York') "
                           "from latchboard.bucket"),
             std::string("t"));
    QVERIFY(call(buckets, rules));
    QVERIFY(!call(buckets, rules));
}

void PgLimitsTest::anAnswerAfterTheReset_data() {
    QTest::addColumn<QByteArray>("measured");
    QTest::addColumn<int>("used");
    QTest::newRow("finish") << QByteArray("finish") << 1;
    QTest::newRow("start") << QByteArray("start") << 0;
}

void PgLimitsTest::anAnswerAfterTheReset() {
    QFETCH(QByteArray, measured);
    QFETCH(int, used);
    pg::Buckets buckets(m_server->settings(m_database), {});
    Rules rules = {window("w", 5)};
    rules[0].measured = measured.toStdString();
    const Answer asked = buckets.acquire(rules, "me");
    QVERIFY(granted(asked));
    one(*m_super, "update latchboard.bucket set window_until = clock_timestamp()");
    BucketFinish last = good();
    last.available = 0; // of the period that is over
    LB_VERIFY_OK(buckets.finish(rules, grantOf(asked), {last}));
    const pg::BucketRow now = row("w");
    QCOMPARE(pg::leftOf(now, now.readAt)->left, std::int64_t(5 - used));
    QVERIFY(call(buckets, rules));
}

void PgLimitsTest::aShorterPeriodEndsSooner() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    Rules rules = {window("w", 1)};
    QVERIFY(call(buckets, rules));
    one(*m_super, "update latchboard.bucket set window_until = window_until + interval '30 days'");
    QVERIFY(!call(buckets, rules));
    QVERIFY(*row("w").windowUntil - row("w").readAt <= 24h);
    QCOMPARE(row("w").windowUsed, std::int64_t(1));
}

void PgLimitsTest::measuredFromTheStart_data() {
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("measured");
    QTest::newRow("spacing finish") << QByteArray("spacing") << QByteArray("finish");
    QTest::newRow("spacing start") << QByteArray("spacing") << QByteArray("start");
    QTest::newRow("bucket finish") << QByteArray("bucket") << QByteArray("finish");
    QTest::newRow("bucket start") << QByteArray("bucket") << QByteArray("start");
}

void PgLimitsTest::measuredFromTheStart() {
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, measured);
    pg::Buckets buckets(m_server->settings(m_database), {});
    BucketRule rule = kind == "spacing" ? spacing("b", 1h) : bucket("b", 1h, 1);
    rule.measured = measured.toStdString();
    const Answer asked = buckets.acquire({rule}, "me");
    QVERIFY(granted(asked));
    // The call began ten minutes ago.
    one(*m_super, "update latchboard.bucket set last_started_at = last_started_at - interval '10 min', "
                  "arrival_at = arrival_at - interval '10 min'");
    LB_VERIFY_OK(buckets.finish({rule}, grantOf(asked), {good()}));
    const base::Duration wait = pg::waitOf(row("b"), row("b").readAt);
    QVERIFY(measured == "finish" ? wait > 50min && wait <= 1h : wait <= 50min && wait > 40min);
}

void PgLimitsTest::headersOnlyMakeItStricter_data() {
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<int>("available"); // -1: nothing said
    QTest::addColumn<int>("left");

    QTest::newRow("bucket, nothing said") << QByteArray("bucket") << -1 << 8;
    QTest::newRow("bucket, more there than we think") << QByteArray("bucket") << 40 << 8;
    QTest::newRow("bucket, less") << QByteArray("bucket") << 3 << 3;
    QTest::newRow("bucket, none") << QByteArray("bucket") << 0 << 0;
    QTest::newRow("window, nothing said") << QByteArray("window") << -1 << 8;
    QTest::newRow("window, more there than we think") << QByteArray("window") << 40 << 8;
    QTest::newRow("window, less") << QByteArray("window") << 3 << 3;
    QTest::newRow("window, none") << QByteArray("window") << 0 << 0;
}

void PgLimitsTest::headersOnlyMakeItStricter() {
    QFETCH(QByteArray, kind);
    QFETCH(int, available);
    QFETCH(int, left);
    pg::Buckets buckets(m_server->settings(m_database), {});
    const Rules rules = {kind == "bucket" ? bucket("b", 1h, 10) : window("b", 10)};
    QVERIFY(call(buckets, rules));
    BucketFinish answer = good();
    if (available >= 0) {
        answer.available = available;
        answer.remaining = available;
        answer.usage = "5/10";
    }
    QVERIFY(call(buckets, rules, answer));
    const pg::BucketRow now = row("b");
    QCOMPARE(pg::leftOf(now, now.readAt)->left, std::int64_t(left));
    QCOMPARE(now.usage.value_or(""), available >= 0 ? std::string("5/10") : std::string());
    QCOMPARE(now.usageAt.has_value(), available >= 0);
    QCOMPARE(call(buckets, rules), left > 0);
    // What an answer said stays until another says more.
    if (left > 0)
        QCOMPARE(row("b").remaining.has_value(), available >= 0);
}

void PgLimitsTest::periods_data() {
    QTest::addColumn<QByteArray>("moment");
    QTest::addColumn<QByteArray>("per");
    QTest::addColumn<QByteArray>("zone");
    QTest::addColumn<QByteArray>("end");
    const auto row = [](const char* name, const char* moment, const char* per, const char* zone, const char* end) {
        QTest::newRow(name) << QByteArray(moment) << QByteArray(per) << QByteArray(zone) << QByteArray(end);
    };
    row("day of UTC", "2026-03-10T12:00:00Z", "24 h", "UTC", "2026-03-11T00:00:00Z");
    row("day of Seoul", "2026-03-10T12:00:00Z", "24 h", "Asia/Seoul", "2026-03-10T15:00:00Z");
    row("day of an offset", "2026-03-10T12:00:00Z", "24 h", "+09:00", "2026-03-10T15:00:00Z");
    row("day of an offset westward", "2026-03-10T12:00:00Z", "24 h", "-05:30", "2026-03-11T05:30:00Z");
    row("Z", "2026-03-10T12:00:00Z", "24 h", "Z", "2026-03-11T00:00:00Z");
    row("its end is of the next", "2026-03-11T00:00:00Z", "24 h", "UTC", "2026-03-12T00:00:00Z");
    row("its last microsecond", "2026-03-10T23:59:59.999999Z", "24 h", "UTC", "2026-03-11T00:00:00Z");
    row("hour of India", "2026-03-10T12:00:00Z", "1 h", "Asia/Kolkata", "2026-03-10T12:30:00Z");
    row("minute", "2026-03-10T12:00:59.5Z", "1 min", "UTC", "2026-03-10T12:01:00Z");
    row("quarter of a day", "2026-03-10T12:00:00Z", "6 h", "Asia/Seoul", "2026-03-10T15:00:00Z");
    row("day of 23 hours", "2026-03-08T06:00:00Z", "24 h", "America/New_York", "2026-03-09T04:00:00Z");
    row("day of 25 hours", "2026-11-01T05:00:00Z", "24 h", "America/New_York", "2026-11-02T05:00:00Z");
    row("hour that is skipped", "2026-03-08T06:59:00Z", "1 h", "America/New_York", "2026-03-08T07:00:00Z");
    row("hour that comes twice, first", "2026-11-01T05:30:00Z", "1 h", "America/New_York", "2026-11-01T07:00:00Z");
    row("hour that comes twice, again", "2026-11-01T06:30:00Z", "1 h", "America/New_York", "2026-11-01T07:00:00Z");
    row("midnight that is skipped", "2026-03-08T04:30:00Z", "24 h", "America/Havana", "2026-03-08T05:00:00Z");
    row("midnight that comes twice", "2026-11-01T03:30:00Z", "24 h", "America/Havana", "2026-11-01T05:00:00Z");
}

void PgLimitsTest::periods() {
    QFETCH(QByteArray, moment);
    QFETCH(QByteArray, per);
    QFETCH(QByteArray, zone);
    QFETCH(QByteArray, end);
    const auto answer = m_super->exec("select latchboard.window_end($1::timestamptz, $2::interval, $3)",
                                      {moment.toStdString(), per.toStdString(), zone.toStdString()});
    LB_VERIFY_OK(answer);
    QCOMPARE(QByteArray::fromStdString(base::toRfc3339(answer->instant(0, 0).value_or(base::Instant()))), end);
}

void PgLimitsTest::midnightsOfAYear_data() {
    QTest::addColumn<QByteArray>("zone");
    for (const char* zone : {"America/New_York", "Europe/Berlin", "Europe/Dublin", "America/Havana", "Africa/Cairo",
                             "Australia/Lord_Howe", "Asia/Seoul", "+05:45"})
        QTest::newRow(zone) << QByteArray(zone);
}

/// Period by period through a year: they follow each other without a gap, each ends later than it begins, and there are
/// as many as days.
void PgLimitsTest::midnightsOfAYear() {
    QFETCH(QByteArray, zone);
    QCOMPARE(one(*m_super,
                 "with recursive day(n, at) as (select 0, latchboard.window_end('2026-01-01T12:00Z', '1 day', $1) "
                 "union all select n + 1, latchboard.window_end(at, '1 day', $1) from day where at < "
                 "'2027-01-01T12:00Z') "
                 "select max(n) || ' ' || bool_and(at > '2026-01-01T12:00Z') || ' ' || "
                 "(select bool_and(next - at between interval '23 h' and interval '25 h') from (select at, lead(at) "
                 "over (order by n) as next from day) d where next is not null) from day",
                 {zone.toStdString()}),
             std::string("365 true true"));
}

void PgLimitsTest::waits_data() {
    QTest::addColumn<QByteArray>("set");
    QTest::addColumn<QByteArray>("waitsFor");
    const auto row = [](const char* set, const char* waitsFor) {
        QTest::newRow(set) << QByteArray(set) << QByteArray(waitsFor);
    };
    row("kind = 'spacing'", "nothing");
    row("paused_at = now(), locked_out_at = now()", "resume");
    row("locked_out_at = now(), lease = 1, lease_until = now() + '1 h'", "clear");
    row("lease = 1, lease_until = now() + '1 h'", "call");
    row("lease = 1, lease_until = now(), next_allowed_at = now() + '1 h', wait_kind = 'crash'", "holder");
    row("told_until = now() + '1 h', next_allowed_at = now() + '1 h', wait_kind = 'told'", "told");
    row("operator_until = now() + '1 h'", "operator");
    row("next_allowed_at = now() + '1 h', wait_kind = 'rest'", "rest");
    row("next_allowed_at = now() + '1 h'", "spacing");
    row("kind = 'bucket', burst = 2, spacing = '1 h', arrival_at = now() + '3 h'", "burst");
    row("kind = 'bucket', burst = 2, spacing = '1 h', arrival_at = now() + '30 min'", "nothing");
    row("kind = 'window', window_count = 2, window_used = 2, window_until = now() + '1 h'", "budget");
    row("kind = 'window', window_count = 2, window_used = 1, window_until = now() + '1 h'", "nothing");
    row("kind = 'window', window_count = 2, window_used = 2, window_until = now()", "nothing");
}

void PgLimitsTest::waits() {
    QFETCH(QByteArray, set);
    QFETCH(QByteArray, waitsFor);
    one(*m_super, "insert into latchboard.bucket (key, spacing, crash_rest, hold) values ('b', '0', '0', '1 h')");
    const auto changed = m_super->exec("update latchboard.bucket set " + set.toStdString());
    LB_VERIFY_OK(changed);
    const pg::BucketRow now = row("b");
    QCOMPARE(QByteArray(pg::bucketWaitName(pg::waitsForOf(now, now.readAt))), waitsFor);
    // What the row says is what the next caller meets.
    const auto freeAt = m_super->exec("select latchboard.bucket_free_at(b) from latchboard.bucket b");
    QVERIFY(std::max(freeAt->instant(0, 0).value_or(base::Instant()), now.readAt) - now.readAt ==
            pg::waitOf(now, now.readAt));
    BucketRule rule{"b", now.spacing, 0s, 1h, now.kind, now.measured, now.burst, now.windowCount};
    pg::Buckets buckets(m_server->settings(m_database), {});
    QCOMPARE(granted(buckets.acquire({rule}, "me")), waitsFor == "nothing");
}

void PgLimitsTest::json() {
    pg::Buckets buckets(m_server->settings(m_database), {});
    const Rules rules = {window("day", 1000, "Asia/Seoul")};
    BucketFinish answer = good();
    answer.remaining = answer.available = 400;
    answer.usage = "600/1000";
    QVERIFY(call(buckets, rules, answer));
    const QJsonObject object = pg::bucketJson(row("day"));
    QCOMPARE(object[QStringLiteral("kind")].toString(), QStringLiteral("window"));
    QCOMPARE(object[QStringLiteral("left")].toInt(), 400);
    QCOMPARE(object[QStringLiteral("of")].toInt(), 1000);
    QCOMPARE(object[QStringLiteral("usage")].toString(), QStringLiteral("600/1000"));
    QCOMPARE(object[QStringLiteral("remaining")].toInt(), 400);
    QCOMPARE(object[QStringLiteral("period_s")].toInt(), 86'400);
    QCOMPARE(object[QStringLiteral("period_zone")].toString(), QStringLiteral("Asia/Seoul"));
    QCOMPARE(object[QStringLiteral("waits_for")].toString(), QStringLiteral("nothing"));
    QVERIFY(object[QStringLiteral("full_at")].toString().endsWith(QStringLiteral("T15:00:00Z")));
}

void PgLimitsTest::carriesTheFirstVersionOver() {
    const std::string database = m_server->freshDatabase(false);
    auto session = m_server->open(database);
    QVERIFY(session);
    LB_VERIFY_OK(session->execSimple(
        std::string("create schema latchboard; create table latchboard.schema_version (version int primary key, name "
                    "text not null, applied_at timestamptz not null default clock_timestamp(), applied_by text not "
                    "null default session_user); insert into latchboard.schema_version (version, name) values (1, "
                    "'0001_tables');") +
        pg::migrations().front().sql));
    one(*session, "insert into latchboard.bucket (key, spacing, crash_rest, hold, next_allowed_at, paused_at, "
                  "paused_by, paused_reason, grants_today) values ('b', '1 s', '2 s', '3 s', clock_timestamp() + "
                  "interval '1 h', clock_timestamp(), 'kim', 'because', 7)");
    const auto report = pg::migrate(*session);
    LB_VERIFY_OK(report);
    QCOMPARE(report->from, 1);
    QCOMPARE(report->to, pg::migrations().back().version);
    pg::Buckets buckets(m_server->settings(database), {});
    const GrantRefused refused = refusalOf(buckets.acquire({spacing("b", 1s)}, "me"));
    QVERIFY(refused.paused && refused.wait > 59min);
    one(*session, "update latchboard.bucket set paused_at = null, next_allowed_at = clock_timestamp()");
    QVERIFY(call(buckets, {spacing("b", 1s), window("day", 5)}));
}

void PgLimitsTest::anOldSchemaIsNamed() {
    const std::string database = m_server->freshDatabase(false);
    auto session = m_server->open(database);
    QVERIFY(session);
    LB_VERIFY_OK(session->execSimple(std::string("create schema latchboard;") + pg::migrations().front().sql));
    pg::Buckets buckets(m_server->settings(database), {});
    const Answer answer = buckets.acquire({spacing("b")}, "me");
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, base::ErrorKind::SchemaMissing);
    QVERIFY(answer.error().remedy.english().contains(QStringLiteral("migrate")));
    const auto rows = pg::listBuckets(*session);
    QVERIFY(!rows);
    QCOMPARE(rows.error().kind, base::ErrorKind::SchemaMissing);
}

void PgLimitsTest::worksWithTheGrantsThatAreNamed() {
    m_server->makeRole("worker");
    LB_VERIFY_OK(m_super->execSimple(
        "grant usage on schema latchboard to worker; grant select, insert, update, delete on all tables in schema "
        "latchboard to worker; grant usage on all sequences in schema latchboard to worker"));
    pg::Buckets buckets(m_server->settingsFor("worker", m_database), {});
    QVERIFY(call(buckets, {spacing("a"), bucket("b", 1s, 5), window("c", 10)}));
}

QTEST_GUILESS_MAIN(PgLimitsTest)
#include "tst_pg_limits.moc"
