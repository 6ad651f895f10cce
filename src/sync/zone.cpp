// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/zone.h"

#include <QDateTime>

namespace latchboard::sync {

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

base::Duration Zone::offsetAt(base::Instant instant) const {
    if (!m_named)
        return m_offset;
    const auto millis = std::chrono::floor<std::chrono::milliseconds>(instant).time_since_epoch().count();
    return std::chrono::seconds(m_named->offsetFromUtc(QDateTime::fromMSecsSinceEpoch(millis, Qt::UTC)));
}

bool isZone(std::string_view text) {
    return Zone::parse(text).has_value();
}

} // namespace latchboard::sync
