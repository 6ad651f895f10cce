// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"

namespace latchboard::ops {

/// One cell of a job's grid, an hour for most.
struct GridCell {
    enum class State { NotDue, Success, Failed, Missed, Running, Pending };
    base::Instant start;
    State state = State::NotDue;
    std::string runId; ///< of the last run that started in it, or empty
};

/// What the Overview's card and `latchctl status` say of a job.
struct JobStatus {
    std::string job;
    enum class State { Ok, Running, Overdue, BlockedByLeak, NeverRan, Unknown };
    State state = State::Unknown;
    std::optional<sync::RunRecord> lastSuccess, lastRun;
    std::optional<base::Instant> nextDue;
    std::optional<locks::LockView> lock; ///< who holds its lock now
    std::vector<GridCell> cells;         ///< the last seven days, oldest first
    int missed = 0;                      ///< since the first run that the history knows, within the cells
    std::vector<base::Text> missing;     ///< what it lacks to run
    std::optional<base::Error> error;    ///< why the history could not be read
};
[[nodiscard]] const char* stateName(JobStatus::State state);

/// Pure: from what the history and the lock table said.
[[nodiscard]] JobStatus judgeJob(const JobEntry& entry, const std::vector<sync::RunRecord>& lastSevenDays,
                                 const locks::Analysis* locks, base::Instant now);

/// Reads the history of the profile's server and judges each of its jobs. Blocks.
[[nodiscard]] std::vector<JobStatus> readJobStatuses(const Configuration& configuration, const Profile& profile,
                                                     const locks::Analysis* locks);

} // namespace latchboard::ops
