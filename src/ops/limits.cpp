// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/limits.h"

#include "ops/actor.h"
#include "ops/audit.h"
#include "ops/migrate.h"
#include "ops/server_session.h"

namespace latchboard::ops {

base::Result<std::vector<pg::BucketRow>> readLimits(const Profile& profile, std::stop_token stop) {
    const base::Waiting waiting{std::move(stop), {}};
    const auto session = openSession(profile, "latchboard limits", waiting);
    if (!session)
        return base::Unexpected(session.error());
    return pg::listBuckets(**session, waiting);
}

base::Result<void> actOnLimit(const Profile& profile, pg::BucketActRequest request, std::stop_token stop) {
    request.actor = actorHere();
    return audited(profile, {std::string("bucket_") + pg::bucketActName(request.act), request.bucket, request.reason},
                   [&]() -> base::Result<void> {
                       if (auto allowed = allowActs(profile); !allowed)
                           return allowed;
                       const base::Waiting waiting{std::move(stop), {}};
                       const auto session = openSession(profile, "latchboard limits", waiting);
                       if (!session)
                           return base::Unexpected(session.error());
                       return pg::actOnBucket(**session, request, waiting);
                   });
}

} // namespace latchboard::ops
