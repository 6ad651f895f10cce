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
    /// How far clocks of the zone are ahead of UTC at this moment.
    [[nodiscard]] base::Duration offsetAt(base::Instant instant) const;

private:
    base::Duration m_offset{0};
    std::optional<QTimeZone> m_named;
};

[[nodiscard]] bool isZone(std::string_view text);

} // namespace latchboard::sync
