// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "ops/migrate.h"

namespace latchboard::cli {

int migrateCommand(const Context& context) {
    const auto configuration = context.configuration();
    if (!configuration)
        return fail(context, configuration.error());
    const auto profile = ops::chooseServer(*configuration, context.server);
    if (!profile)
        return fail(context, profile.error());
    const auto report = ops::migrate(*profile, context.stop);
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
    if (report->applied.empty())
        context.streams.out << "The schema latchboard is at version " << report->to << "; there was nothing to do.\n";
    else
        context.streams.out << "The schema latchboard is now at version " << report->to << " (it was at "
                            << report->from << ").\n";
    return Done;
}

} // namespace latchboard::cli
