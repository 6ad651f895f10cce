// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/answer.h"
#include "sync/limit_headers.h"
#include "sync/order_api.h"
#include "sync/request.h"

#include <QFile>
#include <QTest>

using namespace latchboard;
using namespace latchboard::sync;
using namespace latchboard::sync::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* kThree = R"(
[[limit]]
every = "2s"
[[limit]]
name = "day"
kind = "window"
scope = "source"
count = 1000
per = "1d"
tz = "Asia/Seoul"
measured = "start"
remaining_header = "X-Left"
reset_header = "X-Reset:epoch"
crash_rest = "7s"
[[limit]]
kind = "bucket"
scope = "credential"
every = "500ms"
burst = 40
usage_header = "X-Call-Limit"
[[limit.rest]]
items_at_least = 2
rest = "9s"
)";

SourceProfile profileOf(const std::string& more, QString& problems) {
    std::vector<base::ConfigProblem> found;
    base::TomlTable root = base::TomlTable::readText(
        "[http]\nbase_url = \"http://127.0.0.1:1\"\n[request]\npath = \"/orders\"\n[record]\nexternal_id = \"id\"\n" +
            more,
        "oms.toml", found);
    SourceProfile profile = readSourceProfile(root, "oms");
    problems = found.empty() ? QString() : base::configError(found).message.english();
    return profile;
}

HttpAnswer answered(int status, const std::string& body,
                    std::vector<std::pair<std::string, std::string>> headers = {}) {
    HttpAnswer answer;
    answer.status = status;
    answer.body = body;
    answer.headers = std::move(headers);
    return answer;
}

/// Gives answers from a function of the request's number, from 1.
class CountedSource final : public OrderSource {
public:
    explicit CountedSource(std::function<HttpAnswer(int)> answer) : m_answer(std::move(answer)) {}
    base::Result<HttpAnswer> send(const HttpRequest&, const base::Waiting&) override { return m_answer(++calls); }
    int calls = 0;

private:
    std::function<HttpAnswer(int)> m_answer;
};

QString saidOf(const RunRecord& run) {
    return run.error ? run.error->message.english() : QString("no error");
}

} // namespace

/// [[limit]], [[error]] and [retry] error_budget of a profile, and what the engine makes of them.
class TestSyncLimits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void threeLimits() {
        QString problems;
        SourceProfile profile = profileOf(kThree, problems);
        QCOMPARE(problems, QString());
        profile.timeout = 30s;
        const auto rules = bucketRules(profile, "4f1c", "/orders");
        QCOMPARE(rules.size(), size_t(3));
        QCOMPARE(rules[0].key, std::string("oms|4f1c|/orders"));
        QCOMPARE(rules[1].key, std::string("oms|*|*|day"));
        QCOMPARE(rules[2].key, std::string("oms|4f1c|*|bucket"));
        QCOMPARE(rules[1].kind, std::string("window"));
        QCOMPARE(rules[1].count, std::int64_t(1000));
        QCOMPARE(rules[1].zone, std::string("Asia/Seoul"));
        QCOMPARE(rules[1].measured, std::string("start"));
        QVERIFY(rules[1].per == 24h && rules[1].spacing == 0s && rules[1].crashRest == 7s);
        QCOMPARE(rules[2].burst, std::int64_t(40));
        QVERIFY(rules[2].spacing == 500ms && rules[2].crashRest == 9s);
        QCOMPARE(profile.limits[2].usageHeader, std::string("x-call-limit"));
    }

    void examplesOfTheManual() {
        QFile manual(QStringLiteral(LATCHBOARD_SOURCE_DIR "/README.md"));
        QVERIFY(manual.open(QIODevice::ReadOnly));
        const QString section = QString::fromUtf8(manual.readAll())
                                    .section(QStringLiteral("### Rate limit\n"), 1)
                                    .section(QStringLiteral("\n### "), 0, 0);
        const QStringList parts = section.split(QStringLiteral("```"));
        std::string all;
        for (qsizetype i = 1; i < parts.size(); i += 2)
            all += parts[i].mid(QStringLiteral("toml").size()).toStdString();
        QString problems;
        const SourceProfile profile = profileOf(all, problems);
        QCOMPARE(problems, QString());
        QCOMPARE(profile.limits.size(), size_t(3));
    }

    void withoutALimitOnceASecond() {
        QString problems;
        const auto rules = bucketRules(profileOf("", problems), "4f1c", "/orders");
        QCOMPARE(rules.size(), size_t(1));
        QVERIFY(rules[0].spacing == 1s && rules[0].kind == "spacing");
    }

    void problems_data() {
        QTest::addColumn<QString>("more");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* more, const char* expected) {
            QTest::newRow(name) << QString(more) << QString(expected);
        };
        row("bucket without burst", "[[limit]]\nkind = \"bucket\"\n",
            "limit[0].burst: is missing: how many calls a full bucket gives at once");
        row("bucket without a pace", "[[limit]]\nkind = \"bucket\"\nburst = 2\nevery = \"0s\"\n",
            "limit[0].every: must be between 1ms and 1d");
        row("window without count", "[[limit]]\nkind = \"window\"\nper = \"1d\"\n",
            "limit[0].count: is missing: how many calls each period has");
        row("window of an odd period", "[[limit]]\nkind = \"window\"\ncount = 5\nper = \"7h\"\n",
            "limit[0].per: must be a day, or a part that divides one evenly, such as \"1h\"");
        row("window in no zone", "[[limit]]\nkind = \"window\"\ncount = 5\nper = \"1d\"\ntz = \"Mars/Olympus\"\n",
            "limit[0].tz: \"Mars/Olympus\" is no time zone; write \"UTC\", an offset such as \"+09:00\", or a name "
            "such as "
            "\"Asia/Seoul\"");
        row("window with spacing", "[[limit]]\nkind = \"window\"\ncount = 5\nper = \"1d\"\nevery = \"1s\"\n",
            "limit[0].every: belongs to kind = \"spacing\"");
        row("spacing with burst", "[[limit]]\nburst = 3\n", "limit[0].burst: belongs to kind = \"bucket\"");
        row("spacing with count", "[[limit]]\ncount = 3\n", "limit[0].count: belongs to kind = \"window\"");
        row("reset of nothing", "[[limit]]\nreset_header = \"X-Reset:s\"\n",
            "limit[0].reset_header: needs usage_header or remaining_header: it counts where they say that nothing is "
            "left");
        row("reset without a unit", "[[limit]]\nremaining_header = \"X-Left\"\nreset_header = \"X-Reset\"\n",
            "limit[0].reset_header: \"X-Reset\" is none of NAME:ms, NAME:s and NAME:epoch");
        row("two of a name",
            "[[limit]]\nkind = \"bucket\"\nburst = 3\n[[limit]]\nkind = \"window\"\nname = \"bucket\"\ncount = 5\nper "
            "= "
            "\"1d\"\n",
            "limit: two limits would share one bucket: give each a scope or, of kinds bucket and window, a name of its "
            "own");
        row("rule about nothing", "[[error]]\nwhen = { match = \"x\" }\nclass = \"auth\"\n",
            "error[0].when: needs status = [ ... ], json = \"path\" or header = \"NAME\"");
        row("budget without its parts", "[retry]\nerror_budget = { count = 3 }\n",
            "retry.error_budget.per: is missing: error_budget = { count = 30, per = \"1h\" }");
    }
    void problems() {
        QFETCH(QString, more);
        QFETCH(QString, expected);
        QString said;
        profileOf(more.toStdString(), said);
        QVERIFY2(said.contains(expected), qPrintable(said));
    }

    void headers_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("usage");
        QTest::addColumn<QString>("remaining");
        QTest::addColumn<QString>("reset"); // "ms:1500"
        QTest::addColumn<int>("available"); // -1: nothing said
        QTest::addColumn<int>("waitMs");    // -1: none
        const auto row = [](const char* name, const char* kind, const char* usage, const char* remaining,
                            const char* reset, int available, int waitMs) {
            QTest::newRow(name) << kind << usage << remaining << reset << available << waitMs;
        };
        row("nothing", "bucket", "", "", "s:5", -1, -1);
        row("usage", "bucket", "32/40", "", "", 8, -1);
        row("usage with blanks", "bucket", " 32 / 40 ", "", "", 8, -1);
        row("used more than there is", "bucket", "41/40", "", "", 0, -1);
        row("no usage", "bucket", "32", "", "", -1, -1);
        row("usage of words", "bucket", "many/40", "", "", -1, -1);
        row("signed usage", "bucket", "-1/40", "", "", -1, -1);
        row("signed size", "bucket", "1/+40", "", "", -1, -1);
        row("huge usage", "bucket", "1/99999999999999999999", "", "", -1, -1);
        row("remaining", "bucket", "", "7", "s:5", 7, -1);
        row("fraction remaining", "bucket", "", "7.5", "s:5", -1, -1);
        row("the lesser counts", "bucket", "10/40", "3", "", 3, -1);
        row("reset in ms", "bucket", "", "0", "ms:1500", 0, 1500);
        row("reset in s", "bucket", "", "0", "s:2.5", 0, 2500);
        row("reset at a moment", "bucket", "", "0", "epoch:1773144030", 0, 30'000);
        row("reset that is past", "bucket", "", "0", "epoch:1773143000", 0, 0);
        row("reset of words", "bucket", "", "0", "s:soon", 0, -1);
        row("window with a reset", "window", "", "0", "s:60", -1, 60'000);
        row("window without a reset", "window", "", "0", "", 0, -1);
        row("window with some left", "window", "", "5", "s:60", 5, -1);
        row("spacing", "spacing", "40/40", "", "s:3", 0, 3000);
    }
    void headers() {
        QFETCH(QString, kind);
        QFETCH(QString, usage);
        QFETCH(QString, remaining);
        QFETCH(QString, reset);
        QFETCH(int, available);
        QFETCH(int, waitMs);
        SourceProfile::Limit limit;
        limit.kind = kind.toStdString();
        limit.usageHeader = "x-usage";
        limit.remainingHeader = "x-left";
        HttpAnswer answer = answered(200, "{}", {{"date", "Tue, 10 Mar 2026 12:00:00 GMT"}});
        if (!usage.isEmpty())
            answer.headers.emplace_back("x-usage", usage.toStdString());
        if (!remaining.isEmpty())
            answer.headers.emplace_back("x-left", remaining.toStdString());
        if (!reset.isEmpty()) {
            limit.resetHeader = "header:x-reset:" + reset.section(':', 0, 0).toStdString();
            answer.headers.emplace_back("x-reset", reset.section(':', 1).toStdString());
        }
        // The machine's own clock is an hour off: the answer's Date counts.
        const LimitHeaders said = readLimitHeaders(limit, answer, at("2026-03-10T13:00:00Z"));
        QCOMPARE(said.available ? static_cast<int>(*said.available) : -1, available);
        QCOMPARE(said.untilReset ? static_cast<int>(*said.untilReset / 1ms) : -1, waitMs);
    }

    void everyBucketGetsItsOwn() {
        World world;
        CountedSource source([](int) {
            return answered(200,
                            R"({"orders":[{"id":1,"updated_at":"2026-03-10T11:30:00Z"},)"
                            R"({"id":2,"updated_at":"2026-03-10T11:30:00Z"}]})",
                            {{"x-left", "12"}, {"x-call-limit", "3/40"}});
        });
        const RunRecord run = world.run(source, apiJob("none", 5, kThree));
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(saidOf(run)));
        const auto& answers = world.database.bucket.answers;
        QCOMPARE(answers.size(), size_t(3));
        QVERIFY(!answers[0].available && answers[0].rest == 0s);
        QCOMPARE(answers[1].available, std::optional<std::int64_t>(12));
        QCOMPARE(answers[1].remaining, std::optional<std::int64_t>(12));
        QCOMPARE(answers[2].available, std::optional<std::int64_t>(37));
        QCOMPARE(answers[2].usage, std::string("3/40"));
        QVERIFY(answers[2].rest == 9s);
        for (const BucketFinish& answer : answers)
            QCOMPARE(answer.items, std::int64_t(2));
    }

    void aLockoutIsClearedOnce() {
        World world;
        CountedSource source([](int) { return answered(403, "{}", {{"x-why", "locked"}}); });
        const Job job = apiJob(
            "none", 5,
            std::string(kThree) + "[[error]]\nwhen = { header = \"X-Why\", in = [\"locked\"] }\nclass = \"lockout\"\n");
        QCOMPARE(world.run(source, job).error->kind, base::ErrorKind::SourceLockout);
        const auto& answers = world.database.bucket.answers;
        QVERIFY(!answers[0].lockout && answers[1].lockout && !answers[2].lockout); // the source's
        QCOMPARE(world.run(source, job).error->kind, base::ErrorKind::SourceLockout);
        QCOMPARE(source.calls, 1);
    }

    void usedUpForTheDay() {
        World world;
        OrderApi api(world.clock);
        world.database.bucket.nextAllowed = world.clock.now() + 6h;
        world.database.bucket.usedUp = true;
        world.database.bucket.reason = "all 1000 calls are used up";
        const RunRecord run = world.run(api, apiJob("page", 5));
        QVERIFY(run.outcome == Outcome::Postponed);
        QVERIFY(run.postponedUntil == world.clock.now() + 6h);
        QVERIFY2(saidOf(run).contains("No call is left until 2026-03-10T18:00:00Z"), qPrintable(saidOf(run)));
        QVERIFY(api.urls.empty() && !world.database.lockHeld);
    }

    void errorRulesOfAHeader_data() {
        QTest::addColumn<QString>("when");
        QTest::addColumn<bool>("fits");
        QTest::newRow("there") << "header = \"X-Code\"" << true;
        QTest::newRow("not there") << "header = \"X-Other\"" << false;
        QTest::newRow("in") << "header = \"x-code\", in = [\"E7\"]" << true;
        QTest::newRow("not in") << "header = \"x-code\", in = [\"E8\"]" << false;
        QTest::newRow("match") << "header = \"x-code\", match = \"^E\"" << true;
        QTest::newRow("and the status") << "header = \"x-code\", status = [200]" << false;
        QTest::newRow("with a path, in is about the path") << "header = \"x-code\", json = \"a\", in = [\"b\"]" << true;
        QTest::newRow("with a path that differs") << "header = \"x-code\", json = \"a\", in = [\"E7\"]" << false;
    }
    void errorRulesOfAHeader() {
        QFETCH(QString, when);
        QFETCH(bool, fits);
        QString problems;
        const SourceProfile profile =
            profileOf("[[error]]\nwhen = { " + when.toStdString() + " }\nclass = \"rate_limited\"\n", problems);
        QCOMPARE(problems, QString());
        const Verdict verdict =
            judge(profile, {}, answered(404, R"({"a":"b"})", {{"x-code", "E7"}}), at("2026-03-10T12:00:00Z"));
        QCOMPARE(verdict.result == SourceErrorClass::RateLimited, fits);
    }

    void errorBudget() {
        World world;
        CountedSource source([](int) { return answered(500, "oops"); });
        const Job job = apiJob("none", 5, "error_budget = { count = 2, per = \"1h\" }\n");
        const RunRecord run = world.run(source, job);
        QCOMPARE(source.calls, 2);
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(run.error->kind, base::ErrorKind::SourceTransient);
        QVERIFY2(saidOf(run).contains("2 calls failed within 1h") && saidOf(run).contains("status 500"),
                 qPrintable(saidOf(run)));
        QVERIFY(world.database.windows[job.name].empty() && !world.database.lockHeld);
    }

    void errorBudgetOverPages() {
        // Each page fails once: no page fails three times, but the run has had its two failures.
        World world;
        CountedSource source([](int call) {
            if (call % 2 == 1)
                return answered(503, "");
            return answered(200, R"({"orders":[{"id":)" + std::to_string(call) +
                                     R"(,"updated_at":"2026-03-10T11:30:00Z"}],"next_cursor":"c"})");
        });
        const RunRecord run = world.run(source, apiJob("cursor", 1, "error_budget = { count = 2, per = \"1h\" }\n"));
        QCOMPARE(source.calls, 3);
        QVERIFY2(saidOf(run).contains("error_budget"), qPrintable(saidOf(run)));
    }

    void oldFailuresLeaveTheBudget() {
        World world;
        CountedSource source([](int call) {
            return call < 3 ? answered(429, "{}", {{"retry-after", "60"}}) : answered(200, R"({"orders":[]})");
        });
        const RunRecord run = world.run(source, apiJob("none", 5, "error_budget = { count = 2, per = \"30s\" }\n"));
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(saidOf(run)));
        QCOMPARE(source.calls, 3);
    }
};

QTEST_GUILESS_MAIN(TestSyncLimits)
#include "tst_sync_limits.moc"
