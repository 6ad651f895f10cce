// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/limits.h"

#include "base/log.h"
#include "ops/migrate.h"
#include "ops/server_session.h"

#include <QSysInfo>

namespace latchboard::ops {

namespace {

std::string actorHere() {
    const QString user = qEnvironmentVariable("USER", qEnvironmentVariable("LOGNAME", QStringLiteral("unknown")));
    return (user + u'@' + QSysInfo::machineHostName()).toStdString();
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
