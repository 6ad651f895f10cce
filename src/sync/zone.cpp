// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/zone.h"

#include <QDateTime>

#include <charconv>

namespace latchboard::sync {

namespace {

std::optional<base::Instant> fromEpoch(std::string_view text, std::int64_t microsPerUnit) {
    const bool negative = !text.empty() && text.front() == '-';
    if (negative)
        text.remove_prefix(1);
    const size_t dot = text.find('.');
    const std::string_view whole = text.substr(0, dot);
    std::string_view fraction = dot == std::string_view::npos ? std::string_view("0") : text.substr(dot + 1);
    std::int64_t units = 0;
    const auto [end, problem] = std::from_chars(whole.data(), whole.data() + whole.size(), units);
    if (whole.empty() || whole.front() == '-' || problem != std::errc() || end != whole.data() + whole.size())
        return std::nullopt;
    if (fraction.empty() || fraction.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    // Beyond the year 9999 it is not seconds, or not a time.
    if (units > 253'402'300'799LL * (1'000'000 / microsPerUnit))
        return std::nullopt;
    std::int64_t micros = units * microsPerUnit;
    for (std::int64_t digit = microsPerUnit / 10; digit > 0 && !fraction.empty(); digit /= 10) {
        micros += (fraction.front() - '0') * digit;
        fraction.remove_prefix(1);
    }
    return base::Instant(base::Duration(negative ? -micros : micros));
}

} // namespace

std::optional<Zone> Zone::parse(std::string_view text) {
    Zone zone;
    if (text == "UTC" || text == "Z")
        return zone;
    if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
        const auto shifted = base::fromRfc3339("1970-01-02T00:00:00" + std::string(text));
        if (!shifted)
            return std::nullopt;
        zone.m_offset = base::Duration(std::chrono::days(1)) - shifted->time_since_epoch();
        return zone;
    }
    const QTimeZone named(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
    if (text.empty() || !named.isValid())
        return std::nullopt;
    zone.m_named = named;
    return zone;
}

base::Instant Zone::fromWall(base::Instant wall) const {
    if (!m_named)
        return wall - m_offset;
    const auto millis = std::chrono::floor<std::chrono::milliseconds>(wall);
    const QDateTime asUtc = QDateTime::fromMSecsSinceEpoch(millis.time_since_epoch().count(), Qt::UTC);
    const QDateTime local(asUtc.date(), asUtc.time(), *m_named);
    return base::Instant(std::chrono::milliseconds(local.toMSecsSinceEpoch())) + (wall - millis);
}

bool isZone(std::string_view text) {
    return Zone::parse(text).has_value();
}

std::optional<base::Instant> parseInstant(std::string_view text, std::string_view format,
                                          const std::optional<Zone>& zone) {
    if (format == "epoch_s")
        return fromEpoch(text, 1'000'000);
    if (format == "epoch_ms")
        return fromEpoch(text, 1'000);
    if (const auto exact = base::fromRfc3339(text))
        return exact;
    if (!zone)
        return std::nullopt;
    const auto wall = base::fromRfc3339(std::string(text) + "Z");
    return wall ? std::optional(zone->fromWall(*wall)) : std::nullopt;
}

std::string formatInstant(base::Instant instant, std::string_view format) {
    if (format == "epoch_s")
        return std::to_string(std::chrono::floor<std::chrono::seconds>(instant).time_since_epoch().count());
    if (format == "epoch_ms")
        return std::to_string(std::chrono::floor<std::chrono::milliseconds>(instant).time_since_epoch().count());
    return base::toRfc3339(instant);
}

} // namespace latchboard::sync
