// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/session.h"

#include <QJsonObject>

#include <vector>

namespace latchboard::pg {

enum class BucketState { Free, InUse, Spacing, Resting, ToldToWait, LockedOut, HolderLost, Paused };
[[nodiscard]] const char* bucketStateName(BucketState state); ///< "free", "in_use", ... as in `limits --json`

/// One bucket as it stands by the database's clock.
struct BucketRow {
    std::string bucket;
    base::Duration spacing{0}, crashRest{0};
    std::optional<base::Instant> nextAllowedAt;
    std::string waitKind; ///< spacing, rest, told, crash
    std::string reason;   ///< English, stored
    std::optional<base::Instant> toldUntil, operatorUntil, lockedOutAt, pausedAt;
    std::optional<std::string> pausedBy, pausedReason;
    std::optional<std::string> leaseBy; ///< "host:pid job run_id"
    std::optional<base::Instant> leaseUntil;
    std::optional<base::Instant> lastStartedAt, lastEndedAt, last429At;
    std::optional<std::int64_t> lastStatus, lastItems, lastBytes;
    std::optional<std::string> usage;
    std::int64_t grantsToday = 0, refusalsToday = 0; ///< UTC days
    base::Instant readAt;                            ///< the database's clock
};

/// The first that applies: paused, locked out, in use, holder lost, told to wait, resting, spacing, free.
[[nodiscard]] BucketState stateOf(const BucketRow& row, base::Instant now);
/// Until the next call may go out; 0 when it may now. While paused or locked out: what would be left without that.
[[nodiscard]] base::Duration waitOf(const BucketRow& row, base::Instant now);

/// All buckets by key; SchemaMissing without the schema.
[[nodiscard]] base::Result<std::vector<BucketRow>> listBuckets(Session& session, const base::Waiting& waiting = {});

/// One element of `limits --json`, as it stood at readAt.
[[nodiscard]] QJsonObject bucketJson(const BucketRow& row);

} // namespace latchboard::pg
