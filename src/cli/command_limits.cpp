// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/stored_text.h"
#include "cli/commands.h"
#include "cli/table.h"
#include "ops/limits.h"

namespace latchboard::cli {

namespace {

int act(const Context& context, const ops::Profile& profile, const LimitsOptions& options) {
    pg::BucketActRequest request;
    request.act = *pg::bucketActFromName(options.act);
    request.bucket = options.bucket;
    request.reason = options.reason;
    if (!options.wait.empty()) {
        const auto wait = base::parseDuration(options.wait);
        if (!wait || *wait <= base::Duration(0))
            return fail(context, base::makeError(
                                     base::ErrorKind::Usage,
                                     LB_TEXT("cli", "--for \"%1\" is not a duration such as 10m.").arg(options.wait)));
        request.wait = *wait;
    }
    const auto done = ops::actOnLimit(profile, request, context.stop);
    if (!done)
        return fail(context, done.error());
    if (context.json)
        printJson(context, QJsonObject{{QStringLiteral("bucket"), QString::fromStdString(options.bucket)},
                                       {QStringLiteral("act"), QString::fromStdString(options.act)},
                                       {QStringLiteral("reason"), QString::fromStdString(options.reason)}});
    else
        printLine(context,
                  LB_TEXT("cli", "%1: %2 is done and its reason recorded.").arg(options.bucket).arg(options.act));
    return Done;
}

/// "spacing 1s", "burst 40, every 500ms", "1000 per 1d Asia/Seoul": the words of a source profile.
QString paceCell(const pg::BucketRow& row) {
    std::string text = "spacing " + base::formatDuration(row.spacing);
    if (row.kind == "bucket")
        text = "burst " + std::to_string(row.burst) + ", every " + base::formatDuration(row.spacing);
    else if (row.kind == "window")
        text = std::to_string(row.windowCount) + " per " + base::formatDuration(row.windowPer) + " " + row.windowZone;
    return QString::fromStdString(text);
}

/// "400/1000 until 2026-03-10T15:00:00Z"; empty where calls are spaced only.
QString leftCell(const pg::BucketRow& row) {
    const auto left = pg::leftOf(row, row.readAt);
    if (!left)
        return {};
    std::string text = std::to_string(left->left) + "/" + std::to_string(left->of);
    if (row.kind == "window" && left->until)
        text += " until " + base::toRfc3339(*left->until);
    return QString::fromStdString(text);
}

/// A person's own words, or what the program recorded.
QString whyCell(const pg::BucketRow& row) {
    if (row.pausedReason)
        return QString::fromStdString(*row.pausedReason);
    return pg::waitsForOf(row, row.readAt) == pg::BucketWait::Operator ? QString::fromStdString(row.reason)
                                                                       : base::storedText(row.reason).translated();
}

QString waitsForCell(const pg::BucketRow& row) {
    const pg::BucketWait wait = pg::waitsForOf(row, row.readAt);
    return wait == pg::BucketWait::Nothing ? QString() : QString::fromLatin1(pg::bucketWaitName(wait));
}

QString instantCell(const std::optional<base::Instant>& instant) {
    return instant ? QString::fromStdString(base::toRfc3339(*instant)) : QString();
}

} // namespace

int limitsCommand(const Context& context, const LimitsOptions& options) {
    const auto target = context.target();
    if (!target)
        return fail(context, target.error());
    if (!options.act.empty())
        return act(context, target->profile, options);
    const auto rows = ops::readLimits(target->profile, context.stop);
    if (!rows)
        return fail(context, rows.error());
    if (context.json) {
        QJsonArray list;
        for (const pg::BucketRow& row : *rows)
            list.append(pg::bucketJson(row));
        printJson(context, list);
        return Done;
    }
    Table table({left(LB_TEXT("cli", "bucket")), left(LB_TEXT("cli", "state")), right(LB_TEXT("cli", "wait")),
                 left(LB_TEXT("cli", "waits for")), left(LB_TEXT("cli", "limit")), left(LB_TEXT("cli", "left")),
                 left(LB_TEXT("cli", "why")), left(LB_TEXT("cli", "held by")), left(LB_TEXT("cli", "last start")),
                 right(LB_TEXT("cli", "last status")), right(LB_TEXT("cli", "grants today")),
                 right(LB_TEXT("cli", "refusals today"))});
    for (const pg::BucketRow& row : *rows) {
        const base::Duration wait = pg::waitOf(row, row.readAt);
        table.add({QString::fromStdString(row.bucket),
                   QString::fromLatin1(pg::bucketStateName(pg::stateOf(row, row.readAt))),
                   wait > base::Duration(0) ? shortDuration(base::seconds(wait)) : QString(), waitsForCell(row),
                   paceCell(row), leftCell(row), whyCell(row), QString::fromStdString(row.leaseBy.value_or("")),
                   instantCell(row.lastStartedAt), row.lastStatus ? QString::number(*row.lastStatus) : QString(),
                   QString::number(row.grantsToday), QString::number(row.refusalsToday)});
    }
    table.print(context.streams.out);
    if (rows->empty())
        printLine(context, LB_TEXT("cli", "No source has been asked yet, so there is no bucket."));
    return Done;
}

} // namespace latchboard::cli
