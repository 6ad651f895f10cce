// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/ports.h"

namespace latchboard::sync {

using ProgressSink = std::function<void(const Progress&)>;

/// The one way a job runs: the window, `latchctl sync`, the agent and cron all come here.
/// Lock, window, pages under the limit, short writes, closed window, history row, release. Never throws.
class Engine {
public:
    Engine(OrderSource& source, BucketStore& buckets, JobLock& lock, SyncStore& store, const base::Clock& clock);

    /// Runs once and says what came of it; blocks. The record is complete also when it failed.
    RunRecord run(const Job& job, const RunRequest& request, std::stop_token stop, const ProgressSink& progress = {});

private:
    OrderSource& m_source;
    BucketStore& m_buckets;
    JobLock& m_lock;
    SyncStore& m_store;
    const base::Clock& m_clock;
};

} // namespace latchboard::sync
