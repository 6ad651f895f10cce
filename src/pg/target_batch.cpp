// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_batch.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace latchboard::pg {

namespace {

bool equal(const sync::Order& a, const sync::Order& b) {
    return a.updatedAt == b.updatedAt && a.gone == b.gone && a.values == b.values;
}

} // namespace

TargetBatch batchOf(const std::vector<sync::Order>& orders) {
    TargetBatch batch;
    batch.orders.reserve(orders.size());
    for (const sync::Order& order : orders)
        batch.orders.push_back(&order);
    // Stable: of versions that the time does not tell apart, the later one of the page stays the later one.
    std::stable_sort(batch.orders.begin(), batch.orders.end(),
                     [](const auto* a, const auto* b) { return a->externalId < b->externalId; });
    std::vector<const sync::Order*> kept;
    kept.reserve(batch.orders.size());
    for (const sync::Order* order : batch.orders) {
        if (kept.empty() || kept.back()->externalId != order->externalId) {
            kept.push_back(order);
            continue;
        }
        (equal(*kept.back(), *order) ? batch.same : batch.stale) += 1;
        const bool older = order->updatedAt && kept.back()->updatedAt && *order->updatedAt < *kept.back()->updatedAt;
        if (!older)
            kept.back() = order;
    }
    batch.orders = std::move(kept);
    return batch;
}

std::string orderJson(const sync::Order& order) {
    const auto text = [](const std::string& utf8) { return QString::fromStdString(utf8); };
    QJsonObject object;
    object[QStringLiteral("external_id")] = text(order.externalId);
    if (order.updatedAt)
        object[QStringLiteral("updated_at")] = text(base::toRfc3339(*order.updatedAt));
    if (order.gone)
        object[QStringLiteral("gone")] = true;
    QJsonObject values;
    for (const auto& [name, value] : order.values)
        values[text(name)] = value ? QJsonValue(text(*value)) : QJsonValue();
    object[QStringLiteral("values")] = values;
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

} // namespace latchboard::pg
