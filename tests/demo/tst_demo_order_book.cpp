// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/order_book.h"
#include "demo/order_gate.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace latchboard;
using namespace latchboard::demo;
using namespace std::chrono_literals;

class TestDemoOrderBook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameSeedSameBook();
    void pagesCoverTheWindow_data();
    void pagesCoverTheWindow();
    void backwardReadingLosesNothing_data();
    void backwardReadingLosesNothing();
    void cancelledStaysCancelled();
    void jsonKeepsEveryDigit();
    void jsonTextIsEscaped();
    void gate_data();
    void gate();
    void gateOfEachKey();
};

namespace {

const base::Instant kNow = *base::fromRfc3339("2026-03-01T12:00:00Z");

std::string dump(const OrderBook& book) {
    return toJson(book.select(kNow - 1000h, kNow + 1000h, 1, 1'000'000), 1);
}

} // namespace

void TestDemoOrderBook::sameSeedSameBook() {
    OrderBook first(7, 300, 6h, kNow), second(7, 300, 6h, kNow), other(8, 300, 6h, kNow);
    for (int i = 0; i < 500; ++i) {
        first.change(kNow + i * 1s);
        second.change(kNow + i * 1s);
    }
    QCOMPARE(dump(first), dump(second));
    QVERIFY(dump(first) != dump(other));
    std::set<std::string> ids;
    for (const auto& order : first.orders())
        ids.insert(order.id);
    QCOMPARE(ids.size(), first.orders().size());
}

void TestDemoOrderBook::pagesCoverTheWindow_data() {
    QTest::addColumn<int>("orders");
    QTest::addColumn<int>("size");
    QTest::addColumn<qint64>("pages");
    QTest::newRow("none") << 0 << 10 << qint64(0);
    QTest::newRow("one") << 1 << 10 << qint64(1);
    QTest::newRow("exactly full") << 30 << 10 << qint64(3);
    QTest::newRow("one more") << 31 << 10 << qint64(4);
    QTest::newRow("one a page") << 5 << 1 << qint64(5);
    QTest::newRow("all on one") << 5 << 200 << qint64(1);
}

void TestDemoOrderBook::pagesCoverTheWindow() {
    QFETCH(const int, orders);
    QFETCH(const int, size);
    QFETCH(const qint64, pages);
    const OrderBook book(1, orders, 6h, kNow);
    std::vector<std::string> seen;
    base::Instant last{};
    for (std::int64_t page = 1; page <= pages + 1; ++page) {
        const auto part = book.select(kNow - 6h, kNow, page, size);
        QCOMPARE(part.total, std::int64_t(orders));
        QCOMPARE(part.pages, std::int64_t(pages));
        for (const auto& order : part.orders) {
            QVERIFY(order.updatedAt >= last);
            last = order.updatedAt;
            seen.push_back(order.id);
        }
        if (page > pages)
            QVERIFY(part.orders.empty());
    }
    QCOMPARE(seen.size(), std::size_t(orders));
    // The start belongs to a window, its end does not.
    if (orders > 0) {
        const auto moment = book.orders().front().updatedAt;
        QCOMPARE(book.select(moment, moment, 1, 10).total, std::int64_t(0));
        QVERIFY(book.select(moment, moment + 1us, 1, 10).total >= 1);
    }
}

void TestDemoOrderBook::backwardReadingLosesNothing_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 20; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

void TestDemoOrderBook::backwardReadingLosesNothing() {
    QFETCH(const int, seed);
    OrderBook book(static_cast<std::uint64_t>(seed), 400, 6h, kNow);
    std::map<std::string, base::Instant> before;
    for (const auto& order : book.orders())
        before[order.id] = order.updatedAt;
    std::set<std::string> seen;
    auto later = kNow;
    for (auto page = book.select(kNow - 6h, kNow, 1, 25).pages; page >= 1; --page) {
        for (const auto& order : book.select(kNow - 6h, kNow, page, 25).orders)
            seen.insert(order.id);
        for (int i = 0; i < 7; ++i)
            book.change(later += 1s);
    }
    int untouched = 0;
    for (const auto& order : book.orders()) {
        const auto known = before.find(order.id);
        if (known == before.end() || known->second != order.updatedAt)
            continue; // appeared or changed while we read: the next window's
        ++untouched;
        QVERIFY2(seen.contains(order.id), order.id.c_str());
    }
    QVERIFY(untouched > 200);
}

void TestDemoOrderBook::cancelledStaysCancelled() {
    OrderBook book(3, 50, 6h, kNow);
    std::map<std::string, base::Instant> cancelled;
    for (int i = 0; i < 3'000; ++i) {
        book.change(kNow + i * 1s);
        for (const auto& order : book.orders()) {
            if (const auto known = cancelled.find(order.id); known != cancelled.end()) {
                QCOMPARE(order.status, std::string("deleted"));
                QCOMPARE(order.updatedAt, known->second);
            } else if (order.status == "deleted") {
                cancelled[order.id] = order.updatedAt;
            }
        }
    }
    QVERIFY(cancelled.size() > 20);
}

void TestDemoOrderBook::jsonKeepsEveryDigit() {
    const OrderBook book(1, 200, 6h, kNow);
    const auto page = book.select(kNow - 6h, kNow, 1, 200);
    const std::string json = toJson(page, 1);
    QJsonParseError error{};
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(json), &error);
    QCOMPARE(error.error, QJsonParseError::NoError);
    const QJsonArray orders = document[u"orders"].toArray();
    QCOMPARE(orders.size(), 200);
    int beyond = 0, korean = 0, asText = 0, asNumber = 0;
    for (int i = 0; i < orders.size(); ++i) {
        const auto& order = page.orders[static_cast<std::size_t>(i)];
        const QJsonObject item = orders[i].toObject();
        if (order.idIsNumber) {
            ++beyond;
            QVERIFY(json.find("\"id\":" + order.id + ",") != std::string::npos);
            QVERIFY(std::stoll(order.id) > (1LL << 53));
        }
        const QString name = item[u"customer"].toObject()[u"name"].toString();
        QCOMPARE(name, QString::fromStdString(order.customer));
        korean += name.at(0).script() == QChar::Script_Hangul ? 1 : 0;
        (item[u"amount"].isString() ? asText : asNumber) += 1;
        const auto updated = base::fromRfc3339(item[u"updated_at"].toString().toStdString());
        QVERIFY(updated);
        QCOMPARE(*updated, order.updatedAt);
    }
    QVERIFY(beyond > 20 && korean > 20 && asText > 20 && asNumber > 20);
}

void TestDemoOrderBook::jsonTextIsEscaped() {
    QCOMPARE(jsonText("a\"b\\c\n\x01 김"), std::string("\"a\\\"b\\\\c\\u000a\\u0001 김\""));
}

void TestDemoOrderBook::gate_data() {
    // Each step: at which millisecond a request comes, items of its answer if it passes, expected wait (-1: passes).
    using Steps = QList<QList<int>>;
    QTest::addColumn<Steps>("steps");
    QTest::newRow("one a second") << Steps{{0, 1, -1}, {1000, 1, -1}, {2000, 1, -1}};
    QTest::newRow("too early") << Steps{{0, 1, -1}, {999, 1, 1}, {1000, 1, -1}};
    QTest::newRow("a refusal moves nothing") << Steps{{0, 1, -1}, {100, 1, 900}, {900, 1, 100}, {1000, 1, -1}};
    QTest::newRow("rest after a large answer") << Steps{{0, 60, -1}, {1000, 1, 1000}, {2000, 1, -1}, {3000, 1, -1}};
    QTest::newRow("just not large") << Steps{{0, 59, -1}, {1000, 1, -1}};
    QTest::newRow("a long pause is no credit") << Steps{{0, 1, -1}, {60'000, 1, -1}, {60'001, 1, 999}};
}

void TestDemoOrderBook::gate() {
    QFETCH(const QList<QList<int>>, steps);
    OrderGate gate({.spacing = 1s, .largeAnswer = 60, .cooldown = 2s});
    for (const auto& step : steps) {
        const base::Duration now = std::chrono::milliseconds(step[0]);
        const auto wait = gate.arrive("key", now);
        QCOMPARE(wait ? std::chrono::duration_cast<std::chrono::milliseconds>(*wait).count() : -1,
                 std::int64_t(step[2]));
        if (!wait)
            gate.answered("key", step[1], now);
    }
}

void TestDemoOrderBook::gateOfEachKey() {
    OrderGate gate({});
    QVERIFY(!gate.arrive("a", 0s));
    QVERIFY(!gate.arrive("b", 0s));
    QVERIFY(gate.arrive("a", 500ms));
    gate.tell("b", 5s, 1s);
    QVERIFY(!gate.arrive("a", 1s));
    QCOMPARE(gate.arrive("b", 1s), std::optional<base::Duration>(5s));
}

QTEST_GUILESS_MAIN(TestDemoOrderBook)
#include "tst_demo_order_book.moc"
