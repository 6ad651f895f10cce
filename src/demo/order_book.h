// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace latchboard::demo {

/// One invented order.
struct BookedOrder {
    std::string id; ///< a number beyond 2^53, or a text such as "KR-004711"
    bool idIsNumber = false;
    std::string customer; ///< an invented name
    std::string currency; ///< KRW, USD, EUR
    std::string amount;   ///< decimal digits as they go out
    bool amountIsText = false;
    std::string status; ///< paid, shipped, delivered; "deleted" once cancelled, for good
    base::Instant createdAt, updatedAt;
    bool seoulTime = false; ///< times go out with +09:00
    int items = 1;
};

/// The shop's orders: made from a seed, and changed from the same random sequence. The same calls in the same order
/// give the same book. Not for use from several threads.
class OrderBook {
public:
    /// `count` orders whose last change lies within `history` before `now`.
    OrderBook(std::uint64_t seed, int count, base::Duration history, base::Instant now);

    /// One thing happens: an order appears, moves on, or is cancelled. It carries `now` as its update time.
    void change(base::Instant now);

    struct Page {
        std::vector<BookedOrder> orders;   ///< by update time, then id
        std::int64_t total = 0, pages = 0; ///< of the whole window
    };
    /// Orders updated in [from, until); `page` from 1, `size` at least 1. Empty beyond the last page.
    [[nodiscard]] Page select(base::Instant from, base::Instant until, std::int64_t page, std::int64_t size) const;

    [[nodiscard]] const std::vector<BookedOrder>& orders() const { return m_orders; }

private:
    [[nodiscard]] int below(int limit);
    [[nodiscard]] BookedOrder invent(base::Instant updated);

    std::mt19937_64 m_random;
    std::int64_t m_number = 0;
    std::vector<BookedOrder> m_orders;
};

/// A page as the API answers it: {"orders":[...],"page":..,"pages":..,"total":..}.
[[nodiscard]] std::string toJson(const OrderBook::Page& page, std::int64_t number);
[[nodiscard]] std::string jsonText(const std::string& text);

} // namespace latchboard::demo
