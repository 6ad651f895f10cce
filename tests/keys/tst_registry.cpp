// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/registry.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace latchboard;
using namespace latchboard::keys;
using namespace std::chrono_literals;

namespace {

KnownName known(std::string name, NameSource source = NameSource::Config, std::string scheme = kDefaultScheme) {
    KnownName result;
    result.name = std::move(name);
    result.scheme = std::move(scheme);
    result.source = source;
    return result;
}

LockTag tagOf(std::string_view name, std::string_view scheme = kDefaultScheme) {
    return *derive(scheme, name);
}

QStringList namesOf(const std::vector<NameMatch>& matches) {
    QStringList names;
    for (const NameMatch& match : matches)
        names << QString::fromStdString(match.known.name) + (match.couldBe ? "?" : "");
    return names;
}

} // namespace

class TestRegistry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decodesNames();
    void nothingFits();
    void mostSpecificFirst();
    void sameNameOnce();
    void databases();
    void couldBeOfBareHash();
    void givenTag();
    void problemsAreReported();
    void find();
    void manyNames();
    void threadsMakeNoDifference();
    void scatteredAmbiguity();
    void fillTemplate_data();
    void fillTemplate();
    void timeSlots_data();
    void timeSlots();
    void timeSlotsHaveALimit();
};

void TestRegistry::decodesNames() {
    const auto registry =
        Registry::build({known("order-sync"), known("report"), known("42", NameSource::Config, "constant")});
    QCOMPARE(namesOf(registry->decode(tagOf("order-sync"))), QStringList{"order-sync"});
    QCOMPARE(namesOf(registry->decode(tagOfBigint(42))), QStringList{"42"});
    QCOMPARE(namesOf(registry->names()), QStringList({"order-sync", "report", "42"}));
}

void TestRegistry::nothingFits() {
    const auto registry = Registry::build({known("order-sync")});
    LockTag tag = tagOf("order-sync");
    tag.objsubid = 2; // the same numbers in another form are another lock
    QVERIFY(registry->decode(tag).empty());
    QVERIFY(registry->decode(tagOfBigint(1)).empty());
    QVERIFY(Registry::build({})->decode(tagOfBigint(1)).empty());
}

void TestRegistry::mostSpecificFirst() {
    std::vector<KnownName> names;
    const auto constant = [](const char* name, NameSource source) {
        KnownName result = known(name, source, "constant");
        result.tag = tagOfBigint(1);
        return result;
    };
    names.push_back(constant("airflow", NameSource::Catalogue));
    names.push_back(constant("job:{n}", NameSource::Template));
    names.push_back(constant("mine", NameSource::Config));
    names.push_back(constant("table", NameSource::Database));
    names.push_back(constant("coder", NameSource::Catalogue));
    const auto registry = Registry::build(names);
    QCOMPARE(namesOf(registry->decode(tagOfBigint(1))), QStringList({"mine", "table", "job:{n}", "airflow", "coder"}));
}

void TestRegistry::sameNameOnce() {
    KnownName catalogue = known("order-sync", NameSource::Catalogue);
    catalogue.expectedHold = 1h;
    KnownName database = known("order-sync", NameSource::Database);
    database.expectedHold = 5min;
    database.longLived = true;
    const auto registry = Registry::build({catalogue, database, known("order-sync"), known("order-sync")});
    const auto matches = registry->decode(tagOf("order-sync"));
    QCOMPARE(namesOf(matches), QStringList{"order-sync"});
    QVERIFY(matches[0].known.source == NameSource::Config);
    QVERIFY(matches[0].known.expectedHold == base::Duration(5min));
    QVERIFY(matches[0].known.longLived);
}

void TestRegistry::databases() {
    KnownName orders = known("order-sync");
    orders.database = "orders";
    KnownName anywhere = known("order-sync", NameSource::Catalogue);
    const auto registry = Registry::build({orders, anywhere});
    const auto sourceIn = [&](std::string_view database) {
        return registry->decode(tagOf("order-sync"), database).at(0).known.source;
    };
    QVERIFY(sourceIn("orders") == NameSource::Config);
    QVERIFY(sourceIn("billing") == NameSource::Catalogue);
    QVERIFY(sourceIn("") == NameSource::Config);
    QVERIFY(Registry::build({orders})->decode(tagOf("order-sync"), "billing").empty());
}

/// Two names with one 32-bit hash: both are shown, and none of them as certain.
void TestRegistry::couldBeOfBareHash() {
    const auto registry = Registry::build({known("orders-sync:shop-102316", NameSource::Config, "hashtext"),
                                           known("orders-sync:shop-85116", NameSource::Config, "hashtext"),
                                           known("orders-sync:shop-1", NameSource::Config, "hashtext"),
                                           known("225151325", NameSource::Config, "constant")});
    QCOMPARE(namesOf(registry->decode(tagOfBigint(225151325))),
             QStringList({"225151325", "orders-sync:shop-102316?", "orders-sync:shop-85116?"}));
}

void TestRegistry::givenTag() {
    KnownName product = known("a product's lock", NameSource::Catalogue, "its own way");
    product.tag = tagOfPair(18028, 7);
    std::vector<base::Error> problems;
    const auto registry = Registry::build({product}, &problems);
    QVERIFY(problems.empty());
    QCOMPARE(namesOf(registry->decode(tagOfPair(18028, 7))), QStringList{"a product's lock"});
}

void TestRegistry::problemsAreReported() {
    std::vector<base::Error> problems;
    const auto registry = Registry::build({known("a", NameSource::Config, "hashtex"), known("good"),
                                           known("99999999999999999999", NameSource::Config, "constant")},
                                          &problems);
    QCOMPARE(namesOf(registry->names()), QStringList{"good"});
    QCOMPARE(problems.size(), size_t{2});
    QVERIFY(problems[0].message.english().startsWith("The key \"a\" is left out: Unknown key scheme \"hashtex\""));
    QVERIFY(problems[1].message.english().contains("\"99999999999999999999\""));
    QVERIFY(problems[0].kind == base::ErrorKind::Usage);
    // Without a place for the problems they are left out all the same.
    QVERIFY(Registry::build({known("a", NameSource::Config, "hashtex")})->names().empty());
}

void TestRegistry::find() {
    const auto registry =
        Registry::build({known("order-sync", NameSource::Catalogue), known("order-sync"), known("b")});
    QVERIFY(registry->find("order-sync")->known.source == NameSource::Catalogue);
    QCOMPARE(registry->find("b")->tag, tagOf("b"));
    QVERIFY(!registry->find("c").has_value());
}

void TestRegistry::manyNames() {
    std::vector<KnownName> names;
    for (int tenant = 0; tenant < 5'000; ++tenant)
        names.push_back(known("order-sync:" + std::to_string(tenant), NameSource::Template));
    std::shuffle(names.begin(), names.end(), std::mt19937(20260101));
    const auto registry = Registry::build(names);
    for (int tenant = 0; tenant < 5'000; ++tenant) {
        const std::string name = "order-sync:" + std::to_string(tenant);
        const auto matches = registry->decode(tagOf(name));
        QCOMPARE(matches.size(), size_t{1});
        QCOMPARE(matches[0].known.name, name);
    }
}

/// 100,000 names of few numbers, so that many keys have several: what any number of threads builds is what one builds,
/// and that is what a plain map says.
void TestRegistry::threadsMakeNoDifference() {
    const auto seed = std::random_device{}();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> number(-30'000, 30'000);
    std::uniform_int_distribution<int> source(0, 3);
    std::vector<KnownName> names;
    std::multimap<LockTag, std::string> truth;
    for (int i = 0; i < 100'000; ++i) {
        KnownName name = known("job " + std::to_string(i), static_cast<NameSource>(source(random)), "by hand");
        if (i % 10 == 0)
            name = known(std::to_string(number(random)), NameSource::Template, "constant");
        else if (i % 1000 == 1)
            name = known("x", NameSource::Config, "constant"); // is left out
        else
            name.tag = i % 3 == 0 ? tagOfPair(number(random), number(random)) : tagOfBigint(number(random));
        if (name.tag || name.name != "x")
            truth.emplace(name.tag ? *name.tag : tagOf(name.name, name.scheme), name.name);
        names.push_back(std::move(name));
    }
    std::vector<base::Error> serialProblems;
    const auto serial = Registry::build(names, &serialProblems, 1);
    QCOMPARE(serialProblems.size(), size_t{100});
    QCOMPARE(serial->size(), truth.size());
    for (const unsigned threads : {2U, 7U}) {
        std::vector<base::Error> problems;
        const auto parallel = Registry::build(names, &problems, threads);
        QCOMPARE(problems.size(), serialProblems.size());
        QCOMPARE(parallel->size(), serial->size());
        for (auto tag = truth.begin(); tag != truth.end(); tag = truth.upper_bound(tag->first))
            QCOMPARE(namesOf(parallel->decode(tag->first)), namesOf(serial->decode(tag->first)));
    }
    for (auto tag = truth.begin(); tag != truth.end();) {
        const auto end = truth.upper_bound(tag->first);
        std::set<QString> expected;
        for (; tag != end; ++tag)
            expected.insert(QString::fromStdString(tag->second));
        const QStringList found = namesOf(serial->decode(std::prev(end)->first));
        QCOMPARE(std::set<QString>(found.begin(), found.end()), expected);
        QVERIFY(serial->knows(std::prev(end)->first));
    }
    QVERIFY(!serial->knows(tagOfBigint(30'001)));
}

/// Enough names of a 32-bit hash that some share one: each of them is shown, as "could be".
void TestRegistry::scatteredAmbiguity() {
    std::vector<KnownName> names;
    std::map<LockTag, int> count;
    for (int shop = 0; shop < 120'000; ++shop) {
        names.push_back(known("orders-sync:shop-" + std::to_string(shop), NameSource::Template, "hashtext"));
        ++count[tagOf(names.back().name, "hashtext")];
    }
    const auto registry = Registry::build(std::move(names));
    int ambiguous = 0;
    for (const auto& [tag, times] : count) {
        if (times < 2)
            continue;
        ++ambiguous;
        const auto matches = registry->decode(tag);
        QCOMPARE(matches.size(), static_cast<size_t>(times));
        for (const NameMatch& match : matches)
            QVERIFY(match.couldBe);
    }
    QVERIFY(ambiguous > 0);
}

void TestRegistry::fillTemplate_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("filled"); // null: refused

    QTest::newRow("at the end") << "order-sync:{tenant_id}"
                                << "7"
                                << "order-sync:7";
    QTest::newRow("at the start") << "{tenant}:orders"
                                  << "a b"
                                  << "a b:orders";
    QTest::newRow("alone") << "{x}"
                           << ""
                           << "";
    QTest::newRow("braces in the value") << "job:{slot}"
                                         << "{x}{y}"
                                         << "job:{x}{y}";
    QTest::newRow("other braces") << "a{}b{ c }d{e}"
                                  << "1"
                                  << "a{}b{ c }d1";
    QTest::newRow("open brace before") << "{a{b}"
                                       << "1"
                                       << "{a1";
    QTest::newRow("non-ASCII") << "작업:{n}"
                               << "주문"
                               << "작업:주문";
    QTest::newRow("none") << "order-sync"
                          << "7" << QString();
    QTest::newRow("two") << "{a}:{b}"
                         << "7" << QString();
    QTest::newRow("not closed") << "order-sync:{tenant"
                                << "7" << QString();
    QTest::newRow("empty") << ""
                           << "7" << QString();
}

void TestRegistry::fillTemplate() {
    QFETCH(QString, text);
    QFETCH(QString, value);
    QFETCH(QString, filled);

    const auto result = keys::fillTemplate(text.toStdString(), value.toStdString());
    QCOMPARE(result.ok(), !filled.isNull());
    if (result)
        QCOMPARE(QString::fromStdString(*result), filled);
    else
        QVERIFY(result.error().kind == base::ErrorKind::Usage);
}

void TestRegistry::timeSlots_data() {
    QTest::addColumn<QString>("format");
    QTest::addColumn<qint64>("everySeconds");
    QTest::addColumn<qint64>("backSeconds");
    QTest::addColumn<qint64>("aheadSeconds");
    QTest::addColumn<QString>("now");
    QTest::addColumn<QStringList>("slots");

    const auto row = [](const char* name, const char* format, qint64 every, qint64 back, qint64 ahead, const char* now,
                        const QStringList& expected) {
        QTest::newRow(name) << QString(format) << every << back << ahead << QString(now) << expected;
    };
    row("minutes", "%Y-%m-%dT%H:%M", 60, 120, 60, "2026-03-01T00:00:30Z",
        {"2026-02-28T23:58", "2026-02-28T23:59", "2026-03-01T00:00", "2026-03-01T00:01"});
    row("on the grid", "%H:%M:%S", 60, 60, 0, "2026-03-01T12:00:00Z", {"11:59:00", "12:00:00"});
    row("only now", "%H:%M", 3600, 0, 0, "2026-03-01T12:59:59.999999Z", {"12:00"});
    row("another zone's clock", "%H:%M", 3600, 0, 0, "2026-03-01T00:30:00+09:00", {"15:00"});
    row("coarser than the grid", "%Y-%m-%d", 3600, 7200, 7200, "2026-03-01T00:10:00Z", {"2026-02-28", "2026-03-01"});
    row("before 1970", "%Y-%m-%d %H:%M", 3600, 3600, 0, "1969-12-31T23:30:00Z",
        {"1969-12-31 22:00", "1969-12-31 23:00"});
    row("percent and unknown", "%%%q%", 3600, 0, 0, "2026-03-01T12:00:00Z", {"%%q%"});
    row("no period", "%H", 0, 60, 60, "2026-03-01T12:00:00Z", {});
    row("negative period", "%H", -60, 60, 60, "2026-03-01T12:00:00Z", {});
    row("empty range", "%H", 60, -120, 60, "2026-03-01T12:00:00Z", {});
    row("in the future", "%M", 60, -60, 120, "2026-03-01T12:00:00Z", {"01", "02"});
}

void TestRegistry::timeSlots() {
    QFETCH(QString, format);
    QFETCH(qint64, everySeconds);
    QFETCH(qint64, backSeconds);
    QFETCH(qint64, aheadSeconds);
    QFETCH(QString, now);
    QFETCH(QStringList, slots);

    const auto instant = base::fromRfc3339(now.toStdString());
    QVERIFY(instant.has_value());
    QStringList texts;
    for (const std::string& text :
         keys::timeSlots(format.toStdString(), std::chrono::seconds(everySeconds), std::chrono::seconds(backSeconds),
                         std::chrono::seconds(aheadSeconds), *instant))
        texts << QString::fromStdString(text);
    QCOMPARE(texts, slots);
}

void TestRegistry::timeSlotsHaveALimit() {
    const auto now = *base::fromRfc3339("2026-03-01T12:00:00Z");
    const auto texts = keys::timeSlots("%Y-%m-%d %H:%M:%S", 1s, 24h * 365, 0s, now);
    QCOMPARE(static_cast<std::int64_t>(texts.size()), kMostSlots);
    QCOMPARE(texts.back(), std::string("2026-03-01 12:00:00"));
}

QTEST_GUILESS_MAIN(TestRegistry)
#include "tst_registry.moc"
