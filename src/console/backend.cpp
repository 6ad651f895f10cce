// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/backend.h"

namespace latchboard::console {

Backend::Backend(QObject* parent) : QObject(parent) {}

const sync::RunRecord* Backend::lastEnd(const std::string& job) const {
    const auto found = m_ends.find(job);
    return found == m_ends.end() ? nullptr : &found->second;
}

int Backend::busyInARow(const std::string& job) const {
    const auto found = m_busy.find(job);
    return found == m_busy.end() ? 0 : found->second;
}

int Backend::provenLeaks() const {
    if (!m_monitor.analysis) {
        return 0;
    }
    return static_cast<int>(
        std::count_if(m_monitor.analysis->locks.begin(), m_monitor.analysis->locks.end(),
                      [](const locks::LockView& lock) { return lock.verdict == locks::Verdict::LeakProven; }));
}

base::Result<void> Backend::startRun(const std::string& job, const sync::RunRequest& request) {
    if (m_running.contains(job)) {
        return base::Unexpected(base::ErrorKind::Refused, LB_TEXT("console", "%1 is already running here.").arg(job));
    }
    if (const auto begun = beginRun(job, request); !begun) {
        return begun;
    }
    sync::Progress progress;
    progress.job = job;
    m_ends.erase(job);
    publishProgress(progress);
    return {};
}

void Backend::queueUntilFree(const std::string& job) {
    if (m_queued.insert(job).second) {
        Q_EMIT queueChanged(job);
    }
}

void Backend::unqueue(const std::string& job) {
    if (m_queued.erase(job) > 0) {
        Q_EMIT queueChanged(job);
    }
}

void Backend::publishSetup(Setup setup) {
    m_setup = std::move(setup);
    Q_EMIT setupChanged();
}

void Backend::publishMonitor(const ops::MonitorUpdate& update) {
    m_monitor = update;
    Q_EMIT monitorChanged();
    startQueued();
}

void Backend::publishJobs(JobsUpdate update) {
    m_jobs = std::move(update);
    Q_EMIT jobsChanged();
}

void Backend::publishLimits(LimitsUpdate update) {
    m_limits = std::move(update);
    Q_EMIT limitsChanged();
}

void Backend::publishProgress(const sync::Progress& progress) {
    m_running[progress.job] = progress;
    Q_EMIT runProgressed(progress.job);
}

void Backend::publishFinished(const sync::RunRecord& run) {
    m_running.erase(run.job);
    m_ends[run.job] = run;
    m_busy[run.job] = run.outcome == sync::Outcome::Busy ? m_busy[run.job] + 1 : 0;
    Q_EMIT runFinished(run);
}

void Backend::startQueued() {
    if (m_queued.empty() || m_monitor.state != ops::MonitorUpdate::State::Live || !m_monitor.analysis) {
        return;
    }
    const locks::Analysis& analysis = *m_monitor.analysis;
    for (const JobInfo& job : m_setup.jobs) {
        const bool held = std::any_of(analysis.locks.begin(), analysis.locks.end(), [&](const locks::LockView& lock) {
            return lock.id.granted && lock.id.lockType == "advisory" && lock.id.tag == job.lockTag &&
                   lock.lock.database == analysis.server.database;
        });
        if (!held && m_queued.erase(job.name) > 0) {
            Q_EMIT queueChanged(job.name);
            // A run that is under way here is the run that was asked for.
            [[maybe_unused]] const bool started = startRun(job.name, {}).ok();
        }
    }
}

} // namespace latchboard::console
