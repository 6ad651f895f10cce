// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/migrate.h"

#include "ops/audit.h"
#include "ops/server_session.h"

namespace latchboard::ops {

base::Result<void> allowActs(const Profile& profile) {
    if (!profile.readOnly)
        return {};
    return base::Unexpected(
        base::ErrorKind::Refused,
        LB_TEXT("ops", "The profile \"%1\" is read-only: it looks and does not touch.").arg(profile.name),
        LB_TEXT("ops", "Use a profile without read_only = true."));
}

base::Result<pg::MigrationReport> migrate(const Profile& profile, std::stop_token stop) {
    base::Result<pg::MigrationReport> report = pg::MigrationReport();
    const auto done = audited(profile, {"migrate", "schema latchboard", ""}, [&]() -> base::Result<void> {
        if (auto allowed = allowActs(profile); !allowed)
            return allowed;
        const base::Waiting waiting{std::move(stop), {}};
        const auto session = openSession(profile, "latchboard migrate", waiting);
        if (!session)
            return base::Unexpected(session.error());
        report = pg::migrate(**session, waiting);
        return report ? base::Result<void>() : base::Result<void>(base::Unexpected(report.error()));
    });
    return done ? report : base::Result<pg::MigrationReport>(base::Unexpected(done.error()));
}

} // namespace latchboard::ops
