// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <QTimeZone>

namespace latchboard::sync {

/// A time zone by configuration: "UTC", an offset such as "+09:00", or a name of the IANA database.
/// The process's own zone is never used.
class Zone {
public:
    [[nodiscard]] static std::optional<Zone> parse(std::string_view text);

    /// The moment at which clocks of the zone show this wall time (given as if it were UTC).
    [[nodiscard]] base::Instant fromWall(base::Instant wall) const;

private:
    base::Duration m_offset{0};
    std::optional<QTimeZone> m_named;
};

[[nodiscard]] bool isZone(std::string_view text);

/// A time as a source writes it. rfc3339: as base::fromRfc3339; without an offset only where there is a zone. epoch_s,
/// epoch_ms: decimal digits, also with a sign and a fraction (beyond microseconds is cut).
[[nodiscard]] std::optional<base::Instant> parseInstant(std::string_view text, std::string_view format,
                                                        const std::optional<Zone>& zone);
/// A moment as the source wants it in a request.
[[nodiscard]] std::string formatInstant(base::Instant instant, std::string_view format);

} // namespace latchboard::sync
