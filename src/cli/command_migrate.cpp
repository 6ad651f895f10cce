// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "ops/migrate.h"

namespace latchboard::cli {

int migrateCommand(const Context& context) {
    const auto target = context.target();
    if (!target)
        return fail(context, target.error());
    const auto report = ops::migrate(target->profile, context.stop);
    if (!report)
        return fail(context, report.error());
    if (context.json) {
        QJsonArray applied;
        for (const int version : report->applied)
            applied.append(version);
        printJson(context, QJsonObject{{QStringLiteral("from"), report->from},
                                       {QStringLiteral("to"), report->to},
                                       {QStringLiteral("applied"), applied}});
        return Done;
    }
    printLine(context,
              report->applied.empty()
                  ? LB_TEXT("cli", "The schema latchboard is at version %1; there was nothing to do.").arg(report->to)
                  : LB_TEXT("cli", "The schema latchboard is now at version %1; it was at %2.")
                        .arg(report->to)
                        .arg(report->from));
    return Done;
}

} // namespace latchboard::cli
