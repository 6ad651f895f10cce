// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/limit_headers.h"

#include "sync/answer.h"

#include <QString>

#include <algorithm>

namespace latchboard::sync {

namespace {

/// A number of calls: digits alone, with blanks around them.
std::optional<std::int64_t> callsOf(const std::string& text) {
    const QString trimmed = QString::fromStdString(text).trimmed();
    bool isNumber = false;
    const qint64 value = trimmed.toLongLong(&isNumber);
    if (!isNumber || value < 0 || value > kMostCalls || !trimmed.front().isDigit())
        return std::nullopt;
    return value;
}

std::optional<std::pair<std::int64_t, std::int64_t>> usedOfSize(const std::string& text) {
    const size_t slash = text.find('/');
    if (slash == std::string::npos)
        return std::nullopt;
    const auto used = callsOf(text.substr(0, slash));
    const auto size = callsOf(text.substr(slash + 1));
    if (!used || !size)
        return std::nullopt;
    return std::pair(*used, *size);
}

} // namespace

LimitHeaders readLimitHeaders(const SourceProfile::Limit& limit, const HttpAnswer& answer, base::Instant now) {
    LimitHeaders said;
    const auto headerOf = [&](const std::string& name) { return name.empty() ? std::nullopt : answer.header(name); };
    if (const auto value = headerOf(limit.usageHeader)) {
        if (const auto usage = usedOfSize(*value)) {
            const auto [used, size] = *usage;
            said.usage = std::to_string(used) + "/" + std::to_string(size);
            said.available = std::max<std::int64_t>(size - used, 0);
        }
    }
    if (const auto value = headerOf(limit.remainingHeader)) {
        said.remaining = callsOf(*value);
        if (said.remaining)
            said.available = std::min(said.available.value_or(*said.remaining), *said.remaining);
    }
    if (said.available == 0 && !limit.resetHeader.empty())
        said.untilReset = waitBy({limit.resetHeader}, answer, nullptr, now);
    if (limit.kind == "window" && said.untilReset)
        said.available.reset();
    return said;
}

} // namespace latchboard::sync
