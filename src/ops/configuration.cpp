// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/configuration.h"

#include <QFileInfo>

#include <algorithm>

namespace latchboard::ops {

const Profile* Configuration::profile(std::string_view name) const {
    const auto found = std::find_if(profiles.begin(), profiles.end(), [&](const Profile& p) { return p.name == name; });
    return found == profiles.end() ? nullptr : &*found;
}

const JobEntry* Configuration::job(std::string_view name) const {
    const auto found = std::find_if(jobs.begin(), jobs.end(), [&](const JobEntry& j) { return j.job.name == name; });
    return found == jobs.end() ? nullptr : &*found;
}

std::string configurationPath(const std::string& named) {
    if (!named.empty())
        return named;
    QString home = qEnvironmentVariable("XDG_CONFIG_HOME");
    if (home.isEmpty())
        home = qEnvironmentVariable("HOME") + QStringLiteral("/.config");
    for (const QString& candidate :
         {home + QStringLiteral("/latchboard/latchboard.toml"), QStringLiteral("/etc/latchboard/latchboard.toml")}) {
        if (QFileInfo::exists(candidate))
            return candidate.toStdString();
    }
    return {};
}

} // namespace latchboard::ops
