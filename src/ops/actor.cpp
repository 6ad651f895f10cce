// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/actor.h"

#include <QSysInfo>

#include <array>

#include <pwd.h>
#include <unistd.h>

namespace latchboard::ops {

std::string actorHere() {
    // Not the environment's USER: anybody may set it, and cron and containers have none.
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 4096> buffer{};
    const uid_t uid = getuid();
    const bool named = getpwuid_r(uid, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr;
    return (named ? std::string(found->pw_name) : "uid " + std::to_string(uid)) + "@" +
           QSysInfo::machineHostName().toStdString();
}

} // namespace latchboard::ops
