// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/instant.h"

#include <QMetaType>

#include <optional>
#include <string>
#include <vector>

/// What the Limits page shows and does.
namespace latchboard::console {

/// A rate-limit bucket, as `limits --json` prints it. Times are the database's.
struct Limit {
    enum class State { Free, InUse, Spacing, Resting, ToldToWait, LockedOut, HolderLost, Paused };
    std::string bucket; ///< source, credential's fingerprint, endpoint
    State state = State::Free;
    base::Duration spacing{0};
    std::optional<base::Instant> nextAllowedAt;
    std::string reason; ///< why it waits
    std::string leaseBy;
    std::optional<base::Instant> leaseUntil;
    std::string pausedReason;
    std::optional<base::Instant> lastStartedAt, lastEndedAt, last429At;
    std::optional<std::int64_t> lastStatus, lastItems, lastBytes;
    std::int64_t grantsToday = 0, refusalsToday = 0;
    friend bool operator==(const Limit&, const Limit&) = default;
};

struct LimitsUpdate {
    std::vector<Limit> limits;
    base::Instant databaseNow; ///< the database's clock when they were read
    base::Instant readAt;      ///< ours
    std::optional<base::Error> error;
};

struct LimitAct {
    enum class Kind { Pause, Resume };
    Kind kind = Kind::Pause;
    std::string bucket, reason;
};

struct LimitActEnd {
    LimitAct act;
    std::optional<base::Error> error;
};

} // namespace latchboard::console

Q_DECLARE_METATYPE(latchboard::console::LimitActEnd)
