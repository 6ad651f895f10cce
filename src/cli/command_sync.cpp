// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "ops/runs.h"
#include "sync/run_json.h"

#include <QJsonDocument>

namespace latchboard::cli {

namespace {

base::Result<sync::RunRequest> requestOf(const Context& context, const SyncOptions& options) {
    sync::RunRequest request;
    request.ifDue = options.ifDue;
    request.dryRun = options.dryRun;
    // Without a terminal nobody pressed a key: cron or a timer started it.
    request.trigger = context.streams.errIsTerminal ? sync::Trigger::Manual : sync::Trigger::Cron;
    if (!options.trigger.empty())
        request.trigger = *sync::triggerFromName(options.trigger);
    if (options.from.empty())
        return request;
    const auto from = base::fromRfc3339(options.from);
    const auto until = base::fromRfc3339(options.until);
    if (!from || !until)
        return base::Unexpected(base::ErrorKind::Usage,
                                LB_TEXT("cli", "\"%1\" is not a time with an offset, such as 2026-01-01T00:00:00Z.")
                                    .arg(from ? options.until : options.from));
    if (*from >= *until)
        return base::Unexpected(base::ErrorKind::Usage, LB_TEXT("cli", "--from must be before --until."));
    request.window = sync::Interval{*from, *until};
    if (options.trigger.empty())
        request.trigger = sync::Trigger::Backfill;
    return request;
}

/// What is told while it runs: one line of JSON an event, or one line of a terminal that is written over.
sync::ProgressSink progressSink(const Context& context, const std::string& form) {
    if (form == "json")
        return [&context](const sync::Progress& progress) {
            context.streams.err << QJsonDocument(sync::toJson(progress)).toJson(QJsonDocument::Compact).toStdString()
                                << std::endl;
        };
    if (form == "bar")
        return [&context](const sync::Progress& progress) {
            QString line = LB_TEXT("cli", "%1: %2, page %3, %4 rows")
                               .arg(progress.job)
                               .arg(sync::phaseName(progress.phase))
                               .arg(progress.page)
                               .arg(progress.rows)
                               .translated();
            if (!progress.waitsFor.empty())
                line += QStringLiteral(", ") + progress.waitsFor.translated();
            context.streams.err << '\r' << line.toStdString() << "\x1b[K" << std::flush;
            if (progress.phase == sync::Progress::Phase::Done)
                context.streams.err << '\r' << "\x1b[K" << std::flush;
        };
    return {};
}

/// The first line: what came of it.
base::Text outcomeLine(const sync::RunRecord& run) {
    const char* outcome = sync::outcomeName(run.outcome);
    if (run.outcome == sync::Outcome::Busy && run.holder.since)
        return LB_TEXT("cli", "%1: %2: held by %3 since at least %4")
            .arg(run.job)
            .arg(outcome)
            .arg(run.holder.describe())
            .arg(base::toRfc3339(*run.holder.since));
    if (run.outcome == sync::Outcome::Busy)
        return LB_TEXT("cli", "%1: %2: held by %3").arg(run.job).arg(outcome).arg(run.holder.describe());
    if (run.outcome == sync::Outcome::NotDue)
        return LB_TEXT("cli", "%1: %2: a run has succeeded in this cell of the schedule").arg(run.job).arg(outcome);
    if (run.outcome == sync::Outcome::Postponed && run.postponedUntil)
        return LB_TEXT("cli", "%1: %2 until %3").arg(run.job).arg(outcome).arg(base::toRfc3339(*run.postponedUntil));
    if (run.dryRun)
        return LB_TEXT("cli", "%1: %2 (dry run: nothing was written)").arg(run.job).arg(outcome);
    return LB_TEXT("cli", "%1: %2").arg(run.job).arg(outcome);
}

void printForPeople(const Context& context, const sync::RunRecord& run) {
    printLine(context, outcomeLine(run));
    if (run.outcome == sync::Outcome::Busy || run.outcome == sync::Outcome::NotDue)
        return;
    const sync::WriteCounts& counts = run.counts;
    printLine(context,
              LB_TEXT("cli", "  %1 orders on %2 pages by %3 calls").arg(run.fetched).arg(run.pages).arg(run.apiCalls));
    printLine(context, LB_TEXT("cli", "  %1 new, %2 changed, %3 same, %4 stale, %5 gone, %6 quarantined")
                           .arg(counts.created)
                           .arg(counts.changed)
                           .arg(counts.same)
                           .arg(counts.stale)
                           .arg(counts.gone)
                           .arg(counts.quarantined));
    if (run.window)
        printLine(context, LB_TEXT("cli", "  window %1 to %2")
                               .arg(base::toRfc3339(run.window->from))
                               .arg(base::toRfc3339(run.window->until)));
    printLine(context, LB_TEXT("cli", "  took %1, of which %2 waiting for the limit")
                           .arg(shortDuration(base::seconds(run.finishedAt - run.startedAt)))
                           .arg(shortDuration(base::seconds(run.limitWait))));
}

} // namespace

int syncCommand(const Context& context, const SyncOptions& options) {
    const auto configuration = context.configurationWithJobs();
    if (!configuration)
        return fail(context, configuration.error());
    const auto job = ops::runnableJob(*configuration, options.job);
    if (!job)
        return fail(context, job.error());
    const auto request = requestOf(context, options);
    if (!request)
        return fail(context, request.error());
    std::string form = options.progress;
    if (form.empty())
        form = context.streams.errIsTerminal ? "bar" : "none";

    const sync::RunRecord run = ops::runJob(*configuration->profile(job->profile), job->job, *request, context.stop,
                                            progressSink(context, form));
    if (context.json)
        printJson(context, sync::toJson(run));
    else
        printForPeople(context, run);
    if (run.error)
        (void)fail(context, *run.error);
    return exitCodeOf(run, options.ifDue);
}

} // namespace latchboard::cli
