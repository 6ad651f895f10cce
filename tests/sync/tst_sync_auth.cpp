// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/answer.h"
#include "sync/credentials.h"
#include "sync/fakes.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace latchboard;
using namespace latchboard::sync;
using namespace latchboard::sync::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* kRest = R"toml(
[request]
path = "/orders"
query = { from = "${from}", page = "${page}" }
[pagination]
kind = "page"
size = 2
direction = "forward"
[window]
send_to = false
[response]
items = "orders"
[record]
external_id = "id"
updated_at = "updated_at"
[[limit]]
every = "1s"
)toml";

/// An order API of two pages, which lets in whom `lets` says, and a token endpoint below /token.
class GuardedApi final : public OrderSource {
public:
    explicit GuardedApi(const FakeClock& clock) : m_clock(clock) {}
    std::function<bool(const HttpRequest&)> lets = [](const HttpRequest&) { return true; };
    std::function<HttpAnswer(const HttpRequest&, int)> token; ///< by the request and its number, from 1
    HttpAnswer refusal = answer(401, R"({"message":"no"})");
    std::vector<HttpRequest> requests;
    int tokens = 0;

    base::Result<HttpAnswer> send(const HttpRequest& request, const base::Waiting&) override {
        requests.push_back(request);
        if (request.url.find("/token") != std::string::npos || request.url.find("/login") != std::string::npos)
            return token(request, ++tokens);
        if (!lets(request))
            return refusal;
        if (request.url.find("/detail") != std::string::npos)
            return answer(200, R"({"details":[{"id":1},{"id":2}]})");
        const bool second = request.url.find("page=2") != std::string::npos;
        return answer(200, second ? R"({"orders":[]})"
                                  : R"({"orders":[{"id":1,"updated_at":"2026-03-10T11:00:00Z"},)"
                                    R"({"id":2,"updated_at":"2026-03-10T11:00:00Z"}]})");
    }
    static HttpAnswer answer(int status, const std::string& body) {
        HttpAnswer made;
        made.status = status;
        made.body = body;
        return made;
    }
    static std::string header(const HttpRequest& request, const std::string& name) {
        for (const auto& [key, value] : request.headers) {
            if (key == name)
                return value;
        }
        return {};
    }
    [[nodiscard]] QString paths() const {
        QStringList all;
        for (const HttpRequest& request : requests) {
            const QString url = QString::fromStdString(request.url);
            all << url.mid(url.indexOf(u'/', 8)).section(u'?', 0, 0);
        }
        return all.join(u' ');
    }

private:
    const FakeClock& m_clock;
};

Job jobWith(const std::string& auth) {
    std::vector<base::ConfigProblem> problems;
    auto root = base::TomlTable::readText("schema = 1\n[http]\nbase_url = \"https://api.example/v1\"\n[secrets]\n"
                                          "id = \"env:ID\"\nkey = \"env:KEY\"\n" +
                                              auth + kRest,
                                          "source.toml", problems);
    Job job;
    job.name = "guarded";
    job.source = readSourceProfile(root, "guarded");
    if (!problems.empty())
        qWarning("%s", qPrintable(base::configError(problems).message.english()));
    job.source.secrets = {{"id", base::Secret("client-77")}, {"key", base::Secret("the-client-secret")}};
    job.firstWindowStart = at("2026-03-10T10:00:00Z");
    return job;
}

constexpr const char* kClient = R"toml(
[auth]
kind = "oauth2_client"
token_url = "/token"
token_form = { grant_type = "client_credentials", client_id = "${secret:id}", client_secret = "${secret:key}" }
)toml";

constexpr const char* kSession = R"toml(
[auth]
kind = "session"
header = { X-Session = "${session}" }
[[auth.step]]
path = "/login"
json = { user = "${secret:id}", password = "${secret:key}" }
capture = { session = "id" }
)toml";

/// What a source says of a session that is over, and what profiles make of it.
constexpr const char* kOver = R"({"Status":"200","Error":{"Code":"SESSION_EXPIRED"}})";
constexpr const char* kNoShop = R"({"Status":"200","Error":{"Code":"NO_SUCH_SHOP"}})";
constexpr const char* kOverByBody = R"toml(
[[error]]
when = { json = "Error.Code", in = ["SESSION_EXPIRED"] }
class = "auth"
)toml";
constexpr const char* kPermanentByBody = R"toml(
[[error]]
when = { json = "Error.Code", in = ["SESSION_EXPIRED"] }
class = "permanent"
)toml";
constexpr const char* kOverByHeader = R"toml(
[[error]]
when = { status = [302], header = "location", match = "/login" }
class = "auth"
)toml";
constexpr const char* kRefusedByStatus = R"toml(
[[error]]
when = { status = [401, 403] }
class = "auth"
)toml";
constexpr const char* kDetail = R"toml(
[detail]
ids = "id"
batch = 10
path = "/detail"
query = { ids = "${ids}" }
items = "details"
join_on = "id"
)toml";

HttpAnswer sessionAnswer(int number) {
    return GuardedApi::answer(200, R"({"id":"session-)" + std::to_string(number) + R"("})");
}

HttpAnswer tokenAnswer(int number, int life = 3600) {
    return GuardedApi::answer(200, R"({"access_token":"token-)" + std::to_string(number) +
                                       R"(","token_type":"bearer","expires_in":)" + std::to_string(life) + "}");
}

} // namespace

/// Who we are, at every kind of source.
class TestSyncAuth : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void signatures_data() {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("encode");
        QTest::addColumn<QString>("signature");
        // RFC 4231, test case 2.
        QTest::newRow("hmac, hex") << "hmac-sha256"
                                   << "Jefe"
                                   << "what do ya want for nothing?"
                                   << "hex"
                                   << "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        QTest::newRow("hmac, base64") << "hmac-sha256"
                                      << "Jefe"
                                      << "what do ya want for nothing?"
                                      << "base64"
                                      << "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=";
        // Openwall's vectors of crypt_blowfish.
        QTest::newRow("bcrypt")
            << "bcrypt"
            << "$2a$05$CCCCCCCCCCCCCCCCCCCCC."
            << "U*U"
            << "base64"
            << QString(QByteArray("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW").toBase64());
        QTest::newRow("no bcrypt salt") << "bcrypt"
                                        << "secret"
                                        << "x"
                                        << "base64"
                                        << "";
        QTest::newRow("another salt") << "bcrypt"
                                      << "$6$salt"
                                      << "x"
                                      << "base64"
                                      << "";
    }
    void signatures() {
        QFETCH(QString, algorithm);
        QFETCH(QString, key);
        QFETCH(QString, message);
        QFETCH(QString, encode);
        QFETCH(QString, signature);
        SourceProfile::Signature sign;
        sign.algorithm = algorithm.toStdString();
        sign.encode = encode.toStdString();
        const auto made = signatureOf(sign, key.toStdString(), message.toStdString());
        QCOMPARE(made ? QString::fromStdString(*made) : QString(), signature);
        if (!made)
            QVERIFY(!made.error().message.english().contains(key));
    }

    void aTokenIsGotOnceAndSent() {
        World world;
        GuardedApi api(world.clock);
        api.token = [](const HttpRequest&, int number) { return tokenAnswer(number); };
        api.lets = [](const HttpRequest& request) {
            return GuardedApi::header(request, "Authorization") == "Bearer token-1";
        };
        const RunRecord run = world.run(api, jobWith(kClient));
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(run.error ? run.error->message.english() : QString()));
        QCOMPARE(api.paths(), QString("/v1/token /v1/orders /v1/orders"));
        QCOMPARE(api.requests[0].method, std::string("POST"));
        QCOMPARE(QString::fromStdString(api.requests[0].body),
                 QString("grant_type=client_credentials&client_id=client-77&client_secret=the-client-secret"));
        QCOMPARE(GuardedApi::header(api.requests[0], "Content-Type"), std::string("application/x-www-form-urlencoded"));
        QCOMPARE(GuardedApi::header(api.requests[0], "Authorization"), std::string());
        QCOMPARE(run.apiCalls, std::int64_t(3));
        QCOMPARE(world.database.bucket.grants, std::int64_t(3)); // the token's request is a call like any other
    }

    void aRefusedTokenIsRenewedOnce() {
        World world;
        GuardedApi api(world.clock);
        api.token = [](const HttpRequest&, int number) { return tokenAnswer(number); };
        api.lets = [](const HttpRequest& request) {
            return GuardedApi::header(request, "Authorization") == "Bearer token-2";
        };
        RunRecord run = world.run(api, jobWith(kClient));
        QVERIFY(run.outcome == Outcome::Success);
        QCOMPARE(api.paths(), QString("/v1/token /v1/orders /v1/token /v1/orders /v1/orders"));

        world.nextHour();
        api.requests.clear();
        api.lets = [](const HttpRequest&) { return false; };
        run = world.run(api, jobWith(kClient));
        QVERIFY(run.outcome == Outcome::Failed);
        QVERIFY(run.error->kind == base::ErrorKind::SourceAuth);
        QCOMPARE(api.paths(), QString("/v1/token /v1/orders /v1/token /v1/orders")); // and then it stops
        for (const char* secret : {"token-3", "token-4", "the-client-secret"})
            QVERIFY2(!run.error->message.english().contains(secret), secret);
    }

    void aTokenIsRenewedAtTheStatusOfTheProfile() {
        Job job = jobWith(kClient);
        job.source.refreshOn = {412};
        HttpRequest request;
        const auto now = at("2026-03-10T12:00:00Z");
        QVERIFY(judge(job.source, request, GuardedApi::answer(412, "{}"), now).result == SourceErrorClass::Auth);
        QVERIFY(judge(job.source, request, GuardedApi::answer(404, "{}"), now).result == SourceErrorClass::Permanent);
        QVERIFY(judge(job.source, request, GuardedApi::answer(200, R"({"orders":[]})"), now).result ==
                SourceErrorClass::Ok);
    }

    /// Some sources end a session and say so under status 200, or by sending the client to their login page.
    void aSessionThatIsOverIsBegunAnew_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("error");
        QTest::addColumn<QString>("refused");
        QTest::addColumn<QString>("kind");
        const QString anew = QStringLiteral("/v1/login /v1/orders /v1/login /v1/orders");
        const QString once = QStringLiteral("/v1/login /v1/orders");
        QTest::newRow("inside a good answer") << 200 << kOver << kOverByBody << anew << "source_auth";
        QTest::newRow("inside a refusal") << 403 << kOver << kOverByBody << anew << "source_auth";
        QTest::newRow("inside a server error") << 500 << kOver << kOverByBody << anew << "source_auth";
        QTest::newRow("by a header") << 302 << "" << kOverByHeader << anew << "source_auth";
        QTest::newRow("another class") << 200 << kOver << kPermanentByBody << once << "source_permanent";
        QTest::newRow("a status of no session") << 403 << "{}" << kRefusedByStatus << once << "source_auth";
        QTest::newRow("another error") << 200 << kNoShop << kOverByBody
                                       << once + " /v1/orders /v1/orders /v1/orders /v1/orders"
                                       << "source_transient";
    }
    void aSessionThatIsOverIsBegunAnew() {
        QFETCH(int, status);
        QFETCH(QString, body);
        QFETCH(QString, error);
        QFETCH(QString, refused);
        QFETCH(QString, kind);
        World world;
        GuardedApi api(world.clock);
        api.token = [](const HttpRequest&, int number) { return sessionAnswer(number); };
        api.lets = [](const HttpRequest&) { return false; };
        api.refusal = GuardedApi::answer(status, body.toStdString());
        if (status == 302)
            api.refusal.headers.emplace_back("location", "https://api.example/login?from=orders");
        const Job job = jobWith(error.toStdString() + kSession);
        RunRecord run = world.run(api, job);
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(QString(base::kindName(run.error->kind)), kind);
        QCOMPARE(api.paths(), refused); // a new session once, and then it stops
        QVERIFY(!run.error->message.english().contains("session-"));

        world.nextHour();
        api.requests.clear();
        const std::string good = "session-" + std::to_string(api.tokens + 2);
        api.lets = [&good](const HttpRequest& request) { return GuardedApi::header(request, "X-Session") == good; };
        run = world.run(api, job);
        const bool renews = refused.count("login") == 2;
        QVERIFY((run.outcome == Outcome::Success) == renews);
        QCOMPARE(api.paths(), renews ? refused + " /v1/orders" : refused);
        QCOMPARE(world.database.rows.size(), renews ? size_t(2) : size_t(0));
    }

    void aSessionThatEndsBetweenListAndDetails() {
        World world;
        GuardedApi api(world.clock);
        api.token = [](const HttpRequest&, int number) { return sessionAnswer(number); };
        api.lets = [](const HttpRequest& request) {
            return request.url.find("/detail") == std::string::npos ||
                   GuardedApi::header(request, "X-Session") == "session-2";
        };
        api.refusal = GuardedApi::answer(200, kOver);
        const RunRecord run = world.run(api, jobWith(std::string(kSession) + kOverByBody + kDetail));
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(run.error ? run.error->message.english() : QString()));
        QCOMPARE(api.paths(), QString("/v1/login /v1/orders /v1/detail /v1/login /v1/detail /v1/orders"));
    }

    void aTokenNearItsEndIsRenewedBeforeItIsUsed() {
        World world;
        GuardedApi api(world.clock);
        api.token = [](const HttpRequest&, int number) { return tokenAnswer(number, 61); }; // used for half of it
        QVERIFY(world.run(api, jobWith(kClient)).outcome == Outcome::Success);
        QCOMPARE(api.paths(), QString("/v1/token /v1/orders /v1/orders"));
        GuardedApi brief(world.clock);
        brief.token = [](const HttpRequest&, int number) { return tokenAnswer(number, 1); };
        world.nextHour();
        QVERIFY(world.run(brief, jobWith(kClient)).outcome == Outcome::Success);
        // Spacing is a second, so half a second later each call needs a new one.
        QCOMPARE(brief.paths(), QString("/v1/token /v1/orders /v1/token /v1/orders"));
    }

    void aTokenThatEndedIsFollowedByOneThatLasts() {
        Credentials credentials(jobWith(kClient).source);
        base::Instant now = at("2026-03-10T12:00:00Z");
        for (int number = 1; number <= 3; ++number) {
            const auto steps = credentials.missing(now);
            QCOMPARE(steps.size(), size_t(1));
            QVERIFY(credentials.took(*steps.front(), tokenAnswer(number), now).ok());
            QVERIFY(credentials.missing(now).empty());
            QVERIFY(credentials.missing(now + 58min).empty());
            now += 59min; // its hour less the margin
        }
    }

    void badTokenAnswers_data() {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("body");
        QTest::addColumn<int>("asked");
        QTest::addColumn<QString>("kind");
        QTest::newRow("refused client") << 400 << R"({"error":"invalid_client"})" << 1 << "source_auth";
        QTest::newRow("unauthorized") << 401 << R"({"error":"invalid_client"})" << 1 << "source_auth";
        QTest::newRow("no token in it") << 200 << R"({"token":"x"})" << 1 << "source_auth";
        QTest::newRow("empty token") << 200 << R"({"access_token":""})" << 1 << "source_auth";
        QTest::newRow("HTML") << 200 << "<html>sign in</html>" << 5 << "source_transient";
        QTest::newRow("server error") << 503 << R"({})" << 5 << "source_transient";
        QTest::newRow("not found") << 404 << R"({})" << 1 << "source_permanent";
    }
    void badTokenAnswers() {
        QFETCH(int, status);
        QFETCH(QString, body);
        QFETCH(int, asked);
        QFETCH(QString, kind);
        World world;
        GuardedApi api(world.clock);
        api.token = [&](const HttpRequest&, int) { return GuardedApi::answer(status, body.toStdString()); };
        const RunRecord run = world.run(api, jobWith(kClient));
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(QString(base::kindName(run.error->kind)), kind);
        QCOMPARE(api.tokens, asked);
        QCOMPARE(static_cast<int>(api.requests.size()), asked); // no order was asked for
        QVERIFY(!world.database.lockHeld);
        QVERIFY(!run.error->message.english().contains("the-client-secret"));
    }

    void aScheduleStopsBeforeTheSourceBlocksIt_data() {
        QTest::addColumn<int>("trigger");
        QTest::newRow("agent") << static_cast<int>(Trigger::Schedule);
        QTest::newRow("cron") << static_cast<int>(Trigger::Cron);
    }
    void aScheduleStopsBeforeTheSourceBlocksIt() {
        QFETCH(int, trigger);
        World world;
        GuardedApi api(world.clock);
        api.token = [](const HttpRequest&, int) { return GuardedApi::answer(400, "{}"); };
        Job job = jobWith(kClient);
        job.source.stopAfterFailures = 2;
        RunRequest scheduled;
        scheduled.trigger = static_cast<Trigger>(trigger);
        for (int i = 0; i < 2; ++i) {
            QVERIFY(world.run(api, job, scheduled).error->kind == base::ErrorKind::SourceAuth);
            world.nextHour();
        }
        QCOMPARE(api.tokens, 2);
        const RunRecord stopped = world.run(api, job, scheduled);
        QVERIFY(stopped.error->kind == base::ErrorKind::SourceLockout);
        QCOMPARE(api.tokens, 2); // it was not asked
        world.nextHour();
        QVERIFY(world.run(api, job, scheduled).error->kind == base::ErrorKind::SourceLockout);
        QCOMPARE(api.tokens, 2);
        world.nextHour();
        // A person mended it and runs it once.
        api.token = [](const HttpRequest&, int number) { return tokenAnswer(number); };
        QVERIFY(world.run(api, job).outcome == Outcome::Success);
        world.nextHour();
        QVERIFY(world.run(api, job, scheduled).outcome == Outcome::Success);
    }

    void sessionInTwoSteps() {
        World world;
        GuardedApi api(world.clock);
        api.token = [](const HttpRequest& request, int number) {
            if (number == 1)
                return GuardedApi::answer(200, R"({"Data":{"ZONE":"CC"}})");
            const QJsonObject login = QJsonDocument::fromJson(QByteArray::fromStdString(request.body)).object();
            return login["ZONE"].toString() == "CC" && login["API_CERT_KEY"].toString() == "the-client-secret"
                       ? GuardedApi::answer(200, R"({"Data":{"SESSION_ID":"s-1"}})")
                       : GuardedApi::answer(401, "{}");
        };
        api.lets = [](const HttpRequest& request) {
            return request.url.find("https://apicc.example/orders?session=s-1") == 0;
        };
        const Job job = [] {
            Job made = jobWith(R"toml(
[auth]
kind = "session"
[[auth.step]]
path = "https://api.example/login/zone"
json = { COM_CODE = "${secret:id}" }
capture = { zone = "Data.ZONE" }
[[auth.step]]
path = "https://api.example/login"
json = { COM_CODE = "${secret:id}", API_CERT_KEY = "${secret:key}", ZONE = "${zone}" }
capture = { session = "Data.SESSION_ID" }
life = "30m"
)toml");
            made.source.baseUrl = "https://apicc.example";
            made.source.query.insert(made.source.query.begin(), {"session", "${session}"});
            return made;
        }();
        const RunRecord run = world.run(api, job);
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(run.error ? run.error->message.english() : QString()));
        QCOMPARE(api.paths(), QString("/login/zone /login /orders /orders"));
        QCOMPARE(QString::fromStdString(api.requests[0].body), QString(R"({"COM_CODE":"client-77"})"));
    }

    /// As Coupang signs: date, method, path and query in one line, the key's name and the date beside it.
    void hmacOfEachRequest() {
        World world;
        GuardedApi api(world.clock);
        const RunRecord run = world.run(api, jobWith(R"toml(
[auth]
kind = "hmac"
header = { Authorization = "CEA algorithm=HmacSHA256, access-key=${secret:id}, signed-date=${date}, signature=${signature}" }
[auth.sign]
algorithm = "hmac-sha256"
key = "${secret:key}"
message = "${date}${method}${path}${query}"
date = { format = "strftime", pattern = "%y%m%dT%H%M%SZ", tz = "UTC" }
)toml"));
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(run.error ? run.error->message.english() : QString()));
        QCOMPARE(api.requests.size(), size_t(2));
        QStringList dates;
        for (const HttpRequest& request : api.requests) {
            const QString header = QString::fromStdString(GuardedApi::header(request, "Authorization"));
            const QString date = header.section("signed-date=", 1).section(u',', 0, 0);
            SourceProfile::Signature sign;
            sign.algorithm = "hmac-sha256";
            const std::string query = request.url.substr(request.url.find('?') + 1);
            const auto expected = signatureOf(sign, "the-client-secret", date.toStdString() + "GET/v1/orders" + query);
            QCOMPARE(header, "CEA algorithm=HmacSHA256, access-key=client-77, signed-date=" + date +
                                 ", signature=" + QString::fromStdString(*expected));
            QVERIFY(date.startsWith("260310T12000"));
            dates << date;
        }
        QVERIFY(dates[0] != dates[1]); // signed anew for each request
    }

    /// As Naver signs: bcrypt of id and time with the secret as the salt, in base64, for a token.
    void tokenBySignature() {
        World world;
        GuardedApi api(world.clock);
        api.token = [](const HttpRequest& request, int) {
            return request.body.find("client_secret_sign=") == std::string::npos ? GuardedApi::answer(400, "{}")
                                                                                 : tokenAnswer(1);
        };
        Job job = jobWith(R"toml(
[auth]
kind = "signed_token"
token_url = "/token"
token_form = { client_id = "${secret:id}", timestamp = "${timestamp_ms}", client_secret_sign = "${signature}", grant_type = "client_credentials", type = "SELF" }
[auth.sign]
algorithm = "bcrypt"
salt = "${secret:key}"
message = "${secret:id}_${timestamp_ms}"
encode = "base64"
)toml");
        job.source.secrets["key"] = base::Secret("$2a$04$abcdefghijklmnopqrstuu");
        const RunRecord run = world.run(api, job);
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(run.error ? run.error->message.english() : QString()));
        SourceProfile::Signature sign;
        sign.algorithm = "bcrypt";
        sign.encode = "base64";
        const auto expected = signatureOf(sign, "$2a$04$abcdefghijklmnopqrstuu", "client-77_1773144000000");
        QVERIFY(expected.ok());
        QCOMPARE(QString::fromStdString(api.requests[0].body),
                 "client_id=client-77&timestamp=1773144000000&client_secret_sign=" +
                     QString::fromStdString(percentEncoded(*expected)) + "&grant_type=client_credentials&type=SELF");
    }

    /// A source may count a request that lacks a part of its proof as an attack: nothing goes out.
    void nothingIsSentWithoutItsProof_data() {
        QTest::addColumn<QString>("auth");
        QTest::addColumn<bool>("hasKey");
        QTest::newRow("a salt that is none") << R"([auth]
kind = "signed_token"
token_url = "/token"
token_form = { id = "${secret:id}", sign = "${signature}" }
[auth.sign]
algorithm = "bcrypt"
salt = "${secret:key}"
message = "${timestamp_ms}"
)" << true;
        QTest::newRow("no key of a signature") << R"([auth]
kind = "hmac"
header = { Authorization = "${signature}" }
[auth.sign]
algorithm = "hmac-sha256"
key = "${secret:key}"
message = "${path}"
)" << false;
        QTest::newRow("no password in a body") << R"([auth]
kind = "session"
[[auth.step]]
path = "/login"
json = { user = "${secret:id}", password = "${secret:key}" }
capture = { session = "id" }
)" << false;
        QTest::newRow("no secret of a form") << kClient << false;
    }
    void nothingIsSentWithoutItsProof() {
        QFETCH(QString, auth);
        QFETCH(bool, hasKey);
        World world;
        GuardedApi api(world.clock);
        api.token = [](const HttpRequest&, int number) { return tokenAnswer(number); };
        Job job = jobWith(auth.toStdString());
        if (!hasKey)
            job.source.secrets.erase("key");
        const RunRecord run = world.run(api, job);
        QCOMPARE(api.paths(), QString());
        QVERIFY(run.outcome == Outcome::Failed);
        QVERIFY(run.error->kind == base::ErrorKind::Configuration);
        QVERIFY(!run.error->message.english().contains("the-client-secret"));
    }

    /// A token that came in an answer which can't be read is not known as a secret yet.
    void anUnreadableTokenAnswerIsNotQuoted_data() {
        QTest::addColumn<QString>("body");
        QTest::newRow("cut") << R"({"access_token":"NEW-TOKEN-1","expires_in":36)";
        QTest::newRow("a form") << "access_token=NEW-TOKEN-1&token_type=bearer";
        QTest::newRow("an error rule") << R"({"access_token":"NEW-TOKEN-1","code":"busy"})";
    }
    void anUnreadableTokenAnswerIsNotQuoted() {
        QFETCH(QString, body);
        World world;
        GuardedApi api(world.clock);
        api.token = [&](const HttpRequest&, int) { return GuardedApi::answer(200, body.toStdString()); };
        Job job = jobWith(kClient);
        SourceProfile::ErrorRule rule;
        rule.jsonPath = "code";
        rule.values = {"busy"};
        job.source.errorRules.push_back(rule);
        const RunRecord run = world.run(api, job);
        QVERIFY(run.outcome == Outcome::Failed);
        QVERIFY2(!run.error->message.english().contains("NEW-TOKEN"), qPrintable(run.error->message.english()));
    }

    void secretsAreHiddenWhole() {
        Job job = jobWith(kClient);
        job.source.secrets = {{"id", base::Secret("abcd")}, {"key", base::Secret("abcd-and-the-rest")}};
        QCOMPARE(hideSecrets(job.source, "abcd-and-the-rest, abcd"), std::string("***, ***"));
        // Across the end of what is quoted of a body.
        const HttpAnswer answer = GuardedApi::answer(400, std::string(150, 'x') + " abcd-and-the-rest and more");
        const Verdict verdict = judge(job.source, HttpRequest{}, answer, at("2026-03-10T12:00:00Z"));
        QVERIFY2(!verdict.error.message.english().contains("abcd"), qPrintable(verdict.error.message.english()));
    }

    void bodies() {
        const auto root = QJsonDocument::fromJson(R"({"n":"${size:int}","after":"${cursor?null}","q":"from ${from}",
            "gone":"${nothing}","list":["${size}",1,true,null],"deep":{"x":{"y":"${size:int}"}}})")
                              .object();
        const Variables variables = {{"size", "200"}, {"from", "2026"}};
        QCOMPARE(
            QString(QJsonDocument(expandJson(root, variables).toObject()).toJson(QJsonDocument::Compact)),
            QString(R"({"after":null,"deep":{"x":{"y":200}},"list":["200",1,true,null],"n":200,"q":"from 2026"})"));
        Variables later = variables;
        later["cursor"] = "abc";
        QCOMPARE(expandJson(root, later).toObject()["after"].toString(), QString("abc"));
    }
};

QTEST_GUILESS_MAIN(TestSyncAuth)
#include "tst_sync_auth.moc"
