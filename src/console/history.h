// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/run.h"

#include <QMetaType>
#include <QString>

/// What the History page asks and what comes back.
namespace latchboard::console {

/// Empty members let everything through.
struct HistoryFilter {
    std::string job;
    std::optional<sync::Outcome> outcome;
    std::optional<sync::Trigger> trigger;
    std::string text;                          ///< within the run's id, the error or the host, in any case of letters
    std::optional<base::Instant> since, until; ///< of the start: from `since`, before `until`
    friend bool operator==(const HistoryFilter&, const HistoryFilter&) = default;
};

/// The columns of the page, each of which the server can sort by.
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

/// One page of the history, by keyset: the runs that come after `after` in the order asked for.
struct HistoryQuery {
    quint64 ticket = 0; ///< comes back with the answer, so that a late one is known as such
    HistoryFilter filter;
    HistorySort sort = HistorySort::StartedAt;
    bool descending = true;
    int limit = 200;
    std::optional<sync::RunRecord> after; ///< none: the first page
};

struct HistoryPageRead {
    quint64 ticket = 0;
    std::vector<sync::RunRecord> runs;
    bool more = false; ///< there are runs after these
    std::optional<base::Error> error;
};

struct ExportEnd {
    QString file;
    qint64 rows = 0;
    bool cancelled = false;
    std::optional<base::Error> error;
};

} // namespace latchboard::console

Q_DECLARE_METATYPE(latchboard::console::HistoryPageRead)
Q_DECLARE_METATYPE(latchboard::console::ExportEnd)
