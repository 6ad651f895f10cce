// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/order_api.h"
#include "http/curl_order_source.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpServer>
#include <QTest>

#include <atomic>

using namespace latchboard;
using namespace latchboard::demo;
using namespace std::chrono_literals;

namespace {

const base::Instant kNow = *base::fromRfc3339("2026-03-01T12:00:00Z");

/// Stands still until it is moved.
class HandClock final : public base::Clock {
public:
    [[nodiscard]] base::Instant now() const override { return kNow + base::Duration(m_passed); }
    [[nodiscard]] base::Duration monotonic() const override { return base::Duration(m_passed); }
    base::Result<void> wait(base::Duration duration, const base::Waiting&) const override {
        m_passed += duration.count();
        return {};
    }
    void move(base::Duration by) { m_passed += by.count(); }

private:
    mutable std::atomic<std::int64_t> m_passed{0};
};

struct Fixture {
    std::shared_ptr<HandClock> clock = std::make_shared<HandClock>();
    std::unique_ptr<OrderApi> api;

    explicit Fixture(OrderApiOptions options = {}) {
        options.keys = {base::Secret("one"), base::Secret("two")};
        options.changeEvery = 0s;
        options.clock = clock;
        auto started = OrderApi::start(std::move(options));
        if (started)
            api = *std::move(started);
    }

    [[nodiscard]] sync::HttpAnswer get(const std::string& query, const std::string& key = "Bearer one") const {
        http::CurlOrderSource source({.loopbackOnly = true});
        sync::HttpRequest request;
        request.method = "GET";
        request.url = api->baseUrl() + "/orders" + query;
        if (!key.empty())
            request.headers = {{"Authorization", key}};
        auto answer = source.send(request, {});
        return answer ? *std::move(answer) : sync::HttpAnswer();
    }
    [[nodiscard]] sync::HttpAnswer page(int number, int size, const std::string& key = "Bearer one") const {
        return get("?updated_from=2026-03-01T06:00:00Z&updated_until=2026-03-01T21:00:00%2B09:00&page=" +
                       std::to_string(number) + "&size=" + std::to_string(size),
                   key);
    }
};

QJsonObject json(const sync::HttpAnswer& answer) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(answer.body)).object();
}

} // namespace

class TestDemoOrderApi : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pagesAddUp();
    void sameOptionsSameAnswers();
    void ordersChangeWhileOneReads();
    void keysAreChecked_data();
    void keysAreChecked();
    void parametersAreChecked_data();
    void parametersAreChecked();
    void limitIsKept();
    void largeAnswersCoolDown();
    void retryAfterIsAlsoADate();
    void busyNowAndThen();
    void portTakenIsSaid();
    void changesByItself();
};

void TestDemoOrderApi::pagesAddUp() {
    Fixture fixture({.orders = 130});
    QVERIFY(fixture.api);
    qint64 items = 0;
    for (int number = 1; number <= 3; ++number) {
        const auto answer = fixture.page(number, 50);
        QCOMPARE(answer.status, 200);
        const auto body = json(answer);
        items += body[u"orders"].toArray().size();
        QCOMPARE(body[u"page"].toInteger(), qint64(number));
        QCOMPARE(body[u"pages"].toInteger(), qint64(3));
        fixture.clock->move(10s);
    }
    QVERIFY(items <= 130 && items >= 120); // changed while we read
    QCOMPARE(fixture.api->counters().answered, 3);
    QCOMPARE(fixture.api->counters().violations, 0);
}

void TestDemoOrderApi::sameOptionsSameAnswers() {
    const Fixture first({.seed = 5, .orders = 80}), second({.seed = 5, .orders = 80}), other({.seed = 6, .orders = 80});
    QVERIFY(first.api && second.api && other.api);
    for (int number = 1; number <= 2; ++number) {
        const auto answer = first.page(number, 40);
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, second.page(number, 40).body);
        QVERIFY(answer.body != other.page(number, 40).body);
        for (const auto* const fixture : {&first, &second, &other})
            fixture->clock->move(10s);
    }
}

void TestDemoOrderApi::ordersChangeWhileOneReads() {
    Fixture fixture({.orders = 100});
    QVERIFY(fixture.api);
    const auto before = json(fixture.page(1, 200))[u"total"].toInteger();
    QCOMPARE(before, qint64(100));
    fixture.clock->move(10s);
    fixture.api->change(40);
    const auto after = json(fixture.page(1, 200))[u"total"].toInteger();
    QVERIFY(after < before); // what changed has left the window
    fixture.clock->move(10s);
    const auto all = fixture.get("?updated_from=2026-03-01T06:00:00Z&updated_until=2026-03-01T13:00:00Z&size=200");
    QVERIFY(all.body.find("\"status\":\"deleted\"") != std::string::npos);
    QVERIFY(json(all)[u"total"].toInteger() > before); // and new ones appeared
}

void TestDemoOrderApi::keysAreChecked_data() {
    QTest::addColumn<QByteArray>("authorization");
    QTest::addColumn<int>("status");
    QTest::newRow("good") << QByteArray("Bearer one") << 200;
    QTest::newRow("the other") << QByteArray("Bearer two") << 200;
    QTest::newRow("none") << QByteArray() << 401;
    QTest::newRow("wrong") << QByteArray("Bearer three") << 401;
    QTest::newRow("no bearer") << QByteArray("one") << 401;
    QTest::newRow("basic") << QByteArray("Basic b25l") << 401;
    QTest::newRow("longer") << QByteArray("Bearer one1") << 401;
}

void TestDemoOrderApi::keysAreChecked() {
    QFETCH(const QByteArray, authorization);
    QFETCH(const int, status);
    const Fixture fixture({.orders = 10});
    QVERIFY(fixture.api);
    QCOMPARE(fixture.page(1, 10, authorization.toStdString()).status, status);
    QCOMPARE(fixture.api->counters().unauthorized, status == 401 ? 1 : 0);
}

void TestDemoOrderApi::parametersAreChecked_data() {
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<int>("status");
    const QByteArray window = "?updated_from=2026-03-01T06:00:00Z&updated_until=2026-03-01T12:00:00Z";
    QTest::newRow("window alone") << window << 200;
    QTest::newRow("with an offset")
        << QByteArray("?updated_from=2026-03-01T06:00:00%2B09:00&updated_until=2026-03-01T12:00:00.25Z") << 200;
    QTest::newRow("nothing") << QByteArray() << 400;
    QTest::newRow("no end") << QByteArray("?updated_from=2026-03-01T06:00:00Z") << 400;
    QTest::newRow("no offset") << QByteArray("?updated_from=2026-03-01T06:00:00&updated_until=2026-03-01T12:00:00Z")
                               << 400;
    QTest::newRow("page 0") << window + "&page=0" << 400;
    QTest::newRow("page no number") << window + "&page=x" << 400;
    QTest::newRow("size too large") << window + "&size=201" << 400;
    QTest::newRow("page beyond the last") << window + "&page=999" << 200;
    QTest::newRow("elsewhere") << QByteArray("/more") + window << 404;
}

void TestDemoOrderApi::parametersAreChecked() {
    QFETCH(const QByteArray, query);
    QFETCH(const int, status);
    const Fixture fixture({.orders = 10});
    QVERIFY(fixture.api);
    QCOMPARE(fixture.get(query.toStdString()).status, status);
    QCOMPARE(fixture.api->counters().bad, status == 400 ? 1 : 0);
}

void TestDemoOrderApi::limitIsKept() {
    Fixture fixture({.orders = 10});
    QVERIFY(fixture.api);
    QCOMPARE(fixture.page(1, 10).status, 200);
    const auto early = fixture.page(1, 10);
    QCOMPARE(early.status, 429);
    QCOMPARE(early.header("retry-after"), std::optional<std::string>("1"));
    QCOMPARE(fixture.page(1, 10, "Bearer two").status, 200); // a limit of its own
    fixture.clock->move(1s);
    QCOMPARE(fixture.page(1, 10).status, 200);
    fixture.clock->move(999ms);
    QCOMPARE(fixture.page(1, 10).status, 429);
    const auto counters = fixture.api->counters();
    QCOMPARE(counters.requests, 5);
    QCOMPARE(counters.answered, 3);
    QCOMPARE(counters.violations, 2);
}

void TestDemoOrderApi::largeAnswersCoolDown() {
    Fixture fixture({.orders = 100, .limit = {.spacing = 1s, .largeAnswer = 50, .cooldown = 4s}});
    QVERIFY(fixture.api);
    QCOMPARE(fixture.page(1, 50).status, 200);
    fixture.clock->move(1s);
    const auto early = fixture.page(2, 50);
    QCOMPARE(early.status, 429);
    QCOMPARE(early.header("retry-after"), std::optional<std::string>("3"));
    fixture.clock->move(3s);
    QCOMPARE(fixture.page(2, 49).status, 200);
    fixture.clock->move(1s);
    QCOMPARE(fixture.page(3, 49).status, 200);
}

void TestDemoOrderApi::retryAfterIsAlsoADate() {
    Fixture fixture({.orders = 10});
    QVERIFY(fixture.api);
    QCOMPARE(fixture.page(1, 10).status, 200);
    fixture.clock->move(250ms);
    int dates = 0;
    for (int i = 0; i < 6; ++i) {
        const auto refused = fixture.page(1, 10);
        QCOMPARE(refused.status, 429);
        const auto told = refused.header("retry-after");
        QVERIFY(told);
        if (*told == "1")
            continue;
        ++dates;
        const auto moment = base::fromHttpDate(*told);
        QVERIFY(moment);
        QCOMPARE(*moment, kNow + 1s); // due at that moment: who obeys is not too early
    }
    QCOMPARE(dates, 2);
    QVERIFY(base::fromHttpDate(fixture.page(1, 10).header("date").value_or("")));
}

void TestDemoOrderApi::busyNowAndThen() {
    Fixture fixture({.orders = 10, .busyEvery = 3});
    QVERIFY(fixture.api);
    QList<int> statuses;
    for (int i = 0; i < 6; ++i) {
        const auto answer = fixture.page(1, 10);
        statuses << answer.status;
        fixture.clock->move(answer.status == 429 ? 2s : 1s);
    }
    QCOMPARE(statuses, (QList<int>{200, 200, 429, 200, 200, 429}));
    QCOMPARE(fixture.api->counters().violations, 0);
    QCOMPARE(fixture.api->counters().busy, 2);
}

void TestDemoOrderApi::portTakenIsSaid() {
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    const auto api = OrderApi::start({.port = other.serverPort()});
    QVERIFY(!api.ok());
    QCOMPARE(api.error().kind, base::ErrorKind::Configuration);
    QCOMPARE(api.error().message.englishUtf8(),
             "The order API can't listen on 127.0.0.1:" + std::to_string(other.serverPort()) + ": the port is taken.");
}

void TestDemoOrderApi::changesByItself() {
    // With the machine's clock and its own timer.
    auto started = OrderApi::start({.keys = {base::Secret("k")},
                                    .orders = 20,
                                    .history = 1h,
                                    .limit = {.spacing = 0s},
                                    .changeEvery = 10ms,
                                    .changeOnRequest = false});
    QVERIFY(started.ok());
    http::CurlOrderSource source({.loopbackOnly = true});
    const auto from = base::toRfc3339(base::SystemClock().now());
    const auto changed = [&] {
        const auto answer = source.send(
            {.method = "GET",
             .url = (*started)->baseUrl() + "/orders?updated_from=" + from + "&updated_until=2999-01-01T00:00:00Z",
             .headers = {{"Authorization", "Bearer k"}},
             .body = {}},
            {});
        return answer ? json(*answer)[u"total"].toInteger() : 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(changed() > 5, 60'000);
}

QTEST_GUILESS_MAIN(TestDemoOrderApi)
#include "tst_demo_order_api.moc"
