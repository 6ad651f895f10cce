// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/order.h"

#include <vector>

namespace latchboard::pg {

/// The orders of a page, ready to be written: sorted by id, each id once.
struct TargetBatch {
    std::vector<const sync::Order*> orders;
    std::int64_t same = 0;  ///< left out: equal to one that stays
    std::int64_t stale = 0; ///< left out: a newer version of the id stays
};

/// Of several versions of an id the newest by its change time stays; where that does not tell, the later in the page.
/// The orders must outlive the batch.
[[nodiscard]] TargetBatch batchOf(const std::vector<sync::Order>& orders);

/// The order as JSON text for the quarantine: what could be read of it, NUL escaped, invalid UTF-8 replaced.
[[nodiscard]] std::string orderJson(const sync::Order& order);

} // namespace latchboard::pg
