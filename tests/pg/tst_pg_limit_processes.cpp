// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/pg_server.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <map>

using namespace latchboard;
using namespace std::chrono_literals;
using pg::test::one;

namespace {

constexpr int kProcesses = 8, kVictims = 3, kGrants = 6, kVictimsGrant = 2;
constexpr base::Duration kCrashRest = 250ms, kHold = 200ms;

/// One grant as the database wrote it down.
struct Logged {
    std::int64_t lease = 0;
    std::string owner, transaction;
    base::Instant started;
    std::optional<base::Instant> ended;    ///< nothing where the holder was killed, or was too late
    base::Instant nextAllowed, leaseUntil; ///< as written with the grant
};

QJsonObject rule(const char* key, const char* kind) {
    return {{QStringLiteral("key"), QLatin1String(key)},
            {QStringLiteral("kind"), QLatin1String(kind)},
            {QStringLiteral("crash_us"), static_cast<qint64>(kCrashRest.count())},
            {QStringLiteral("hold_us"), static_cast<qint64>(kHold.count())}};
}

QJsonObject spacingRule(const char* key, base::Duration every) {
    QJsonObject object = rule(key, "spacing");
    object[QStringLiteral("spacing_us")] = static_cast<qint64>(every.count());
    return object;
}

QJsonObject bucketRule(const char* key, base::Duration every, int burst) {
    QJsonObject object = rule(key, "bucket");
    object[QStringLiteral("spacing_us")] = static_cast<qint64>(every.count());
    object[QStringLiteral("burst")] = burst;
    return object;
}

QJsonObject windowRule(const char* key, int count, base::Duration per) {
    QJsonObject object = rule(key, "window");
    object[QStringLiteral("count")] = count;
    object[QStringLiteral("per_us")] = static_cast<qint64>(per.count());
    return object;
}

/// The same with no crash rest: nothing but the lease keeps others away while a call is under way.
QJsonObject byLeaseAlone(QJsonObject rule) {
    rule[QStringLiteral("crash_us")] = 0;
    return rule;
}

base::Duration micros(const QJsonObject& object, const char* name) {
    return base::Duration(object[QLatin1String(name)].toInteger());
}

} // namespace

/// Eight processes on shared buckets, some killed while they hold them: by the database's clock no grant comes too
/// early, and what a killed one held is free again after the crash rest. A trigger writes every grant and finish down.
class PgLimitProcessesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void oneBucket_data();
    void oneBucket();
    void sharedByTwoProfiles();

private:
    /// Runs one process for each set of rules; the first kVictims are killed at their kVictimsGrant'th grant.
    void runAll(const std::vector<QJsonArray>& rules);
    [[nodiscard]] std::vector<Logged> log(const QJsonObject& rule);
    static void check(const QJsonObject& rule, const std::vector<Logged>& grants);

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super;
    std::string m_database;
};

void PgLimitProcessesTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(true);
    m_super = m_server->open(m_database);
    QVERIFY(m_super);
    LB_VERIFY_OK(m_super->execSimple(
        "create table noted (id bigint generated always as identity, key text, lease bigint, owner text, "
        "transaction text, started timestamptz, ended timestamptz, next_allowed timestamptz, lease_until timestamptz);"
        "create function note() returns trigger language plpgsql as $$ begin "
        "if new.lease is null then update noted set ended = new.last_ended_at where key = old.key and lease = "
        "old.lease; "
        "else insert into noted (key, lease, owner, transaction, started, next_allowed, lease_until) values (new.key, "
        "new.lease, new.lease_by, txid_current(), new.last_started_at, new.next_allowed_at, new.lease_until); end if; "
        "return null; end $$;"
        "create trigger note after update on latchboard.bucket for each row "
        "when (old.lease is distinct from new.lease) execute function note()"));
}

void PgLimitProcessesTest::init() {
    one(*m_super, "truncate latchboard.bucket, noted");
}

void PgLimitProcessesTest::runAll(const std::vector<QJsonArray>& rules) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PGPASSWORD"), QString::fromStdString(m_server->cluster().password().reveal()));
    std::vector<std::unique_ptr<QProcess>> processes;
    for (int i = 0; i < static_cast<int>(rules.size()); ++i) {
        const QJsonObject order = {
            {QStringLiteral("conninfo"), QString::fromStdString(m_server->settings(m_database).conninfo)},
            {QStringLiteral("owner"), QStringLiteral("process %1").arg(i)},
            {QStringLiteral("seed"), i + 1},
            {QStringLiteral("grants"), kGrants},
            {QStringLiteral("hold_at"), i < kVictims ? kVictimsGrant : 0},
            {QStringLiteral("rules"), rules[static_cast<size_t>(i)]}};
        auto process = std::make_unique<QProcess>();
        process->setProcessEnvironment(environment);
        process->start(QStringLiteral(LATCHBOARD_BUCKET_WORKER),
                       {QString::fromUtf8(QJsonDocument(order).toJson(QJsonDocument::Compact))});
        QVERIFY(process->waitForStarted());
        processes.push_back(std::move(process));
    }
    for (int i = 0; i < kVictims; ++i) {
        QProcess& victim = *processes[static_cast<size_t>(i)];
        QByteArray said;
        const auto holds = [&] {
            victim.waitForReadyRead(100);
            said += victim.readAllStandardOutput();
            return said.contains("holding") || victim.state() == QProcess::NotRunning;
        };
        QTRY_VERIFY2_WITH_TIMEOUT(holds(), said.constData(), 120'000);
        QVERIFY2(said.startsWith("holding"), said.constData());
        QCOMPARE(::kill(static_cast<pid_t>(victim.processId()), SIGKILL), 0);
        QVERIFY(victim.waitForFinished());
        QCOMPARE(victim.exitStatus(), QProcess::CrashExit);
    }
    for (size_t i = kVictims; i < processes.size(); ++i) {
        QVERIFY(processes[i]->state() == QProcess::NotRunning || processes[i]->waitForFinished(120'000));
        QVERIFY2(processes[i]->exitCode() == 0, processes[i]->readAllStandardOutput().constData());
    }
}

std::vector<Logged> PgLimitProcessesTest::log(const QJsonObject& rule) {
    std::vector<Logged> grants;
    const auto rows =
        m_super->exec("select lease, owner, transaction, started, ended, next_allowed, lease_until from noted where "
                      "key = $1 order by id",
                      {rule[QStringLiteral("key")].toString().toStdString()});
    for (int i = 0; rows && i < rows->rows(); ++i)
        grants.push_back({rows->integer(i, 0), rows->text(i, 1), rows->text(i, 2),
                          rows->instant(i, 3).value_or(base::Instant()), rows->instant(i, 4),
                          rows->instant(i, 5).value_or(base::Instant()),
                          rows->instant(i, 6).value_or(base::Instant())});
    return grants;
}

void PgLimitProcessesTest::check(const QJsonObject& rule, const std::vector<Logged>& grants) {
    const QString kind = rule[QStringLiteral("kind")].toString();
    const base::Duration every = micros(rule, "spacing_us");
    const base::Duration crashRest = micros(rule, "crash_us");
    const std::int64_t burst = rule[QStringLiteral("burst")].toInteger(1);
    const std::int64_t count = rule[QStringLiteral("count")].toInteger();
    base::Instant arrival{}; // theoretical arrival time, from the moments the calls were over
    std::map<std::int64_t, std::int64_t> used;
    for (size_t i = 0; i < grants.size(); ++i) {
        const Logged& now = grants[i];
        if (i > 0) {
            const Logged& before = grants[i - 1];
            QVERIFY2(now.lease > before.lease, "leases out of order");
            if (before.ended)
                QVERIFY2(now.started >= *before.ended, "two calls at once");
            else
                QVERIFY2(now.started - before.started >= std::max(crashRest, kHold), "too early after a crash");
            if (before.ended && kind == QStringLiteral("spacing"))
                QVERIFY2(now.started - *before.ended >= every, "too early");
        }
        // What a crash costs stands in the row with the grant, and is no more than that.
        QVERIFY(now.leaseUntil - now.started == kHold);
        QVERIFY(now.nextAllowed - now.started == std::max(crashRest, kind == QStringLiteral("spacing") ? every : 0us));
        if (kind == QStringLiteral("bucket")) {
            QVERIFY2(now.started >= arrival - (burst - 1) * every, "beyond the burst");
            arrival = std::max(arrival, now.ended.value_or(now.started)) + every;
        }
        if (kind == QStringLiteral("window"))
            QVERIFY2(++used[now.started.time_since_epoch() / micros(rule, "per_us")] <= count, "beyond the count");
    }
}

void PgLimitProcessesTest::oneBucket_data() {
    QTest::addColumn<QJsonObject>("rule");
    QTest::newRow("spacing") << spacingRule("b", 15ms);
    QTest::newRow("spacing, no crash rest") << byLeaseAlone(spacingRule("b", 15ms));
    QTest::newRow("bucket") << bucketRule("b", 25ms, 4);
    QTest::newRow("bucket, no crash rest") << byLeaseAlone(bucketRule("b", 25ms, 4));
    QTest::newRow("window") << windowRule("b", 6, 500ms);
    QTest::newRow("window, no crash rest") << byLeaseAlone(windowRule("b", 6, 500ms));
}

void PgLimitProcessesTest::oneBucket() {
    QFETCH(QJsonObject, rule);
    runAll(std::vector<QJsonArray>(kProcesses, QJsonArray{rule}));
    if (QTest::currentTestFailed())
        return;
    const auto grants = log(rule);
    QCOMPARE(grants.size(), size_t((kProcesses - kVictims) * kGrants + kVictims * kVictimsGrant));
    const auto lost = std::count_if(grants.begin(), grants.end(), [](const Logged& g) { return !g.ended; });
    QVERIFY(lost >= kVictims); // and whoever the machine held up for longer than a lease
    check(rule, grants);
}

void PgLimitProcessesTest::sharedByTwoProfiles() {
    const QJsonObject a = spacingRule("a", 5ms), b = bucketRule("b", 20ms, 5), c = windowRule("c", 20, 500ms);
    std::vector<QJsonArray> rules;
    for (int i = 0; i < kProcesses; ++i)
        rules.push_back(i % 2 == 0 ? QJsonArray{a, b} : QJsonArray{c, b, a});
    runAll(rules);
    if (QTest::currentTestFailed())
        return;
    std::map<std::string, std::pair<std::string, int>> transactions;
    for (const QJsonObject& rule : {a, b, c}) {
        const auto grants = log(rule);
        check(rule, grants);
        if (QTest::currentTestFailed())
            return;
        for (const Logged& grant : grants) {
            auto& [owner, buckets] = transactions[grant.transaction];
            QVERIFY(owner.empty() || owner == grant.owner);
            owner = grant.owner;
            ++buckets;
        }
    }
    // All of a request's buckets were taken at once.
    QCOMPARE(transactions.size(), size_t((kProcesses - kVictims) * kGrants + kVictims * kVictimsGrant));
    for (const auto& [transaction, taken] : transactions) {
        const int process = std::stoi(taken.first.substr(taken.first.find(' ')));
        QCOMPARE(taken.second, process % 2 == 0 ? 2 : 3);
    }
}

QTEST_GUILESS_MAIN(PgLimitProcessesTest)
#include "tst_pg_limit_processes.moc"
