// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/audit.h"

#include "base/clock.h"
#include "base/log.h"
#include "ops/actor.h"
#include "pg/audit.h"
#include "state/audit_file.h"

namespace latchboard::ops {

using base::Result;
using base::Unexpected;

Result<ActRecord> ActRecord::open(const Profile& profile, ActNote note) {
    if (auto ready = state::checkAuditFile(); !ready)
        return Unexpected(ready.error());
    return ActRecord(profile.name, std::move(note));
}

void ActRecord::close(const std::string& outcome, const std::string& detail, pg::Session* session) const {
    const std::string actor = actorHere();
    const auto kept = state::appendAct(
        {base::SystemClock().now(), actor, m_profile, m_note.act, m_note.target, m_note.reason, outcome, detail});
    if (!kept)
        base::log::error("audit: " + kept.error().message.englishUtf8());
    if (session != nullptr && session->isAlive() && !session->identity().inRecovery) {
        const auto written =
            pg::writeAudit(*session, {actor, m_note.act, m_note.target, m_note.reason, outcome, detail});
        if (!written && written.error().kind != base::ErrorKind::SchemaMissing)
            base::log::warning("latchboard.audit: " + written.error().message.englishUtf8());
    }
    base::log::info(m_note.act + " " + m_note.target + " by " + actor + ": " + outcome +
                    (detail.empty() ? std::string() : " (" + detail + ")"));
}

void ActRecord::close(const base::Error& error, pg::Session* session) const {
    const bool refused = error.kind == base::ErrorKind::Refused || error.kind == base::ErrorKind::Privilege;
    close(refused ? "refused" : "failed", error.message.englishUtf8(), session);
}

Result<void> audited(const Profile& profile, const ActNote& note, const std::function<Result<void>()>& act) {
    const auto record = ActRecord::open(profile, note);
    if (!record)
        return Unexpected(record.error());
    auto done = act();
    if (done)
        record->close("done", {});
    else
        record->close(done.error());
    return done;
}

} // namespace latchboard::ops
