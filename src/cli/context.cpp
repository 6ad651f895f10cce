// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/context.h"

#include <QJsonDocument>

namespace latchboard::cli {

base::Result<Target> Context::target() const {
    auto loaded = configuration();
    if (!loaded)
        return base::Unexpected(loaded.error());
    auto profile = ops::chooseServer(*loaded, server);
    if (!profile)
        return base::Unexpected(profile.error());
    return Target{std::move(*loaded), std::move(*profile)};
}

int fail(const Context& context, const base::Error& error) {
    context.streams.err << "latchctl: " << error.message.translated().toStdString();
    if (!error.remedy.empty())
        context.streams.err << ' ' << error.remedy.translated().toStdString();
    context.streams.err << std::endl;
    return exitCodeOf(error);
}

void printLine(const Context& context, const base::Text& line) {
    context.streams.out << line.translated().toStdString() << std::endl;
}

void printJson(const Context& context, const QJsonObject& document) {
    context.streams.out << QJsonDocument(document).toJson(QJsonDocument::Compact).toStdString() << std::endl;
}

void printJson(const Context& context, const QJsonArray& document) {
    context.streams.out << QJsonDocument(document).toJson(QJsonDocument::Compact).toStdString() << std::endl;
}

QString shortDuration(std::optional<double> seconds) {
    if (!seconds)
        return {};
    if (*seconds < 10)
        return QStringLiteral("%1 s").arg(*seconds, 0, 'f', 1);
    if (*seconds < 120)
        return QStringLiteral("%1 s").arg(*seconds, 0, 'f', 0);
    if (*seconds < 7200)
        return QStringLiteral("%1 min").arg(*seconds / 60, 0, 'f', 0);
    if (*seconds < 172800)
        return QStringLiteral("%1 h").arg(*seconds / 3600, 0, 'f', 1);
    return QStringLiteral("%1 d").arg(*seconds / 86400, 0, 'f', 1);
}

} // namespace latchboard::cli
