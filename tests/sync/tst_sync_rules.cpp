// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/answer.h"
#include "sync/backoff.h"
#include "sync/order_api.h"
#include "sync/request.h"
#include "sync/wait_hint.h"
#include "sync/window.h"

#include <QTest>

using namespace latchboard;
using namespace latchboard::sync;
using namespace latchboard::sync::test;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(SourceErrorClass)

namespace {

HttpAnswer answered(int status, const std::string& body, Headers headers = {}) {
    HttpAnswer answer;
    answer.status = status;
    answer.body = body;
    answer.headers = std::move(headers);
    return answer;
}

QString spans(const base::Result<std::vector<Interval>>& pieces) {
    if (!pieces)
        return QString("error: ") + base::kindName(pieces.error().kind);
    QStringList all;
    for (const Interval& piece : *pieces)
        all << QString::fromStdString(base::toRfc3339(piece.from) + " " + base::toRfc3339(piece.until));
    return all.join(", ");
}

} // namespace

class TestSyncRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void windows_data() {
        QTest::addColumn<QString>("now");
        QTest::addColumn<QString>("last");  ///< empty: none
        QTest::addColumn<QString>("first"); ///< empty: not configured
        QTest::addColumn<int>("lagSeconds");
        QTest::addColumn<int>("spanHours");
        QTest::addColumn<int>("rereadHours");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* now, const char* last, const char* first, int lag, int span,
                            int reread, const char* expected) {
            QTest::newRow(name) << now << last << first << lag << span << reread << expected;
        };
        row("hourly", "2026-03-10T12:00:00Z", "2026-03-10T11:00:00Z", "", 0, 0, 0,
            "2026-03-10T10:50:00Z 2026-03-10T12:00:00Z");
        row("with lag", "2026-03-10T12:00:00Z", "2026-03-10T11:00:00Z", "", 120, 0, 0,
            "2026-03-10T10:50:00Z 2026-03-10T11:58:00Z");
        row("first run", "2026-03-10T12:00:00Z", "", "2026-03-01T00:00:00Z", 0, 0, 0,
            "2026-03-01T00:00:00Z 2026-03-10T12:00:00Z");
        row("first run, not configured", "2026-03-10T12:00:00Z", "", "", 0, 0, 0, "error: configuration");
        row("the start is for the first run only", "2026-03-10T12:00:00Z", "2026-03-10T11:00:00Z",
            "2026-01-01T00:00:00Z", 0, 0, 0, "2026-03-10T10:50:00Z 2026-03-10T12:00:00Z");
        row("pieces after an outage", "2026-03-10T12:00:00Z", "2026-03-07T12:10:00Z", "", 0, 24, 0,
            "2026-03-07T12:00:00Z 2026-03-08T12:00:00Z, 2026-03-08T11:59:59Z 2026-03-09T11:59:59Z, "
            "2026-03-09T11:59:58Z 2026-03-10T11:59:58Z, 2026-03-10T11:59:57Z 2026-03-10T12:00:00Z");
        row("a span that fits", "2026-03-10T12:00:00Z", "2026-03-10T11:10:00Z", "", 0, 1, 0,
            "2026-03-10T11:00:00Z 2026-03-10T12:00:00Z");
        row("by creation", "2026-03-10T12:00:00Z", "2026-03-10T11:00:00Z", "", 0, 0, 72,
            "2026-03-07T12:00:00Z 2026-03-10T12:00:00Z");
        row("by creation, after an outage", "2026-03-10T12:00:00Z", "2026-03-01T00:10:00Z", "", 0, 0, 72,
            "2026-03-01T00:00:00Z 2026-03-10T12:00:00Z");
        row("the clock was set back", "2026-03-10T12:00:00Z", "2026-03-10T15:00:00Z", "", 0, 0, 0,
            "2026-03-10T11:50:00Z 2026-03-10T12:00:00Z");
    }
    void windows() {
        QFETCH(QString, now);
        QFETCH(QString, last);
        QFETCH(QString, first);
        QFETCH(int, lagSeconds);
        QFETCH(int, spanHours);
        QFETCH(int, rereadHours);
        QFETCH(QString, expected);
        Job job;
        job.name = "j";
        job.source.windowLag = std::chrono::seconds(lagSeconds);
        if (spanHours > 0)
            job.source.maxSpan = std::chrono::hours(spanHours);
        if (rereadHours > 0)
            job.source.reread = std::chrono::hours(rereadHours);
        if (!first.isEmpty())
            job.firstWindowStart = at(first.toStdString());
        const auto end = last.isEmpty() ? std::nullopt : std::optional(at(last.toStdString()));
        QCOMPARE(spans(planWindow(job, at(now.toStdString()), end)), expected);
    }

    void backfills() {
        Job job;
        const Interval window{at("2026-03-01T00:00:00Z"), at("2026-03-02T00:00:00Z")};
        QCOMPARE(spans(planBackfill(job, window)), QString("2026-03-01T00:00:00Z 2026-03-02T00:00:00Z"));
        QCOMPARE(spans(planBackfill(job, {window.until, window.from})), QString("error: usage"));
        QCOMPARE(spans(planBackfill(job, {window.from, window.from})), QString("error: usage"));
    }

    /// Pieces of any span cover the window and move on.
    void piecesCoverTheWindow() {
        Job job;
        for (const auto span : {base::Duration(1s), base::Duration(2s), base::Duration(3s), base::Duration(1min)}) {
            job.source.maxSpan = span;
            const Interval window{at("2026-03-01T00:00:00Z"), at("2026-03-01T00:10:00.5Z")};
            const auto pieces = planBackfill(job, window);
            QVERIFY(pieces.ok());
            QVERIFY(pieces->front().from == window.from && pieces->back().until == window.until);
            for (size_t i = 0; i < pieces->size(); ++i) {
                QVERIFY((*pieces)[i].until - (*pieces)[i].from <= span);
                QVERIFY(i == 0 || (*pieces)[i].from <= (*pieces)[i - 1].until);
                QVERIFY(i == 0 || (*pieces)[i].from > (*pieces)[i - 1].from);
            }
        }
    }

    void retryAfterHeader_data() {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("date");
        QTest::addColumn<qint64>("millis"); ///< -1: malformed
        QTest::newRow("seconds") << "3"
                                 << "" << qint64(3000);
        QTest::newRow("fraction") << "2.0"
                                  << "" << qint64(2000);
        QTest::newRow("half") << "0.5"
                              << "" << qint64(500);
        QTest::newRow("zero") << "0"
                              << "" << qint64(0);
        QTest::newRow("blanks") << " 7 "
                                << "" << qint64(7000);
        QTest::newRow("junk") << "120junk"
                              << "" << qint64(-1);
        QTest::newRow("negative") << "-1"
                                  << "" << qint64(-1);
        QTest::newRow("plus") << "+1"
                              << "" << qint64(-1);
        QTest::newRow("empty") << ""
                               << "" << qint64(-1);
        QTest::newRow("nan") << "nan"
                             << "" << qint64(-1);
        QTest::newRow("inf") << "inf"
                             << "" << qint64(-1);
        QTest::newRow("exponent") << "1e3"
                                  << "" << qint64(-1);
        QTest::newRow("dot") << "1."
                             << "" << qint64(-1);
        QTest::newRow("impossible date") << "Wed, 99 Foo 2026 07:28:00 GMT"
                                         << "" << qint64(-1);
        QTest::newRow("date, by our clock") << "Tue, 10 Mar 2026 12:00:03 GMT"
                                            << "" << qint64(3000);
        QTest::newRow("date, by its own") << "Tue, 10 Mar 2026 12:30:03 GMT"
                                          << "Tue, 10 Mar 2026 12:30:00 GMT" << qint64(3000);
        QTest::newRow("past date") << "Tue, 10 Mar 2026 11:00:00 GMT"
                                   << "" << qint64(0);
        QTest::newRow("huge") << "99999999999999999999"
                              << "" << qint64(366LL * 86'400'000);
    }
    void retryAfterHeader() {
        QFETCH(QString, value);
        QFETCH(QString, date);
        QFETCH(qint64, millis);
        const auto wait =
            retryAfter(value.toStdString(), base::fromHttpDate(date.toStdString()), at("2026-03-10T12:00:00Z"));
        QCOMPARE(wait ? qint64(wait->count() / 1000) : qint64(-1), millis);
    }

    void classes_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("body");
        QTest::addColumn<SourceErrorClass>("expected");
        const auto row = [](const char* name, int status, const char* body, SourceErrorClass expected) {
            QTest::newRow(name) << status << QString(body) << expected;
        };
        using Class = SourceErrorClass;
        row("a page", 200, R"({"orders":[],"code":"OK"})", Class::Ok);
        row("201", 201, R"({"orders":[],"code":"OK"})", Class::Ok);
        row("204", 204, "", Class::Ok);
        row("200 without a body", 200, "", Class::Transient);
        row("html", 200, "<html></html>", Class::Transient);
        row("no list", 200, R"({"code":"OK"})", Class::Transient);
        row("not ok by the body", 200, R"({"orders":[],"code":"E1"})", Class::Permanent);
        row("no word on ok", 200, R"({"orders":[]})", Class::Permanent);
        row("fail_if", 200, R"({"orders":[],"code":"OK","errors":["x"]})", Class::Permanent);
        row("fail_if is empty", 200, R"({"orders":[],"code":"OK","errors":[]})", Class::Ok);
        row("fail_if is null", 200, R"({"orders":[],"code":"OK","errors":null})", Class::Ok);
        row("redirect", 302, "", Class::Permanent);
        row("400", 400, "{}", Class::Permanent);
        row("401", 401, "{}", Class::Auth);
        row("403", 403, "{}", Class::Auth);
        row("404", 404, "{}", Class::Permanent);
        row("408", 408, "{}", Class::Transient);
        row("429", 429, "{}", Class::RateLimited);
        row("500", 500, "oops", Class::Transient);
        row("503", 503, "", Class::Transient);
        row("rule by status", 412, "{}", Class::RateLimited);
        row("rule by body", 200, R"({"error":{"code":"THROTTLED"}})", Class::RateLimited);
        row("rule by number", 200, R"({"error":{"code":7}})", Class::RateLimited);
        row("rule by expression", 429, R"({"error":{"code":"QUOTA_HOURS"}})", Class::Lockout);
        row("rule by status and body", 403, R"({"reason":"expired"})", Class::Transient);
        row("status without the body's word", 403, R"({"reason":null})", Class::Auth);
    }
    void classes() {
        QFETCH(int, status);
        QFETCH(QString, body);
        QFETCH(SourceErrorClass, expected);
        SourceProfile profile;
        profile.itemsPath = "orders";
        profile.externalIdPath = "id";
        profile.okPath = "code";
        profile.okValues = {"OK"};
        profile.failIfPath = "errors";
        SourceProfile::ErrorRule quota, throttled, status412, expired;
        quota.jsonPath = "error.code";
        quota.match = "^QUOTA_";
        quota.result = SourceErrorClass::Lockout;
        throttled.jsonPath = "error.code";
        throttled.values = {"THROTTLED", "7"};
        throttled.result = SourceErrorClass::RateLimited;
        status412.statuses = {412};
        status412.result = SourceErrorClass::RateLimited;
        expired.statuses = {403};
        expired.jsonPath = "reason";
        expired.result = SourceErrorClass::Transient;
        profile.errorRules = {quota, throttled, status412, expired};
        const Verdict verdict = judge(profile, {}, answered(status, body.toStdString()), at("2026-03-10T12:00:00Z"));
        QCOMPARE(QString(className(verdict.result)), QString(className(expected)));
        QCOMPARE(verdict.error.message.empty(), expected == SourceErrorClass::Ok);
        if (expected != SourceErrorClass::Ok)
            QCOMPARE(verdict.error.httpStatus, status);
    }

    void waitsOfAnswers_data() {
        QTest::addColumn<QStringList>("hints");
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("value");
        QTest::addColumn<qint64>("millis"); ///< -1: nothing said
        QTest::newRow("default") << QStringList{} << "retry-after"
                                 << "4" << qint64(4000);
        QTest::newRow("default, malformed") << QStringList{} << "retry-after"
                                            << "4x" << qint64(-1);
        QTest::newRow("fixed after malformed") << QStringList{"retry-after", "fixed:60s"} << "retry-after"
                                               << "4x" << qint64(60'000);
        QTest::newRow("fixed without the header") << QStringList{"retry-after", "fixed:60s"} << "x"
                                                  << "" << qint64(60'000);
        QTest::newRow("header in ms") << QStringList{"header:X-Reset:ms"} << "x-reset"
                                      << "1500" << qint64(1500);
        QTest::newRow("header in s") << QStringList{"header:X-Reset:s"} << "x-reset"
                                     << "15" << qint64(15'000);
        QTest::newRow("epoch") << QStringList{"header:X-Reset:epoch"} << "x-reset"
                               << "1773144005" << qint64(5000);
        QTest::newRow("past epoch") << QStringList{"header:X-Reset:epoch"} << "x-reset"
                                    << "1773143000" << qint64(0);
        QTest::newRow("malformed header") << QStringList{"header:X-Reset:ms"} << "x-reset"
                                          << "soon" << qint64(-1);
    }
    void waitsOfAnswers() {
        QFETCH(QStringList, hints);
        QFETCH(QString, header);
        QFETCH(QString, value);
        QFETCH(qint64, millis);
        SourceProfile profile;
        SourceProfile::ErrorRule rule;
        rule.statuses = {429};
        rule.result = SourceErrorClass::RateLimited;
        for (const QString& hint : hints)
            rule.waits.push_back(hint.toStdString());
        profile.errorRules = {rule};
        const Verdict verdict = judge(profile, {}, answered(429, "{}", {{header.toStdString(), value.toStdString()}}),
                                      at("2026-03-10T12:00:00Z"));
        QCOMPARE(verdict.toldWait ? qint64(verdict.toldWait->count() / 1000) : qint64(-1), millis);
    }

    void waitsByCost_data() {
        QTest::addColumn<QString>("cost");
        QTest::addColumn<qint64>("micros"); ///< -1: nothing said, so that the next hint counts
        const auto row = [](const char* name, const char* cost, qint64 micros) {
            QTest::newRow(name) << QString::fromUtf8(cost) << micros;
        };
        row("points are missing",
            R"({"requestedQueryCost":500,"actualQueryCost":null,"throttleStatus":{"maximumAvailable":2000.0,)"
            R"("currentlyAvailable":100.0,"restoreRate":100.0}})",
            4'000'000);
        row("rounded up", R"({"requestedQueryCost":2,"throttleStatus":{"currentlyAvailable":1,"restoreRate":3}})",
            333'334);
        row("enough there", R"({"requestedQueryCost":5,"throttleStatus":{"currentlyAvailable":9,"restoreRate":50}})",
            0);
        row("costs more than there ever is",
            R"({"requestedQueryCost":2001,"throttleStatus":{"maximumAvailable":2000,"currentlyAvailable":100,)"
            R"("restoreRate":100}})",
            -1);
        row("fills up never", R"({"requestedQueryCost":5,"throttleStatus":{"currentlyAvailable":1,"restoreRate":0}})",
            -1);
        row("a year and more",
            R"({"requestedQueryCost":1e300,"throttleStatus":{"currentlyAvailable":0,"restoreRate":1e-300}})",
            366LL * 24 * 3600 * 1'000'000);
        row("negative", R"({"requestedQueryCost":-5,"throttleStatus":{"currentlyAvailable":1,"restoreRate":5}})", -1);
        row("text", R"({"requestedQueryCost":"5","throttleStatus":{"currentlyAvailable":1,"restoreRate":5}})", -1);
        row("null", R"({"requestedQueryCost":null,"throttleStatus":{"currentlyAvailable":1,"restoreRate":5}})", -1);
        row("no rate", R"({"requestedQueryCost":5,"throttleStatus":{"currentlyAvailable":1}})", -1);
        row("no object", "7", -1);
    }
    /// Under 200, as GraphQL says it.
    void waitsByCost() {
        QFETCH(QString, cost);
        QFETCH(qint64, micros);
        SourceProfile profile;
        SourceProfile::ErrorRule rule;
        rule.jsonPath = "errors[0].extensions.code";
        rule.values = {"THROTTLED"};
        rule.result = SourceErrorClass::RateLimited;
        profile.errorRules = {rule};
        const HttpAnswer answer =
            answered(200, R"({"errors":[{"extensions":{"code":"THROTTLED"}}],"extensions":{"cost":)" +
                              cost.toStdString() + "}}");
        const auto told = [&](std::vector<std::string> hints) {
            profile.errorRules[0].waits = std::move(hints);
            const Verdict verdict = judge(profile, {}, answer, at("2026-03-10T12:00:00Z"));
            return verdict.toldWait ? qint64(verdict.toldWait->count()) : qint64(-1);
        };
        QCOMPARE(told({"cost:extensions.cost"}), micros);
        QCOMPARE(told({"cost:extensions.cost", "fixed:60s"}), micros < 0 ? 60'000'000 : micros);
        QCOMPARE(told({"cost:extensions.costs"}), qint64(-1));
    }

    void restsAfterLargeAnswers() {
        SourceProfile profile;
        profile.pageSize = 100;
        SourceProfile::Limit limit;
        SourceProfile::Rest items, bytes, full, slow;
        items.itemsAtLeast = 50;
        items.rest = 5s;
        bytes.bytesAtLeast = 1000;
        bytes.rest = 7s;
        full.pageFull = true;
        full.rest = 9s;
        slow.secondsAtLeast = 2s;
        slow.rest = 30s;
        limit.rests = {items, bytes, full, slow};
        HttpAnswer answer = answered(200, "{}");
        QVERIFY(restAfter(profile, limit, answer, 49) == 0s);
        QVERIFY(restAfter(profile, limit, answer, 50) == 5s);
        QVERIFY(restAfter(profile, limit, answer, 100) == 9s);
        answer.body = std::string(1000, ' ');
        QVERIFY(restAfter(profile, limit, answer, 0) == 7s);
        answer.took = 2s;
        QVERIFY(restAfter(profile, limit, answer, 0) == 30s);
    }

    void backoffIsFullJitter() {
        QVERIFY(fullJitter(0, 500ms, 30s, [] { return 0.0; }) == 0s);
        QVERIFY(fullJitter(0, 500ms, 30s, [] { return 0.5; }) == 250ms);
        QVERIFY(fullJitter(3, 500ms, 30s, [] { return 0.5; }) == 2s);
        QVERIFY(fullJitter(40, 500ms, 30s, [] { return 0.5; }) == 15s);
        const Random random = machineRandom();
        for (int i = 0; i < 1000; ++i) {
            const base::Duration wait = fullJitter(i % 8, 500ms, 30s, random);
            QVERIFY(wait >= 0s && wait < 30s);
        }
    }

    void requests() {
        SourceProfile profile;
        profile.name = "oms";
        profile.baseUrl = "https://oms.example/api/";
        profile.path = "/v1/orders";
        profile.query = {{"updated_at[$gte]", "${from}"}, {"to", "${until}"}, {"page", "${page}"}, {"n", "${size}"},
                         {"key", "${secret:k}"},          {"status", "a&b"}};
        profile.authKind = "bearer";
        profile.authToken = "${secret:k}";
        profile.secrets["k"] = base::Secret("to+k/en");
        const auto credential = credentialHeaders(profile);
        QVERIFY(credential.ok());
        QCOMPARE(credential->size(), size_t(1));
        QCOMPARE((*credential)[0].second, std::string("Bearer to+k/en"));
        const Interval window{at("2026-03-10T10:50:00Z"), at("2026-03-10T12:00:00.5Z")};
        HttpRequest request = makeRequest(profile, windowVariables(profile, window));
        QCOMPARE(request.url,
                 std::string("https://oms.example/api/v1/orders?updated_at%5B%24gte%5D=2026-03-10T10%3A50%3A00Z&"
                             "to=2026-03-10T12%3A00%3A00.5Z&n=100&key=to%2Bk%2Fen&status=a%26b"));
        QCOMPARE(request.method, std::string("GET"));
        QCOMPARE(hideSecrets(profile, request.url + " to+k/en"),
                 std::string("https://oms.example/api/v1/orders?updated_at%5B%24gte%5D=2026-03-10T10%3A50%3A00Z&"
                             "to=2026-03-10T12%3A00%3A00.5Z&n=100&key=***&status=a%26b ***"));
        profile.windowForm.format = "epoch_ms";
        profile.sendUntil = false;
        request = makeRequest(profile, windowVariables(profile, window));
        QVERIFY(request.url.find("gte%5D=1773139800000&n=100") != std::string::npos);
        profile.secrets.clear();
        QCOMPARE(credentialHeaders(profile).error().kind, base::ErrorKind::Configuration);
    }

    void credentials() {
        SourceProfile profile;
        profile.authKind = "basic";
        profile.authUser = "shop";
        profile.authPassword = "${secret:p}";
        profile.secrets["p"] = base::Secret("secret-word");
        const auto basic = credentialHeaders(profile);
        QCOMPARE((*basic)[0].second, std::string("Basic c2hvcDpzZWNyZXQtd29yZA=="));
        QCOMPARE(hideSecrets(profile, "sent Basic c2hvcDpzZWNyZXQtd29yZA=="), std::string("sent Basic ***"));
        profile.secrets["p"] = base::Secret("line\r\nX-Other: 1");
        profile.authKind = "header";
        profile.authHeaders = {{"X-Key", "${secret:p}"}};
        QCOMPARE(credentialHeaders(profile).error().kind, base::ErrorKind::Configuration);
    }

    void buckets() {
        SourceProfile profile;
        profile.name = "oms";
        profile.path = "/orders";
        profile.timeout = 30s;
        SourceProfile::Limit limit;
        limit.every = 2s;
        limit.crashRest = 30s;
        profile.limits = {limit};
        const Headers one = {{"X-Key", "a"}};
        const Headers other = {{"X-Key", "b"}};
        const BucketRule rule = bucketRules(profile, fingerprint(one), profile.path).at(0);
        QCOMPARE(rule.key, "oms|" + fingerprint(one) + "|/orders");
        QCOMPARE(fingerprint(one).size(), size_t(8));
        QVERIFY(fingerprint(one) != fingerprint(other));
        QVERIFY(rule.spacing == 2s && rule.crashRest == 30s && rule.hold > profile.timeout);
        profile.limits[0].scope = "credential";
        QCOMPARE(bucketRules(profile, fingerprint(one), profile.path).at(0).key, "oms|" + fingerprint(one) + "|*");
        profile.limits[0].scope = "source";
        QCOMPARE(bucketRules(profile, fingerprint(one), profile.path).at(0).key, std::string("oms|*|*"));
    }

    void nextLinks_data() {
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("expected"); ///< empty: refused
        QTest::newRow("absolute") << "https://oms.example/api/orders?p=2"
                                  << "https://oms.example/api/orders?p=2";
        QTest::newRow("relative") << "?p=2"
                                  << "https://oms.example/api/orders?p=2";
        QTest::newRow("rooted") << "/x?p=2"
                                << "https://oms.example/x?p=2";
        QTest::newRow("default port") << "https://oms.example:443/x"
                                      << "https://oms.example:443/x";
        QTest::newRow("case of the host") << "https://OMS.example/x"
                                          << "https://oms.example/x";
        QTest::newRow("other host") << "https://evil.example/x"
                                    << "";
        QTest::newRow("other port") << "https://oms.example:8443/x"
                                    << "";
        QTest::newRow("other scheme") << "http://oms.example/x"
                                      << "";
        QTest::newRow("scheme-relative") << "//evil.example/x"
                                         << "";
        QTest::newRow("user in the URL") << "https://me@oms.example/x"
                                         << "";
        QTest::newRow("file") << "file:///etc/passwd"
                              << "";
    }
    void nextLinks() {
        QFETCH(QString, given);
        QFETCH(QString, expected);
        SourceProfile profile;
        profile.baseUrl = "https://oms.example/api";
        const auto next = nextUrl(profile, "https://oms.example/api/orders?p=1", given.toStdString());
        QCOMPARE(next ? QString::fromStdString(*next) : QString(), expected);
        if (!next)
            QCOMPARE(next.error().kind, base::ErrorKind::SourcePermanent);
    }
};

QTEST_GUILESS_MAIN(TestSyncRules)
#include "tst_sync_rules.moc"
