// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "ops/history.h"
#include "ops/job_status.h"

#include <algorithm>
#include <iterator>

namespace latchboard::ops {

namespace {

bool isScheduledSuccess(const sync::RunRecord& run) {
    return run.outcome == sync::Outcome::Success && run.trigger != sync::Trigger::Backfill && !run.dryRun;
}

/// The last success of a job that had none in the days shown, so that "overdue since a month" is not "never ran".
base::Result<void> addLastSuccess(const Profile& profile, const std::string& job, std::vector<sync::RunRecord>& runs) {
    if (std::any_of(runs.begin(), runs.end(),
                    [&](const auto& run) { return run.job == job && isScheduledSuccess(run); }))
        return {};
    pg::HistoryFilter filter;
    filter.job = job;
    filter.outcome = sync::Outcome::Success;
    return readHistory(profile, filter, 0, {}, [&](const std::vector<sync::RunRecord>& page) {
        const auto found = std::find_if(page.begin(), page.end(), isScheduledSuccess);
        if (found == page.end())
            return true;
        runs.push_back(*found);
        return false;
    });
}

} // namespace

std::vector<JobStatus> readJobStatuses(const Configuration& configuration, const Profile& profile,
                                       const locks::Analysis* locks) {
    // The server's clock where a look has just told it, since the grid is the server's.
    const base::Instant now = locks != nullptr ? locks->takenAt : base::SystemClock().now();
    pg::HistoryFilter filter;
    filter.since = now - std::chrono::days(7);
    std::vector<sync::RunRecord> runs;
    auto read = readHistory(profile, filter, 0, {}, [&](const std::vector<sync::RunRecord>& page) {
        std::copy(page.begin(), page.end(), std::back_inserter(runs));
        return true;
    });
    std::vector<JobStatus> statuses;
    for (const JobEntry& entry : configuration.jobs) {
        if (entry.profile != profile.name)
            continue;
        if (read)
            read = addLastSuccess(profile, entry.job.name, runs);
        JobStatus status = judgeJob(entry, runs, locks, now);
        if (!read) {
            status.state = JobStatus::State::Unknown;
            status.error = read.error();
        }
        statuses.push_back(std::move(status));
    }
    return statuses;
}

} // namespace latchboard::ops
