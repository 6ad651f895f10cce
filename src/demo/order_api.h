// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/secret.h"
#include "demo/order_gate.h"

#include <memory>
#include <string>
#include <vector>

namespace latchboard::demo {

struct OrderApiOptions {
    int port = 0;                     ///< of 127.0.0.1; 0: one that is free
    std::vector<base::Secret> keys{}; ///< bearer keys that are let in; each has a limit of its own
    std::uint64_t seed = 1;
    int orders = 420;
    base::Duration history = std::chrono::hours(6); ///< how far back their last changes lie at the start
    int largestPage = 200;
    GateRule limit{};
    int busyEvery = 0; ///< each so-many-th request that was due is answered "429, come back in 2 s"; 0: none
    base::Duration changeEvery = std::chrono::seconds(5); ///< orders change by themselves; zero: they don't
    int changesEachTime = 3;
    bool changeOnRequest = true; ///< one more change right after each answer: the next page is never quite the same
    std::shared_ptr<const base::Clock> clock{}; ///< the machine's where empty
};

/// What the API has seen so far.
struct OrderApiCounters {
    int requests = 0;     ///< all
    int answered = 0;     ///< with 200
    int violations = 0;   ///< came before they were due
    int busy = 0;         ///< refused although due (busyEvery)
    int unauthorized = 0; ///< without a key that is known
    int bad = 0;          ///< with parameters that can't be read
};

/// An order API on the loopback, on a thread of its own:
///   GET /orders?updated_from=T&updated_until=T&page=N&size=N      (RFC 3339; [from, until); page from 1)
///   200 {"orders":[...],"page":N,"pages":N,"total":N}, by update time
///   400, 401 (no known bearer key), 429 with Retry-After (seconds; every third time an HTTP date)
/// Orders change, appear and are cancelled (status "deleted") while one reads. The same options and requests give the
/// same orders.
class OrderApi {
public:
    /// Configuration error when the port is taken.
    static base::Result<std::unique_ptr<OrderApi>> start(OrderApiOptions options);
    ~OrderApi(); ///< stops

    OrderApi(const OrderApi&) = delete;
    OrderApi& operator=(const OrderApi&) = delete;

    [[nodiscard]] int port() const;
    [[nodiscard]] std::string baseUrl() const;       ///< "http://127.0.0.1:PORT"
    [[nodiscard]] OrderApiCounters counters() const; ///< any thread
    /// So many things happen to the orders, now. Any thread; blocks until done.
    void change(int times);

private:
    struct Server;
    OrderApi() = default;
    std::unique_ptr<Server> m_server;
};

} // namespace latchboard::demo
