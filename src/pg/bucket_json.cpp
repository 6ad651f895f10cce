// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/bucket_row.h"

namespace latchboard::pg {

namespace {

QJsonValue json(const std::optional<base::Instant>& moment) {
    return moment ? QJsonValue(QString::fromStdString(base::toRfc3339(*moment))) : QJsonValue();
}

QJsonValue json(const std::optional<std::string>& text) {
    return text ? QJsonValue(QString::fromStdString(*text)) : QJsonValue();
}

QJsonValue json(const std::optional<std::int64_t>& number) {
    return number ? QJsonValue(static_cast<qint64>(*number)) : QJsonValue();
}

} // namespace

QJsonObject bucketJson(const BucketRow& row) {
    const auto key = [](const char* name) { return QString::fromLatin1(name); };
    QJsonObject object;
    object[key("bucket")] = QString::fromStdString(row.bucket);
    object[key("spacing_s")] = base::seconds(row.spacing);
    object[key("next_allowed_at")] = json(row.nextAllowedAt);
    object[key("state")] = QString::fromLatin1(bucketStateName(stateOf(row, row.readAt)));
    object[key("wait_s")] = base::seconds(waitOf(row, row.readAt));
    object[key("reason")] = QString::fromStdString(row.reason);
    object[key("lease_by")] = json(row.leaseBy);
    object[key("lease_until")] = json(row.leaseUntil);
    object[key("paused_reason")] = json(row.pausedReason);
    object[key("last_started_at")] = json(row.lastStartedAt);
    object[key("last_ended_at")] = json(row.lastEndedAt);
    object[key("last_status")] = json(row.lastStatus);
    object[key("last_items")] = json(row.lastItems);
    object[key("last_bytes")] = json(row.lastBytes);
    object[key("last_429_at")] = json(row.last429At);
    object[key("usage")] = json(row.usage);
    object[key("usage_at")] = json(row.usageAt);
    object[key("remaining")] = json(row.remaining);
    object[key("kind")] = QString::fromStdString(row.kind);
    object[key("measured")] = QString::fromStdString(row.measured);
    object[key("waits_for")] = QString::fromLatin1(bucketWaitName(waitsForOf(row, row.readAt)));
    const auto left = leftOf(row, row.readAt);
    object[key("left")] = left ? QJsonValue(static_cast<qint64>(left->left)) : QJsonValue();
    object[key("of")] = left ? QJsonValue(static_cast<qint64>(left->of)) : QJsonValue();
    object[key("full_at")] = left ? json(left->until) : QJsonValue();
    const bool isWindow = row.kind == "window";
    object[key("period_s")] = isWindow ? QJsonValue(base::seconds(row.windowPer)) : QJsonValue();
    object[key("period_zone")] = isWindow ? QJsonValue(QString::fromStdString(row.windowZone)) : QJsonValue();
    object[key("grants_today")] = static_cast<qint64>(row.grantsToday);
    object[key("refusals_today")] = static_cast<qint64>(row.refusalsToday);
    return object;
}

} // namespace latchboard::pg
