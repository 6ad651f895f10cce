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

} // namespace latchboard::pg
