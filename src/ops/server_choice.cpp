// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/server_choice.h"

#include <QtGlobal>

namespace latchboard::ops {

namespace {

bool libpqIsTold() {
    for (const char* name : {"PGHOST", "PGHOSTADDR", "PGSERVICE", "PGDATABASE"}) {
        if (qEnvironmentVariableIsSet(name))
            return true;
    }
    return false;
}

base::Unexpected unknownProfile(const Configuration& configuration, const std::string& name) {
    std::vector<std::string> names;
    std::string list;
    for (const Profile& profile : configuration.profiles) {
        names.push_back(profile.name);
        list += (list.empty() ? "" : ", ") + profile.name;
    }
    if (configuration.file.empty())
        return base::Unexpected(
            base::ErrorKind::Configuration,
            LB_TEXT("ops", "There is no profile \"%1\": no configuration file was found.").arg(name),
            LB_TEXT("ops", "Name one with --config, or write ~/.config/latchboard/latchboard.toml."));
    const std::string near = base::nearest(name, names);
    return base::Unexpected(base::ErrorKind::Configuration,
                            LB_TEXT("ops", "There is no profile \"%1\" in %2.").arg(name).arg(configuration.file),
                            near.empty() ? LB_TEXT("ops", "It has: %1.").arg(list.empty() ? "none" : list)
                                         : LB_TEXT("ops", "Did you mean \"%1\"?").arg(near));
}

} // namespace

base::Result<Profile> chooseServer(const Configuration& configuration, const ServerChoice& choice) {
    Profile profile;
    if (!choice.profile.empty() && !choice.conninfo.empty())
        return base::Unexpected(base::ErrorKind::Usage,
                                LB_TEXT("ops", "--profile and --conninfo both name a server; give one of them."));
    if (!choice.profile.empty()) {
        const Profile* named = configuration.profile(choice.profile);
        if (named == nullptr)
            return unknownProfile(configuration, choice.profile);
        profile = *named;
    } else if (!choice.conninfo.empty() || libpqIsTold() || configuration.profiles.size() != 1) {
        profile.name = choice.conninfo.empty() ? "environment" : "conninfo";
        profile.conninfo = choice.conninfo;
    } else {
        profile = configuration.profiles.front();
    }
    for (const std::string& console : choice.poolerAdmin)
        profile.poolerAdmin.push_back(console);
    return profile;
}

} // namespace latchboard::ops
