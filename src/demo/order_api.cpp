// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/order_api.h"

#include "demo/machine.h"
#include "demo/order_book.h"

#include <QHttpServer>
#include <QTcpServer>
#include <QThread>
#include <QTimer>
#include <QUrlQuery>

#include <mutex>

namespace latchboard::demo {

namespace {

using Status = QHttpServerResponse::StatusCode;

constexpr auto kBusyWait = std::chrono::seconds(2);

struct Query {
    base::Instant from, until;
    std::int64_t page = 1, size = 100;
};

/// The query's parameters, or in `problem` which of them can't be read.
Query readQuery(const QUrlQuery& query, int largestPage, std::string& problem) {
    Query result;
    const auto moment = [&](const char* name) {
        const auto text = query.queryItemValue(QString::fromUtf8(name), QUrl::FullyDecoded).toStdString();
        const auto instant = base::fromRfc3339(text);
        if (!instant)
            problem = std::string(name) + ": not a time of RFC 3339";
        return instant.value_or(base::Instant());
    };
    const auto number = [&](const char* name, std::int64_t fallback, std::int64_t most) {
        const QString key = QString::fromUtf8(name);
        if (!query.hasQueryItem(key))
            return fallback;
        bool readable = false;
        const qint64 value = query.queryItemValue(key).toLongLong(&readable);
        if (!readable || value < 1 || value > most)
            problem = std::string(name) + ": not a number from 1 to " + std::to_string(most);
        return static_cast<std::int64_t>(value);
    };
    result.from = moment("updated_from");
    result.until = moment("updated_until");
    result.page = number("page", 1, 1'000'000);
    result.size = number("size", std::min(100, largestPage), largestPage);
    return result;
}

} // namespace

struct OrderApi::Server {
    explicit Server(OrderApiOptions chosen)
        : options(std::move(chosen)), clock(options.clock ? options.clock : std::make_shared<base::SystemClock>()),
          book(options.seed, options.orders, options.history, clock->now()), gate(options.limit) {}

    OrderApiOptions options;
    std::shared_ptr<const base::Clock> clock;
    OrderBook book; // of the server's thread
    OrderGate gate; // of the server's thread
    int due = 0, refusals = 0;
    mutable std::mutex mutex;
    OrderApiCounters counters;
    QThread thread;
    QObject* context = nullptr; // lives on the thread; owns server and timer
    int port = 0;

    void listen();
    void count(int OrderApiCounters::*counter);
    [[nodiscard]] const base::Secret* keyOf(const QHttpServerRequest& request) const;
    [[nodiscard]] QHttpServerResponse answer(Status status, const std::string& body,
                                             const std::string& retryAfter = {}) const;
    [[nodiscard]] QHttpServerResponse refuse(base::Duration wait, const char* why);
    [[nodiscard]] QHttpServerResponse orders(const QHttpServerRequest& request);
    void change(int times);
};

void OrderApi::Server::count(int OrderApiCounters::*counter) {
    const std::lock_guard lock(mutex);
    ++(counters.*counter);
}

void OrderApi::Server::change(int times) {
    for (int i = 0; i < times; ++i)
        book.change(clock->now());
}

const base::Secret* OrderApi::Server::keyOf(const QHttpServerRequest& request) const {
    const std::string given = request.value("Authorization").toStdString();
    for (const auto& key : options.keys) {
        if (given == "Bearer " + key.reveal())
            return &key;
    }
    return nullptr;
}

QHttpServerResponse OrderApi::Server::answer(Status status, const std::string& body,
                                             const std::string& retryAfter) const {
    QHttpServerResponse response("application/json", QByteArray::fromStdString(body), status);
    response.setHeader("Date", QByteArray::fromStdString(base::toHttpDate(clock->now())));
    if (!retryAfter.empty())
        response.setHeader("Retry-After", QByteArray::fromStdString(retryAfter));
    return response;
}

QHttpServerResponse OrderApi::Server::refuse(base::Duration wait, const char* why) {
    // Both forms are rounded up to whole seconds, so that who obeys is never too early.
    const auto whole = std::chrono::ceil<std::chrono::seconds>(wait);
    const bool asDate = ++refusals % 3 == 0;
    const auto moment = std::chrono::ceil<std::chrono::seconds>(clock->now() + wait);
    return answer(Status::TooManyRequests, std::string("{\"error\":\"") + why + "\"}",
                  asDate ? base::toHttpDate(moment) : std::to_string(whole.count()));
}

QHttpServerResponse OrderApi::Server::orders(const QHttpServerRequest& request) {
    count(&OrderApiCounters::requests);
    const base::Secret* const key = keyOf(request);
    if (key == nullptr) {
        count(&OrderApiCounters::unauthorized);
        return answer(Status::Unauthorized, R"({"error":"unknown key"})");
    }
    if (const auto early = gate.arrive(key->reveal(), clock->monotonic())) {
        count(&OrderApiCounters::violations);
        return refuse(*early, "too many requests");
    }
    if (options.busyEvery > 0 && ++due % options.busyEvery == 0) {
        count(&OrderApiCounters::busy);
        gate.tell(key->reveal(), kBusyWait, clock->monotonic());
        return refuse(kBusyWait, "busy, come back later");
    }
    std::string problem;
    const Query query = readQuery(request.query(), options.largestPage, problem);
    if (!problem.empty()) {
        count(&OrderApiCounters::bad);
        return answer(Status::BadRequest, "{\"error\":" + jsonText(problem) + "}");
    }
    const auto page = book.select(query.from, query.until, query.page, query.size);
    auto response = answer(Status::Ok, toJson(page, query.page));
    gate.answered(key->reveal(), static_cast<std::int64_t>(page.orders.size()), clock->monotonic());
    if (options.changeOnRequest)
        change(1);
    count(&OrderApiCounters::answered);
    return response;
}

void OrderApi::Server::listen() {
    auto* const server = new QHttpServer(context);
    server->route("/orders", QHttpServerRequest::Method::Get,
                  [this](const QHttpServerRequest& request) { return orders(request); });
    auto listener = std::make_unique<QTcpServer>();
    if (!listener->listen(QHostAddress::LocalHost, static_cast<quint16>(options.port)))
        return;
    port = listener->serverPort();
    server->bind(listener.release());
    if (options.changeEvery <= base::Duration::zero())
        return;
    auto* const timer = new QTimer(context);
    QObject::connect(timer, &QTimer::timeout, context, [this] { change(options.changesEachTime); });
    timer->start(std::chrono::ceil<std::chrono::milliseconds>(options.changeEvery));
}

base::Result<std::unique_ptr<OrderApi>> OrderApi::start(OrderApiOptions options) {
    std::unique_ptr<OrderApi> api(new OrderApi);
    const int wanted = options.port;
    api->m_server = std::make_unique<Server>(std::move(options));
    Server& server = *api->m_server;
    server.thread.setObjectName(QStringLiteral("order-api"));
    server.context = new QObject;
    server.context->moveToThread(&server.thread);
    QObject::connect(&server.thread, &QThread::finished, server.context, &QObject::deleteLater);
    server.thread.start();
    QMetaObject::invokeMethod(
        server.context, [&server] { server.listen(); }, Qt::BlockingQueuedConnection);
    if (server.port == 0)
        return base::Unexpected(
            base::ErrorKind::Configuration,
            LB_TEXT("demo", "The order API can't listen on 127.0.0.1:%1: the port is taken.").arg(wanted),
            LB_TEXT("demo", "Choose other ports."));
    return api;
}

OrderApi::~OrderApi() {
    m_server->thread.quit();
    m_server->thread.wait();
}

int OrderApi::port() const {
    return m_server->port;
}

std::string OrderApi::baseUrl() const {
    return "http://127.0.0.1:" + std::to_string(m_server->port);
}

OrderApiCounters OrderApi::counters() const {
    const std::lock_guard lock(m_server->mutex);
    return m_server->counters;
}

void OrderApi::change(int times) {
    QMetaObject::invokeMethod(
        m_server->context, [this, times] { m_server->change(times); }, Qt::BlockingQueuedConnection);
}

} // namespace latchboard::demo
