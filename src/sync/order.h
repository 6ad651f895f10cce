// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace latchboard::sync {

/// One order as it came, mapped to named values. Ids are text and amounts decimal text: no double ever touches them.
struct Order {
    std::string externalId;
    std::optional<base::Instant> updatedAt;
    bool gone = false;
    std::map<std::string, std::optional<std::string>> values; ///< by the names of the profile's [record]; nullopt: null
};

/// An item that could not be taken as it was (semantics: quarantine).
struct QuarantinedItem {
    std::string externalId; ///< where it could be read
    std::string reason;     ///< English, stored
    std::string item;       ///< the whole item as JSON text, made storable (NUL and invalid UTF-8 escaped)
};

struct Page {
    std::vector<Order> orders;
    std::vector<QuarantinedItem> quarantined;
    std::int64_t items = 0; ///< as received, before anything was left out
    std::int64_t bytes = 0;
    std::optional<std::int64_t> total; ///< where the API tells
};

/// Whether so many items of a page that can't be stored say that the mapping or the table is wrong, not the data: more
/// than a fifth of them. One item alone never does.
[[nodiscard]] constexpr bool tooManyQuarantined(std::int64_t quarantined, std::int64_t items) {
    return quarantined >= 2 && quarantined * 5 > items;
}

/// What became of a batch in the target.
struct WriteCounts {
    std::int64_t created = 0, changed = 0, same = 0, stale = 0, gone = 0, quarantined = 0;
    std::int64_t retries40001 = 0, retries40P01 = 0;
    WriteCounts& operator+=(const WriteCounts& other);
    friend bool operator==(const WriteCounts&, const WriteCounts&) = default;
};

} // namespace latchboard::sync
