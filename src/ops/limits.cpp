// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/limits.h"

#include "base/log.h"
#include "ops/migrate.h"
#include "ops/server_session.h"

#include <QSysInfo>

#include <array>
#include <string>

#include <pwd.h>
#include <unistd.h>

namespace latchboard::ops {

namespace {

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

} // namespace

base::Result<std::vector<pg::BucketRow>> readLimits(const Profile& profile, std::stop_token stop) {
    const base::Waiting waiting{std::move(stop), {}};
    const auto session = openSession(profile, "latchboard limits", waiting);
    if (!session)
        return base::Unexpected(session.error());
    return pg::listBuckets(**session, waiting);
}

base::Result<void> actOnLimit(const Profile& profile, pg::BucketActRequest request, std::stop_token stop) {
    if (auto allowed = allowActs(profile); !allowed)
        return allowed;
    const base::Waiting waiting{std::move(stop), {}};
    const auto session = openSession(profile, "latchboard limits", waiting);
    if (!session)
        return base::Unexpected(session.error());
    request.actor = actorHere();
    auto done = pg::actOnBucket(**session, request, waiting);
    base::log::info(std::string("limits ") + pg::bucketActName(request.act) + " " + request.bucket + " by " +
                    request.actor + (done ? ": done" : ": " + done.error().message.englishUtf8()));
    return done;
}

} // namespace latchboard::ops
