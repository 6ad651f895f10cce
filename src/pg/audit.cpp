// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/audit.h"

namespace latchboard::pg {

base::Result<void> writeAudit(Session& session, const AuditEntry& entry, const Call& call) {
    const auto written = session.exec(
        "insert into latchboard.audit (actor, act, target, reason, outcome, detail) values ($1, $2, $3, $4, $5, $6)",
        {entry.actor, entry.act, entry.target, entry.reason, entry.outcome, entry.detail}, call);
    return written ? base::Result<void>() : base::Result<void>(base::Unexpected(written.error()));
}

} // namespace latchboard::pg
