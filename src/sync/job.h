// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "keys/lock_tag.h"
#include "sync/run.h"
#include "sync/schedule.h"
#include "sync/source_profile.h"
#include "sync/target_mapping.h"

namespace latchboard::sync {

/// A source profile, a target mapping, a lock name and a schedule.
struct Job {
    std::string name;
    std::string lockName;
    keys::LockTag lockTag;
    SourceProfile source;
    TargetMapping target;
    bool autoSync = false;
    Grid grid;
    base::Duration startupDelay = std::chrono::seconds(90);
    base::Duration lookback = std::chrono::minutes(10);
    std::optional<base::Instant> firstWindowStart;
    std::optional<base::Duration> expectedHold;
    base::Duration longestWait = std::chrono::minutes(2); ///< a told wait beyond it postpones the run
};

} // namespace latchboard::sync
