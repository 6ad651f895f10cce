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
    std::string kind = "spacing";    ///< spacing, bucket, window: sync::BucketRule says what each counts
    std::string measured = "finish"; ///< finish, start
    base::Duration spacing{0}, crashRest{0};
    std::int64_t burst = 1;                       ///< of a bucket
    std::optional<base::Instant> arrivalAt;       ///< of a bucket: its theoretical arrival time
    std::int64_t windowCount = 0, windowUsed = 0; ///< of a window: calls in each period, and used by windowUntil
    base::Duration windowPer{0};
    std::string windowZone;
    std::optional<base::Instant> windowUntil;
    std::optional<std::int64_t> lease;
    std::optional<base::Instant> nextAllowedAt;
    std::string waitKind; ///< spacing, rest, told, crash
    std::string reason;   ///< a person's own words where an operator said to wait; else as of base::storedText()
    std::optional<base::Instant> toldUntil, operatorUntil, lockedOutAt, pausedAt;
    std::optional<std::string> pausedBy, pausedReason;
    std::optional<std::string> leaseBy; ///< "host:pid job run_id"
    std::optional<base::Instant> leaseUntil;
    std::optional<base::Instant> lastStartedAt, lastEndedAt, last429At;
    std::optional<std::int64_t> lastStatus, lastItems, lastBytes;
    std::optional<std::string> usage;                ///< "32/40" as the last answer's header said it
    std::optional<std::int64_t> remaining;           ///< the same, by its own header
    std::optional<base::Instant> usageAt;            ///< when they were said
    std::int64_t grantsToday = 0, refusalsToday = 0; ///< UTC days
    base::Instant readAt;                            ///< the database's clock
};

/// The first that applies: paused, locked out, in use, holder lost, told to wait, resting, spacing (also where a burst
/// or the calls of a period are used up), free.
[[nodiscard]] BucketState stateOf(const BucketRow& row, base::Instant now);
/// Until the next call may go out; 0 when it may now. While paused or locked out: what would be left without that. The
/// same as latchboard.bucket_free_at() says.
[[nodiscard]] base::Duration waitOf(const BucketRow& row, base::Instant now);

/// What the next call waits for.
enum class BucketWait { Nothing, Resume, Clear, Call, Holder, Told, Operator, Rest, Budget, Burst, Spacing };
[[nodiscard]] const char* bucketWaitName(BucketWait wait); ///< "nothing", "resume", "clear", "call", ...
/// A pause, a lockout, a call under way first; then whatever takes longest.
[[nodiscard]] BucketWait waitsForOf(const BucketRow& row, base::Instant now);

/// What is left right now, and of how many: of a bucket calls of the burst, of a window calls of the period. No value
/// of kind spacing.
struct BucketLeft {
    std::int64_t left = 0, of = 0;
    std::optional<base::Instant> until; ///< when all are there again: a window's reset, a bucket that is full
};
[[nodiscard]] std::optional<BucketLeft> leftOf(const BucketRow& row, base::Instant now);

/// What bucketRowOf() reads, from latchboard.bucket or what has its columns, and `moment`, the database's clock.
extern const char* const kBucketColumns;
[[nodiscard]] BucketRow bucketRowOf(const QueryResult& result, int i);
/// The same error; SchemaMissing where it says that the schema is older than the buckets need.
[[nodiscard]] base::Error bucketError(base::Error error);

/// All buckets by key; SchemaMissing without the schema.
[[nodiscard]] base::Result<std::vector<BucketRow>> listBuckets(Session& session, const base::Waiting& waiting = {});

/// One element of `limits --json`, as it stood at readAt.
[[nodiscard]] QJsonObject bucketJson(const BucketRow& row);

} // namespace latchboard::pg
