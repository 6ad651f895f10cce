// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/run_session.h"
#include "pg/target_writer.h"
#include "sync/ports.h"

namespace latchboard::pg {

/// The run's state and the user's table, on the session that holds the lock. One a run; used by its thread.
///
/// What the target refuses is found by halving and put into latchboard.quarantine, so that one bad item does not stop
/// the page. A write whose COMMIT is in doubt is looked up by its token once the old backend is gone; the session and
/// with it the lock are lost in any case. Errors: LockLost, InDoubt, and those of session.h.
class TargetStore final : public sync::SyncStore {
public:
    /// Attempts are recorded under the lock's tag, also of a run that never came to check().
    TargetStore(RunSession& session, const keys::LockTag& tag, RetryPolicy policy = {});

    base::Result<void> check(const sync::Job& job) override;
    base::Result<std::optional<base::Instant>> lastWindowEnd(const std::string& job) override;
    base::Result<std::optional<base::Instant>> lastSuccessStart(const std::string& job) override;
    base::Result<std::int64_t> refusalsInARow(const std::string& job) override;
    base::Result<void> write(const sync::Job& job, const std::string& runId, std::int64_t batch, const sync::Page& page,
                             sync::WriteCounts& counts) override;
    base::Result<void> closeWindow(const sync::Job& job, const std::string& runId,
                                   const sync::Interval& window) override;
    base::Result<void> record(const sync::RunRecord& run) override;
    base::Result<void> recordAttempt(const sync::RunRecord& run) override;

private:
    base::Result<void> writePage(const sync::Job& job, const std::string& runId, std::int64_t batch,
                                 const sync::Page& page, sync::WriteCounts& counts);
    base::Result<void> onAnySession(const std::function<base::Result<void>(Session&)>& act);

    RunSession& m_session;
    RetryPolicy m_policy;
    keys::LockTag m_tag;
    TargetWriter::Staging m_staging;
};

} // namespace latchboard::pg
