// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/parameters.h"
#include "pg/query_result.h"
#include "sync/run.h"

#include <optional>
#include <string>
#include <vector>

namespace latchboard::pg {

/// Which runs; empty members let everything through.
struct HistoryFilter {
    std::string job;
    std::optional<sync::Outcome> outcome;
    std::optional<sync::Trigger> trigger;
    std::string text;                          ///< within run id, error or host, in any case of letters
    std::optional<base::Instant> since, until; ///< of the start: from `since`, before `until`
    friend bool operator==(const HistoryFilter&, const HistoryFilter&) = default;
};

/// What the server can sort by.
enum class HistorySort {
    StartedAt,
    Duration,
    Job,
    Trigger,
    Outcome,
    Pages,
    New,
    Changed,
    Same,
    Stale,
    Retries,
    ApiCalls,
    LimitWait,
    Error
};

/// One page, by keyset: the runs that come after `after` in this order.
struct HistoryPageQuery {
    HistoryFilter filter;
    HistorySort sort = HistorySort::StartedAt;
    bool descending = true;
    int limit = 200; ///< 0: all
    std::optional<sync::RunRecord> after;
};

/// A statement with $1, $2 ... and their values as text; for libpq and for QPSQL alike.
struct SqlText {
    std::string sql;
    Params params;
};

/// How many columns the statement has.
inline constexpr int kHistoryColumns = 34;

[[nodiscard]] SqlText historySql(const HistoryPageQuery& query);

/// One row of the answer, all its columns as text in their order, nothing for NULL.
[[nodiscard]] sync::RunRecord readRun(const std::vector<std::optional<std::string>>& row);
[[nodiscard]] std::vector<sync::RunRecord> readRuns(const QueryResult& rows);

} // namespace latchboard::pg
