// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/backoff.h"
#include "sync/ports.h"

namespace latchboard::sync {

using ProgressSink = std::function<void(const Progress&)>;

/// The one way a job runs: the window, `latchctl sync`, the agent and cron all come here.
/// Lock, window, pages under the limit, short writes, closed window, history row, release. Never throws.
class Engine {
public:
    /// `random` is for back-off and jitter; without one, the machine's.
    Engine(OrderSource& source, BucketStore& buckets, JobLock& lock, SyncStore& store, const base::Clock& clock,
           Random random = {});

    /// Runs once and says what came of it; blocks. The record is complete also when it failed. A busy skip and a run
    /// that is not due write no history row, only a lock attempt. A dry run writes neither.
    RunRecord run(const Job& job, const RunRequest& request, std::stop_token stop, const ProgressSink& progress = {});

private:
    OrderSource& m_source;
    BucketStore& m_buckets;
    JobLock& m_lock;
    SyncStore& m_store;
    const base::Clock& m_clock;
    Random m_random;
};

} // namespace latchboard::sync
