// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/bucket_row.h"

#include <algorithm>

namespace latchboard::pg {

using base::Instant;

const char* bucketStateName(BucketState state) {
    switch (state) {
    case BucketState::Free:
        return "free";
    case BucketState::InUse:
        return "in_use";
    case BucketState::Spacing:
        return "spacing";
    case BucketState::Resting:
        return "resting";
    case BucketState::ToldToWait:
        return "told_to_wait";
    case BucketState::LockedOut:
        return "locked_out";
    case BucketState::HolderLost:
        return "holder_lost";
    case BucketState::Paused:
        return "paused";
    }
    return "free";
}

BucketState stateOf(const BucketRow& row, Instant now) {
    const auto ahead = [now](const std::optional<Instant>& moment) { return moment && *moment > now; };
    if (row.pausedAt)
        return BucketState::Paused;
    if (row.lockedOutAt)
        return BucketState::LockedOut;
    if (ahead(row.leaseUntil))
        return BucketState::InUse;
    if (row.leaseUntil)
        return BucketState::HolderLost;
    if (ahead(row.toldUntil))
        return BucketState::ToldToWait;
    if (ahead(row.operatorUntil) || (ahead(row.nextAllowedAt) && row.waitKind != "spacing"))
        return BucketState::Resting;
    return waitOf(row, now) > base::Duration::zero() ? BucketState::Spacing : BucketState::Free;
}

namespace {

/// When a call of the burst is free; nothing of another kind.
std::optional<Instant> burstAt(const BucketRow& row) {
    if (row.kind != "bucket" || !row.arrivalAt)
        return std::nullopt;
    return *row.arrivalAt - (row.burst - 1) * row.spacing;
}

/// When the period has a call again; nothing where it has one, or of another kind.
std::optional<Instant> budgetAt(const BucketRow& row) {
    return row.kind == "window" && row.windowUsed >= row.windowCount ? row.windowUntil : std::nullopt;
}

} // namespace

base::Duration waitOf(const BucketRow& row, Instant now) {
    Instant until = now;
    for (const auto& moment : {row.nextAllowedAt, row.leaseUntil, row.operatorUntil, burstAt(row), budgetAt(row)}) {
        if (moment)
            until = std::max(until, *moment);
    }
    return until - now;
}

const char* bucketWaitName(BucketWait wait) {
    switch (wait) {
    case BucketWait::Nothing:
        return "nothing";
    case BucketWait::Resume:
        return "resume";
    case BucketWait::Clear:
        return "clear";
    case BucketWait::Call:
        return "call";
    case BucketWait::Holder:
        return "holder";
    case BucketWait::Told:
        return "told";
    case BucketWait::Operator:
        return "operator";
    case BucketWait::Rest:
        return "rest";
    case BucketWait::Budget:
        return "budget";
    case BucketWait::Burst:
        return "burst";
    case BucketWait::Spacing:
        return "spacing";
    }
    return "nothing";
}

BucketWait waitsForOf(const BucketRow& row, Instant now) {
    if (row.pausedAt)
        return BucketWait::Resume;
    if (row.lockedOutAt)
        return BucketWait::Clear;
    const base::Duration wait = waitOf(row, now);
    if (row.leaseUntil && *row.leaseUntil > now)
        return BucketWait::Call;
    if (wait <= base::Duration::zero())
        return BucketWait::Nothing;
    const auto takesLongest = [&](const std::optional<Instant>& moment) { return moment && *moment - now == wait; };
    if (takesLongest(budgetAt(row)))
        return BucketWait::Budget;
    if (takesLongest(burstAt(row)))
        return BucketWait::Burst;
    if (row.toldUntil && *row.toldUntil > now)
        return BucketWait::Told;
    if (row.operatorUntil && *row.operatorUntil > now)
        return BucketWait::Operator;
    if (row.leaseUntil)
        return BucketWait::Holder;
    return row.waitKind == "rest" ? BucketWait::Rest : BucketWait::Spacing;
}

std::optional<BucketLeft> leftOf(const BucketRow& row, Instant now) {
    if (row.kind == "window") {
        const bool isOver = row.windowUntil && *row.windowUntil <= now;
        const std::int64_t used = isOver ? 0 : row.windowUsed;
        return BucketLeft{std::max<std::int64_t>(row.windowCount - used, 0), row.windowCount,
                          isOver ? std::nullopt : row.windowUntil};
    }
    if (row.kind != "bucket")
        return std::nullopt;
    if (!row.arrivalAt || *row.arrivalAt <= now || row.spacing <= base::Duration::zero())
        return BucketLeft{row.burst, row.burst, std::nullopt};
    const std::int64_t used = (*row.arrivalAt - now + row.spacing - base::Duration(1)) / row.spacing;
    return BucketLeft{std::max<std::int64_t>(row.burst - used, 0), row.burst, row.arrivalAt};
}

const char* const kBucketColumns =
    "key, (extract(epoch from spacing) * 1000000)::bigint as spacing_us, (extract(epoch from crash_rest) * "
    "1000000)::bigint as crash_rest_us, "
    "next_allowed_at, wait_kind, reason, told_until, operator_until, locked_out_at, paused_at, paused_by, "
    "paused_reason, lease_by, lease_until, last_started_at, last_ended_at, last_429_at, last_status, last_items, "
    "last_bytes, usage, "
    "case when counted_on = (moment at time zone 'UTC')::date then grants_today else 0 end as grants, "
    "case when counted_on = (moment at time zone 'UTC')::date then refusals_today else 0 end as refusals, "
    "moment, kind, measured, burst, arrival_at, window_count, window_used, "
    "(extract(epoch from window_per) * 1000000)::bigint as window_per_us, window_zone, window_until, lease, remaining, "
    "usage_at";

BucketRow bucketRowOf(const QueryResult& result, int i) {
    BucketRow row;
    row.bucket = result.text(i, 0);
    row.spacing = result.micros(i, 1);
    row.crashRest = result.micros(i, 2);
    row.nextAllowedAt = result.instant(i, 3);
    row.waitKind = result.text(i, 4);
    row.reason = result.text(i, 5);
    row.toldUntil = result.instant(i, 6);
    row.operatorUntil = result.instant(i, 7);
    row.lockedOutAt = result.instant(i, 8);
    row.pausedAt = result.instant(i, 9);
    row.pausedBy = result.optionalText(i, 10);
    row.pausedReason = result.optionalText(i, 11);
    row.leaseBy = result.optionalText(i, 12);
    row.leaseUntil = result.instant(i, 13);
    row.lastStartedAt = result.instant(i, 14);
    row.lastEndedAt = result.instant(i, 15);
    row.last429At = result.instant(i, 16);
    row.lastStatus = result.optionalInteger(i, 17);
    row.lastItems = result.optionalInteger(i, 18);
    row.lastBytes = result.optionalInteger(i, 19);
    row.usage = result.optionalText(i, 20);
    row.grantsToday = result.integer(i, 21);
    row.refusalsToday = result.integer(i, 22);
    row.readAt = result.instant(i, 23).value_or(Instant());
    row.kind = result.text(i, 24);
    row.measured = result.text(i, 25);
    row.burst = result.integer(i, 26);
    row.arrivalAt = result.instant(i, 27);
    row.windowCount = result.integer(i, 28);
    row.windowUsed = result.integer(i, 29);
    row.windowPer = result.micros(i, 30);
    row.windowZone = result.text(i, 31);
    row.windowUntil = result.instant(i, 32);
    row.lease = result.optionalInteger(i, 33);
    row.remaining = result.optionalInteger(i, 34);
    row.usageAt = result.instant(i, 35);
    return row;
}

base::Error bucketError(base::Error error) {
    // An undefined function or column: the tables are there, as an older version made them.
    if (error.sqlstate == "42883" || error.sqlstate == "42703") {
        error.kind = base::ErrorKind::SchemaMissing;
        error.remedy = LB_TEXT("pg", "The schema latchboard is older than this program: run `latchctl migrate`.");
    }
    return error;
}

base::Result<std::vector<BucketRow>> listBuckets(Session& session, const base::Waiting& waiting) {
    Call call;
    call.waiting = waiting;
    call.binary = true;
    const auto rows = session.exec(std::string("select ") + kBucketColumns +
                                       " from (select *, clock_timestamp() as moment from latchboard.bucket) b "
                                       "order by key collate \"C\"",
                                   {}, call);
    if (!rows)
        return base::Unexpected(bucketError(rows.error()));
    std::vector<BucketRow> result;
    result.reserve(static_cast<size_t>(rows->rows()));
    for (int i = 0; i < rows->rows(); ++i)
        result.push_back(bucketRowOf(*rows, i));
    return result;
}

} // namespace latchboard::pg
