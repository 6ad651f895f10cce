// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "sync/order.h"

#include <string>
#include <vector>

namespace latchboard::sync {

struct Interval {
    base::Instant from, until;
    friend bool operator==(const Interval&, const Interval&) = default;
};

enum class Outcome { Success, Failed, Cancelled, Postponed, InDoubt, Busy, NotDue };
[[nodiscard]] const char* outcomeName(Outcome outcome); ///< "SUCCESS", ...
[[nodiscard]] std::optional<Outcome> outcomeFromName(std::string_view name);

enum class LockOutcome { None, Acquired, BusyExpected, BusySuspicious, ReleaseFailed, ContextMismatch };
[[nodiscard]] const char* lockOutcomeName(LockOutcome outcome); ///< "LOCK_ACQUIRED", ..., "" for None
/// Who holds the lock that we did not get, as far as it is known.
struct LockHolder {
    int pid = 0;
    std::string application, user, client;
    std::optional<base::Instant> since; ///< since at least
    std::string describe() const;       ///< "pid 4312, web, app@10.0.0.7"
};

enum class Trigger { Manual, Schedule, Cron, Backfill };
[[nodiscard]] const char* triggerName(Trigger trigger);
[[nodiscard]] std::optional<Trigger> triggerFromName(std::string_view name);

/// One execution of a job, as `sync --json` prints it and the history stores it.
struct RunRecord {
    std::string job, runId;
    Outcome outcome = Outcome::Success;
    LockOutcome lock = LockOutcome::None;
    Trigger trigger = Trigger::Manual;
    std::optional<Interval> window;
    base::Instant startedAt, finishedAt; ///< the database's clock
    std::int64_t pages = 0, apiCalls = 0, fetched = 0;
    WriteCounts counts;
    base::Duration limitWait{0}, lockWait{0}, lockHold{0};
    std::optional<base::Error> error;
    std::optional<base::Instant> postponedUntil;
    std::string warning; ///< English, e.g. clock skew; several with "; " between; shown by base::storedText() each
    std::string host;
    int pid = 0; ///< of the backend that held the lock
    std::optional<base::Instant> backendStart;
    LockHolder holder; ///< of a busy skip
    bool dryRun = false;
};

/// What a run is doing now, for the window and `--progress json`. Values only; sent from the run's thread.
struct Progress {
    enum class Phase { Connecting, TakingLock, WaitingForLimit, Fetching, Writing, Releasing, Done };
    std::string job, runId;
    Phase phase = Phase::Connecting;
    std::int64_t page = 0, rows = 0, apiCalls = 0, retries = 0;
    std::optional<std::int64_t> totalRows;
    base::Text waitsFor;                     ///< what it waits for, in words
    std::optional<base::Instant> waitsUntil; ///< this machine's clock
};
[[nodiscard]] const char* phaseName(Progress::Phase phase); ///< "fetching", ...

struct RunRequest {
    Trigger trigger = Trigger::Manual;
    std::optional<Interval> window; ///< a backfill; none: from the state
    bool ifDue = false;
    bool dryRun = false; ///< asks and maps, writes nothing and moves nothing
};

} // namespace latchboard::sync
