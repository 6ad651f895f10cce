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
    return ahead(row.nextAllowedAt) ? BucketState::Spacing : BucketState::Free;
}

base::Duration waitOf(const BucketRow& row, Instant now) {
    Instant until = now;
    for (const auto& moment : {row.nextAllowedAt, row.leaseUntil, row.operatorUntil}) {
        if (moment)
            until = std::max(until, *moment);
    }
    return until - now;
}

base::Result<std::vector<BucketRow>> listBuckets(Session& session, const base::Waiting& waiting) {
    Call call;
    call.waiting = waiting;
    call.binary = true;
    const auto rows = session.exec(
        "select key, (extract(epoch from spacing) * 1000000)::bigint, (extract(epoch from crash_rest) * "
        "1000000)::bigint, "
        "next_allowed_at, wait_kind, reason, told_until, operator_until, locked_out_at, paused_at, paused_by, "
        "paused_reason, lease_by, lease_until, last_started_at, last_ended_at, last_429_at, last_status, last_items, "
        "last_bytes, usage, "
        "case when counted_on = (clock_timestamp() at time zone 'UTC')::date then grants_today else 0 end, "
        "case when counted_on = (clock_timestamp() at time zone 'UTC')::date then refusals_today else 0 end, "
        "clock_timestamp() from latchboard.bucket order by key collate \"C\"",
        {}, call);
    if (!rows)
        return base::Unexpected(rows.error());
    std::vector<BucketRow> result;
    for (int i = 0; i < rows->rows(); ++i) {
        BucketRow row;
        row.bucket = rows->text(i, 0);
        row.spacing = rows->micros(i, 1);
        row.crashRest = rows->micros(i, 2);
        row.nextAllowedAt = rows->instant(i, 3);
        row.waitKind = rows->text(i, 4);
        row.reason = rows->text(i, 5);
        row.toldUntil = rows->instant(i, 6);
        row.operatorUntil = rows->instant(i, 7);
        row.lockedOutAt = rows->instant(i, 8);
        row.pausedAt = rows->instant(i, 9);
        row.pausedBy = rows->optionalText(i, 10);
        row.pausedReason = rows->optionalText(i, 11);
        row.leaseBy = rows->optionalText(i, 12);
        row.leaseUntil = rows->instant(i, 13);
        row.lastStartedAt = rows->instant(i, 14);
        row.lastEndedAt = rows->instant(i, 15);
        row.last429At = rows->instant(i, 16);
        row.lastStatus = rows->optionalInteger(i, 17);
        row.lastItems = rows->optionalInteger(i, 18);
        row.lastBytes = rows->optionalInteger(i, 19);
        row.usage = rows->optionalText(i, 20);
        row.grantsToday = rows->integer(i, 21);
        row.refusalsToday = rows->integer(i, 22);
        row.readAt = rows->instant(i, 23).value_or(Instant());
        result.push_back(std::move(row));
    }
    return result;
}

} // namespace latchboard::pg
