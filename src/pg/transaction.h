// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "pg/session.h"

#include <functional>
#include <map>
#include <string>

namespace latchboard::pg {

/// How a whole transaction is tried again (semantics, section 5).
struct RetryPolicy {
    int attempts = 3;                                    ///< in all, the first included
    base::Duration step = std::chrono::milliseconds(50); ///< before attempt n+1: uniform(0, step x 2^n), full jitter
    std::function<double()> random;                      ///< uniform in [0, 1); empty: seeded by the machine
    const base::Clock* clock = nullptr;                  ///< none: the machine's own
    base::Waiting waiting; ///< a stop ends the body's wait and the back-off, never a COMMIT
    std::string begin = "begin isolation level read committed read write";
};

/// Retries that were made, by SQLSTATE. Only added to.
struct RetryCounts {
    std::int64_t serialization = 0; ///< 40001
    std::int64_t deadlock = 0;      ///< 40P01
};

/// Runs `body` in one transaction: BEGIN, the body, COMMIT, whose tag is checked (a failed transaction answers ROLLBACK
/// without an error). Only 40001 and 40P01 are tried again, always with the whole body, so it must have no effect
/// outside the database and read anew what it needs. Refuses (Internal) where a transaction is open already: an inner
/// retry could not undo what the outer one did. InDoubt when the connection was lost during COMMIT; never tried again.
/// Session-level locks that the body took stay with the session.
[[nodiscard]] base::Result<void> transact(Session& session, const RetryPolicy& policy, RetryCounts& counts,
                                          const std::function<base::Result<void>()>& body);

} // namespace latchboard::pg
