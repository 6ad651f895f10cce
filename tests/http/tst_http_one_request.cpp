// SPDX-License-Identifier: GPL-3.0-or-later
// One call is one request on the wire, whatever the server does: counted at the server.
#include "demo/fault_server.h"
#include "http/curl_order_source.h"

#include <QTest>

#include <thread>

using namespace latchboard;
using namespace latchboard::demo;

Q_DECLARE_METATYPE(latchboard::demo::FaultAnswer)

class TestHttpOneRequest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachFault_data();
    void eachFault();
    void cancelledInEachFault_data();
    void cancelledInEachFault();
    void pulseEndsTheWaitInEachFault_data();
    void pulseEndsTheWaitInEachFault();
    void dripEndsByTotalTime_data();
    void dripEndsByTotalTime();
    void manyCallsAreAsManyRequests();
};

namespace {

constexpr const char* kSecret = "hunter2";

sync::HttpRequest requestTo(const FaultServer& server) {
    std::string url = server.url("/orders?token=hunter2#hunter2");
    url.insert(std::string("http://").size(), "user:hunter2@");
    return {.method = "GET",
            .url = url,
            .headers = {{"X-Token", kSecret}},
            .body = {},
            .timeout = std::chrono::seconds(60)};
}

/// The faults after which a client waits for more once the server only holds the connection.
void addHanging() {
    QTest::addColumn<FaultAnswer>("answer");
    for (const auto& fault : allFaults()) {
        const std::string name = fault.name;
        if (fault.wholeAnswer || name == "is not HTTP" || name == "gzip that is none")
            continue;
        auto answer = fault.answer;
        answer.end = FaultAnswer::End::Hold;
        QTest::newRow(fault.name) << answer;
    }
}

} // namespace

void TestHttpOneRequest::eachFault_data() {
    QTest::addColumn<FaultAnswer>("answer");
    QTest::addColumn<bool>("whole");
    for (const auto& fault : allFaults())
        QTest::newRow(fault.name) << fault.answer << fault.wholeAnswer;
}

void TestHttpOneRequest::eachFault() {
    QFETCH(const FaultAnswer, answer);
    QFETCH(const bool, whole);
    auto started = FaultServer::start(answer);
    QVERIFY(started.ok());
    const FaultServer& server = **started;
    auto request = requestTo(server);
    if (!whole)
        request.timeout = std::chrono::seconds(1);
    {
        http::CurlOrderSource source({.loopbackOnly = true});
        const auto result = source.send(request, {});
        QCOMPARE(result.ok(), whole);
        if (!whole) {
            QCOMPARE(result.error().kind, base::ErrorKind::SourceTransient);
            const std::string message = result.error().message.englishUtf8();
            QVERIFY2(message.find(kSecret) == std::string::npos, message.c_str());
            QVERIFY2(message.find(server.url()) != std::string::npos, message.c_str());
        }
        QCOMPARE(server.requests(), 1);
        QCOMPARE(server.connections(), 1);
    }
    QTRY_COMPARE_WITH_TIMEOUT(server.open(), 0, 60'000);
    QCOMPARE(server.requests(), 1);
    QCOMPARE(server.connections(), 1);
}

void TestHttpOneRequest::cancelledInEachFault_data() {
    addHanging();
}

void TestHttpOneRequest::cancelledInEachFault() {
    QFETCH(const FaultAnswer, answer);
    auto started = FaultServer::start(answer);
    QVERIFY(started.ok());
    const FaultServer& server = **started;
    std::stop_source stop;
    http::CurlOrderSource source({.loopbackOnly = true});
    const std::jthread canceller([&] {
        while (server.requests() == 0)
            std::this_thread::yield();
        stop.request_stop();
    });
    const auto result = source.send(requestTo(server), {stop.get_token(), {}});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().kind, base::ErrorKind::Cancelled);
    QTRY_COMPARE_WITH_TIMEOUT(server.open(), 0, 60'000);
    QCOMPARE(server.requests(), 1);

    // A stop that came before sends nothing.
    const auto none = source.send(requestTo(server), {stop.get_token(), {}});
    QCOMPARE(none.error().kind, base::ErrorKind::Cancelled);
    QCOMPARE(server.connections(), 1);
}

void TestHttpOneRequest::pulseEndsTheWaitInEachFault_data() {
    addHanging();
}

void TestHttpOneRequest::pulseEndsTheWaitInEachFault() {
    QFETCH(const FaultAnswer, answer);
    auto started = FaultServer::start(answer);
    QVERIFY(started.ok());
    const FaultServer& server = **started;
    int pulses = 0;
    http::CurlOrderSource source({.loopbackOnly = true});
    const auto result =
        source.send(requestTo(server), {{}, [&]() -> base::Result<void> {
                                            if (++pulses < 2)
                                                return {};
                                            return base::Unexpected(base::ErrorKind::LockLost, LB_TEXT("test", "lost"));
                                        }});
    QVERIFY(!result.ok());
    QCOMPARE(result.error().kind, base::ErrorKind::LockLost);
    QCOMPARE(pulses, 2);
    QTRY_COMPARE_WITH_TIMEOUT(server.open(), 0, 60'000);
    QCOMPARE(server.requests(), 1);
}

void TestHttpOneRequest::dripEndsByTotalTime_data() {
    QTest::addColumn<QString>("fault");
    QTest::newRow("head") << QStringLiteral("drips its head");
    QTest::newRow("body") << QStringLiteral("drips its body for ever");
}

void TestHttpOneRequest::dripEndsByTotalTime() {
    QFETCH(const QString, fault);
    for (const auto& known : allFaults()) {
        if (QString::fromUtf8(known.name) != fault)
            continue;
        auto server = FaultServer::start(known.answer);
        QVERIFY(server.ok());
        auto request = requestTo(**server);
        request.timeout = std::chrono::milliseconds(300);
        http::CurlOrderSource source({.loopbackOnly = true});
        const auto result = source.send(request, {});
        QVERIFY(!result.ok());
        QCOMPARE(result.error().kind, base::ErrorKind::SourceTransient);
        QCOMPARE(result.error().message.englishUtf8(), (*server)->url() + " did not answer completely within 300ms.");
        QCOMPARE((*server)->requests(), 1);
        return;
    }
    QFAIL("no such fault");
}

void TestHttpOneRequest::manyCallsAreAsManyRequests() {
    // A server that answers once on a connection and then closes it is the classic cause of a resend.
    auto started = FaultServer::start({.bytes = httpAnswer("200 OK", "", "{}"), .end = FaultAnswer::End::Next});
    QVERIFY(started.ok());
    FaultServer& server = **started;
    http::CurlOrderSource source({.loopbackOnly = true});
    for (int call = 1; call <= 20; ++call) {
        const bool good = call % 3 != 0;
        server.setAnswer(good ? FaultAnswer{.bytes = httpAnswer("200 OK", "", "{}"), .end = FaultAnswer::End::Next}
                              : FaultAnswer{});
        QCOMPARE(source.send(requestTo(server), {}).ok(), good);
        QCOMPARE(server.requests(), call);
    }
}

QTEST_GUILESS_MAIN(TestHttpOneRequest)
#include "tst_http_one_request.moc"
