// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "cli/table.h"
#include "ops/job_status.h"
#include "ops/monitor.h"
#include "ops/runs.h"
#include "sync/run_json.h"

#include <algorithm>

namespace latchboard::cli {

namespace {

QJsonValue instantJson(const std::optional<base::Instant>& instant) {
    return instant ? QJsonValue(QString::fromStdString(base::toRfc3339(*instant))) : QJsonValue();
}

QJsonObject statusJson(const ops::JobStatus& status) {
    QJsonObject json;
    json[QStringLiteral("job")] = QString::fromStdString(status.job);
    json[QStringLiteral("state")] = QString::fromLatin1(ops::stateName(status.state));
    json[QStringLiteral("last_success")] =
        status.lastSuccess ? QJsonValue(sync::toJson(*status.lastSuccess)) : QJsonValue();
    json[QStringLiteral("last_run")] = status.lastRun ? QJsonValue(sync::toJson(*status.lastRun)) : QJsonValue();
    json[QStringLiteral("next_due")] = instantJson(status.nextDue);
    json[QStringLiteral("missed")] = status.missed;
    QJsonArray missedCells;
    for (const ops::GridCell& cell : status.cells) {
        if (cell.state == ops::GridCell::State::Missed)
            missedCells.append(QString::fromStdString(base::toRfc3339(cell.start)));
    }
    json[QStringLiteral("missed_cells")] = missedCells;
    QJsonValue holder;
    if (status.lock) {
        holder = QJsonObject{
            {QStringLiteral("pid"), status.lock->lock.pid},
            {QStringLiteral("application_name"),
             status.lock->holder ? QString::fromStdString(status.lock->holder->applicationName) : QString()},
            {QStringLiteral("verdict"), QString::fromLatin1(locks::verdictName(status.lock->verdict))},
            {QStringLiteral("held_since_at_latest"), instantJson(status.lock->heldSinceAtLatest)}};
    }
    json[QStringLiteral("lock_holder")] = holder;
    QJsonArray missing;
    for (const base::Text& lack : status.missing)
        missing.append(lack.english());
    json[QStringLiteral("missing")] = missing;
    json[QStringLiteral("error")] = status.error ? QJsonValue(status.error->message.english()) : QJsonValue();
    return json;
}

QString holderCell(const ops::JobStatus& status) {
    if (!status.lock)
        return {};
    QString text = QStringLiteral("pid %1").arg(status.lock->lock.pid);
    if (status.lock->holder && !status.lock->holder->applicationName.empty())
        text += QStringLiteral(", ") + QString::fromStdString(status.lock->holder->applicationName);
    return text;
}

/// Healthy, running, or overdue: the worst of all jobs decides.
int exitCode(const std::vector<ops::JobStatus>& statuses) {
    int code = Done;
    for (const ops::JobStatus& status : statuses) {
        switch (status.state) {
        case ops::JobStatus::State::Ok:
            break;
        case ops::JobStatus::State::Running:
            code = std::max<int>(code, StatusRunning);
            break;
        case ops::JobStatus::State::Overdue:
        case ops::JobStatus::State::NeverRan:
        case ops::JobStatus::State::BlockedByLeak:
            code = std::max<int>(code, StatusOverdue);
            break;
        case ops::JobStatus::State::Unknown:
            code = std::max<int>(code, status.error ? exitCodeOf(*status.error) : UsageError);
            break;
        }
    }
    return code;
}

} // namespace

int statusCommand(const Context& context, const std::string& job) {
    const auto configuration = context.configurationWithJobs();
    if (!configuration)
        return fail(context, configuration.error());
    if (!job.empty() && configuration->job(job) == nullptr)
        return fail(context, ops::runnableJob(*configuration, job).error());
    std::vector<ops::JobStatus> statuses;
    for (const ops::Profile& profile : configuration->profiles) {
        const bool wanted =
            std::any_of(configuration->jobs.begin(), configuration->jobs.end(), [&](const ops::JobEntry& e) {
                return e.profile == profile.name && (job.empty() || e.job.name == job);
            });
        if (!wanted || (!context.server.profile.empty() && context.server.profile != profile.name))
            continue;
        const auto look = ops::lookOnce(profile, configuration->thresholds);
        if (!look)
            return fail(context, look.error());
        for (ops::JobStatus& status : ops::readJobStatuses(*configuration, profile, &*look)) {
            if (job.empty() || status.job == job)
                statuses.push_back(std::move(status));
        }
    }
    if (statuses.empty())
        return fail(context, base::makeError(base::ErrorKind::Configuration,
                                             LB_TEXT("cli", "No job is configured, so there is no status to show."),
                                             LB_TEXT("cli", "Write a [job.NAME] in the configuration file.")));
    if (context.json) {
        QJsonArray list;
        for (const ops::JobStatus& status : statuses)
            list.append(statusJson(status));
        printJson(context, list);
        return exitCode(statuses);
    }
    Table table({left(LB_TEXT("cli", "job")), left(LB_TEXT("cli", "state")), left(LB_TEXT("cli", "last success")),
                 left(LB_TEXT("cli", "next due")), right(LB_TEXT("cli", "missed")),
                 left(LB_TEXT("cli", "lock held by")), left(LB_TEXT("cli", "lacks"))});
    for (const ops::JobStatus& status : statuses) {
        table.add(
            {QString::fromStdString(status.job), QString::fromLatin1(ops::stateName(status.state)),
             status.lastSuccess ? QString::fromStdString(base::toRfc3339(status.lastSuccess->startedAt)) : QString(),
             status.nextDue ? QString::fromStdString(base::toRfc3339(*status.nextDue)) : QString(),
             QString::number(status.missed), holderCell(status),
             status.missing.empty() ? QString() : status.missing.front().translated()});
    }
    table.print(context.streams.out);
    for (const ops::JobStatus& status : statuses) {
        if (status.error)
            (void)fail(context, *status.error);
    }
    return exitCode(statuses);
}

} // namespace latchboard::cli
