// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/order_book.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <tuple>

namespace latchboard::demo {

namespace {

/// The smallest whole number that a double can't hold, and the ones after it.
constexpr std::int64_t kFirstBeyondDouble = 9'007'199'254'740'993;
constexpr std::array kKoreanFamily = {"김", "이", "박", "최", "정", "강", "조", "윤", "장", "임"};
constexpr std::array kKoreanGiven = {"민준", "서연", "도윤", "하은", "지호", "수아", "예준", "지우", "현우", "채원"};
constexpr std::array kEnglishGiven = {"Ada",   "Ben",   "Clara", "Dylan", "Erin",
                                      "Felix", "Grace", "Hugo",  "Iris",  "Jonas"};
constexpr std::array kEnglishFamily = {"Moss",   "O'Hara", "Quill", "Reed", "Stone",
                                       "Thorne", "Vale",   "Wren",  "York", "Ash"};

/// Times of shops in Seoul carry their offset, others Z: the same moment either way.
std::string timeText(base::Instant moment, bool seoul) {
    if (!seoul)
        return base::toRfc3339(moment);
    std::string text = base::toRfc3339(moment + std::chrono::hours(9));
    text.back() = '+';
    return text + "09:00";
}

} // namespace

OrderBook::OrderBook(std::uint64_t seed, int count, base::Duration history, base::Instant now) : m_random(seed) {
    m_orders.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        // Spread evenly, the oldest first, each at a random place of its share.
        const auto share = history / std::max(count, 1);
        const auto offset = share * i + share * below(1000) / 1000;
        m_orders.push_back(invent(now - history + offset));
    }
}

int OrderBook::below(int limit) {
    return static_cast<int>(m_random() % static_cast<std::uint64_t>(limit));
}

BookedOrder OrderBook::invent(base::Instant updated) {
    BookedOrder order;
    const std::int64_t number = m_number++;
    const int kind = below(3);
    std::array<char, 32> text{};
    if (kind == 0) {
        order.id = std::to_string(kFirstBeyondDouble + number);
        order.idIsNumber = true;
    } else {
        std::snprintf(text.data(), text.size(), "%s-%06lld", kind == 1 ? "KR" : "EU", static_cast<long long>(number));
        order.id = text.data();
    }
    order.seoulTime = kind == 1;
    const auto first = static_cast<std::size_t>(below(10)), second = static_cast<std::size_t>(below(10));
    if (kind == 1) {
        order.customer = std::string(kKoreanFamily[first]) + kKoreanGiven[second];
        order.currency = "KRW";
        order.amount = std::to_string((below(2000) + 10) * 100);
    } else {
        order.customer = std::string(kEnglishGiven[first]) + " " + kEnglishFamily[second];
        order.currency = kind == 0 ? "USD" : "EUR";
        std::snprintf(text.data(), text.size(), "%d.%02d", below(900) + 5, below(100));
        order.amount = text.data();
    }
    order.amountIsText = below(2) == 0;
    order.status = "paid";
    order.createdAt = updated - std::chrono::minutes(below(240));
    order.updatedAt = updated;
    order.items = below(5) + 1;
    return order;
}

void OrderBook::change(base::Instant now) {
    const int what = below(10);
    if (what < 3 || m_orders.empty()) {
        auto order = invent(now);
        order.createdAt = now;
        m_orders.push_back(std::move(order));
        return;
    }
    // Mostly the young ones: what has been delivered long ago rests.
    const int recent = std::min<int>(static_cast<int>(m_orders.size()), 200);
    auto& order = m_orders[m_orders.size() - 1 - static_cast<std::size_t>(below(recent))];
    if (order.status == "deleted")
        return;
    if (what == 9)
        order.status = "deleted";
    else if (order.status == "paid")
        order.status = "shipped";
    else if (order.status == "shipped")
        order.status = "delivered";
    else
        order.items += 1; // an exchange
    order.updatedAt = std::max(now, order.updatedAt);
}

OrderBook::Page OrderBook::select(base::Instant from, base::Instant until, std::int64_t page, std::int64_t size) const {
    std::vector<const BookedOrder*> found;
    for (const auto& order : m_orders) {
        if (order.updatedAt >= from && order.updatedAt < until)
            found.push_back(&order);
    }
    std::sort(found.begin(), found.end(), [](const BookedOrder* a, const BookedOrder* b) {
        return std::tie(a->updatedAt, a->id) < std::tie(b->updatedAt, b->id);
    });
    Page result;
    result.total = static_cast<std::int64_t>(found.size());
    result.pages = (result.total + size - 1) / size;
    if (page > result.pages)
        return result;
    const std::int64_t first = (page - 1) * size;
    const std::int64_t last = std::min(result.total, first + size);
    for (std::int64_t i = first; i < last; ++i)
        result.orders.push_back(*found[static_cast<std::size_t>(i)]);
    return result;
}

std::string jsonText(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        std::array<char, 8> escaped{};
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            std::snprintf(escaped.data(), escaped.size(), "\\u%04x", static_cast<unsigned>(c));
            result += escaped.data();
        } else {
            result += c;
        }
    }
    return result + '"';
}

std::string toJson(const OrderBook::Page& page, std::int64_t number) {
    std::string text = "{\"orders\":[";
    for (std::size_t i = 0; i < page.orders.size(); ++i) {
        const BookedOrder& order = page.orders[i];
        text += i == 0 ? "" : ",";
        text += "{\"id\":" + (order.idIsNumber ? order.id : jsonText(order.id));
        text += ",\"customer\":{\"name\":" + jsonText(order.customer) + "}";
        text += ",\"amount\":" + (order.amountIsText ? jsonText(order.amount) : order.amount);
        text += ",\"currency\":" + jsonText(order.currency) + ",\"status\":" + jsonText(order.status);
        text += ",\"items\":" + std::to_string(order.items);
        text += ",\"created_at\":" + jsonText(timeText(order.createdAt, order.seoulTime));
        text += ",\"updated_at\":" + jsonText(timeText(order.updatedAt, order.seoulTime)) + "}";
    }
    return text + "],\"page\":" + std::to_string(number) + ",\"pages\":" + std::to_string(page.pages) +
           ",\"total\":" + std::to_string(page.total) + "}";
}

} // namespace latchboard::demo
