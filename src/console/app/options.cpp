// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/app/options.h"

#include <CLI/CLI.hpp>

#include <iostream>

namespace latchboard::console {

ParsedOptions parseOptions(int argc, const char* const* argv) {
    CLI::App app("Operations console for jobs that are coordinated by PostgreSQL advisory locks", "latchboard");
    app.set_version_flag("--version", std::string("latchboard ") + LATCHBOARD_VERSION);
    Options options;
    std::string page = "overview";
    std::string language;
    std::string theme = "system";
    std::string screenshot;
    std::string screenshots;
    app.add_option("--profile", options.server.profile, "Server to look at, a profile of the configuration file");
    app.add_option("--conninfo", options.server.conninfo, "Server to look at, as libpq's key/values or URI")
        ->excludes("--profile");
    app.add_option("--pooler-admin", options.server.poolerAdmin, "PgBouncer admin console, as libpq's key/values");
    app.add_option("--config", options.config, "Configuration file");
    app.add_flag("--demo", options.demo, "Start a private PostgreSQL, PgBouncer, order API, workers and a leak")
        ->excludes("--profile", "--conninfo");
    app.add_option("--page", page, "Page to open: overview, locks, history, limits")
        ->check(CLI::IsMember({"overview", "locks", "history", "limits"}));
    app.add_option("--language", language, "ko or en")->check(CLI::IsMember({"ko", "en"}));
    app.add_option("--theme", theme, "light, dark or system")->check(CLI::IsMember({"light", "dark", "system"}));
    app.add_option("--screenshot", screenshot, "Save a picture of the page once it shows live data, then quit");
    app.add_option("--screenshots", screenshots,
                   "Save pictures of all pages, light and dark, ko and en, into this folder, then quit")
        ->excludes("--screenshot");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        return {std::nullopt, app.exit(problem, std::cout, std::cerr) == 0 ? 0 : 2};
    }
    options.page = pageFromName(QString::fromStdString(page)).value_or(PageId::Overview);
    options.language = QString::fromStdString(language);
    options.theme = theme == "light" ? Theme::Light : theme == "dark" ? Theme::Dark : Theme::System;
    options.screenshot = QString::fromStdString(screenshot);
    options.screenshots = QString::fromStdString(screenshots);
    return {options, 0};
}

} // namespace latchboard::console
