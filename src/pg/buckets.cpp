// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/buckets.h"

#include "base/log.h"

#include <algorithm>

namespace latchboard::pg {

using base::Result;
using base::Unexpected;
using sync::BucketFinish;
using sync::BucketRule;
using sync::Grant;
using sync::GrantRefused;

namespace {

#define LB_TODAY "(clock_timestamp() at time zone 'UTC')::date"

constexpr const char* kAcquire =
    "update latchboard.bucket set "
    "lease = nextval('latchboard.bucket_lease'), lease_by = $2, lease_until = clock_timestamp() + $5::interval, "
    "spacing = $3::interval, crash_rest = $4::interval, hold = $5::interval, last_started_at = clock_timestamp(), "
    "next_allowed_at = clock_timestamp() + greatest($3::interval, $4::interval), wait_kind = 'crash', reason = '', "
    "told_until = null, operator_until = null, "
    "grants_today = case when counted_on = " LB_TODAY " then grants_today else 0 end + 1, "
    "refusals_today = case when counted_on = " LB_TODAY " then refusals_today else 0 end, counted_on = " LB_TODAY " "
    "where key = $1 and next_allowed_at <= clock_timestamp() and (lease is null or lease_until <= clock_timestamp()) "
    "and paused_at is null and locked_out_at is null and (operator_until is null or operator_until <= "
    "clock_timestamp()) "
    "returning lease, last_started_at";

constexpr const char* kRefuse =
    "update latchboard.bucket set "
    "grants_today = case when counted_on = " LB_TODAY " then grants_today else 0 end, "
    "refusals_today = case when counted_on = " LB_TODAY " then refusals_today else 0 end + 1, counted_on = " LB_TODAY
    " "
    "where key = $1 returning "
    "(extract(epoch from greatest(next_allowed_at, lease_until, operator_until, clock_timestamp()) - "
    "clock_timestamp()) "
    "* 1000000)::bigint as wait_us, "
    "coalesce(lease_until > clock_timestamp(), false) as in_use, coalesce(lease_by, '') as lease_by, "
    "lease is not null as leased, wait_kind, reason, coalesce(told_until > clock_timestamp(), false) as told, "
    "paused_at is not null as paused, coalesce(paused_by, '') as paused_by, coalesce(paused_reason, '') as "
    "paused_reason, "
    "locked_out_at is not null as locked_out, coalesce(operator_until > clock_timestamp(), false) as by_operator";

constexpr const char* kMake = "insert into latchboard.bucket (key, spacing, crash_rest, hold) "
                              "values ($1, $2::interval, $3::interval, $4::interval) on conflict (key) do nothing";

constexpr const char* kFinish =
    "update latchboard.bucket set lease = null, lease_by = null, lease_until = null, last_ended_at = "
    "clock_timestamp(), "
    "last_status = $3::int, last_items = $4::bigint, last_bytes = $5::bigint, "
    "next_allowed_at = clock_timestamp() + greatest($6::interval, $7::interval, $8::interval), "
    "told_until = case when $8::interval > '0' then clock_timestamp() + $8::interval end, "
    "wait_kind = case when $8::interval > '0' and $8::interval >= greatest($6::interval, $7::interval) then 'told' "
    "when $7::interval > $6::interval then 'rest' else 'spacing' end, reason = $9, "
    "locked_out_at = case when $10::bool then clock_timestamp() else locked_out_at end, "
    "last_429_at = case when $3::int = 429 then clock_timestamp() else last_429_at end "
    "where key = $1 and lease = $2::bigint";

/// Somebody else has the lease by now: nothing of it is touched, the wait only grows.
constexpr const char* kLateFinish =
    "update latchboard.bucket set "
    "next_allowed_at = greatest(next_allowed_at, clock_timestamp() + greatest($2::interval, $3::interval, "
    "$4::interval)), "
    "told_until = case when $4::interval > '0' then greatest(told_until, clock_timestamp() + $4::interval) "
    "else told_until end, "
    "locked_out_at = case when $5::bool then coalesce(locked_out_at, clock_timestamp()) else locked_out_at end, "
    "last_429_at = case when $6::int = 429 then clock_timestamp() else last_429_at end "
    "where key = $1";

#undef LB_TODAY

GrantRefused refusalOf(const QueryResult& row, const BucketRule& rule) {
    const auto text = [&](const char* name) { return row.text(0, row.column(name)); };
    const auto flag = [&](const char* name) { return row.boolean(0, row.column(name)); };
    GrantRefused refused;
    refused.wait = row.micros(0, row.column("wait_us"));
    refused.toldByServer = flag("told");
    refused.byOperator = flag("by_operator");
    refused.paused = flag("paused");
    refused.lockedOut = flag("locked_out");
    if (refused.paused) {
        refused.reason = LB_TEXT("pg", "paused by %1: %2").arg(text("paused_by")).arg(text("paused_reason"));
    } else if (refused.lockedOut) {
        refused.reason = LB_TEXT("pg", "locked out by the source: %1").arg(text("reason"));
    } else if (flag("in_use")) {
        refused.reason = LB_TEXT("pg", "in use by %1").arg(text("lease_by"));
        const auto patience = std::max<base::Duration>(rule.spacing, std::chrono::seconds(1));
        refused.wait = std::min(refused.wait, patience);
    } else if (refused.toldByServer) {
        refused.reason = LB_TEXT("pg", "the source said to wait: %1").arg(text("reason"));
    } else if (flag("by_operator")) {
        refused.reason = LB_TEXT("pg", "an operator said to wait: %1").arg(text("reason"));
    } else if (flag("leased")) {
        refused.reason = LB_TEXT("pg", "its last holder was lost: %1").arg(text("lease_by"));
    } else if (text("wait_kind") == "rest") {
        refused.reason = LB_TEXT("pg", "resting after a large answer: %1").arg(text("reason"));
    } else {
        refused.reason = LB_TEXT("pg", "spacing between two calls");
    }
    return refused;
}

} // namespace

Buckets::Buckets(ConnectionSettings settings, std::stop_token stop) : m_settings(std::move(settings)) {
    m_waiting.stop = std::move(stop);
}

Result<QueryResult> Buckets::ask(const std::string& name, const std::string& sql, const Params& params,
                                 const base::Waiting& waiting) {
    for (int attempt = 1;; ++attempt) {
        if (!m_session || !m_session->isAlive()) {
            auto session = Session::open(m_settings, waiting);
            if (!session)
                return Unexpected(session.error());
            m_session = std::move(*session);
        }
        Call call;
        call.waiting = waiting;
        call.binary = true;
        auto answer = m_session->execPrepared(name, sql, params, call);
        if (answer || answer.error().kind != base::ErrorKind::Connection || attempt == 2)
            return answer;
        m_session.reset();
    }
}

Result<std::variant<Grant, GrantRefused>> Buckets::acquire(const BucketRule& rule, const std::string& owner) {
    // Three rounds: the row may have to be made first, and a refusal may find that it was freed a moment ago.
    for (int round = 0;; ++round) {
        auto granted =
            ask("bucket_acquire", kAcquire, {rule.key, owner, rule.spacing, rule.crashRest, rule.hold}, m_waiting);
        if (!granted)
            return Unexpected(granted.error());
        if (granted->rows() == 1) {
            Grant grant;
            grant.lease = granted->integer(0, 0);
            grant.at = granted->instant(0, 1).value_or(base::Instant());
            return std::variant<Grant, GrantRefused>(grant);
        }
        auto refused = ask("bucket_refuse", kRefuse, {rule.key}, m_waiting);
        if (!refused)
            return Unexpected(refused.error());
        if (refused->rows() == 1)
            return std::variant<Grant, GrantRefused>(refusalOf(*refused, rule));
        if (round == 2)
            return Unexpected(base::ErrorKind::Internal,
                              LB_TEXT("pg", "The bucket %1 is removed again and again.").arg(rule.key));
        auto made = ask("bucket_make", kMake, {rule.key, rule.spacing, rule.crashRest, rule.hold}, m_waiting);
        if (!made)
            return Unexpected(made.error());
    }
}

Result<void> Buckets::finish(const BucketRule& rule, const Grant& grant, const BucketFinish& answer) {
    auto done = ask("bucket_finish", kFinish,
                    {rule.key, grant.lease, answer.status, answer.items, answer.bytes, rule.spacing, answer.rest,
                     answer.toldWait, answer.reason, answer.lockout},
                    {});
    if (!done)
        return Unexpected(done.error());
    if (done->affected() == 1)
        return {};
    base::log::warning("bucket " + rule.key + ": the lease ended before its answer came");
    auto late = ask("bucket_late_finish", kLateFinish,
                    {rule.key, rule.spacing, answer.rest, answer.toldWait, answer.lockout, answer.status}, {});
    return late ? Result<void>() : Result<void>(Unexpected(late.error()));
}

} // namespace latchboard::pg
