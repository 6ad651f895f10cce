// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"
#include "pg/history_query.h"

#include <functional>

namespace latchboard::ops {

/// Takes runs a page at a time; false ends the reading.
using RunSink = std::function<bool(const std::vector<sync::RunRecord>&)>;

/// All runs that pass the filter, newest first, by keyset, so that a million take constant memory. `limit` 0: all.
[[nodiscard]] base::Result<void> readHistory(const Profile& profile, const pg::HistoryFilter& filter,
                                             std::int64_t limit, std::stop_token stop, const RunSink& sink);

} // namespace latchboard::ops
