// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/history.h"

#include "ops/server_session.h"

#include <algorithm>

namespace latchboard::ops {

namespace {
constexpr std::int64_t kPage = 5000;
}

base::Result<void> readHistory(const Profile& profile, const pg::HistoryFilter& filter, std::int64_t limit,
                               std::stop_token stop, const RunSink& sink) {
    const base::Waiting waiting{std::move(stop), {}};
    const auto session = openSession(profile, "latchboard history", waiting);
    if (!session)
        return base::Unexpected(session.error());
    pg::HistoryPageQuery query;
    query.filter = filter;
    for (std::int64_t left = limit; limit == 0 || left > 0;) {
        query.limit = static_cast<int>(limit == 0 ? kPage : std::min(left, kPage));
        const pg::SqlText text = pg::historySql(query);
        const auto rows = (*session)->exec(text.sql, text.params, {waiting});
        if (!rows)
            return base::Unexpected(rows.error());
        auto runs = pg::readRuns(*rows);
        if (runs.empty() || !sink(runs) || rows->rows() < query.limit)
            return {};
        left -= rows->rows();
        query.after = runs.back();
    }
    return {};
}

} // namespace latchboard::ops
