// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/job_status.h"

#include "sync/schedule.h"

#include <algorithm>

namespace latchboard::ops {

namespace {

constexpr auto kShown = std::chrono::days(7);
/// A cell is never shorter than this on the strip, so that a job on a period of seconds still fits in seven rows.
constexpr auto kShortestCell = std::chrono::hours(1);

bool countsAsSuccess(const sync::RunRecord& run) {
    return run.outcome == sync::Outcome::Success && run.trigger != sync::Trigger::Backfill && !run.dryRun;
}

std::vector<GridCell> gridCells(const sync::Job& job, const std::vector<sync::RunRecord>& runs, base::Instant now) {
    const sync::Grid grid{std::max<base::Duration>(job.grid.every, kShortestCell), job.grid.zone};
    const base::Instant current = sync::cellStart(now, grid);
    std::optional<base::Instant> firstKnown;
    for (const sync::RunRecord& run : runs)
        firstKnown = firstKnown ? std::min(*firstKnown, run.startedAt) : run.startedAt;

    std::vector<GridCell> cells;
    base::Instant next;
    for (base::Instant start = sync::nextCell(now - kShown, grid); start <= current; start = next) {
        next = sync::nextCell(start, grid);
        GridCell cell;
        cell.start = start;
        const sync::RunRecord* last = nullptr;
        bool success = false;
        for (const sync::RunRecord& run : runs) {
            if (run.startedAt < start || run.startedAt >= next)
                continue;
            success = success || countsAsSuccess(run);
            if (last == nullptr || run.startedAt > last->startedAt)
                last = &run;
        }
        if (last != nullptr)
            cell.runId = last->runId;
        if (success)
            cell.state = GridCell::State::Success;
        else if (last != nullptr && last->outcome != sync::Outcome::Success)
            cell.state = GridCell::State::Failed;
        else if (start == current)
            cell.state = GridCell::State::Pending;
        else if (firstKnown && start > *firstKnown)
            cell.state = GridCell::State::Missed;
        cells.push_back(std::move(cell));
    }
    return cells;
}

bool isLeak(locks::Verdict verdict) {
    return verdict == locks::Verdict::LeakProven || verdict == locks::Verdict::LeakSuspected ||
           verdict == locks::Verdict::ContextMismatch;
}

} // namespace

const char* stateName(JobStatus::State state) {
    switch (state) {
    case JobStatus::State::Ok:
        return "ok";
    case JobStatus::State::Running:
        return "running";
    case JobStatus::State::Overdue:
        return "overdue";
    case JobStatus::State::BlockedByLeak:
        return "blocked_by_leak";
    case JobStatus::State::NeverRan:
        return "never_ran";
    case JobStatus::State::Unknown:
        return "unknown";
    }
    return "unknown";
}

JobStatus judgeJob(const JobEntry& entry, const std::vector<sync::RunRecord>& lastSevenDays,
                   const locks::Analysis* locks, base::Instant now) {
    JobStatus status;
    status.job = entry.job.name;
    status.missing = entry.missing;
    if (locks != nullptr && locks->server.inRecovery)
        status.missing.push_back(LB_TEXT("ops",
                                         "This server is a standby: it takes no writes and has advisory locks of "
                                         "its own, so no run starts here. Connect to the primary."));
    for (const sync::RunRecord& run : lastSevenDays) {
        if (run.job != entry.job.name)
            continue;
        if (!status.lastRun || run.startedAt > status.lastRun->startedAt)
            status.lastRun = run;
        if (countsAsSuccess(run) && (!status.lastSuccess || run.startedAt > status.lastSuccess->startedAt))
            status.lastSuccess = run;
    }
    std::vector<sync::RunRecord> ours;
    std::copy_if(lastSevenDays.begin(), lastSevenDays.end(), std::back_inserter(ours),
                 [&](const sync::RunRecord& run) { return run.job == entry.job.name; });
    status.cells = gridCells(entry.job, ours, now);
    status.missed = static_cast<int>(std::count_if(status.cells.begin(), status.cells.end(), [](const GridCell& cell) {
        return cell.state == GridCell::State::Missed;
    }));

    if (locks != nullptr) {
        for (const locks::LockView& view : locks->locks) {
            if (view.lock.tag == entry.job.lockTag && view.lock.granted && view.lock.lockType == "advisory" &&
                view.lock.database == locks->server.database)
                status.lock = view;
        }
    }
    const auto lastStart = status.lastSuccess ? std::optional(status.lastSuccess->startedAt) : std::nullopt;
    status.nextDue = sync::nextDue(now, entry.job.grid, lastStart);
    const bool due = sync::isDue(now, entry.job.grid, lastStart);
    // A run may take its expected hold of the cell before the cell counts as late.
    const base::Duration grace = entry.job.startupDelay + entry.job.expectedHold.value_or(entry.job.grid.every / 2);
    const bool late = due && lastStart && now > sync::cellStart(now, entry.job.grid) + grace;
    const bool long_ago = due && lastStart && sync::cellStart(now, entry.job.grid) - *lastStart > entry.job.grid.every;

    if (status.lock && isLeak(status.lock->verdict))
        status.state = JobStatus::State::BlockedByLeak;
    else if (status.lock) {
        status.state = JobStatus::State::Running;
        if (!status.cells.empty() && status.cells.back().state != GridCell::State::Success)
            status.cells.back().state = GridCell::State::Running;
    } else if (!status.lastSuccess)
        status.state = JobStatus::State::NeverRan;
    else if (late || long_ago)
        status.state = JobStatus::State::Overdue;
    else
        status.state = JobStatus::State::Ok;
    return status;
}

} // namespace latchboard::ops
