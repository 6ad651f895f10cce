// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/command_line.h"
#include "cli/exit_code.h"
#include "ops/reload_bell.h"
#include "ops/server_choice.h"
#include "ops/server_session.h"

#include <QJsonArray>
#include <QJsonObject>

namespace latchboard::cli {

struct Target {
    ops::Configuration configuration;
    ops::Profile profile;
};

/// What every command has: the options before it, the streams, the stop.
struct Context {
    const Streams& streams;
    std::stop_token stop;
    std::string configFile;
    ops::ServerChoice server;
    bool json = false;
    ops::ReloadBell* reload = nullptr; ///< what SIGHUP rings; null: nothing does

    [[nodiscard]] base::Result<ops::Configuration> configuration() const { return ops::loadConfiguration(configFile); }
    /// The same with all jobs: those that are one a value of a query too, for which their server is asked.
    [[nodiscard]] base::Result<ops::Configuration> configurationWithJobs() const {
        return ops::loadConfiguration(configFile, ops::askServerForJobs(stop));
    }
    /// The configuration together with the server that was named on the command line.
    [[nodiscard]] base::Result<Target> target() const;
};

/// Prints "latchctl: message remedy" to the error stream and gives the exit code.
int fail(const Context& context, const base::Error& error);

/// A line of data for people.
void printLine(const Context& context, const base::Text& line);

/// One JSON document and a line end.
void printJson(const Context& context, const QJsonObject& document);
void printJson(const Context& context, const QJsonArray& document);

/// For a table's cells: "14 min", "3.2 s"; empty for nothing.
[[nodiscard]] QString shortDuration(std::optional<double> seconds);

} // namespace latchboard::cli
