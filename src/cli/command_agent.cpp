// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/log.h"
#include "cli/commands.h"
#include "ops/agent.h"
#include "sync/run_json.h"

#include <QJsonDocument>

namespace latchboard::cli {

int agentCommand(const Context& context) {
    ops::ReloadBell silent;
    ops::ReloadBell& bell = context.reload != nullptr ? *context.reload : silent;
    const auto load = [&context] { return context.configurationWithJobs(); };
    const auto ended = ops::runAgent(load, bell, context.stop, [&](const ops::AgentEvent& event) {
        if (event.run == nullptr) {
            base::log::info(event.job + ": " + event.what);
            return;
        }
        if (context.json)
            printJson(context, sync::toJson(*event.run));
        const std::string line = event.job + " " + event.run->runId + ": " + event.what;
        if (event.run->error)
            base::log::warning(line + ": " + event.run->error->message.englishUtf8());
        else
            base::log::info(line);
    });
    return ended ? Done : fail(context, ended.error());
}

} // namespace latchboard::cli
