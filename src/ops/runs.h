// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"
#include "sync/engine.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace latchboard::ops {

/// The job of that name, complete; Configuration error with the nearest name, or with all that the job lacks.
[[nodiscard]] base::Result<JobEntry> runnableJob(const Configuration& configuration, const std::string& name);

/// Puts the engine together for one job of one profile and runs it on this thread: a session of its own, the source,
/// the buckets. The record is complete whatever happened.
[[nodiscard]] sync::RunRecord runJob(const Profile& profile, const sync::Job& job, const sync::RunRequest& request,
                                     std::stop_token stop, const sync::ProgressSink& progress);

/// The runs that this process has under way, each on a thread of its own; at most one a job. Any thread.
class Runs {
public:
    using Finished = std::function<void(const sync::RunRecord&)>;

    Runs() = default;
    ~Runs(); ///< asks all to stop and waits for their clean end

    /// Starts a thread; Refused ("already running here") when this process runs that job. Both sinks are called on the
    /// run's thread; `finished` exactly once, and it must not call start() on that thread.
    base::Result<void> start(const Profile& profile, const sync::Job& job, const sync::RunRequest& request,
                             sync::ProgressSink progress, Finished finished);
    /// Asks the run to stop; it ends with CANCELLED by `finished`.
    void cancel(const std::string& job);
    [[nodiscard]] bool running(const std::string& job) const;
    [[nodiscard]] std::vector<std::string> runningJobs() const;

private:
    void forget(const std::string& job);

    mutable std::mutex m_mutex;
    std::map<std::string, std::jthread> m_threads;
    std::vector<std::jthread> m_ended;
};

} // namespace latchboard::ops
