// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/in_doubt.h"

#include "base/log.h"

namespace latchboard::pg {

Doubt resolveDoubt(const RunSession& session, const SessionIdentity& old, const std::string& tokenSql,
                   const Params& token, base::Duration patience) {
    auto fresh = session.openFresh();
    if (!fresh)
        return Doubt::Unknown;
    const base::SystemClock clock;
    const auto until = clock.monotonic() + patience;
    for (;;) {
        const auto alive = (*fresh)->exec("select 1 from pg_catalog.pg_stat_get_activity($1::int) a "
                                          "where a.backend_start is not distinct from $2::timestamptz",
                                          {old.backendPid, old.backendStart});
        if (!alive)
            return Doubt::Unknown;
        if (alive->rows() == 0)
            break;
        if (clock.monotonic() >= until)
            return Doubt::Unknown;
        static_cast<void>(clock.wait(std::chrono::milliseconds(50), {}));
    }
    const auto found = (*fresh)->exec(tokenSql, token);
    if (!found)
        return Doubt::Unknown;
    return found->rows() > 0 ? Doubt::Stands : Doubt::RolledBack;
}

base::Result<void> settleDoubt(RunSession& session, const base::Error& doubt, const std::string& tokenSql,
                               const Params& token) {
    const SessionIdentity old = session.identity();
    session.close();
    switch (resolveDoubt(session, old, tokenSql, token)) {
    case Doubt::Stands:
        base::log::warning("the answer to a COMMIT was lost; its token shows that it stands");
        return {};
    case Doubt::RolledBack:
        return base::Unexpected(
            base::ErrorKind::LockLost,
            LB_TEXT("pg", "The session that holds the lock is gone; what it wrote last was rolled back."),
            LB_TEXT("pg", "The next run begins the same window again."));
    case Doubt::Unknown:
        break;
    }
    return base::Unexpected(doubt);
}

} // namespace latchboard::pg
