// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "cli/csv_output.h"
#include "cli/table.h"
#include "ops/history.h"
#include "sync/history_csv.h"
#include "sync/run_json.h"

namespace latchboard::cli {

namespace {

constexpr std::int64_t kShown = 50;

base::Unexpected usage(const char* option, const std::string& value, const base::Text& expected) {
    return base::Unexpected(base::ErrorKind::Usage,
                            LB_TEXT("cli", "%1 \"%2\": expected %3.").arg(option).arg(value).arg(expected));
}

base::Result<pg::HistoryFilter> filterOf(const HistoryOptions& options) {
    pg::HistoryFilter filter;
    filter.job = options.job;
    if (!options.outcome.empty()) {
        filter.outcome = sync::outcomeFromName(options.outcome);
        if (!filter.outcome)
            return usage("--outcome", options.outcome,
                         LB_TEXT("cli", "SUCCESS, FAILED, CANCELLED, POSTPONED or IN_DOUBT"));
    }
    for (const auto& [option, text, target] :
         {std::tuple("--since", options.since, &filter.since), std::tuple("--until", options.until, &filter.until)}) {
        if (text.empty())
            continue;
        *target = base::fromRfc3339(text);
        if (!*target)
            return usage(option, text, LB_TEXT("cli", "a time with an offset, such as 2026-01-01T00:00:00Z"));
    }
    return filter;
}

int exportCsv(const Context& context, const ops::Profile& profile, const pg::HistoryFilter& filter,
              const HistoryOptions& options) {
    return writeCsv(context, options.csvFile, [&](const CsvOutput& output) -> base::Result<void> {
        sync::HistoryCsv csv(output.sink,
                             options.excel ? sync::CsvWriter::Dialect::Excel : sync::CsvWriter::Dialect::Plain);
        const auto read = ops::readHistory(profile, filter, options.limit, context.stop,
                                           [&](const std::vector<sync::RunRecord>& runs) {
                                               for (const sync::RunRecord& run : runs)
                                                   csv.write(run);
                                               return output.isGood();
                                           });
        return read ? base::Result<void>() : base::Result<void>(base::Unexpected(read.error()));
    });
}

void printTable(const Context& context, const std::vector<sync::RunRecord>& runs) {
    Table table({left(LB_TEXT("cli", "started")), left(LB_TEXT("cli", "job")), left(LB_TEXT("cli", "trigger")),
                 left(LB_TEXT("cli", "outcome")), right(LB_TEXT("cli", "took")), right(LB_TEXT("cli", "pages")),
                 right(LB_TEXT("cli", "new")), right(LB_TEXT("cli", "changed")), right(LB_TEXT("cli", "same")),
                 right(LB_TEXT("cli", "stale")), right(LB_TEXT("cli", "gone")), right(LB_TEXT("cli", "calls")),
                 right(LB_TEXT("cli", "waited")), left(LB_TEXT("cli", "error"))});
    for (const sync::RunRecord& run : runs)
        table.add(
            {QString::fromStdString(base::toRfc3339(std::chrono::floor<std::chrono::seconds>(run.startedAt))),
             QString::fromStdString(run.job), QString::fromLatin1(sync::triggerName(run.trigger)),
             QString::fromLatin1(sync::outcomeName(run.outcome)),
             shortDuration(base::seconds(run.finishedAt - run.startedAt)), QString::number(run.pages),
             QString::number(run.counts.created), QString::number(run.counts.changed), QString::number(run.counts.same),
             QString::number(run.counts.stale), QString::number(run.counts.gone), QString::number(run.apiCalls),
             shortDuration(base::seconds(run.limitWait)), run.error ? run.error->message.translated() : QString()});
    table.print(context.streams.out);
    if (runs.empty())
        printLine(context, LB_TEXT("cli", "No run is in the history that fits."));
}

} // namespace

int historyCommand(const Context& context, const HistoryOptions& options) {
    const auto filter = filterOf(options);
    if (!filter)
        return fail(context, filter.error());
    const auto target = context.target();
    if (!target)
        return fail(context, target.error());
    if (!options.csvFile.empty())
        return exportCsv(context, target->profile, *filter, options);
    std::vector<sync::RunRecord> runs;
    const auto read = ops::readHistory(target->profile, *filter, options.limit > 0 ? options.limit : kShown,
                                       context.stop, [&](const std::vector<sync::RunRecord>& page) {
                                           runs.insert(runs.end(), page.begin(), page.end());
                                           return true;
                                       });
    if (!read)
        return fail(context, read.error());
    if (context.json) {
        QJsonArray list;
        for (const sync::RunRecord& run : runs)
            list.append(sync::toJson(run, sync::RunForm::History));
        printJson(context, list);
    } else {
        printTable(context, runs);
    }
    return Done;
}

} // namespace latchboard::cli
