// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/app/options.h"

#include "base/log.h"
#include "console/app/quit_signals.h"
#include "console/app/starters.h"
#include "console/screenshots.h"
#include "console/style/icons.h"
#include "translations/install.h"

#include <QApplication>
#include <QDir>

#include <iostream>

using namespace latchboard;

namespace {

/// How long a picture waits for live data.
constexpr std::chrono::seconds kPatience{60};

std::vector<console::Shot> shotsOf(const console::Options& options, const QString& language) {
    if (!options.screenshots.isEmpty()) {
        QDir().mkpath(options.screenshots);
        return console::allShots(options.screenshots);
    }
    if (!options.screenshot.isEmpty()) {
        return {{options.page, language, options.theme, options.screenshot}};
    }
    return {};
}

} // namespace

int main(int argc, char** argv) {
    const console::ParsedOptions parsed = console::parseOptions(argc, argv);
    if (!parsed.options) {
        return parsed.exitCode;
    }
    const console::Options& options = *parsed.options;
    base::log::start("latchboard", base::log::Level::Warning);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("latchboard"));
    QApplication::setApplicationDisplayName(QStringLiteral("Latchboard"));
    QApplication::setApplicationVersion(QStringLiteral(LATCHBOARD_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("latchboard"));
    QApplication::setQuitOnLastWindowClosed(false);
    console::applyTheme(options.theme);

    const base::SystemClock clock;
    console::Display display(clock);
    console::DialogPrompt prompt;
    const QString language = translations::chooseLanguage(options.language);
    console::LiveBackend backend(options.demo ? console::demoStarter()
                                              : console::configuredStarter(options.config, options.server),
                                 options.demo ? LB_TEXT("console", "Starting the demo: PostgreSQL...")
                                              : LB_TEXT("console", "Reading the configuration..."));
    console::WindowHost host(backend, display, prompt, language);
    QObject::connect(&host, &console::WindowHost::closed, &application, [&application] { application.quit(); });
    const console::QuitSignals quitSignals;
    QObject::connect(&quitSignals, &console::QuitSignals::quitWanted, &application,
                     [&application] { application.quit(); });
    host.window()->showPage(options.page);
    host.window()->show();
    display.start();

    int exitCode = 0;
    std::unique_ptr<console::Screenshots> screenshots;
    if (auto shots = shotsOf(options, language); !shots.empty()) {
        screenshots = std::make_unique<console::Screenshots>(host, std::move(shots), kPatience);
        QObject::connect(screenshots.get(), &console::Screenshots::ended, &application, [&](const QString& problem) {
            if (!problem.isEmpty()) {
                std::cerr << "latchboard: " << problem.toStdString() << '\n';
                exitCode = 1;
            }
            application.quit();
        });
        if (options.demo && !options.screenshots.isEmpty()) {
            // The demo's pages are worth looking at once a sync is through and the leak is found.
            screenshots->waitFor([&backend] {
                const auto& jobs = backend.jobs();
                return backend.provenLeaks() > 0 && jobs && !jobs->jobs.empty() && jobs->jobs.front().lastSuccess;
            });
        }
        screenshots->start();
    }
    QApplication::exec();
    host.window()->hide();
    return exitCode;
}
