// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/wait_hint.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace latchboard::sync {

namespace {

/// More than any wait that means something; what is longer is cut to it, so that no sum overflows.
constexpr base::Duration kLongestWait = std::chrono::days(366);

std::string lowered(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

std::string_view trimmed(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool isDigits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A number of at least zero at the path.
std::optional<double> amountAt(const JsonTree& body, JsonTree::Id from, std::string_view path) {
    const auto steps = JsonPath::parse(path);
    const auto found = steps ? body.find(from, *steps) : std::nullopt;
    if (!found || body.node(*found).type != JsonTree::Type::Number)
        return std::nullopt;
    const std::string_view raw = body.node(*found).raw;
    double value = 0;
    const auto [end, problem] = std::from_chars(raw.data(), raw.data() + raw.size(), value);
    if (problem != std::errc() || end != raw.data() + raw.size() || value < 0)
        return std::nullopt;
    return value;
}

} // namespace

std::optional<WaitHint> parseWaitHint(std::string_view text) {
    WaitHint hint;
    if (text == "retry-after")
        return hint;
    if (text.substr(0, 6) == "fixed:") {
        const auto duration = base::parseDuration(text.substr(6));
        if (!duration)
            return std::nullopt;
        hint.kind = WaitHint::Kind::Fixed;
        hint.fixed = *duration;
        return hint;
    }
    if (text.substr(0, 5) == "cost:") {
        auto path = JsonPath::parse(text.substr(5));
        if (!path || path->steps.empty())
            return std::nullopt;
        hint.kind = WaitHint::Kind::Cost;
        hint.path = std::move(*path);
        return hint;
    }
    if (text.substr(0, 7) != "header:")
        return std::nullopt;
    text.remove_prefix(7);
    const size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0)
        return std::nullopt;
    hint.header = lowered(text.substr(0, colon));
    const std::string_view unit = text.substr(colon + 1);
    if (unit == "ms")
        hint.kind = WaitHint::Kind::HeaderMilliseconds;
    else if (unit == "s")
        hint.kind = WaitHint::Kind::HeaderSeconds;
    else if (unit == "epoch")
        hint.kind = WaitHint::Kind::HeaderEpoch;
    else
        return std::nullopt;
    return hint;
}

std::optional<base::Duration> decimalDuration(std::string_view text, base::Duration unit) {
    text = trimmed(text);
    const size_t dot = text.find('.');
    const std::string_view whole = text.substr(0, dot);
    if (!isDigits(whole) || (dot != std::string_view::npos && !isDigits(text.substr(dot + 1))))
        return std::nullopt;
    if (whole.size() > 15)
        return kLongestWait;
    double value = 0;
    const auto [end, problem] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (problem != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    const double micros = value * static_cast<double>(unit.count());
    if (micros >= static_cast<double>(kLongestWait.count()))
        return kLongestWait;
    return base::Duration(std::llround(micros));
}

std::optional<base::Duration> retryAfter(std::string_view value, std::optional<base::Instant> answersDate,
                                         base::Instant now) {
    value = trimmed(value);
    if (const auto seconds = decimalDuration(value, std::chrono::seconds(1)))
        return seconds;
    const auto until = base::fromHttpDate(value);
    if (!until)
        return std::nullopt;
    return std::clamp(*until - answersDate.value_or(now), base::Duration::zero(), kLongestWait);
}

std::optional<base::Duration> costWait(const JsonTree& body, const JsonPath& path) {
    const auto cost = body.find(JsonTree::root(), path);
    if (!cost)
        return std::nullopt;
    const auto requested = amountAt(body, *cost, "requestedQueryCost");
    const auto available = amountAt(body, *cost, "throttleStatus.currentlyAvailable");
    const auto rate = amountAt(body, *cost, "throttleStatus.restoreRate");
    if (!requested || !available || !rate || *rate <= 0)
        return std::nullopt;
    const auto most = amountAt(body, *cost, "throttleStatus.maximumAvailable");
    if (most && *requested > *most)
        return std::nullopt;
    const double micros = std::ceil(std::max(*requested - *available, 0.0) / *rate * 1e6);
    if (!(micros < static_cast<double>(kLongestWait.count())))
        return kLongestWait;
    return base::Duration(static_cast<std::int64_t>(micros));
}

} // namespace latchboard::sync
