// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/bucket_acts.h"

#include "base/instant.h"
#include "pg/audit.h"
#include "pg/transaction.h"

#include <array>
#include <chrono>

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

namespace {

/// A slip of the finger must not close a source for years.
constexpr base::Duration kLongestWait = std::chrono::hours(7 * 24);

struct ActSql {
    BucketAct act;
    const char* name;
    const char* set;   ///< $1 the bucket, $2 who, $3 why, $4 how long
    const char* where; ///< when it fits
};

constexpr std::array kActs = {
    ActSql{BucketAct::Pause, "pause", "paused_at = clock_timestamp(), paused_by = $2::text, paused_reason = $3::text",
           "paused_at is null"},
    ActSql{BucketAct::Resume, "resume", "paused_at = null, paused_by = null, paused_reason = null",
           "paused_at is not null"},
    ActSql{BucketAct::Wait, "wait",
           "operator_until = greatest(operator_until, clock_timestamp() + $4::interval), reason = $3::text", "true"},
    ActSql{BucketAct::Release, "release", "lease = null, lease_by = null, lease_until = null",
           "lease is not null and lease_until <= clock_timestamp()"},
    ActSql{BucketAct::Clear, "clear", "locked_out_at = null", "locked_out_at is not null"},
};

const ActSql& sqlOf(BucketAct act) {
    for (const ActSql& candidate : kActs) {
        if (candidate.act == act)
            return candidate;
    }
    return kActs.front();
}

base::Text refusal(BucketAct act) {
    switch (act) {
    case BucketAct::Pause:
        return LB_TEXT("pg", "The bucket is paused already.");
    case BucketAct::Resume:
        return LB_TEXT("pg", "The bucket is not paused.");
    case BucketAct::Wait:
        return LB_TEXT("pg", "The bucket can't wait longer.");
    case BucketAct::Release:
        return LB_TEXT("pg", "The bucket has no lost holder: a lease can be released only after it ended.");
    case BucketAct::Clear:
        return LB_TEXT("pg", "The bucket is not locked out.");
    }
    return {};
}

} // namespace

const char* bucketActName(BucketAct act) {
    return sqlOf(act).name;
}

std::optional<BucketAct> bucketActFromName(std::string_view name) {
    for (const ActSql& candidate : kActs) {
        if (name == candidate.name)
            return candidate.act;
    }
    return std::nullopt;
}

Result<void> actOnBucket(Session& session, const BucketActRequest& request, const base::Waiting& waiting) {
    if (request.reason.find_first_not_of(" \t\r\n") == std::string::npos)
        return Unexpected(ErrorKind::Usage, LB_TEXT("pg", "An act on a bucket needs a reason."));
    if (request.act == BucketAct::Wait && request.wait > kLongestWait)
        return Unexpected(
            ErrorKind::Usage,
            LB_TEXT("pg", "A wait can't be taken back, so it is at most %1.").arg(base::formatDuration(kLongestWait)),
            LB_TEXT("pg", "Pause the bucket instead, and resume it when it may be asked again."));
    const ActSql& act = sqlOf(request.act);
    Call call;
    call.waiting = waiting;
    RetryPolicy policy;
    policy.waiting = waiting;
    RetryCounts counts;
    bool known = true, done = true;
    auto result = transact(session, policy, counts, [&]() -> Result<void> {
        auto row = session.exec("select 1 from latchboard.bucket where key = $1 for update", {request.bucket}, call);
        if (!row)
            return Unexpected(row.error());
        known = row->rows() == 1;
        done = false;
        if (known) {
            // The parameters that this act does not use stand in the last condition, so that each has its type.
            auto changed =
                session.exec(std::string("update latchboard.bucket set ") + act.set + " where key = $1 and (" +
                                 act.where + ") and ($2::text, $3::text, $4::interval) is not null",
                             {request.bucket, request.actor, request.reason, request.wait}, call);
            if (!changed)
                return Unexpected(changed.error());
            done = changed->affected() == 1;
        }
        return writeAudit(session,
                          {request.actor, std::string("bucket_") + act.name, request.bucket, request.reason,
                           done ? "done" : "refused", known ? "" : "no such bucket"},
                          call);
    });
    if (!result)
        return result;
    if (!known)
        return Unexpected(ErrorKind::Usage, LB_TEXT("pg", "There is no bucket \"%1\".").arg(request.bucket),
                          LB_TEXT("pg", "`latchctl limits` lists them."));
    if (!done)
        return Unexpected(ErrorKind::Refused, refusal(request.act));
    return {};
}

} // namespace latchboard::pg
