// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/history_csv.h"

#include <utility>

namespace latchboard::sync {

namespace {

CsvCell text(const std::string& value) {
    return {value, false};
}

CsvCell textOrNull(const std::string& value) {
    return {value.empty() ? std::nullopt : std::optional(value), false};
}

CsvCell time(std::optional<base::Instant> moment) {
    return {moment ? std::optional(base::toRfc3339(*moment)) : std::nullopt, false};
}

CsvCell number(std::int64_t value) {
    return {std::to_string(value), true};
}

CsvCell seconds(base::Duration duration) {
    return {decimalSeconds(duration), true};
}

} // namespace

std::string decimalSeconds(base::Duration duration) {
    const bool negative = duration < base::Duration::zero();
    const std::int64_t micros = negative ? -duration.count() : duration.count();
    std::string text = (negative ? "-" : "") + std::to_string(micros / 1'000'000);
    if (const std::int64_t fraction = micros % 1'000'000; fraction != 0) {
        const std::string digits = std::to_string(fraction);
        text += "." + std::string(6 - digits.size(), '0') + digits;
        text.erase(text.find_last_not_of('0') + 1);
    }
    return text;
}

const std::vector<std::string>& HistoryCsv::columns() {
    static const std::vector<std::string> names = {
        "run_id",       "job",           "trigger",       "outcome",    "started_at",    "finished_at",
        "duration_s",   "window_from",   "window_until",  "pages",      "api_calls",     "fetched",
        "new",          "changed",       "same",          "stale",      "gone",          "quarantined",
        "limit_wait_s", "retries_40001", "retries_40P01", "error_kind", "error_message", "host"};
    return names;
}

HistoryCsv::HistoryCsv(CsvWriter::Sink sink, CsvWriter::Dialect dialect) : m_writer(std::move(sink), dialect) {
    m_writer.header(columns());
}

void HistoryCsv::write(const RunRecord& run) {
    m_writer.record({
        text(run.runId),
        text(run.job),
        text(triggerName(run.trigger)),
        text(outcomeName(run.outcome)),
        time(run.startedAt),
        time(run.finishedAt),
        seconds(run.finishedAt - run.startedAt),
        time(run.window ? std::optional(run.window->from) : std::nullopt),
        time(run.window ? std::optional(run.window->until) : std::nullopt),
        number(run.pages),
        number(run.apiCalls),
        number(run.fetched),
        number(run.counts.created),
        number(run.counts.changed),
        number(run.counts.same),
        number(run.counts.stale),
        number(run.counts.gone),
        number(run.counts.quarantined),
        seconds(run.limitWait),
        number(run.counts.retries40001),
        number(run.counts.retries40P01),
        {run.error ? std::optional<std::string>(base::kindName(run.error->kind)) : std::nullopt, false},
        {run.error ? std::optional(run.error->message.englishUtf8()) : std::nullopt, false},
        textOrNull(run.host),
    });
}

} // namespace latchboard::sync
