// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/engine.h"

namespace latchboard::sync {

/// What the steps of one run share. Lives on the run's stack.
struct RunContext {
    OrderSource& source;
    BucketStore& buckets;
    JobLock& lock;
    SyncStore& store;
    const base::Clock& clock;
    const Random& random;
    const Job& job;
    const RunRequest& request;
    std::stop_token stop;
    const ProgressSink& sink;

    RunRecord record{};
    Progress progress{};
    base::Duration startedMonotonic{0}; ///< this machine's clock when record.startedAt was read
    std::string owner{};                ///< "host:pid job run_id", who has a bucket

    /// The database's clock, as far as we know without asking it.
    [[nodiscard]] base::Instant databaseNow() const {
        return record.startedAt + (clock.monotonic() - startedMonotonic);
    }
    void enter(Progress::Phase phase) {
        progress.phase = phase;
        progress.waitsFor = {};
        progress.waitsUntil.reset();
        tell();
    }
    void tell() {
        if (sink)
            sink(progress);
    }
    /// A stop asked for, or the lock's session lost: then nothing more may be asked or written.
    [[nodiscard]] base::Result<void> mayGoOn() const {
        if (stop.stop_requested())
            return base::cancelled();
        return lock.keepAlive();
    }
    [[nodiscard]] base::Waiting waiting() const {
        return {stop, [this] { return lock.keepAlive(); }};
    }
};

} // namespace latchboard::sync
