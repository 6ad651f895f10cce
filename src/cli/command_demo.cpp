// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "cli/commands.h"
#include "demo/demo.h"

namespace latchboard::cli {

namespace {

QJsonObject infoJson(const demo::DemoInfo& info) {
    return {{QStringLiteral("conninfo"), QString::fromStdString(info.conninfo)},
            {QStringLiteral("config"), QString::fromStdString(info.configFile)},
            {QStringLiteral("folder"), QString::fromStdString(info.folder)},
            {QStringLiteral("api"), QString::fromStdString(info.apiUrl)},
            {QStringLiteral("psql"), QString::fromStdString(info.psqlLine)}};
}

} // namespace

int demoCommand(const Context& context, const DemoOptions& options) {
    demo::DemoOptions wanted;
    wanted.folder = options.folder;
    wanted.keep = options.keep;
    wanted.portBase = options.portBase;
    wanted.workers = options.workers;
    if (!context.json)
        context.streams.err << LB_TEXT("cli",
                                       "latchctl: starting a private PostgreSQL, PgBouncer, the order API and the "
                                       "workers ...")
                                   .translated()
                                   .toStdString()
                            << std::endl;
    auto running = demo::Demo::start(wanted, context.stop);
    if (!running)
        return fail(context, running.error());
    const demo::DemoInfo& info = (*running)->info();
    if (context.json) {
        printJson(context, infoJson(info));
    } else {
        context.streams.out << "conninfo  " << info.conninfo << '\n'
                            << "psql      " << info.psqlLine << '\n'
                            << "config    " << info.configFile << '\n'
                            << "order API " << info.apiUrl << '\n'
                            << "window    latchboard --config " << info.configFile << " --profile demo\n"
                            << "locks     latchctl --config " << info.configFile << " --profile demo locks\n"
                            << "Ctrl+C ends it" << (options.keep ? " and keeps " : " and removes ") << info.folder
                            << std::endl;
    }
    const base::Duration runFor = options.runFor > 0 ? base::Duration(std::chrono::seconds(options.runFor))
                                                     : base::Duration(std::chrono::years(1));
    const auto waited = base::SystemClock().wait(runFor, {context.stop, [&] { return (*running)->check(); }});
    (*running)->stop();
    if (!waited && waited.error().kind != base::ErrorKind::Cancelled)
        return fail(context, waited.error());
    return Done;
}

} // namespace latchboard::cli
