// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/run_session.h"

namespace latchboard::pg {

/// What became of a transaction whose COMMIT got no answer.
enum class Doubt { Stands, RolledBack, Unknown };

/// Waits on a fresh session until the backend that ran it is gone, for at most `patience`, since until then it may
/// still commit; then looks for the row that the transaction would have left.
[[nodiscard]] Doubt resolveDoubt(const RunSession& session, const SessionIdentity& old, const std::string& tokenSql,
                                 const Params& token, base::Duration patience = std::chrono::seconds(10));

/// Ok where the transaction stands; else LockLost where it was rolled back, or the doubt itself. The run's session, and
/// the lock with it, is closed on every path, so that nothing more is written after this.
[[nodiscard]] base::Result<void> settleDoubt(RunSession& session, const base::Error& doubt, const std::string& tokenSql,
                                             const Params& token);

} // namespace latchboard::pg
