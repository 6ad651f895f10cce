// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/buckets.h"

#include "base/log.h"
#include "base/stored_text.h"
#include "pg/bucket_row.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace latchboard::pg {

using base::Result;
using base::Unexpected;
using sync::BucketFinish;
using sync::BucketRule;
using sync::Grant;
using sync::GrantRefused;

namespace {

/// The functions of the schema (migrations/0002_limits.sql) take one JSON document each, so that a request's buckets
/// are one statement however many they are.
constexpr const char* kFinish = "select latchboard.bucket_finish($1::jsonb)";

std::string acquireSql() {
    return std::string("select ") + kBucketColumns +
           ", granted from (select (t.bucket).*, t.moment, t.granted from latchboard.bucket_acquire($1::jsonb, $2) t) "
           "b order by key collate \"C\"";
}

QString micros(base::Duration duration) {
    return QString::number(duration.count()) + QStringLiteral(" microseconds");
}

QString word(const std::string& text) {
    return QString::fromStdString(text);
}

std::string text(const QJsonArray& array) {
    return QJsonDocument(array).toJson(QJsonDocument::Compact).toStdString();
}

std::string wanted(const std::vector<BucketRule>& rules) {
    QJsonArray array;
    for (const BucketRule& rule : rules)
        array.append(QJsonObject{{QStringLiteral("key"), word(rule.key)},
                                 {QStringLiteral("kind"), word(rule.kind)},
                                 {QStringLiteral("measured"), word(rule.measured)},
                                 {QStringLiteral("spacing"), micros(rule.spacing)},
                                 {QStringLiteral("crash_rest"), micros(rule.crashRest)},
                                 {QStringLiteral("hold"), micros(rule.hold)},
                                 {QStringLiteral("burst"), static_cast<qint64>(rule.burst)},
                                 {QStringLiteral("count"), static_cast<qint64>(rule.count)},
                                 {QStringLiteral("per"), micros(rule.per)},
                                 {QStringLiteral("zone"), word(rule.zone)}});
    return text(array);
}

QJsonValue number(const std::optional<std::int64_t>& value) {
    return value ? QJsonValue(static_cast<qint64>(*value)) : QJsonValue();
}

std::string said(const std::vector<BucketRule>& rules, const Grant& grant, const std::vector<BucketFinish>& answers) {
    QJsonArray array;
    for (size_t i = 0; i < rules.size(); ++i) {
        const BucketFinish& answer = answers[i];
        array.append(
            QJsonObject{{QStringLiteral("key"), word(rules[i].key)},
                        {QStringLiteral("lease"), static_cast<qint64>(grant.leases[i])},
                        {QStringLiteral("status"), answer.status},
                        {QStringLiteral("items"), static_cast<qint64>(answer.items)},
                        {QStringLiteral("bytes"), static_cast<qint64>(answer.bytes)},
                        {QStringLiteral("rest"), micros(answer.rest)},
                        {QStringLiteral("told"), micros(answer.toldWait)},
                        {QStringLiteral("lockout"), answer.lockout},
                        {QStringLiteral("reason"), word(answer.reason)},
                        {QStringLiteral("available"), number(answer.available)},
                        {QStringLiteral("usage"), answer.usage.empty() ? QJsonValue() : QJsonValue(word(answer.usage))},
                        {QStringLiteral("remaining"), number(answer.remaining)}});
    }
    return text(array);
}

base::Text reasonOf(const BucketRow& row, BucketWait waitsFor) {
    switch (waitsFor) {
    case BucketWait::Resume:
        return LB_TEXT("pg", "paused by %1: %2").arg(row.pausedBy.value_or("")).arg(row.pausedReason.value_or(""));
    case BucketWait::Clear:
        return LB_TEXT("pg", "locked out by the source: %1").arg(base::storedText(row.reason));
    case BucketWait::Call:
        return LB_TEXT("pg", "in use by %1").arg(row.leaseBy.value_or(""));
    case BucketWait::Told:
        return LB_TEXT("pg", "the source said to wait: %1").arg(base::storedText(row.reason));
    case BucketWait::Operator:
        return LB_TEXT("pg", "an operator said to wait: %1").arg(row.reason);
    case BucketWait::Holder:
        return LB_TEXT("pg", "its last holder was lost: %1").arg(row.leaseBy.value_or(""));
    case BucketWait::Budget:
        return LB_TEXT("pg", "all %1 calls of the period are used up; the next one begins at %2")
            .arg(row.windowCount)
            .arg(base::toRfc3339(row.windowUntil.value_or(row.readAt)));
    case BucketWait::Burst:
        return LB_TEXT("pg", "the burst of %1 calls is used up").arg(row.burst);
    case BucketWait::Rest:
        return row.reason.empty() ? LB_TEXT("pg", "rest after the last answer") : base::storedText(row.reason);
    case BucketWait::Spacing:
    case BucketWait::Nothing:
        break;
    }
    return LB_TEXT("pg", "spacing between two calls");
}

GrantRefused refusalOf(const BucketRow& row) {
    const BucketWait waitsFor = waitsForOf(row, row.readAt);
    GrantRefused refused;
    refused.wait = waitOf(row, row.readAt);
    refused.usedUp = waitsFor == BucketWait::Budget;
    refused.toldByServer = !refused.usedUp && row.toldUntil && *row.toldUntil > row.readAt;
    refused.byOperator = !refused.usedUp && row.operatorUntil && *row.operatorUntil > row.readAt;
    refused.paused = waitsFor == BucketWait::Resume;
    refused.lockedOut = row.lockedOutAt.has_value();
    refused.reason = reasonOf(row, waitsFor);
    if (waitsFor == BucketWait::Call) {
        // The answer may come now, and the next call may follow it after the spacing.
        const auto patience = std::max<base::Duration>(row.spacing, std::chrono::milliseconds(200));
        refused.wait = std::min(refused.wait, patience);
    }
    return refused;
}

/// The one that decides: paused, locked out, the longest wait.
const BucketRow& decisive(const std::vector<BucketRow>& rows) {
    const auto rank = [](const BucketRow& row) { return row.pausedAt ? 2 : row.lockedOutAt ? 1 : 0; };
    return *std::max_element(rows.begin(), rows.end(), [&](const BucketRow& a, const BucketRow& b) {
        return std::pair(rank(a), waitOf(a, a.readAt)) < std::pair(rank(b), waitOf(b, b.readAt));
    });
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
            return answer ? answer : Result<QueryResult>(Unexpected(bucketError(answer.error())));
        m_session.reset();
    }
}

Result<std::variant<Grant, GrantRefused>> Buckets::acquire(const std::vector<BucketRule>& rules,
                                                           const std::string& owner) {
    using Answer = std::variant<Grant, GrantRefused>;
    const auto answer = ask("bucket_acquire", acquireSql(), {wanted(rules), owner}, m_waiting);
    if (!answer)
        return Unexpected(answer.error());
    std::vector<BucketRow> rows;
    rows.reserve(static_cast<size_t>(answer->rows()));
    for (int i = 0; i < answer->rows(); ++i)
        rows.push_back(bucketRowOf(*answer, i));
    if (rows.size() != rules.size())
        return Unexpected(
            base::ErrorKind::Internal,
            LB_TEXT("pg", "%1 buckets were asked for, and %2 answered.").arg(rules.size()).arg(rows.size()));
    if (rows.empty() || !answer->boolean(0, answer->column("granted")))
        return Answer(rows.empty() ? GrantRefused() : refusalOf(decisive(rows)));
    Grant grant;
    for (const BucketRule& rule : rules) {
        const auto row =
            std::find_if(rows.begin(), rows.end(), [&](const BucketRow& r) { return r.bucket == rule.key; });
        grant.leases.push_back(row == rows.end() ? 0 : row->lease.value_or(0));
    }
    grant.at = rows.front().readAt;
    return Answer(grant);
}

Result<void> Buckets::finish(const std::vector<BucketRule>& rules, const Grant& grant,
                             const std::vector<BucketFinish>& answers) {
    if (grant.leases.size() != rules.size() || answers.size() != rules.size())
        return Unexpected(base::ErrorKind::Internal, LB_TEXT("pg", "A grant of other buckets can't be finished."));
    const auto done = ask("bucket_finish", kFinish, {said(rules, grant, answers)}, {});
    if (!done)
        return Unexpected(done.error());
    if (done->integer(0, 0) < static_cast<std::int64_t>(rules.size()))
        base::log::warning("bucket " + rules.front().key + ": the lease ended before its answer came");
    return {};
}

} // namespace latchboard::pg
