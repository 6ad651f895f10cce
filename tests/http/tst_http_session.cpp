// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of the engine against a server that wants a token or a session: what goes over the wire is counted there.
#include "demo/fault_server.h"
#include "http/curl_order_source.h"
#include "sync/fakes.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QThread>

#include <mutex>

using namespace latchboard;
using namespace latchboard::sync;
using namespace latchboard::sync::test;

namespace {

/// One request as it came in.
struct Seen {
    QByteArray head, body;
    [[nodiscard]] QByteArray path() const { return head.split(' ').value(1).split('?').first(); }
    [[nodiscard]] QByteArray header(const QByteArray& name) const {
        for (const QByteArray& line : head.split('\n')) {
            if (line.toLower().startsWith(name.toLower() + ':'))
                return line.mid(name.size() + 1).trimmed();
        }
        return {};
    }
};

/// An order API with its login on a socket of the loopback, on a thread of its own. Each connection brings one request.
class AuthServer {
public:
    using Answerer = std::function<std::string(const Seen& request)>;
    explicit AuthServer(Answerer answer) : m_answer(std::move(answer)) {
        m_context = new QObject;
        m_context->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_context, &QObject::deleteLater);
        m_thread.start();
        QMetaObject::invokeMethod(
            m_context, [this] { listen(); }, Qt::BlockingQueuedConnection);
    }
    ~AuthServer() {
        m_thread.quit();
        m_thread.wait();
    }
    AuthServer(const AuthServer&) = delete;
    AuthServer& operator=(const AuthServer&) = delete;

    [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(m_port); }
    [[nodiscard]] std::vector<Seen> seen() const {
        const std::lock_guard lock(m_mutex);
        return m_seen;
    }
    [[nodiscard]] QByteArray paths() const {
        QByteArrayList paths;
        for (const Seen& request : seen())
            paths << request.path();
        return paths.join(' ');
    }

private:
    void listen() {
        auto* const server = new QTcpServer(m_context);
        QObject::connect(server, &QTcpServer::newConnection, server, [this, server] {
            while (QTcpSocket* const socket = server->nextPendingConnection())
                QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket] { read(socket); });
        });
        if (server->listen(QHostAddress::LocalHost))
            m_port = server->serverPort();
    }
    void read(QTcpSocket* socket) {
        const QByteArray all = socket->peek(1'000'000);
        const qsizetype end = all.indexOf("\r\n\r\n");
        if (end < 0)
            return;
        Seen request{all.left(end), all.mid(end + 4)};
        if (request.body.size() < request.header("Content-Length").toInt())
            return;
        socket->readAll();
        {
            const std::lock_guard lock(m_mutex);
            m_seen.push_back(request);
        }
        socket->write(QByteArray::fromStdString(m_answer(request)));
        socket->disconnectFromHost();
    }

    Answerer m_answer;
    QThread m_thread;
    QObject* m_context = nullptr;
    int m_port = 0;
    mutable std::mutex m_mutex;
    std::vector<Seen> m_seen;
};

std::string json(const std::string& body) {
    return demo::httpAnswer("200 OK", "Content-Type: application/json\r\n", body);
}

constexpr const char* kNoOrders = R"({"orders":[]})";
constexpr const char* kTwoOrders = R"({"orders":[{"id":1,"updated_at":"2026-03-10T11:00:00Z"},)"
                                   R"({"id":2,"updated_at":"2026-03-10T11:00:00Z"}]})";

/// Two orders, on the first of two pages.
std::string page(const Seen& request) {
    return json(request.head.contains("page=2") ? kNoOrders : kTwoOrders);
}

Job jobAt(const AuthServer& server, const std::string& auth) {
    std::vector<base::ConfigProblem> problems;
    auto root = base::TomlTable::readText("schema = 1\n[http]\nbase_url = \"" + server.url() +
                                              "\"\n[secrets]\nid = \"env:ID\"\nkey = \"env:KEY\"\n" + auth + R"toml(
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
)toml",
                                          "source.toml", problems);
    Job job;
    job.name = "guarded";
    job.source = readSourceProfile(root, "guarded");
    if (!problems.empty())
        qWarning("%s", qPrintable(base::configError(problems).message.english()));
    job.source.secrets = {{"id", base::Secret("client-77")}, {"key", base::Secret("the client&secret")}};
    job.firstWindowStart = at("2026-03-10T10:00:00Z");
    return job;
}

constexpr const char* kToken = R"toml(
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
capture = { session = "Data.SESSION_ID" }
[[error]]
when = { json = "Error.Code", in = ["SESSION_EXPIRED"] }
class = "auth"
)toml";

} // namespace

class TestHttpSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        for (const char* const name : {"http_proxy", "all_proxy", "ALL_PROXY"})
            qunsetenv(name);
    }

    void aTokenIsAskedForOnceByAForm() {
        const AuthServer server([](const Seen& request) {
            if (request.path() == "/token")
                return json(R"({"access_token":"token-1","expires_in":3600})");
            return request.header("Authorization") == "Bearer token-1" ? page(request)
                                                                       : demo::httpAnswer("401 Unauthorized", "", "{}");
        });
        http::CurlOrderSource source({.loopbackOnly = true});
        World world;
        const RunRecord run = world.run(source, jobAt(server, kToken));
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(run.error ? run.error->message.english() : QString()));
        QCOMPARE(server.paths(), QByteArray("/token /orders /orders"));
        const Seen asked = server.seen().front();
        QVERIFY2(asked.head.startsWith("POST /token HTTP/1.1\r\n"), asked.head.constData());
        QCOMPARE(asked.header("Content-Type"), QByteArray("application/x-www-form-urlencoded"));
        QCOMPARE(asked.header("Authorization"), QByteArray());
        QCOMPARE(asked.body, QByteArray("grant_type=client_credentials&client_id=client-77&client_secret="
                                        "the%20client%26secret"));
        QCOMPARE(run.apiCalls, std::int64_t(3));
        QCOMPARE(world.database.rows.size(), size_t(2));
    }

    void aRefusedTokenIsAskedForOnceMore() {
        std::atomic<int> tokens = 0;
        const AuthServer server([&tokens](const Seen& request) {
            if (request.path() == "/token")
                return json(R"({"access_token":"token-)" + std::to_string(++tokens) + R"("})");
            return request.header("Authorization") == "Bearer token-2"
                       ? page(request)
                       : demo::httpAnswer("401 Unauthorized", "WWW-Authenticate: Bearer\r\n", "{}");
        });
        http::CurlOrderSource source({.loopbackOnly = true});
        World world;
        RunRecord run = world.run(source, jobAt(server, kToken));
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(run.error ? run.error->message.english() : QString()));
        QCOMPARE(server.paths(), QByteArray("/token /orders /token /orders /orders"));
        // By now no token is good.
        world.nextHour();
        run = world.run(source, jobAt(server, kToken));
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(run.error->kind, base::ErrorKind::SourceAuth);
        QCOMPARE(server.paths(), QByteArray("/token /orders /token /orders /orders /token /orders /token /orders"));
    }

    void aTokenEndpointThatRefusesOrFails_data() {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<int>("asked");
        QTest::addColumn<base::ErrorKind>("kind");
        QTest::newRow("refuses") << QByteArray("401 Unauthorized") << 1 << base::ErrorKind::SourceAuth;
        QTest::newRow("refuses by RFC 6749") << QByteArray("400 Bad Request") << 1 << base::ErrorKind::SourceAuth;
        QTest::newRow("fails") << QByteArray("503 Service Unavailable") << 5 << base::ErrorKind::SourceTransient;
        QTest::newRow("leads elsewhere") << QByteArray("302 Found") << 1 << base::ErrorKind::SourcePermanent;
        QTest::newRow("closes unanswered") << QByteArray() << 5 << base::ErrorKind::SourceTransient;
    }
    void aTokenEndpointThatRefusesOrFails() {
        QFETCH(const QByteArray, status);
        QFETCH(const int, asked);
        QFETCH(const base::ErrorKind, kind);
        const AuthServer server([&status](const Seen&) {
            return status.isEmpty() ? std::string()
                                    : demo::httpAnswer(status.toStdString(), "Location: /orders\r\n",
                                                       R"({"error":"invalid_client"})");
        });
        http::CurlOrderSource source({.loopbackOnly = true});
        World world;
        const RunRecord run = world.run(source, jobAt(server, kToken));
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(run.error->kind, kind);
        QByteArrayList paths;
        for (int i = 0; i < asked; ++i)
            paths << "/token";
        QCOMPARE(server.paths(), paths.join(' ')); // no order was asked for
        QVERIFY(!run.error->message.english().contains("the client&secret"));
    }

    void aSessionThatEndsInsideAGoodAnswerIsBegunAnew() {
        std::atomic<int> logins = 0, orders = 0;
        const AuthServer server([&](const Seen& request) {
            if (request.path() == "/login")
                return json(R"({"Data":{"SESSION_ID":"session-)" + std::to_string(++logins) + R"("}})");
            // The first session ends after its first page.
            const bool isOver = ++orders > 1 && request.header("X-Session") == "session-1";
            return isOver ? json(R"({"Data":null,"Error":{"Code":"SESSION_EXPIRED"}})") : page(request);
        });
        http::CurlOrderSource source({.loopbackOnly = true});
        World world;
        const RunRecord run = world.run(source, jobAt(server, kSession));
        QVERIFY2(run.outcome == Outcome::Success, qPrintable(run.error ? run.error->message.english() : QString()));
        QCOMPARE(server.paths(), QByteArray("/login /orders /orders /login /orders"));
        const auto seen = server.seen();
        QCOMPARE(seen[0].body, QByteArray(R"({"password":"the client&secret","user":"client-77"})"));
        QCOMPARE(seen[2].header("X-Session"), QByteArray("session-1"));
        QCOMPARE(seen[4].header("X-Session"), QByteArray("session-2"));
        QCOMPARE(seen[4].head.split('\r').first(), seen[2].head.split('\r').first()); // the same page again
        QCOMPARE(world.database.rows.size(), size_t(2));
        QCOMPARE(world.database.bucket.grants, std::int64_t(5)); // each request has its grant
    }

    void aSessionThatIsAlwaysOverEndsTheRun() {
        const AuthServer server([](const Seen& request) {
            return json(request.path() == "/login" ? R"({"Data":{"SESSION_ID":"session-1"}})"
                                                   : R"({"Error":{"Code":"SESSION_EXPIRED"}})");
        });
        http::CurlOrderSource source({.loopbackOnly = true});
        World world;
        const RunRecord run = world.run(source, jobAt(server, kSession));
        QVERIFY(run.outcome == Outcome::Failed);
        QCOMPARE(run.error->kind, base::ErrorKind::SourceAuth);
        QCOMPARE(server.paths(), QByteArray("/login /orders /login /orders"));
    }
};

QTEST_GUILESS_MAIN(TestHttpSession)
#include "tst_http_session.moc"
