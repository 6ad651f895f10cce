// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "cli/csv_output.h"
#include "cli/table.h"
#include "state/audit_file.h"

namespace latchboard::cli {

namespace {

int exportActs(const Context& context, const std::vector<state::Act>& acts, const std::string& fileName) {
    return writeCsv(context, fileName, [&](const CsvOutput& output) -> base::Result<void> {
        sync::CsvWriter csv(output.sink);
        csv.header({"at", "actor", "profile", "act", "target", "reason", "outcome", "detail"});
        for (const state::Act& act : acts)
            csv.record({{base::toRfc3339(act.at)},
                        {act.actor},
                        {act.profile},
                        {act.act},
                        {act.target},
                        {act.reason},
                        {act.outcome},
                        {act.detail}});
        return {};
    });
}

QJsonObject actJson(const state::Act& act) {
    const auto text = [](const std::string& utf8) { return QString::fromStdString(utf8); };
    return {{QStringLiteral("at"), text(base::toRfc3339(act.at))}, {QStringLiteral("actor"), text(act.actor)},
            {QStringLiteral("profile"), text(act.profile)},        {QStringLiteral("act"), text(act.act)},
            {QStringLiteral("target"), text(act.target)},          {QStringLiteral("reason"), text(act.reason)},
            {QStringLiteral("outcome"), text(act.outcome)},        {QStringLiteral("detail"), text(act.detail)}};
}

} // namespace

int auditCommand(const Context& context, const std::string& csvFile) {
    auto read = state::readActs();
    if (!read)
        return fail(context, read.error());
    std::vector<state::Act> newestFirst(read->acts.rbegin(), read->acts.rend());
    if (!csvFile.empty())
        return exportActs(context, newestFirst, csvFile);
    if (context.json) {
        QJsonArray list;
        for (const state::Act& act : newestFirst)
            list.append(actJson(act));
        printJson(context, list);
        return Done;
    }
    Table table({left(LB_TEXT("cli", "when")), left(LB_TEXT("cli", "who")), left(LB_TEXT("cli", "profile")),
                 left(LB_TEXT("cli", "act")), left(LB_TEXT("cli", "target")), left(LB_TEXT("cli", "outcome")),
                 left(LB_TEXT("cli", "reason"))});
    for (const state::Act& act : newestFirst)
        table.add({QString::fromStdString(base::toRfc3339(std::chrono::floor<std::chrono::seconds>(act.at))),
                   QString::fromStdString(act.actor), QString::fromStdString(act.profile),
                   QString::fromStdString(act.act), QString::fromStdString(act.target),
                   QString::fromStdString(act.outcome), QString::fromStdString(act.reason)});
    table.print(context.streams.out);
    if (newestFirst.empty())
        printLine(context, LB_TEXT("cli", "Nothing was done from here yet."));
    if (read->skipped > 0)
        printLine(context, LB_TEXT("cli", "%1 lines of the file are no acts.").arg(read->skipped));
    return Done;
}

} // namespace latchboard::cli
