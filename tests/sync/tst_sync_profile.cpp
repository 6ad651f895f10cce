// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/json_path.h"
#include "sync/source_profile.h"
#include "sync/target_mapping.h"
#include "sync/template.h"

#include <QTest>

using namespace latchboard;
using namespace latchboard::sync;
using namespace std::chrono_literals;

namespace {

constexpr const char* kWhole = R"(
schema = 1
[http]
base_url = "https://oms.example/api"
timeout = "20s"
max_response = "64MiB"
redirects = "never"
[secrets]
token = "env:ORDER_API_TOKEN"
[auth]
kind = "header"
header = { X-Token = "${secret:token}" }
[window]
basis = "updated"
lag = "5s"
max_span = "24h"
format = "rfc3339"
[request]
method = "GET"
path = "/orders"
query = { updated_from = "${from}", updated_to = "${until}", page = "${page}", per_page = "${size}", status = "any", v = 2 }
[pagination]
kind = "page"
size = 250
first = 1
total = "meta.total"
max_pages = 500
[response]
items = "data.orders"
ok = { json = "code", in = [0, "OK"] }
fail_if = "errors"
[record]
external_id = "id"
updated_at = { path = "updated_at", format = "epoch_ms" }
deleted = { path = "status", in = ["trash", "deleted"] }
amount = { path = "total", type = "number" }
customer = "customer.name"
first_sku = "lines[0].sku"
placed_at = { path = "placed", type = "instant", tz = "Asia/Seoul" }
raw = ""
[[limit]]
name = "orders"
every = "1s"
crash_rest = "40s"
[[limit.rest]]
items_at_least = 200
rest = "30s"
[[error]]
when = { status = [429, 503] }
class = "rate_limited"
wait = ["retry-after", "header:X-Reset:ms", "fixed:60s"]
[[error]]
when = { json = "error.code", match = "^LOCK" }
class = "lockout"
[retry]
attempts = 4
base = "1s"
cap = "20s"
)";

constexpr const char* kTarget = R"toml(
[target]
table = "public.orders"
key = ["source", "external_id"]
soft_delete = "deleted_at"
index_where = "deleted_at is null"
updated = "source_updated_at"
[target.columns]
external_id = "external_id"
total = { from = "amount", type = "numeric(18,4)", null = false }
state = "customer"
[target.states]
column = "state"
order = ["pending", "결제 완료", "shipped"]
)toml";

/// The smallest profile there is, with one more piece.
std::string minimal(const std::string& more = {}) {
    return "[http]\nbase_url = \"http://127.0.0.1:1\"\n[request]\npath = \"/orders\"\n[record]\nexternal_id = "
           "\"id\"\n" +
           more;
}

SourceProfile read(const std::string& text, std::vector<base::ConfigProblem>& problems) {
    base::TomlTable root = base::TomlTable::readText(text, "oms.toml", problems);
    return readSourceProfile(root, "oms");
}

QString said(const std::vector<base::ConfigProblem>& problems) {
    return problems.empty() ? QString() : base::configError(problems).message.english();
}

} // namespace

class TestSyncProfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wholeProfile() {
        std::vector<base::ConfigProblem> problems;
        const SourceProfile profile = read(kWhole, problems);
        QCOMPARE(said(problems), QString());
        QCOMPARE(profile.name, std::string("oms"));
        QCOMPARE(profile.baseUrl, std::string("https://oms.example/api"));
        QVERIFY(profile.timeout == 20s);
        QCOMPARE(profile.maxResponse, std::int64_t(64 * 1024 * 1024));
        QCOMPARE(profile.authHeaders.at("X-Token"), std::string("${secret:token}"));
        QCOMPARE(profile.secretReferences.at("token"), std::string("env:ORDER_API_TOKEN"));
        QVERIFY(profile.windowLag == 5s);
        QVERIFY(profile.maxSpan == std::optional<base::Duration>(24h));
        QCOMPARE(profile.query.size(), size_t(6));
        QCOMPARE(profile.pageSize, 250);
        QCOMPARE(profile.direction, std::string("backward"));
        QCOMPARE(profile.totalPath, std::string("meta.total"));
        QCOMPARE(profile.itemsPath, std::string("data.orders"));
        QCOMPARE(profile.okValues, (std::vector<std::string>{"0", "OK"}));
        QCOMPARE(profile.updatedAtForm.format, std::string("epoch_ms"));
        QCOMPARE(profile.deletedValues, (std::vector<std::string>{"trash", "deleted"}));
        QCOMPARE(profile.fields.size(), size_t(5));
        for (const auto& field : profile.fields) {
            if (field.column == "raw")
                QCOMPARE(field.type, std::string("json"));
            if (field.column == "placed_at")
                QCOMPARE(field.form.zone, std::string("Asia/Seoul"));
        }
        QCOMPARE(profile.limits.size(), size_t(1));
        QVERIFY(profile.limits[0].crashRest == 40s);
        QVERIFY(profile.limits[0].rests.at(0).rest == 30s);
        QCOMPARE(profile.errorRules.size(), size_t(2));
        QVERIFY(profile.errorRules[0].result == SourceErrorClass::RateLimited);
        QCOMPARE(profile.errorRules[0].statuses, (std::vector<int>{429, 503}));
        QVERIFY(profile.errorRules[1].result == SourceErrorClass::Lockout);
        QCOMPARE(profile.retryAttempts, 4);
    }

    void smallestProfile() {
        std::vector<base::ConfigProblem> problems;
        const SourceProfile profile = read(minimal(), problems);
        QCOMPARE(said(problems), QString());
        QCOMPARE(profile.pagination, std::string("none"));
        QCOMPARE(profile.authKind, std::string("none"));
    }

    void problems_data() {
        QTest::addColumn<QString>("more");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* more, const char* expected) {
            QTest::newRow(name) << QString(more) << QString(expected);
        };
        row("unknown key", "[retry]\nattemps = 3\n",
            "oms.toml:8: retry.attemps: unknown key; did you mean \"attempts\"?");
        row("unknown table", "[pagnation]\nkind = \"page\"\n",
            "oms.toml:7: pagnation: unknown key; did you mean \"pagination\"?");
        row("hmac without its parts", "[auth]\nkind = \"hmac\"\n[auth.sign]\nalgorithm = \"hmac-sha256\"\n",
            "oms.toml:9: auth.sign.key: is missing\noms.toml:9: auth.sign.message: is missing\n"
            "oms.toml:7: auth.header: is missing: kind \"hmac\" needs at least one header");
        row("token without a form", "[auth]\nkind = \"oauth2_client\"\ntoken_url = \"https://a/token\"\n",
            "oms.toml:7: auth.token_form: is missing: what the token is asked for with, such as { grant_type = "
            "\"client_credentials\", client_id = \"...\", client_secret = \"${secret:...}\" }");
        row("step of another kind", "[auth]\n[[auth.step]]\npath = \"/login\"\ncapture = { s = \"id\" }\n",
            "oms.toml:8: auth.step: belongs to kind \"session\"");
        row("unknown auth", "[auth]\nkind = \"magic\"\n",
            "oms.toml:8: auth.kind: \"magic\" is not one of none, header, basic, bearer, oauth2_client, "
            "oauth2_refresh, session, hmac, signed_token");
        row("keyset", "[pagination]\nkind = \"keyset\"\n",
            "oms.toml:7: pagination.set: kind \"keyset\" needs set = { variable = \"path\" } and more, the path that "
            "is "
            "there while pages follow");
        row("fanout", "[fanout]\nname = \"status\"\nvalues = [\"a\"]\n",
            "oms.toml:3: request: [fanout] gives ${status}, which neither query nor path nor body uses: every pass "
            "would "
            "be the same");
        row("time without a zone", "[window]\nformat = \"strftime\"\npattern = \"%Y\"\n",
            "oms.toml:7: window.tz: is missing: a time without an offset needs its zone, such as \"UTC\"");
        row("unknown part of a time", "[window]\nformat = \"strftime\"\npattern = \"%Q\"\ntz = \"UTC\"\n",
            "oms.toml:9: window.pattern: \"%Q\" holds a % that is none of %Y %y %m %d %H %M %S %L %z %%");
        row("divisor", "v = { path = \"v\", divisor = 12 }\n",
            "oms.toml:7: record.v.divisor: must be 10, 100, 1000 ...: another division is not exact");
        row("sum without a list", "v = { path = \"v\", reduce = \"sum\" }\n",
            "oms.toml:7: record.v.path: reduce needs a list in the path, written with [], such as \"lines[].price\"");
        row("page without variable", "[pagination]\nkind = \"page\"\n",
            "oms.toml:3: request: pagination \"page\" needs ${page} in query or path: without it every page is the "
            "first");
        row("no unit", "[window]\nlag = 5\n",
            "oms.toml:8: window.lag: expected a duration such as \"90s\", found a whole number");
        row("span without end", "[window]\nmax_span = \"1h\"\n",
            "oms.toml:7: window: max_span needs an upper bound: ${until} in query, and send_to not false");
        row("created", "[window]\nbasis = \"created\"\n",
            "oms.toml:8: window.basis: \"created\" finds no later change of an order by itself: it needs reread, how "
            "far back "
            "each run reads again, such as \"3d\"");
        row("wait", "[[error]]\nwhen = { status = [429] }\nclass = \"rate_limited\"\nwait = [\"cost:\"]\n",
            "oms.toml:10: error[0].wait: \"cost:\" is none of retry-after, header:NAME:ms, header:NAME:s, "
            "header:NAME:epoch, cost:PATH and fixed:DURATION");
        row("two limits", "[[limit]]\nevery = \"1s\"\n[[limit]]\nevery = \"2s\"\n",
            "oms.toml:7: limit: two limits would share one bucket: give each a scope or, of kinds bucket and window, a "
            "name of its own");
        row("crash rest misplaced", "[[limit]]\n[[limit.rest]]\npage_full = true\nrest = \"5s\"\ncrash_rest = \"9s\"\n",
            "oms.toml:11: limit[0].rest[0].crash_rest: belongs to [[limit]]: write it before [[limit.rest]]");
        row("backward cursor", "[pagination]\nkind = \"next_url\"\nnext = \"next\"\ndirection = \"backward\"\n",
            "oms.toml:10: pagination.direction: \"backward\" is for the kinds page and offset");
    }
    void problems() {
        QFETCH(QString, more);
        QFETCH(QString, expected);
        std::vector<base::ConfigProblem> found;
        read(minimal(more.toStdString()), found);
        QCOMPARE(said(found), expected);
    }

    void everyProblemIsSaidAtOnce() {
        std::vector<base::ConfigProblem> found;
        read("[request]\nquery = { a = \"${secret:tokn}\", b = \"${fromm}\", c = \"${from\" }\n[secrets]\ntoken = "
             "\"env:T\"\n",
             found);
        const QString all = said(found);
        for (const char* part : {"http: is missing", "request.path: is missing", "did you mean ${secret:token}?",
                                 "did you mean ${from}?", "a \"${\" without its \"}\"", "record: is missing"})
            QVERIFY2(all.contains(part), qPrintable(QString(part) + " not in\n" + all));
    }

    void forwardUnderAnUpperBoundIsRefused() {
        const std::string head =
            "[http]\nbase_url = \"http://127.0.0.1:1\"\n[record]\nexternal_id = \"id\"\n[request]\npath = "
            "\"/orders\"\n";
        const std::string bounded = head + "query = { a = \"${from}\", b = \"${until}\", page = \"${page}\" }\n";
        const std::string open = head + "query = { a = \"${from}\", page = \"${page}\" }\n";
        std::vector<base::ConfigProblem> found;
        read(bounded + "[pagination]\nkind = \"page\"\n", found);
        QVERIFY2(said(found).contains("loses rows"), qPrintable(said(found)));
        for (const std::string& good :
             {bounded + "[pagination]\nkind = \"page\"\ntotal = \"n\"\n", open + "[pagination]\nkind = \"page\"\n",
              bounded + "[window]\nsend_to = false\n[pagination]\nkind = \"page\"\n",
              bounded + "[window]\nbasis = \"created\"\nreread = \"3d\"\n[pagination]\nkind = \"page\"\n"}) {
            found.clear();
            read(good, found);
            QCOMPARE(said(found), QString());
        }
    }

    void target() {
        std::vector<base::ConfigProblem> problems;
        base::TomlTable root = base::TomlTable::readText(kTarget, "orders.toml", problems);
        const TargetMapping mapping = readTargetMapping(root);
        QCOMPARE(said(problems), QString());
        QCOMPARE(mapping.table, std::string("public.orders"));
        QCOMPARE(mapping.key, (std::vector<std::string>{"source", "external_id"}));
        QCOMPARE(mapping.softDelete, std::string("deleted_at"));
        QVERIFY(mapping.staleGuard);
        QCOMPARE(mapping.columns.size(), size_t(3));
        QCOMPARE(mapping.states.column, std::string("state"));
        QCOMPARE(mapping.states.order, (std::vector<std::string>{"pending", "결제 완료", "shipped"}));
        QCOMPARE(mapping.columns[1].from, std::string("amount"));
        QCOMPARE(mapping.columns[1].type, std::string("numeric(18,4)"));
        QVERIFY(!mapping.columns[1].null);
        checkMapping(read(kWhole, problems), mapping, "latchboard.toml", 3, problems);
        QCOMPARE(said(problems), QString());
    }

    void targetProblems() {
        std::vector<base::ConfigProblem> problems;
        base::TomlTable root =
            base::TomlTable::readText("[target]\ntable = \"o\"\nkey = [\"source\", \"ext\"]\nwhen_gone = "
                                      "\"drop\"\nkeys = 1\n[target.columns]\na = \"b\"\n",
                                      "orders.toml", problems);
        (void)readTargetMapping(root);
        const QString all = said(problems);
        QVERIFY2(all.contains("orders.toml:3: target.key: the key's column \"ext\" is not in [target.columns]"),
                 qPrintable(all));
        QVERIFY2(all.contains("\"drop\" is not one of mark, ignore"), qPrintable(all));
        QVERIFY2(all.contains("orders.toml:5: target.keys: unknown key; did you mean \"key\"?"), qPrintable(all));
    }

    void statesProblems_data() {
        QTest::addColumn<QByteArray>("states");
        QTest::addColumn<QString>("says"); // empty: nothing
        const auto row = [](const char* name, const char* states, const char* says) {
            QTest::newRow(name) << QByteArray(states) << QString::fromUtf8(says);
        };
        row("none", "", "");
        row("whole", "[target.states]\ncolumn = \"a\"\norder = [\"x\", \"y\"]\n", "");
        row("no column", "[target.states]\norder = [\"x\", \"y\"]\n", "target.states.column");
        row("a column that is not mapped", "[target.states]\ncolumn = \"c\"\norder = [\"x\", \"y\"]\n",
            "orders.toml:8: target.states.column: \"c\" is not a column of [target.columns] beside the key");
        row("a column of the key", "[target.states]\ncolumn = \"ext\"\norder = [\"x\", \"y\"]\n",
            "\"ext\" is not a column of [target.columns] beside the key");
        row("no order", "[target.states]\ncolumn = \"a\"\n", "target.states.order: needs two values or more");
        row("one value", "[target.states]\ncolumn = \"a\"\norder = [\"x\"]\n", "needs two values or more");
        row("a value twice", "[target.states]\ncolumn = \"a\"\norder = [\"x\", \"y\", \"x\"]\n",
            "orders.toml:9: target.states.order: has \"x\" twice");
        row("a key that nobody knows", "[target.states]\ncolumn = \"a\"\norder = [\"x\", \"y\"]\nallowed = 1\n",
            "orders.toml:10: target.states.allowed: unknown key");
    }

    void statesProblems() {
        QFETCH(QByteArray, states);
        QFETCH(QString, says);
        std::vector<base::ConfigProblem> problems;
        base::TomlTable root = base::TomlTable::readText("[target]\ntable = \"o\"\nkey = [\"source\", \"ext\"]\n"
                                                         "[target.columns]\next = \"external_id\"\na = \"b\"\n" +
                                                             states.toStdString(),
                                                         "orders.toml", problems);
        (void)readTargetMapping(root);
        const QString all = said(problems);
        QVERIFY2(says.isEmpty() ? all.isEmpty() : all.contains(says), qPrintable(all));
    }

    void sourceAndTargetMustFit() {
        std::vector<base::ConfigProblem> problems;
        SourceProfile source = read(minimal("amount = \"total\"\n"), problems);
        QCOMPARE(said(problems), QString());
        TargetMapping target;
        target.key = {"source", "external_id"};
        target.updated = "changed_at";
        target.columns = {{"total", "ammount", "", true}};
        checkMapping(source, target, "latchboard.toml", 9, problems);
        const QString all = said(problems);
        QVERIFY2(
            all.contains(
                "latchboard.toml:9: target.columns.total: [record] of the source \"oms\" has no value \"ammount\"; "
                "did you mean \"amount\"?"),
            qPrintable(all));
        QVERIFY(all.contains("no column of the key is filled from external_id"));
        QVERIFY(all.contains("has no updated_at"));
    }

    void paths_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("steps");
        QTest::newRow("empty") << "" << 0;
        QTest::newRow("one") << "a" << 1;
        QTest::newRow("deep") << "a.b[0].c" << 4;
        QTest::newRow("list of lists") << "[0][12]" << 2;
        QTest::newRow("trailing dot") << "a." << -1;
        QTest::newRow("leading dot") << ".a" << -1;
        QTest::newRow("two dots") << "a..b" << -1;
        QTest::newRow("open bracket") << "a[1" << -1;
        QTest::newRow("no number") << "a[]" << -1;
        QTest::newRow("name after bracket") << "a[0]b" << -1;
        QTest::newRow("negative") << "a[-1]" << -1;
        QTest::newRow("stray bracket") << "a]" << -1;
    }
    void paths() {
        QFETCH(QString, path);
        QFETCH(int, steps);
        const auto parsed = JsonPath::parse(path.toStdString());
        QCOMPARE(parsed ? static_cast<int>(parsed->steps.size()) : -1, steps);
    }

    void templates() {
        const Variables variables = {{"from", "2026-03-10T10:50:00+00:00"}, {"secret:token", "s&t"}};
        QCOMPARE(expand("a ${from} b", variables), std::optional<std::string>("a 2026-03-10T10:50:00+00:00 b"));
        QCOMPARE(expand("${secret:token}", variables), std::optional<std::string>("s&t"));
        QCOMPARE(expand("${until}", variables), std::optional<std::string>());
        QCOMPARE(expand("${from", variables), std::optional<std::string>());
        QCOMPARE(expand("$x {}", variables), std::optional<std::string>("$x {}"));
        QCOMPARE(percentEncoded("a+b c&d[$gte]=é~"), std::string("a%2Bb%20c%26d%5B%24gte%5D%3D%C3%A9~"));
    }
};

QTEST_GUILESS_MAIN(TestSyncProfile)
#include "tst_sync_profile.moc"
