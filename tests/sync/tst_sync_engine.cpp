// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/order_api.h"

#include <QTest>

#include <set>

using namespace latchboard;
using namespace latchboard::sync;
using namespace latchboard::sync::test;
using namespace std::chrono_literals;

namespace {

/// Gives answers from a function of the request's number, from 1.
class AnsweringSource final : public OrderSource {
public:
    AnsweringSource(const FakeClock& clock, std::function<base::Result<HttpAnswer>(int, const HttpRequest&)> answer)
        : m_clock(clock), m_answer(std::move(answer)) {}
    base::Result<HttpAnswer> send(const HttpRequest& request, const base::Waiting&) override {
        urls.push_back(request.url);
        times.push_back(m_clock.now());
        return m_answer(static_cast<int>(urls.size()), request);
    }
    std::vector<std::string> urls;
    std::vector<base::Instant> times;

private:
    const FakeClock& m_clock;
    std::function<base::Result<HttpAnswer>(int, const HttpRequest&)> m_answer;
};

HttpAnswer answered(int status, const std::string& body,
                    std::vector<std::pair<std::string, std::string>> headers = {}) {
    HttpAnswer answer;
    answer.status = status;
    answer.body = body;
    answer.headers = std::move(headers);
    return answer;
}

std::string order(int id, const std::string& status = "open", const std::string& updated = "2026-03-10T11:30:00Z") {
    return "{\"id\":" + std::to_string(id) + ",\"updated_at\":\"" + updated + "\",\"status\":\"" + status +
           "\",\"total\":\"1.00\"}";
}

std::string page(const std::vector<std::string>& items, const std::string& more = {}) {
    std::string list;
    for (const std::string& item : items)
        list += (list.empty() ? "" : ",") + item;
    return "{\"orders\":[" + list + "]" + more + "}";
}

QString saidOf(const RunRecord& run) {
    return run.error ? run.error->message.english() : QString("no error");
}

} // namespace

class TestSyncEngine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aGoodRun() {
        World world;
        OrderApi api(world.clock);
        for (int id = 1; id <= 12; ++id)
            api.orders[id] = {{at("2026-03-10T11:00:00Z"), "open", "1.10"}};
        const Job job = apiJob("page", 5, "[window]\nlag = \"30s\"\n[[limit]]\nevery = \"1s\"\ncrash_rest = \"9s\"\n");
        const RunRecord run = world.run(api, job);
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(saidOf(run)));
        QVERIFY(run.lock == LockOutcome::Acquired);
        QCOMPARE(run.pid, 4312);
        QCOMPARE(run.pages, std::int64_t(3));
        QCOMPARE(run.apiCalls,
                 std::int64_t(3)); // the first tells the total, then from the last; the first is as it was
        QCOMPARE(run.fetched, std::int64_t(12));
        QCOMPARE(run.counts.created, std::int64_t(12));
        QVERIFY((run.window == std::optional<Interval>({at("2026-03-10T10:00:00Z"), at("2026-03-10T11:59:30Z")})));
        QCOMPARE(api.query(0, "page"), std::string("1"));
        QCOMPARE(api.query(1, "page"), std::string("3"));
        QCOMPARE(api.query(2, "page"), std::string("2"));
        QCOMPARE(api.query(0, "from"), std::string("2026-03-10T10:00:00Z"));
        QCOMPARE(api.query(0, "until"), std::string("2026-03-10T11:59:30Z"));
        QVERIFY(run.warning.empty());
        QVERIFY(run.limitWait >= 2s && run.limitWait < 3s);
        QVERIFY(run.lockHold >= run.limitWait);
        QCOMPARE(world.database.history.size(), size_t(1));
        QCOMPARE(world.database.attempts.size(), size_t(1));
        QVERIFY(world.database.windows[job.name] == std::vector<Interval>{*run.window});
        QVERIFY(!world.database.lockHeld);
        for (size_t i = 1; i < api.times.size(); ++i)
            QVERIFY(api.times[i] - api.times[i - 1] >= 1s + api.took);
        QVERIFY(world.told.front().phase == Progress::Phase::Connecting);
        QVERIFY(world.told.back().phase == Progress::Phase::Done);
        QCOMPARE(world.told.back().rows, std::int64_t(12));
        QVERIFY(world.told.back().totalRows == std::optional<std::int64_t>(12));
    }

    void theFirstPageIsReadAgainWhereOneHasLeft() {
        World world;
        OrderApi api(world.clock);
        for (int id = 1; id <= 12; ++id)
            api.orders[id] = {{at("2026-03-10T11:00:00Z"), "open", "1.10"}};
        // The first order changes after the first answer: it leaves the window, and all others move up by one.
        api.orders[1].push_back({at("2026-03-10T12:00:01Z"), "paid", "1.10"});
        const Job job = apiJob("page", 5, "[window]\nlag = \"30s\"\n[[limit]]\nevery = \"1s\"\n");
        const RunRecord run = world.run(api, job);
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(saidOf(run)));
        QCOMPARE(run.apiCalls, std::int64_t(4));
        QCOMPARE(api.query(3, "page"), std::string("1"));
        QCOMPARE(run.counts.created, std::int64_t(12));
        QVERIFY(run.warning.empty());
    }
    void theNextWindowFollowsTheLast() {
        World world;
        OrderApi api(world.clock);
        Job job = apiJob("page", 5);
        QVERIFY(world.run(api, job).outcome == Outcome::Success);
        world.nextHour();
        QVERIFY(world.run(api, job).outcome == Outcome::Success);
        QCOMPARE(api.query(1, "from"), std::string("2026-03-10T11:50:00Z"));
        // A backfill leaves the state alone, and is not the hour's run.
        world.nextHour();
        RunRequest backfill;
        backfill.window = Interval{at("2026-01-01T00:00:00Z"), at("2026-01-02T00:00:00Z")};
        const RunRecord run = world.run(api, job, backfill);
        QVERIFY(run.outcome == Outcome::Success);
        QVERIFY(run.trigger == Trigger::Backfill);
        QCOMPARE(api.query(2, "from"), std::string("2026-01-01T00:00:00Z"));
        QCOMPARE(world.database.windows[job.name].size(), size_t(2));
        RunRequest ifDue;
        ifDue.ifDue = true;
        QVERIFY(world.run(api, job, ifDue).outcome == Outcome::Success);
        QCOMPARE(api.urls.size(), size_t(4));
        QVERIFY(world.run(api, job, ifDue).outcome == Outcome::NotDue);
        QCOMPARE(api.urls.size(), size_t(4));
        QCOMPARE(world.database.history.size(), size_t(4));
        QVERIFY(!world.database.lockHeld);
    }

    void piecesAreClosedOneByOne() {
        World world;
        OrderApi api(world.clock);
        const Job job = apiJob("page", 5, "[window]\nmax_span = \"30m\"\n");
        api.failAt = 3;
        api.failures = 100;
        api.fault = OrderApi::Fault::ServerError;
        QVERIFY(world.run(api, job).outcome == Outcome::Failed);
        QCOMPARE(world.database.windows[job.name].size(), size_t(2));
        api.failAt = 0;
        const size_t before = api.urls.size();
        world.nextHour();
        QVERIFY(world.run(api, job).outcome == Outcome::Success);
        // From the last closed piece, 10:59:59, less the lookback.
        QCOMPARE(api.query(before, "from"), std::string("2026-03-10T10:49:59Z"));
    }

    void noFirstWindow() {
        World world;
        OrderApi api(world.clock);
        Job job = apiJob("page", 5);
        job.firstWindowStart.reset();
        const RunRecord run = world.run(api, job);
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(run.error->kind, base::ErrorKind::Configuration);
        QVERIFY(run.error->remedy.english().contains("first_window_start"));
        QVERIFY(api.urls.empty());
        QVERIFY(!world.database.lockHeld);
    }

    void busyIsNoRun() {
        World world;
        OrderApi api(world.clock);
        world.database.lockHeld = true;
        const RunRecord run = world.run(api, apiJob("page", 5));
        QVERIFY(run.outcome == Outcome::Busy);
        QVERIFY(run.lock == LockOutcome::BusyExpected);
        QCOMPARE(run.holder.describe(), std::string("pid 99, other, app@10.0.0.7"));
        QVERIFY(world.database.history.empty());
        QCOMPARE(world.database.attempts.size(), size_t(1));
        QVERIFY(api.urls.empty());
        QVERIFY(world.database.lockHeld);
        QCOMPARE(world.faults.names, (std::vector<std::string>{"tryAcquire", "recordAttempt"}));
    }

    void contextMismatch_data() {
        QTest::addColumn<bool>("asError");
        QTest::newRow("as an error") << true;
        QTest::newRow("as an answer") << false;
    }
    void contextMismatch() {
        QFETCH(bool, asError);
        World world;
        OrderApi api(world.clock);
        if (asError) {
            world.faults.failAt = 1;
            world.faults.kind = base::ErrorKind::ContextMismatch;
        } else {
            LockAttempt attempt;
            attempt.outcome = LockOutcome::ContextMismatch;
            world.database.lockAnswer = attempt;
        }
        const RunRecord run = world.run(api, apiJob("page", 5));
        QVERIFY(run.lock == LockOutcome::ContextMismatch);
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(run.error->kind, base::ErrorKind::ContextMismatch);
        QVERIFY(world.database.history.empty());
        QCOMPARE(world.database.attempts.size(), size_t(1));
        QVERIFY(api.urls.empty());
    }

    void aDryRunWritesNothing() {
        World world;
        OrderApi api(world.clock);
        for (int id = 1; id <= 12; ++id)
            api.orders[id] = {{at("2026-03-10T11:00:00Z"), "open", "1.10"}};
        RunRequest request;
        request.dryRun = true;
        Job job = apiJob("page", 5);
        const RunRecord run = world.run(api, job, request);
        QVERIFY(run.outcome == Outcome::Success);
        QVERIFY(run.dryRun);
        QCOMPARE(run.fetched, std::int64_t(12));
        QVERIFY(world.database.rows.empty());
        QVERIFY(world.database.windows[job.name].empty());
        QVERIFY(world.database.history.empty() && world.database.attempts.empty());
        QVERIFY(!world.database.lockHeld);
        // Where asking writes, it does not ask.
        job.source.sideEffect = "confirms new orders";
        const size_t before = api.urls.size();
        QCOMPARE(world.run(api, job, request).error->kind, base::ErrorKind::Refused);
        QCOMPARE(api.urls.size(), before);
    }

    void rateLimited() {
        World world;
        AnsweringSource source(world.clock, [](int number, const HttpRequest&) -> base::Result<HttpAnswer> {
            if (number == 1)
                return answered(429, "{}", {{"retry-after", "90"}});
            return answered(200, page({order(1)}));
        });
        const RunRecord run = world.run(source, apiJob("none", 5));
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(saidOf(run)));
        QVERIFY(source.times[1] - source.times[0] >= 90s);
        QVERIFY(run.limitWait >= 90s);
        QCOMPARE(run.apiCalls, std::int64_t(2));
        QCOMPARE(world.told.back().retries, std::int64_t(1));
    }

    void postponed() {
        World world;
        AnsweringSource source(world.clock, [](int number, const HttpRequest&) -> base::Result<HttpAnswer> {
            if (number == 2)
                return answered(429, "{}", {{"retry-after", "600"}});
            return answered(200, page({order(number)}, number == 1 ? ",\"next_cursor\":\"b\"" : ""));
        });
        const Job job = apiJob("cursor", 5);
        const RunRecord run = world.run(source, job);
        QVERIFY(run.outcome == Outcome::Postponed);
        QCOMPARE(run.error->kind, base::ErrorKind::SourceRateLimited);
        QVERIFY(run.postponedUntil.has_value());
        QVERIFY(*run.postponedUntil - world.clock.now() > 599s && *run.postponedUntil - world.clock.now() <= 600s);
        QCOMPARE(world.database.rows.size(), size_t(1)); // what was read is kept
        QVERIFY(world.database.windows[job.name].empty());
        QVERIFY(world.database.history.at(0).outcome == Outcome::Postponed);
        QVERIFY(!world.database.lockHeld);
        // The next start honours the bucket: no call before the time.
        const size_t calls = source.urls.size();
        QVERIFY(world.run(source, job).outcome == Outcome::Postponed);
        QCOMPARE(source.urls.size(), calls);
    }

    void longWaitOfAnOperator() {
        World world;
        OrderApi api(world.clock);
        world.database.bucket.nextAllowed = world.clock.now() + 600s;
        world.database.bucket.byOperator = true;
        const RunRecord run = world.run(api, apiJob("page", 5));
        QVERIFY(run.outcome == Outcome::Postponed);
        QVERIFY(run.postponedUntil == world.clock.now() + 600s);
        QVERIFY2(saidOf(run).contains("A person asks to wait"), qPrintable(saidOf(run)));
        QVERIFY(!world.database.lockHeld);
        QVERIFY(api.urls.empty());
    }

    void windowOfTheFuture() {
        World world;
        OrderApi api(world.clock);
        RunRequest request;
        request.window = Interval{world.clock.now() + 1h, world.clock.now() + 2h};
        const RunRecord run = world.run(api, apiJob("page", 5), request);
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(run.error->kind, base::ErrorKind::Usage);
        QVERIFY(api.urls.empty());
    }

    void refusedWithoutEnd() {
        World world;
        AnsweringSource source(world.clock, [](int, const HttpRequest&) -> base::Result<HttpAnswer> {
            return answered(429, "{}", {{"retry-after", "0"}});
        });
        const RunRecord run = world.run(source, apiJob("none", 5));
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(run.error->kind, base::ErrorKind::SourceRateLimited);
        QCOMPARE(source.urls.size(), size_t(10));
    }

    void lockout() {
        World world;
        AnsweringSource source(world.clock, [](int, const HttpRequest&) -> base::Result<HttpAnswer> {
            return answered(429, R"({"code":"GW.QUOTA_LIMIT"})");
        });
        const Job job = apiJob(
            "none", 5, "[[error]]\nwhen = { json = \"code\", in = [\"GW.QUOTA_LIMIT\"] }\nclass = \"lockout\"\n");
        RunRecord run = world.run(source, job);
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(run.error->kind, base::ErrorKind::SourceLockout);
        QVERIFY(world.database.bucket.lockedOut);
        QCOMPARE(source.urls.size(), size_t(1));
        run = world.run(source, job);
        QCOMPARE(run.error->kind, base::ErrorKind::SourceLockout);
        QCOMPARE(source.urls.size(), size_t(1)); // no call while it is locked out
    }

    void pausedByAnOperator() {
        World world;
        OrderApi api(world.clock);
        world.database.bucket.paused = true;
        world.database.bucket.reason = "maintenance";
        const RunRecord run = world.run(api, apiJob("page", 5));
        QVERIFY(run.outcome == Outcome::Postponed);
        QVERIFY(saidOf(run).contains("maintenance"));
        QVERIFY(run.postponedUntil > world.clock.now());
        QVERIFY(api.urls.empty());
    }

    void classesThatEndTheRun_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("requests");
        QTest::addColumn<QString>("kind");
        QTest::newRow("401") << 401 << 1 << "source_auth";
        QTest::newRow("404") << 404 << 1 << "source_permanent";
        QTest::newRow("redirect") << 302 << 1 << "source_permanent";
        QTest::newRow("500") << 500 << 3 << "source_transient";
    }
    void classesThatEndTheRun() {
        QFETCH(int, status);
        QFETCH(int, requests);
        QFETCH(QString, kind);
        World world;
        AnsweringSource source(world.clock, [&](int, const HttpRequest&) -> base::Result<HttpAnswer> {
            return answered(status, "{\"message\":\"no\"}", {{"location", "https://evil.example"}});
        });
        const RunRecord run = world.run(source, apiJob("none", 5));
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(QString(base::kindName(run.error->kind)), kind);
        QCOMPARE(run.error->httpStatus, status);
        QCOMPARE(static_cast<int>(source.urls.size()), requests);
        QCOMPARE(world.database.bucket.lease, std::int64_t(0));
        QCOMPARE(world.database.bucket.last.status, status);
    }

    void secretsStayOut() {
        World world;
        Job job = apiJob("none", 5, "[secrets]\nk = \"env:K\"\n[auth]\nkind = \"bearer\"\ntoken = \"${secret:k}\"\n");
        job.source.secrets["k"] = base::Secret("very-secret");
        job.source.query.emplace_back("key", "${secret:k}");
        AnsweringSource source(world.clock, [&](int, const HttpRequest& request) -> base::Result<HttpAnswer> {
            return answered(400, "{\"message\":\"bad " + request.url + " very-secret\"}");
        });
        const RunRecord run = world.run(source, job);
        QVERIFY(source.urls.at(0).find("very-secret") != std::string::npos);
        QVERIFY2(!saidOf(run).contains("very-secret"), qPrintable(saidOf(run)));
        QVERIFY(saidOf(run).contains("key=***"));
        QVERIFY(world.database.bucket.last.reason.find("very-secret") == std::string::npos);
        QVERIFY(world.database.bucket.key.find("very-secret") == std::string::npos);
        QVERIFY(world.database.bucket.key.rfind("api|", 0) == 0);
        // Without its value nothing is sent.
        job.source.secrets.clear();
        const size_t before = source.urls.size();
        QCOMPARE(world.run(source, job).error->kind, base::ErrorKind::Configuration);
        QCOMPARE(source.urls.size(), before);
    }

    void restsAfterALargeAnswer() {
        World world;
        OrderApi api(world.clock);
        api.paging = "cursor";
        for (int id = 1; id <= 7; ++id)
            api.orders[id] = {{at("2026-03-10T11:00:00Z"), "open", "1.10"}};
        const Job job =
            apiJob("cursor", 5, "[[limit]]\nevery = \"1s\"\n[[limit.rest]]\nitems_at_least = 5\nrest = \"20s\"\n");
        QVERIFY(world.run(api, job).outcome == Outcome::Success);
        QCOMPARE(api.times.size(), size_t(2));
        QVERIFY(api.times[1] - api.times[0] >= 20s);
    }

    void quarantineShare_data() {
        QTest::addColumn<int>("bad");
        QTest::addColumn<int>("good");
        QTest::addColumn<bool>("fails");
        QTest::newRow("one of one") << 1 << 0 << false;
        QTest::newRow("one of three") << 1 << 2 << false;
        QTest::newRow("a fifth") << 2 << 8 << false;
        QTest::newRow("more than a fifth") << 3 << 9 << true;
        QTest::newRow("all") << 10 << 0 << true;
    }
    void quarantineShare() {
        QFETCH(int, bad);
        QFETCH(int, good);
        QFETCH(bool, fails);
        World world;
        AnsweringSource source(world.clock, [&](int, const HttpRequest&) -> base::Result<HttpAnswer> {
            std::vector<std::string> items;
            for (int i = 0; i < good; ++i)
                items.push_back(order(i));
            for (int i = 0; i < bad; ++i)
                items.push_back(order(1000 + i, "x\\u0000"));
            return answered(200, page(items));
        });
        const Job job = apiJob("none", 100);
        const RunRecord run = world.run(source, job);
        QCOMPARE(run.outcome == Outcome::Failed, fails);
        if (fails) {
            QCOMPARE(run.error->kind, base::ErrorKind::Quarantine);
            QVERIFY2(saidOf(run).contains("order 1000: status holds the character U+0000"), qPrintable(saidOf(run)));
            QVERIFY(world.database.windows[job.name].empty());
        } else {
            QCOMPARE(run.counts.quarantined, std::int64_t(bad));
            QCOMPARE(run.counts.created, std::int64_t(good));
        }
    }

    void duplicatesStaleGoneAndBack() {
        World world;
        std::string body;
        AnsweringSource source(
            world.clock, [&](int, const HttpRequest&) -> base::Result<HttpAnswer> { return answered(200, body); });
        const Job job = apiJob("none", 100);
        const auto once = [&](const std::vector<std::string>& items) {
            body = page(items);
            world.clock.advance(1min);
            return world.run(source, job);
        };
        const auto gone = [](int id, const char* updated) {
            return "{\"id\":" + std::to_string(id) + ",\"updated_at\":\"" + updated +
                   "\",\"status\":\"x\",\"total\":\"1.00\",\"deleted\":true}";
        };
        RunRecord run = once({order(7, "open", "2026-03-10T11:00:00Z"), order(7, "paid", "2026-03-10T11:05:00Z"),
                              order(8, "paid", "2026-03-10T11:05:00Z"), order(8, "open", "2026-03-10T11:00:00Z")});
        QCOMPARE(run.fetched, std::int64_t(4));
        QCOMPARE(run.counts.created, std::int64_t(2));
        QCOMPARE(world.database.live("8")->values.at("status").value_or(""), std::string("paid"));
        run = once({order(7, "open", "2026-03-10T11:04:00Z"), order(8, "paid", "2026-03-10T11:05:00Z")});
        QVERIFY((run.counts == WriteCounts{0, 0, 1, 1, 0, 0, 0, 0}));
        run = once({order(8, "sent", "2026-03-10T11:05:00Z")}); // equally old: the later answer counts
        QVERIFY((run.counts == WriteCounts{0, 1, 0, 0, 0, 0, 0, 0}));
        run = once({gone(7, "2026-03-10T11:10:00Z"), gone(99, "2026-03-10T11:10:00Z")});
        QCOMPARE(run.counts.gone, std::int64_t(1));
        QVERIFY(world.database.live("7") == nullptr && world.database.live("99") == nullptr);
        run = once({order(7, "open", "2026-03-10T11:09:00Z")}); // an old version of what is gone
        QCOMPARE(run.counts.stale, std::int64_t(1));
        QVERIFY(world.database.live("7") == nullptr);
        run = once({order(7, "back", "2026-03-10T11:20:00Z")});
        QCOMPARE(world.database.live("7")->values.at("status").value_or(""), std::string("back"));
    }

    void pagesThatDoNotGoOn_data() {
        QTest::addColumn<QString>("paging");
        QTest::addColumn<QString>("more");
        QTest::addColumn<QStringList>("answers"); ///< the part after the orders; the last one repeats
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("requests");
        QTest::newRow("cursor in a circle")
            << "cursor"
            << "" << QStringList{",\"next_cursor\":\"A\"", ",\"next_cursor\":\"B\"", ",\"next_cursor\":\"A\""}
            << "the cursor \"A\" came a second time" << 3;
        QTest::newRow("same orders") << "cursor"
                                     << "same" << QStringList{",\"next_cursor\":\"A\"", ",\"next_cursor\":\"B\""}
                                     << "hold the same orders" << 2;
        QTest::newRow("too many") << "cursor"
                                  << "few" << QStringList{",\"next_cursor\":\"%1\""} << "max_pages" << 5;
        QTest::newRow("link to another host") << "next_url"
                                              << "" << QStringList{",\"next\":\"http://evil.example/orders?p=2\""}
                                              << "leads to another host: http://evil.example/orders" << 1;
        QTest::newRow("link back") << "next_url"
                                   << ""
                                   << QStringList{",\"next\":\"http://127.0.0.1:8080/api/orders?p=2\"",
                                                  ",\"next\":\"/api/orders?p=2\""}
                                   << "leads back" << 2;
        QTest::newRow("no total") << "page"
                                  << "" << QStringList{""} << "does not say how many orders" << 1;
        QTest::newRow("smaller pages than asked") << "page"
                                                  << "" << QStringList{",\"total\":50"} << "set size" << 1;
        QTest::newRow("more pages than allowed") << "offset"
                                                 << "full" << QStringList{",\"total\":500"} << "max_pages" << 1;
    }
    void pagesThatDoNotGoOn() {
        QFETCH(QString, paging);
        QFETCH(QString, more);
        QFETCH(QStringList, answers);
        QFETCH(QString, says);
        QFETCH(int, requests);
        World world;
        AnsweringSource source(world.clock, [&](int number, const HttpRequest&) -> base::Result<HttpAnswer> {
            QString rest = answers[std::min<qsizetype>(number, answers.size()) - 1];
            if (rest.contains("%1"))
                rest = rest.arg(number);
            std::vector<std::string> items = {order(more == "same" ? 1 : number)};
            for (int i = 1; i < 5 && more == "full"; ++i)
                items.push_back(order(100 * number + i));
            return answered(200, page(items, rest.toStdString()));
        });
        Job job = apiJob(paging.toStdString(), 5);
        job.source.maxPages = more == "few" || more == "full" ? 4 : 100;
        const RunRecord run = world.run(source, job);
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(run.error->kind, base::ErrorKind::SourcePermanent);
        QVERIFY2(saidOf(run).contains(says), qPrintable(saidOf(run)));
        QCOMPARE(static_cast<int>(source.urls.size()), requests);
        QVERIFY(world.database.windows[job.name].empty());
        QVERIFY(!world.database.lockHeld);
    }

    /// Orders that change while one reads leave the window, and the others move up by one.
    void readingBackwardMissesNothing_data() {
        QTest::addColumn<QString>("paging");
        QTest::addColumn<bool>("newestFirst");
        for (const char* paging : {"page", "offset"}) {
            for (const bool newestFirst : {false, true})
                QTest::addRow("%s, %s", paging, newestFirst ? "newest first" : "oldest first") << paging << newestFirst;
        }
    }
    void readingBackwardMissesNothing() {
        QFETCH(QString, paging);
        QFETCH(bool, newestFirst);
        std::uint32_t seed = 4711;
        const auto random = [&seed](std::uint32_t below) {
            seed = seed * 1664525U + 1013904223U;
            return (seed >> 8) % below;
        };
        for (int round = 0; round < 40; ++round) {
            World world;
            OrderApi api(world.clock);
            api.paging = paging.toStdString();
            api.newestFirst = newestFirst;
            const int count = 20 + static_cast<int>(random(60));
            std::set<int> changes;
            for (int id = 1; id <= count; ++id) {
                api.orders[id] = {{at("2026-03-10T11:00:00Z") + std::chrono::seconds(random(1800)), "open", "1.00"}};
                if (random(4) == 0) {
                    changes.insert(id);
                    api.orders[id].push_back(
                        {at("2026-03-10T12:00:00Z") + std::chrono::milliseconds(1 + random(12'000)), "paid", "1.00"});
                }
            }
            const RunRecord run = world.run(api, apiJob(paging.toStdString(), 4));
            QVERIFY(run.outcome == Outcome::Success);
            for (int id = 1; id <= count; ++id)
                QVERIFY2(changes.contains(id) || world.database.live(std::to_string(id)) != nullptr,
                         qPrintable(QString("round %1: order %2 was never touched and is missing").arg(round).arg(id)));
        }
    }

    void aListReadForward_data() {
        QTest::addColumn<QString>("pagination");
        QTest::addColumn<int>("orders");
        QTest::addColumn<int>("requests");
        QTest::newRow("short page ends it") << "" << 7 << 2;
        QTest::newRow("a full last page") << "" << 10 << 3;
        QTest::newRow("until empty") << "stop = \"empty\"\n" << 7 << 3;
        QTest::newRow("by the total") << "total = \"total\"\ndirection = \"forward\"\n" << 10 << 2;
        QTest::newRow("by more") << "stop = \"more\"\nmore = \"next_cursor\"\n" << 10 << 2;
        QTest::newRow("nothing there") << "" << 0 << 1;
    }
    void aListReadForward() {
        QFETCH(QString, pagination);
        QFETCH(int, orders);
        QFETCH(int, requests);
        for (const std::string kind : {"page", "offset"}) {
            World world;
            OrderApi api(world.clock);
            api.paging = kind;
            for (int id = 1; id <= orders; ++id)
                api.orders[id] = {{at("2026-03-10T11:00:00Z"), "open", "1.10"}};
            std::vector<base::ConfigProblem> problems;
            base::TomlTable root = base::TomlTable::readText(
                "[http]\nbase_url = \"http://127.0.0.1:8080\"\n[window]\nsend_to = false\n[request]\npath = "
                "\"/orders\"\n"
                "query = { from = \"${from}\", size = \"${size}\", " +
                    kind + " = \"${" + kind + "}\" }\n[pagination]\nkind = \"" + kind + "\"\nsize = 5\n" +
                    pagination.toStdString() + "[response]\nitems = \"orders\"\n[record]\nexternal_id = \"id\"\n",
                "api.toml", problems);
            Job job = apiJob("page", 5);
            job.source = readSourceProfile(root, "api");
            QVERIFY2(problems.empty(),
                     problems.empty() ? "" : base::configError(problems).message.englishUtf8().c_str());
            const RunRecord run = world.run(api, job);
            QVERIFY2(run.outcome == Outcome::Success, qPrintable(saidOf(run)));
            QCOMPARE(static_cast<int>(api.urls.size()), requests);
            QCOMPARE(static_cast<int>(world.database.rows.size()), orders);
        }
    }

    void fewerThanAnnouncedIsSaid() {
        World world;
        AnsweringSource source(world.clock, [](int, const HttpRequest&) -> base::Result<HttpAnswer> {
            return answered(200, page({order(1), order(2)}, ",\"total\":3"));
        });
        const RunRecord run = world.run(source, apiJob("page", 5));
        QVERIFY(run.outcome == Outcome::Success);
        QCOMPARE(run.warning, std::string("received 2 of 3 orders that the source announced"));
    }

    void clocksThatDisagree_data() {
        QTest::addColumn<int>("seconds"); ///< the source's clock against the database's
        QTest::addColumn<QString>("until");
        QTest::addColumn<QString>("warning");
        QTest::newRow("the same") << 0 << "2026-03-10T12:00:00Z"
                                  << "";
        QTest::newRow("a minute behind") << -60 << "2026-03-10T11:59:00Z"
                                         << "";
        QTest::newRow("a minute ahead") << 60 << "2026-03-10T12:00:00Z"
                                        << "";
        QTest::newRow("far behind") << -400 << "2026-03-10T11:53:20Z"
                                    << "the source's clock is 399s behind the database's, more than half the lookback";
        QTest::newRow("far ahead") << 400 << "2026-03-10T12:00:00Z"
                                   << "the source's clock is 400s ahead of the database's, more than half the lookback";
    }
    void clocksThatDisagree() {
        QFETCH(int, seconds);
        QFETCH(QString, until);
        QFETCH(QString, warning);
        World world;
        AnsweringSource source(world.clock, [&](int, const HttpRequest&) -> base::Result<HttpAnswer> {
            return answered(200, page({order(1)}),
                            {{"date", base::toHttpDate(world.clock.now() + std::chrono::seconds(seconds))}});
        });
        const Job job = apiJob("none", 5);
        const RunRecord run = world.run(source, job);
        QCOMPARE(QString::fromStdString(base::toRfc3339(run.window->until)), until);
        QVERIFY(world.database.windows[job.name].at(0).until == run.window->until);
        QCOMPARE(QString::fromStdString(run.warning), warning);
    }

    void nothingEscapes() {
        World world;
        AnsweringSource source(world.clock, [](int, const HttpRequest&) -> base::Result<HttpAnswer> {
            throw std::runtime_error("out of ideas");
        });
        const RunRecord run = world.run(source, apiJob("none", 5));
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(run.error->kind, base::ErrorKind::Internal);
        QVERIFY(saidOf(run).contains("out of ideas"));
        QVERIFY(!world.database.lockHeld);
        QCOMPARE(world.database.history.size(), size_t(1));
    }

    /// While it waits for the limit, the loss of the session ends the run within the next pulse.
    void theLockIsWatchedInEveryWait() {
        World world;
        AnsweringSource source(world.clock, [](int, const HttpRequest&) -> base::Result<HttpAnswer> {
            return answered(429, "{}", {{"retry-after", "100"}});
        });
        base::Instant lostAt{};
        world.faults.onCall = [&](int call) {
            if (call == 40) {
                world.faults.sessionLost = true;
                lostAt = world.clock.now();
            }
        };
        const RunRecord run = world.run(source, apiJob("none", 5));
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(run.error->kind, base::ErrorKind::LockLost);
        QVERIFY(lostAt != base::Instant{});
        QVERIFY(world.clock.now() - lostAt <= 1s);
        QCOMPARE(world.database.history.size(), size_t(1));
        QVERIFY(run.lock == LockOutcome::Acquired);
    }
};

QTEST_GUILESS_MAIN(TestSyncEngine)
#include "tst_sync_engine.moc"
