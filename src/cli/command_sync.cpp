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

void printForPeople(const Context& context, const sync::RunRecord& run) {
    std::ostream& out = context.streams.out;
    out << run.job << ": " << sync::outcomeName(run.outcome);
    if (run.outcome == sync::Outcome::Busy) {
        out << ": held by " << run.holder.describe();
        if (run.holder.since)
            out << " since at least " << base::toRfc3339(*run.holder.since);
        out << '\n';
        return;
    }
    if (run.outcome == sync::Outcome::Postponed && run.postponedUntil)
        out << " until " << base::toRfc3339(*run.postponedUntil);
    if (run.outcome == sync::Outcome::NotDue) {
        out << ": a run has succeeded in this cell of the schedule\n";
        return;
    }
    if (run.dryRun)
        out << " (dry run: nothing was written)";
    const sync::WriteCounts& counts = run.counts;
    out << "\n  " << run.fetched << " orders on " << run.pages << " pages by " << run.apiCalls
        << " calls: " << counts.created << " new, " << counts.changed << " changed, " << counts.same << " same, "
        << counts.stale << " stale, " << counts.gone << " gone, " << counts.quarantined << " quarantined\n";
    if (run.window)
        out << "  window " << base::toRfc3339(run.window->from) << " to " << base::toRfc3339(run.window->until) << '\n';
    out << "  " << base::seconds(run.finishedAt - run.startedAt) << " s, of which " << base::seconds(run.limitWait)
        << " s waiting for the limit\n";
}

} // namespace

int syncCommand(const Context& context, const SyncOptions& options) {
    const auto configuration = context.configuration();
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
