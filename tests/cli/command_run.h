// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/command_line.h"

#include <QJsonDocument>
#include <QString>
#include <QStringList>

#include <sstream>

namespace latchboard::test {

/// What a command printed and how it ended; run in this process.
struct CommandRun {
    int code = -1;
    QString out, err;

    [[nodiscard]] QJsonDocument json() const { return QJsonDocument::fromJson(out.toUtf8()); }
};

inline CommandRun runCommand(const QStringList& arguments, std::stop_token stop = {}) {
    std::ostringstream out, err;
    std::vector<std::string> texts;
    for (const QString& argument : arguments)
        texts.push_back(argument.toStdString());
    CommandRun run;
    run.code = cli::runCommandLine(texts, {out, err, false, false}, std::move(stop));
    run.out = QString::fromStdString(out.str());
    run.err = QString::fromStdString(err.str());
    return run;
}

} // namespace latchboard::test
