// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/page.h"
#include "sync/zone.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <random>

using namespace latchboard;
using namespace latchboard::sync;

namespace {

SourceProfile profile() {
    SourceProfile result;
    result.itemsPath = "orders";
    result.pagination = "cursor";
    result.cursorPath = "next_cursor";
    result.externalIdPath = "id";
    result.updatedAtPath = "updated_at";
    result.fields = {{"status", "status"}, {"total", "total"}, {"note", "customer.note"}, {"sku", "lines[1].sku"}};
    return result;
}

base::Result<DecodedPage> decoded(const SourceProfile& source, const std::string& body) {
    HttpAnswer answer;
    answer.status = 200;
    answer.body = body;
    std::string problem;
    const auto tree = JsonTree::parse(body, problem);
    if (!tree)
        return base::Unexpected(base::ErrorKind::SourceTransient, base::Text::verbatim(std::string_view(problem)));
    return decodePage(source, answer, &*tree);
}

std::string valueOf(const Order& order, const char* name) {
    return order.values.at(name).value_or("<null>");
}

constexpr const char* kGood = R"({"orders":[{"id":1,"updated_at":"2026-03-10T11:05:00Z","total":10.10,)"
                              R"("lines":[{"sku":"a"},{"sku":"b\u00e9"}],"customer":{"note":"x\ty \ud83d\ude00"}}, )"
                              R"({"id":"A-2","total":null} ], "next_cursor" : null , "n":[[],{},[1,2.5e-3,true]] })";

} // namespace

class TestSyncPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesComeExactly() {
        const auto result = decoded(profile(), kGood);
        QVERIFY(result.ok());
        QCOMPARE(result->page.items, std::int64_t(2));
        QCOMPARE(result->page.orders.size(), size_t(2));
        const Order& first = result->page.orders[0];
        QCOMPARE(first.externalId, std::string("1"));
        QCOMPARE(base::toRfc3339(*first.updatedAt), std::string("2026-03-10T11:05:00Z"));
        QCOMPARE(valueOf(first, "total"), std::string("10.10"));
        QCOMPARE(valueOf(first, "sku"), std::string("bé"));
        QCOMPARE(valueOf(first, "note"), std::string("x\ty 😀"));
        QCOMPARE(valueOf(first, "status"), std::string("<null>"));
        QCOMPARE(valueOf(first, "external_id"), std::string("1"));
        QVERIFY(!result->page.orders[1].updatedAt);
        QCOMPARE(result->nextCursor, std::string());
    }

    /// However short a body is cut, it is never taken for a page.
    void everyCutBodyIsRefused() {
        const std::string whole = kGood;
        for (size_t length = 0; length < whole.size() - 1; ++length)
            QVERIFY2(!decoded(profile(), whole.substr(0, length)).ok(), qPrintable(QString::number(length)));
        QVERIFY(decoded(profile(), whole).ok());
    }

    void notJson_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("html") << QByteArray("<!DOCTYPE html><html></html>");
        QTest::newRow("scalar") << QByteArray("12");
        QTest::newRow("text") << QByteArray("\"orders\"");
        QTest::newRow("two documents") << QByteArray("{\"orders\":[]}{\"orders\":[]}");
        QTest::newRow("rubbish after") << QByteArray("{\"orders\":[]} x");
        QTest::newRow("extra bracket") << QByteArray("{\"orders\":[]}]");
        QTest::newRow("comma at the end") << QByteArray("{\"orders\":[1,]}");
        QTest::newRow("no comma") << QByteArray("{\"orders\":[1 2]}");
        QTest::newRow("bare word") << QByteArray("{\"orders\":[],\"a\":tru}");
        QTest::newRow("longer word") << QByteArray("{\"orders\":[],\"a\":nulls}");
        QTest::newRow("leading zero") << QByteArray("{\"orders\":[],\"a\":012}");
        QTest::newRow("NaN") << QByteArray("{\"orders\":[],\"a\":NaN}");
        QTest::newRow("no value") << QByteArray("{\"orders\":}");
        QTest::newRow("raw NUL in a text") << QByteArray("{\"orders\":[],\"a\":\"x\0y\"}", 23);
        QTest::newRow("invalid UTF-8 outside of texts") << QByteArray("{\"orders\":[]\xFF}");
        QTest::newRow("wrong closing bracket") << QByteArray("{\"orders\":[1}]");
        const QByteArray bottomless = QByteArray("[").repeated(200'000);
        QTest::newRow("bottomless list") << bottomless;
        QTest::newRow("bottomless objects") << QByteArray("{\"orders\":").repeated(200'000);
        QTest::newRow("very deep and whole")
            << "{\"orders\":[],\"a\":" + bottomless + QByteArray("]").repeated(200'000) + "}";
        QTest::newRow("below simdjson's own bound")
            << "{\"orders\":[],\"a\":" + bottomless.left(1000) + QByteArray("]").repeated(1000) + "}";
    }
    void notJson() {
        QFETCH(QByteArray, body);
        QVERIFY(!decoded(profile(), body.toStdString()).ok());
    }

    void deepEnough() {
        const auto nested = QByteArray("[").repeated(200) + QByteArray("]").repeated(200);
        QVERIFY(decoded(profile(), ("{\"orders\":[],\"a\":" + nested + "}").toStdString()).ok());
    }

    void jsonThatIsNoPage_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("error object") << QByteArray("{\"errors\":[{\"code\":\"THROTTLED\"}],\"extra\":1}")
                                      << QByteArray("without the list \"orders\"; it holds: errors, extra");
        QTest::newRow("null items") << QByteArray("{\"orders\":null}") << QByteArray("it holds: orders");
        QTest::newRow("items are an object") << QByteArray("{\"orders\":{}}") << QByteArray("it holds: orders");
        QTest::newRow("a list") << QByteArray("[]") << QByteArray("it holds: a list");
        QTest::newRow("empty object") << QByteArray("{}") << QByteArray("an empty object");
    }
    void jsonThatIsNoPage() {
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, says);
        const auto result = decoded(profile(), body.toStdString());
        QVERIFY(!result.ok());
        QCOMPARE(result.error().kind, base::ErrorKind::SourceTransient);
        QVERIFY2(result.error().message.english().contains(QString::fromUtf8(says)),
                 qPrintable(result.error().message.english()));
    }

    void theDocumentItselfIsTheList() {
        SourceProfile source = profile();
        source.itemsPath.clear();
        const auto result = decoded(source, "[{\"id\":1},{\"id\":2}]");
        QVERIFY(result.ok());
        QCOMPARE(result->page.orders.size(), size_t(2));
    }

    void ids_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("id"); ///< empty: quarantined
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char* name, const char* json, const char* id, const char* reason) {
            QTest::newRow(name) << QByteArray(json) << QByteArray(id) << QByteArray(reason);
        };
        row("beyond 2^53", "9007199254740993", "9007199254740993", "");
        row("2^63 - 1", "9223372036854775807", "9223372036854775807", "");
        row("beyond 64 bits", "123456789012345678901234567890", "123456789012345678901234567890", "");
        row("negative", "-5", "-5", "");
        row("text", "\"gid://shop/Order/1\"", "gid://shop/Order/1", "");
        row("fraction", "1.5", "", "neither a text nor a whole number");
        row("exponent", "1e3", "", "neither a text nor a whole number");
        row("null", "null", "", "no id at");
        row("empty", "\"\"", "", "is empty");
        row("object", "{}", "", "neither a text nor a whole number");
        row("boolean", "true", "", "neither a text nor a whole number");
        row("NUL", "\"a\\u0000\"", "", "the id holds the character U+0000");
    }
    void ids() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, reason);
        const auto result = decoded(profile(), "{\"orders\":[{\"id\":" + json.toStdString() + "},{\"id\":77}]}");
        QVERIFY(result.ok());
        QCOMPARE(result->page.items, std::int64_t(2));
        QCOMPARE(result->page.orders.back().externalId, std::string("77"));
        if (id.isEmpty()) {
            QCOMPARE(result->page.quarantined.size(), size_t(1));
            QVERIFY2(result->page.quarantined[0].reason.find(reason.toStdString()) != std::string::npos,
                     result->page.quarantined[0].reason.c_str());
        } else {
            QCOMPARE(result->page.orders.front().externalId, id.toStdString());
        }
    }

    void itemsThatCannotBeStored_data() {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("reason");
        QTest::addColumn<QByteArray>("kept");
        const auto row = [](const char* name, const char* status, const char* reason, const char* kept) {
            QTest::newRow(name) << QByteArray(status) << QByteArray(reason) << QByteArray(kept);
        };
        row("NUL", "A\\u0000B", "status holds the character U+0000", "A\\\\u0000B");
        row("high surrogate", "x\\ud800y", "status holds half a pair of surrogates", "x\\\\ud800y");
        row("low surrogate", "\\udc00", "status holds half a pair of surrogates", "\\\\udc00");
        row("pair the wrong way", "\\udc00\\ud800", "status holds half a pair of surrogates", "\\\\udc00\\\\ud800");
        row("invalid UTF-8", "caf\xE9", "status is not valid UTF-8", "caf\\\\xE9");
        row("surrogate as UTF-8", "\xED\xA0\x80", "status is not valid UTF-8", "\\\\xED\\\\xA0\\\\x80");
        row("overlong NUL", "\xC0\x80", "status is not valid UTF-8", "\\\\xC0\\\\x80");
        row("unknown escape", "\\x", "status holds an escape that JSON does not know", "\\\\x");
    }
    void itemsThatCannotBeStored() {
        QFETCH(QByteArray, status);
        QFETCH(QByteArray, reason);
        QFETCH(QByteArray, kept);
        const auto result = decoded(profile(), "{\"orders\":[{\"id\":1,\"status\":\"fine\"},{\"id\":2,\"status\":\"" +
                                                   status.toStdString() + "\"},{\"id\":3,\"status\":\"é\"}]}");
        QVERIFY(result.ok());
        QCOMPARE(result->page.orders.size(), size_t(2));
        QCOMPARE(valueOf(result->page.orders[1], "status"), std::string("é"));
        QCOMPARE(result->page.quarantined.size(), size_t(1));
        const QuarantinedItem& item = result->page.quarantined[0];
        QCOMPARE(item.externalId, std::string("2"));
        QCOMPARE(item.reason, reason.toStdString());
        QCOMPARE(item.item, "{\"id\":2,\"status\":\"" + kept.toStdString() + "\"}");
        // What is kept is JSON again, and holds nothing that PostgreSQL refuses.
        QCOMPARE(QJsonDocument::fromJson(QByteArray::fromStdString(item.item)).isObject(), true);
        QVERIFY(faultIn(item.item) == TextFault::None);
    }

    void wholeItemAsJson() {
        SourceProfile source = profile();
        source.fields = {{"raw", "", "json"}, {"customer", "customer", "json"}};
        auto result = decoded(source, R"({"orders":[ {"id": 1, "customer":{"a":[1.50]} } ,{"id":2,"x":"\u0000"}]})");
        QVERIFY(result.ok());
        QCOMPARE(valueOf(result->page.orders.at(0), "raw"), std::string(R"({"id": 1, "customer":{"a":[1.50]} })"));
        QCOMPARE(valueOf(result->page.orders.at(0), "customer"), std::string(R"({"a":[1.50]})"));
        QCOMPARE(result->page.quarantined.at(0).reason, std::string("raw holds the character U+0000"));
        // A bad text that no column takes hurts nobody.
        source.fields.clear();
        result = decoded(source, R"({"orders":[{"id":2,"x":"\u0000"}]})");
        QCOMPARE(result->page.orders.size(), size_t(1));
    }

    void types_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("value"); ///< "!" and a reason: quarantined
        const auto row = [](const char* name, const char* type, const char* json, const char* value) {
            QTest::newRow(name) << QString(type) << QByteArray(json) << QByteArray(value);
        };
        row("number", "number", "19.9900", "19.9900");
        row("number as text", "number", "\"19.99\"", "19.99");
        row("many digits", "number", "0.1234567890123456789", "0.1234567890123456789");
        row("exponent", "number", "1.5E+3", "1.5E+3");
        row("no number", "number", "\"19,99\"", "!is not a number");
        row("not a number", "number", "\"NaN\"", "!is not a number");
        row("text of a number", "text", "10.00", "10.00");
        row("text of true", "text", "true", "true");
        row("list as text", "text", "[1]", "!is a list or an object");
        row("boolean", "boolean", "false", "false");
        row("no boolean", "boolean", "\"yes\"", "!is neither true nor false");
        row("instant", "instant", "\"2026-03-10T12:00:00+05:30\"", "2026-03-10T06:30:00Z");
        row("no offset", "instant", "\"2026-03-10T12:00:00\"", "!is not a time with an offset");
        row("no such day", "instant", "\"2026-02-30T00:00:00Z\"", "!is not a time with an offset");
        row("null", "number", "null", "<null>");
        row("empty text", "text", "\"\"", "");
    }
    void types() {
        QFETCH(QString, type);
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, value);
        SourceProfile source = profile();
        source.fields = {{"v", "v", type.toStdString()}};
        const auto result = decoded(source, "{\"orders\":[{\"id\":1,\"v\":" + json.toStdString() + "}]}");
        QVERIFY(result.ok());
        if (value.startsWith('!')) {
            QCOMPARE(result->page.quarantined.size(), size_t(1));
            QVERIFY2(result->page.quarantined[0].reason.find(value.mid(1).toStdString()) != std::string::npos,
                     result->page.quarantined[0].reason.c_str());
        } else {
            QCOMPARE(valueOf(result->page.orders.at(0), "v"), value.toStdString());
        }
    }

    void deleted_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<bool>("byList");
        QTest::addColumn<bool>("gone");
        QTest::newRow("in the list") << QByteArray("\"trash\"") << true << true;
        QTest::newRow("another") << QByteArray("\"open\"") << true << false;
        QTest::newRow("a number of the list") << QByteArray("9") << true << true;
        QTest::newRow("null with a list") << QByteArray("null") << true << false;
        QTest::newRow("not null") << QByteArray("\"2026-01-01\"") << false << true;
        QTest::newRow("null") << QByteArray("null") << false << false;
    }
    void deleted() {
        QFETCH(QByteArray, json);
        QFETCH(bool, byList);
        QFETCH(bool, gone);
        SourceProfile source = profile();
        source.deletedPath = "d";
        if (byList)
            source.deletedValues = {"trash", "9"};
        const auto result = decoded(source, "{\"orders\":[{\"id\":1,\"d\":" + json.toStdString() + "},{\"id\":2}]}");
        QVERIFY(result.ok());
        QCOMPARE(result->page.orders.at(0).gone, gone);
        QCOMPARE(result->page.orders.at(1).gone, false);
    }

    void whatIsAroundAPage() {
        SourceProfile source = profile();
        source.totalPath = "meta.total";
        source.totalPagesHeader = "X-Pages";
        source.morePath = "meta.more";
        HttpAnswer answer;
        answer.status = 200;
        answer.body = R"({"orders":[],"next_cursor":9007199254740993,"meta":{"total":250,"more":true}})";
        answer.headers = {{"x-pages", "3"}};
        std::string problem;
        const auto tree = JsonTree::parse(answer.body, problem);
        const auto result = decodePage(source, answer, &*tree);
        QVERIFY(result.ok());
        QCOMPARE(result->page.total, std::optional<std::int64_t>(250));
        QCOMPARE(result->totalPages, std::optional<std::int64_t>(3));
        QCOMPARE(result->more, std::optional<bool>(true));
        QCOMPARE(result->nextCursor, std::string("9007199254740993"));
        QCOMPARE(result->page.bytes, std::int64_t(answer.body.size()));
    }

    void linkHeaders_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("next");
        QTest::newRow("none") << QByteArray() << QByteArray();
        QTest::newRow("next") << QByteArray("<https://a/b?p=2>; rel=\"next\"") << QByteArray("https://a/b?p=2");
        QTest::newRow("unquoted") << QByteArray("</b?p=2>;rel=next") << QByteArray("/b?p=2");
        QTest::newRow("after previous") << QByteArray(
                                               "<https://a/b?p=1>; rel=\"previous\", <https://a/b?p=3>; rel=\"next\"")
                                        << QByteArray("https://a/b?p=3");
        QTest::newRow("previous only") << QByteArray("<https://a/b?p=1>; rel=\"previous\"") << QByteArray();
        QTest::newRow("another relation") << QByteArray("<https://a>; rel=\"nextish\"") << QByteArray();
        QTest::newRow("commas in the target")
            << QByteArray("<https://a?f=1,2>; title=\"x\"; REL=\"Next\"") << QByteArray("https://a?f=1,2");
        QTest::newRow("broken") << QByteArray("<https://a") << QByteArray();
    }
    void linkHeaders() {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, next);
        QCOMPARE(nextOfLinkHeader(header.toStdString()), next.toStdString());
    }

    void timesOfTheFieldCase() {
        QFile file(LATCHBOARD_TEST_DATA "/time/B10-naive-timestamps.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject given = QJsonDocument::fromJson(file.readAll()).object();
        for (const auto& zoneName : given["process_time_zones"].toArray()) {
            qputenv("TZ", zoneName.toString().toUtf8());
            tzset();
            for (const auto& entry : given["parse"].toArray()) {
                const QJsonObject parse = entry.toObject();
                const auto zone = Zone::parse(parse["api_time_zone"].toString().toStdString());
                const auto result = parseInstant(parse["text"].toString().toStdString(), TimeForm{}, zone);
                if (parse.contains("error")) {
                    QVERIFY2(!result, qPrintable(parse["text"].toString()));
                    continue;
                }
                QVERIFY2(result, qPrintable(parse["text"].toString()));
                QStringList allowed = {parse["utc"].toString()};
                for (const auto& also : parse["also_allowed"].toArray())
                    allowed << also.toString();
                QVERIFY2(allowed.contains(QString::fromStdString(base::toRfc3339(*result))),
                         base::toRfc3339(*result).c_str());
            }
        }
        qputenv("TZ", "UTC");
        tzset();
    }

    void zones_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("zone");
        QTest::addColumn<QString>("utc");
        const auto row = [](const char* text, const char* format, const char* zone, const char* utc) {
            QTest::addRow("%s %s %s", text, format, zone)
                << QString(text) << QString(format) << QString(zone) << QString(utc);
        };
        row("2026-03-10T12:00:00", "rfc3339", "+09:00", "2026-03-10T03:00:00Z");
        row("2026-03-10 12:00:00.123456", "rfc3339", "-05:30", "2026-03-10T17:30:00.123456Z");
        row("2026-07-01T12:00:00", "rfc3339", "Europe/Berlin", "2026-07-01T10:00:00Z");
        row("2026-01-01T12:00:00", "rfc3339", "Europe/Berlin", "2026-01-01T11:00:00Z");
        row("2026-03-10T12:00:00+01:00", "rfc3339", "Asia/Seoul", "2026-03-10T11:00:00Z");
        row("1773144000", "epoch_s", "", "2026-03-10T12:00:00Z");
        row("1773144000.25", "epoch_s", "", "2026-03-10T12:00:00.25Z");
        row("1773144000123", "epoch_ms", "", "2026-03-10T12:00:00.123Z");
        row("-1", "epoch_s", "", "1969-12-31T23:59:59Z");
        row("1773144000123", "epoch_s", "", "");
        row("12x", "epoch_s", "", "");
        row("", "epoch_s", "", "");
        row("1.", "epoch_s", "", "");
        row("10.03.2026 12:00:00", "rfc3339", "UTC", "");
    }
    void zones() {
        QFETCH(QString, text);
        QFETCH(QString, format);
        QFETCH(QString, zone);
        QFETCH(QString, utc);
        TimeForm form;
        form.format = format.toStdString();
        const auto result = parseInstant(text.toStdString(), form, Zone::parse(zone.toStdString()));
        QCOMPARE(result ? QString::fromStdString(base::toRfc3339(*result)) : QString(), utc);
        QVERIFY(!Zone::parse("Mars/Olympus"));
        QVERIFY(!Zone::parse(""));
    }

    /// Seeded random documents: our reading gives the same as Qt's.
    void randomDocuments() {
        std::mt19937 random(20260310);
        for (int round = 0; round < 300; ++round) {
            const QJsonObject document = randomObject(random, 4);
            const QByteArray text =
                QJsonDocument(document).toJson(round % 2 == 0 ? QJsonDocument::Compact : QJsonDocument::Indented);
            std::string problem;
            const auto tree = JsonTree::parse(text.toStdString(), problem);
            QVERIFY2(tree, (problem + text.toStdString()).c_str());
            same(*tree, JsonTree::root(), document);
            if (QTest::currentTestFailed())
                return;
        }
    }

private:
    static QJsonValue randomValue(std::mt19937& random, int depth) {
        switch (random() % (depth > 0 ? 7 : 5)) {
        case 0:
            return QJsonValue::Null;
        case 1:
            return random() % 2 == 0;
        case 2:
            return QJsonValue(static_cast<qint64>(random()));
        case 3:
            return static_cast<double>(random()) / 1024.0;
        case 4: {
            QString text;
            for (unsigned i = random() % 12; i > 0; --i)
                text += QChar(static_cast<char16_t>(1 + random() % 0x2FF));
            return text;
        }
        case 5: {
            QJsonArray list;
            for (unsigned i = random() % 5; i > 0; --i)
                list.append(randomValue(random, depth - 1));
            return list;
        }
        default:
            return randomObject(random, depth - 1);
        }
    }
    static QJsonObject randomObject(std::mt19937& random, int depth) {
        QJsonObject object;
        for (unsigned i = random() % 6; i > 0; --i)
            object[QString("k\"%1").arg(random() % 100)] = randomValue(random, depth);
        return object;
    }
    static void same(const JsonTree& tree, JsonTree::Id id, const QJsonValue& value) {
        if (value.isObject()) {
            for (const QString& key : value.toObject().keys()) {
                JsonPath path;
                path.steps = {{key.toStdString(), 0}};
                const auto child = tree.find(id, path);
                QVERIFY(child);
                same(tree, *child, value.toObject()[key]);
            }
        } else if (value.isArray()) {
            for (qsizetype i = 0; i < value.toArray().size(); ++i) {
                JsonPath path;
                path.steps = {{"", static_cast<size_t>(i)}};
                const auto child = tree.find(id, path);
                QVERIFY(child);
                same(tree, *child, value.toArray()[i]);
            }
        } else if (value.isString()) {
            QCOMPARE(tree.scalar(id).text, value.toString().toStdString());
        } else if (value.isDouble()) {
            QCOMPARE(QString::fromStdString(tree.scalar(id).text).toDouble(), value.toDouble());
        } else {
            QCOMPARE(tree.scalar(id).text, std::string(value.isNull() ? "null" : value.toBool() ? "true" : "false"));
        }
    }
};

QTEST_GUILESS_MAIN(TestSyncPage)
#include "tst_sync_page.moc"
