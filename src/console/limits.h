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
    /// How calls are counted: a pause after each, a burst that fills up again, so many in each period.
    enum class Kind { Spacing, Bucket, Window };
    /// What the next call waits for.
    enum class Wait { Nothing, Resume, Clear, Call, Holder, Told, Operator, Rest, Budget, Burst, Spacing };
    std::string bucket; ///< source, credential's fingerprint, endpoint
    State state = State::Free;
    Kind kind = Kind::Spacing;
    bool fromStart = false; ///< measured from the start of a call, not from its end
    base::Duration spacing{0};
    std::optional<std::int64_t> left, of;  ///< calls of the burst or the period
    std::optional<base::Instant> fullAt;   ///< when all of them are there again
    base::Duration period{0};              ///< of a window
    std::string periodZone;                ///< of a window
    std::string usage;                     ///< "32/40", as the last answer's header said it
    std::optional<std::int64_t> remaining; ///< the same, by its own header
    std::optional<base::Instant> usageAt;
    Wait waitsFor = Wait::Nothing;
    std::optional<base::Instant> nextAllowedAt;
    std::string reason; ///< why it waits: a person's own words of Wait::Operator, else as of base::storedText()
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
