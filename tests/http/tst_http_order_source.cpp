// SPDX-License-Identifier: GPL-3.0-or-later
// What goes out and what comes back: methods, headers, sizes, decompression, proxies, guards.
#include "demo/fault_server.h"
#include "http/curl_order_source.h"
#include "http/safe_url.h"

#include <QFile>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QTest>
#include <QThread>

using namespace latchboard;
using namespace latchboard::demo;

class TestHttpOrderSource : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatGoesOut_data();
    void whatGoesOut();
    void headersComeInLowerCase();
    void interimAnswersAreNotTheAnswer();
    void redirectIsAnAnswer();
    void sizeIsCountedAfterDecompression_data();
    void sizeIsCountedAfterDecompression();
    void endlessHeadIsCutOff();
    void onlyTheLoopback_data();
    void onlyTheLoopback();
    void badRequestsAreNotSent_data();
    void badRequestsAreNotSent();
    void proxyByTheEnvironment();
    void nobodyListens();
    void tlsIsVerified_data();
    void tlsIsVerified();
    void clientCertificate_data();
    void clientCertificate();
    void safeUrls_data();
    void safeUrls();
};

namespace {

std::unique_ptr<FaultServer> serverWith(const std::string& bytes) {
    auto server = FaultServer::start({.bytes = bytes});
    return server ? *std::move(server) : nullptr;
}

base::Result<sync::HttpAnswer> get(const std::string& url, http::CurlOptions options = {.loopbackOnly = true}) {
    http::CurlOrderSource source(std::move(options));
    return source.send({.method = "GET", .url = url, .headers = {}, .body = {}}, {});
}

/// Answers "{}" over TLS with the certificate of data/loopback.pem, on a thread of its own.
class TlsServer {
public:
    /// `asks`: only a client that proves itself with that same certificate is let in.
    explicit TlsServer(bool asks = false) : m_asks(asks) {
        m_context = new QObject;
        m_context->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_context, &QObject::deleteLater);
        m_thread.start();
        QMetaObject::invokeMethod(
            m_context, [this] { listen(); }, Qt::BlockingQueuedConnection);
    }
    ~TlsServer() {
        m_thread.quit();
        m_thread.wait();
    }
    TlsServer(const TlsServer&) = delete;
    TlsServer& operator=(const TlsServer&) = delete;
    [[nodiscard]] int port() const { return m_port; }

private:
    static QByteArray read(const char* name) {
        QFile file(QStringLiteral(LATCHBOARD_TEST_DATA "/") + QString::fromUtf8(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void listen() {
        auto* const server = new QSslServer(m_context);
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificate(QSslCertificate(read("loopback.pem")));
        configuration.setPrivateKey(QSslKey(read("loopback.key"), QSsl::Ec));
        configuration.setPeerVerifyMode(m_asks ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
        configuration.setCaCertificates({QSslCertificate(read("loopback.pem"))});
        server->setSslConfiguration(configuration);
        QObject::connect(server, &QSslServer::pendingConnectionAvailable, server, [server] {
            QTcpSocket* const socket = server->nextPendingConnection();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                if (!socket->peek(100'000).contains("\r\n\r\n"))
                    return;
                socket->write(QByteArray::fromStdString(httpAnswer("200 OK", "", "{}")));
                socket->disconnectFromHost();
            });
        });
        if (server->listen(QHostAddress::LocalHost))
            m_port = server->serverPort();
    }

    bool m_asks;
    QThread m_thread;
    QObject* m_context = nullptr;
    int m_port = 0;
};

const std::string* find(const sync::HttpAnswer& answer, const std::string& name) {
    for (const auto& [key, value] : answer.headers) {
        if (key == name)
            return &value;
    }
    return nullptr;
}

} // namespace

void TestHttpOrderSource::initTestCase() {
    for (const char* const name :
         {"http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"})
        qunsetenv(name);
}

void TestHttpOrderSource::whatGoesOut_data() {
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("headerName");
    QTest::addColumn<QByteArray>("headerValue");
    QTest::addColumn<QByteArrayList>("expected");
    QTest::addColumn<QByteArrayList>("absent");
    QTest::newRow("get") << QByteArray("GET") << QByteArray() << QByteArray("Authorization") << QByteArray("Bearer k")
                         << QByteArrayList{"GET /orders?a=1 HTTP/1.1\r\n", "\r\nAuthorization: Bearer k\r\n",
                                           "\r\nAccept-Encoding: gzip, deflate\r\n"}
                         << QByteArrayList{"Expect", "Content-Type", "Content-Length"};
    QTest::newRow("empty header") << QByteArray("GET") << QByteArray() << QByteArray("X-Empty") << QByteArray("")
                                  << QByteArrayList{"\r\nX-Empty:\r\n"} << QByteArrayList{};
    QTest::newRow("post") << QByteArray("POST") << QByteArray("{\"a\":1}") << QByteArray("Content-Type")
                          << QByteArray("application/json")
                          << QByteArrayList{"POST /orders?a=1 HTTP/1.1\r\n", "\r\nContent-Type: application/json\r\n",
                                            "\r\nContent-Length: 7\r\n"}
                          << QByteArrayList{"Expect", "urlencoded"};
    QTest::newRow("large post without a type")
        << QByteArray("POST") << QByteArray(3'000'000, 'x') << QByteArray("X-A") << QByteArray("1")
        << QByteArrayList{"\r\nContent-Length: 3000000\r\n"} << QByteArrayList{"Expect", "Content-Type"};
    QTest::newRow("empty post") << QByteArray("POST") << QByteArray() << QByteArray("X-A") << QByteArray("1")
                                << QByteArrayList{"POST /orders", "\r\nContent-Length: 0\r\n"}
                                << QByteArrayList{"Expect"};
    QTest::newRow("get with a body") << QByteArray("GET") << QByteArray("{}") << QByteArray("X-A") << QByteArray("1")
                                     << QByteArrayList{"GET /orders?a=1 HTTP/1.1\r\n", "\r\nContent-Length: 2\r\n"}
                                     << QByteArrayList{"Expect"};
}

void TestHttpOrderSource::whatGoesOut() {
    QFETCH(const QByteArray, method);
    QFETCH(const QByteArray, body);
    QFETCH(const QByteArray, headerName);
    QFETCH(const QByteArray, headerValue);
    QFETCH(const QByteArrayList, expected);
    QFETCH(const QByteArrayList, absent);
    const auto server = serverWith(httpAnswer("200 OK", "", "{}"));
    QVERIFY(server);
    http::CurlOrderSource source({.loopbackOnly = true});
    const auto sent = source.send({.method = method.toStdString(),
                                   .url = server->url("/orders?a=1"),
                                   .headers = {{headerName.toStdString(), headerValue.toStdString()}},
                                   .body = body.toStdString()},
                                  {});
    const auto heads = server->heads();
    QCOMPARE(heads.size(), std::size_t(1));
    const QByteArray head = QByteArray::fromStdString(heads.front());
    for (const auto& text : expected)
        QVERIFY2(head.contains(text), head.constData());
    for (const auto& text : absent)
        QVERIFY2(!head.contains(text), head.constData());
    // The server closes while the large body is still on its way: no whole exchange, but also no second one.
    QVERIFY(sent.ok() || sent.error().kind == base::ErrorKind::SourceTransient);
}

void TestHttpOrderSource::headersComeInLowerCase() {
    const auto server = serverWith(httpAnswer(
        "429 Too Many Requests", "Retry-After:  2 \r\nDATE: Sun, 06 Nov 1994 08:49:37 GMT\r\nX-Empty:\r\n", "no"));
    QVERIFY(server);
    const auto answer = get(server->url());
    QVERIFY(answer.ok());
    QCOMPARE(answer->status, 429);
    QCOMPARE(answer->body, std::string("no"));
    QVERIFY(find(*answer, "retry-after"));
    QCOMPARE(*find(*answer, "retry-after"), std::string("2"));
    QCOMPARE(*find(*answer, "date"), std::string("Sun, 06 Nov 1994 08:49:37 GMT"));
    QCOMPARE(*find(*answer, "x-empty"), std::string());
    QVERIFY(!find(*answer, "Retry-After"));
}

void TestHttpOrderSource::interimAnswersAreNotTheAnswer() {
    const auto server =
        serverWith("HTTP/1.1 103 Early Hints\r\nRetry-After: 99\r\n\r\n" + httpAnswer("200 OK", "", "{}"));
    QVERIFY(server);
    const auto answer = get(server->url());
    QVERIFY(answer.ok());
    QCOMPARE(answer->status, 200);
    QVERIFY(!find(*answer, "retry-after"));
}

void TestHttpOrderSource::redirectIsAnAnswer() {
    const auto server = serverWith(httpAnswer("302 Found", "Location: http://203.0.113.7/\r\n", ""));
    QVERIFY(server);
    const auto answer = get(server->url());
    QVERIFY(answer.ok());
    QCOMPARE(answer->status, 302);
    QCOMPARE(*find(*answer, "location"), std::string("http://203.0.113.7/"));
}

void TestHttpOrderSource::sizeIsCountedAfterDecompression_data() {
    QTest::addColumn<int>("size");
    QTest::addColumn<bool>("compressed");
    QTest::addColumn<bool>("good");
    for (const bool compressed : {false, true}) {
        const char* const form = compressed ? "deflated" : "plain";
        QTest::addRow("%s, empty", form) << 0 << compressed << true;
        QTest::addRow("%s, the most", form) << 100'000 << compressed << true;
        QTest::addRow("%s, one more", form) << 100'001 << compressed << false;
        QTest::addRow("%s, far more", form) << 50'000'000 << compressed << false;
    }
}

void TestHttpOrderSource::sizeIsCountedAfterDecompression() {
    QFETCH(const int, size);
    QFETCH(const bool, compressed);
    QFETCH(const bool, good);
    const QByteArray plain(size, 'a');
    const std::string body = (compressed ? qCompress(plain).mid(4) : plain).toStdString();
    const auto server = serverWith(httpAnswer("200 OK", compressed ? "Content-Encoding: deflate\r\n" : "", body));
    QVERIFY(server);
    http::CurlOrderSource source({.loopbackOnly = true});
    const auto answer =
        source.send({.method = "GET", .url = server->url(), .headers = {}, .body = {}, .maxResponse = 100'000}, {});
    QCOMPARE(answer.ok(), good);
    if (good) {
        QCOMPARE(answer->body, plain.toStdString());
    } else {
        QCOMPARE(answer.error().kind, base::ErrorKind::SourcePermanent);
        QCOMPARE(answer.error().message.englishUtf8(),
                 "The answer of " + server->url() + " is larger than 100000 bytes.");
    }
    QCOMPARE(server->requests(), 1);
}

void TestHttpOrderSource::endlessHeadIsCutOff() {
    std::string head = "HTTP/1.1 200 OK\r\n";
    for (int i = 0; i < 20'000; ++i)
        head += "X-Filler-" + std::to_string(i) + ": abcdefghijklmnopqrstuvwxyz\r\n";
    const auto server = serverWith(head + "\r\n");
    QVERIFY(server);
    const auto answer = get(server->url());
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, base::ErrorKind::SourcePermanent);
}

void TestHttpOrderSource::onlyTheLoopback_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("refused");
    QTest::newRow("documentation network") << QStringLiteral("203.0.113.1") << true;
    QTest::newRow("documentation network, IPv6") << QStringLiteral("[2001:db8::1]") << true;
    QTest::newRow("any address") << QStringLiteral("0.0.0.0") << true;
    QTest::newRow("mapped") << QStringLiteral("[::ffff:203.0.113.1]") << true;
    QTest::newRow("127.0.0.1") << QStringLiteral("127.0.0.1") << false;
    QTest::newRow("127.1.2.3") << QStringLiteral("127.1.2.3") << false;
    QTest::newRow("::1") << QStringLiteral("[::1]") << false;
}

void TestHttpOrderSource::onlyTheLoopback() {
    QFETCH(const QString, host);
    QFETCH(const bool, refused);
    const auto answer = get("http://" + host.toStdString() + ":1/orders");
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, refused ? base::ErrorKind::Refused : base::ErrorKind::SourceTransient);
}

void TestHttpOrderSource::badRequestsAreNotSent_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<base::ErrorKind>("kind");
    using Kind = base::ErrorKind;
    QTest::newRow("line break in a value")
        << QByteArray("/o") << QByteArray("X-A") << QByteArray("1\r\nX-B: 2") << Kind::Configuration;
    QTest::newRow("line feed in a value")
        << QByteArray("/o") << QByteArray("X-A") << QByteArray("1\nX-B: 2") << Kind::Configuration;
    QTest::newRow("NUL in a value") << QByteArray("/o") << QByteArray("X-A") << QByteArray("1\0002", 3)
                                    << Kind::Configuration;
    QTest::newRow("line break in a name")
        << QByteArray("/o") << QByteArray("X-A\r\nX") << QByteArray("1") << Kind::Configuration;
    QTest::newRow("no name") << QByteArray("/o") << QByteArray("") << QByteArray("1") << Kind::Configuration;
    QTest::newRow("line break in the URL")
        << QByteArray("/o HTTP/1.1\r\nX: y") << QByteArray("X-A") << QByteArray("1") << Kind::SourcePermanent;
}

void TestHttpOrderSource::badRequestsAreNotSent() {
    QFETCH(const QByteArray, path);
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, value);
    QFETCH(const base::ErrorKind, kind);
    const auto server = serverWith(httpAnswer("200 OK", "", "{}"));
    QVERIFY(server);
    http::CurlOrderSource source({.loopbackOnly = true});
    const auto answer = source.send({.method = "GET",
                                     .url = server->url(path.toStdString()),
                                     .headers = {{name.toStdString(), value.toStdString()}},
                                     .body = {}},
                                    {});
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, kind);
    QCOMPARE(server->requests(), 0);

    for (const char* const url : {"file:///etc/hostname", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x", "", "no url"})
        QCOMPARE(get(url).error().kind, base::ErrorKind::SourcePermanent);
}

void TestHttpOrderSource::proxyByTheEnvironment() {
    const auto proxy = serverWith(httpAnswer("200 OK", "", "by proxy"));
    const auto direct = serverWith(httpAnswer("200 OK", "", "direct"));
    QVERIFY(proxy && direct);
    qputenv("http_proxy", QByteArray::fromStdString(proxy->url("")));
    const auto far = get("http://orders.example/orders", {});
    const auto guarded = get("http://203.0.113.1/orders");
    const auto near = get(direct->url(), {});
    qunsetenv("http_proxy");
    QVERIFY(far.ok());
    QCOMPARE(far->body, std::string("by proxy"));
    QVERIFY(
        QByteArray::fromStdString(proxy->heads().front()).startsWith("GET http://orders.example/orders HTTP/1.1\r\n"));
    QCOMPARE(guarded.error().kind, base::ErrorKind::Refused);
    QVERIFY(near.ok());
    QCOMPARE(near->body, std::string("direct"));
    QCOMPARE(proxy->requests(), 1);
}

void TestHttpOrderSource::nobodyListens() {
    auto server = serverWith("");
    QVERIFY(server);
    const std::string url = server->url();
    server.reset();
    const auto answer = get(url);
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, base::ErrorKind::SourceTransient);
    const auto message = answer.error().message.englishUtf8();
    QVERIFY2(message.starts_with("No connection to " + url + ": "), message.c_str());
}

void TestHttpOrderSource::tlsIsVerified_data() {
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("trusted");
    QTest::addColumn<bool>("good");
    QTest::newRow("trusted, for this host") << QStringLiteral("127.0.0.1") << true << true;
    QTest::newRow("trusted, for another host") << QStringLiteral("localhost") << true << false;
    QTest::newRow("not trusted") << QStringLiteral("127.0.0.1") << false << false;
}

void TestHttpOrderSource::tlsIsVerified() {
    QFETCH(const QString, host);
    QFETCH(const bool, trusted);
    QFETCH(const bool, good);
    const TlsServer server;
    QVERIFY(server.port() != 0);
    const std::string url = "https://" + host.toStdString() + ":" + std::to_string(server.port()) + "/orders";
    const auto answer = get(url + "?token=hunter2",
                            {.loopbackOnly = true, .caFile = trusted ? LATCHBOARD_TEST_DATA "/loopback.pem" : ""});
    QCOMPARE(answer.ok(), good);
    if (good) {
        QCOMPARE(answer->body, std::string("{}"));
        return;
    }
    QCOMPARE(answer.error().kind, base::ErrorKind::SourcePermanent);
    const auto message = answer.error().message.englishUtf8();
    QVERIFY2(message.starts_with("The certificate of " + url + " is not trusted: "), message.c_str());
}

void TestHttpOrderSource::clientCertificate_data() {
    QTest::addColumn<bool>("has");
    QTest::newRow("with") << true;
    QTest::newRow("without") << false;
}

void TestHttpOrderSource::clientCertificate() {
    QFETCH(const bool, has);
    const TlsServer server(true);
    http::CurlOptions options{.loopbackOnly = true, .caFile = LATCHBOARD_TEST_DATA "/loopback.pem"};
    if (has) {
        options.clientCertificate = LATCHBOARD_TEST_DATA "/loopback.pem";
        options.clientKey = LATCHBOARD_TEST_DATA "/loopback.key";
    }
    const auto answer = get("https://127.0.0.1:" + std::to_string(server.port()) + "/orders", options);
    QCOMPARE(answer.ok(), has);
    if (has)
        QCOMPARE(answer->body, std::string("{}"));
}

void TestHttpOrderSource::safeUrls_data() {
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("safe");
    QTest::addColumn<bool>("loopback");
    const auto row = [](const char* url, const char* safe, bool loopback) {
        QTest::newRow(url) << QString::fromUtf8(url) << QString::fromUtf8(safe) << loopback;
    };
    row("https://u:p@api.example:8443/v1/orders?token=x#y", "https://api.example:8443/v1/orders", false);
    row("http://127.0.0.1:80/o", "http://127.0.0.1:80/o", true);
    row("http://127.evil.example/o", "http://127.evil.example/o", false);
    row("http://localhost/o", "http://localhost/o", true);
    row("http://[::1]:5/o?x", "http://[::1]:5/o", true);
    row("ftp://u:p@h.example/x?y", "ftp://h.example/x", false);
    row("not a url", "(unreadable URL)", false);
    row("", "(unreadable URL)", false);
}

void TestHttpOrderSource::safeUrls() {
    QFETCH(const QString, url);
    QFETCH(const QString, safe);
    QFETCH(const bool, loopback);
    QCOMPARE(QString::fromStdString(http::safeUrl(url.toStdString())), safe);
    QCOMPARE(http::namesLoopback(url.toStdString()), loopback);
}

QTEST_GUILESS_MAIN(TestHttpOrderSource)
#include "tst_http_order_source.moc"
