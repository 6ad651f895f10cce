// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/run.h"
#include "sync/schedule.h"

#include <optional>

namespace latchboard::ops {

/// What a scheduler does after a run, by the rules of the schedule (README, "How the schedule decides"):
/// BUSY: look again when the lock is free. POSTPONED: at the time told. A transient failure: once after ten minutes,
/// then the next cell. A lockout: never again without a person. All else: the next cell.
struct NextStep {
    enum class Kind { AtTime, WhenLockIsFree, StopSchedule };
    Kind kind = Kind::AtTime;
    base::Instant at;         ///< of AtTime
    bool isSecondTry = false; ///< the one retry of a transient failure
};

/// Pure. `now` is the database's clock; `wasSecondTry` says that the run itself was the one retry.
[[nodiscard]] NextStep nextStep(const sync::RunRecord& run, bool wasSecondTry, base::Instant now,
                                const sync::Grid& grid);

} // namespace latchboard::ops
