// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/session.h"
#include "sync/order.h"

namespace latchboard::pg {

/// Keeps items that could not be stored, each once however often it comes; returns after they are committed.
[[nodiscard]] base::Result<void> keepQuarantined(Session& session, const std::string& job, const std::string& runId,
                                                 std::int64_t batch, const std::vector<sync::QuarantinedItem>& items,
                                                 const Call& call);

} // namespace latchboard::pg
