// SPDX-License-Identifier: GPL-3.0-or-later
#include "order_pages.h"
#include "sections.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>
#include <cstdlib>

namespace latchboard::bench {

namespace {

/// What a program with Qt's own parser does: the same values as text, and the payload written out again.
size_t byQt(const QByteArray& body) {
    const QJsonArray orders = QJsonDocument::fromJson(body).object().value(QStringLiteral("orders")).toArray();
    std::vector<std::map<std::string, std::string>> rows;
    rows.reserve(static_cast<size_t>(orders.size()));
    for (const auto& value : orders) {
        const QJsonObject order = value.toObject();
        const QJsonObject total = order.value(QStringLiteral("total")).toObject();
        std::map<std::string, std::string> row;
        const auto add = [&row](const char* name, const QJsonValue& field) {
            row.emplace(name, field.toVariant().toString().toStdString());
        };
        add("external_id", order.value(QStringLiteral("id")));
        add("updated_at", order.value(QStringLiteral("updated_at")));
        add("order_number", order.value(QStringLiteral("number")));
        add("status", order.value(QStringLiteral("status")));
        add("currency", total.value(QStringLiteral("currency")));
        add("amount", total.value(QStringLiteral("amount")));
        add("ordered_at", order.value(QStringLiteral("created_at")));
        add("customer", order.value(QStringLiteral("customer")).toObject().value(QStringLiteral("name")));
        add("items", order.value(QStringLiteral("item_count")));
        row.emplace("payload", QJsonDocument(order).toJson(QJsonDocument::Compact).toStdString());
        rows.push_back(std::move(row));
    }
    return rows.size();
}

} // namespace

void measureDecoding(Figures& figures, int rounds) {
    const std::string body = pageBody(0, 10'000);
    const QByteArray bytes = QByteArray::fromStdString(body);
    const sync::Job job = ordersJob(false);
    Samples ours, theirs, speed;
    for (int round = 0; round < rounds; ++round) {
        ours.push_back(seconds([&] { static_cast<void>(decodedPage(body, job)); }));
        size_t rows = 0;
        theirs.push_back(seconds([&] { rows = byQt(bytes); }));
        if (rows != 10'000)
            std::exit(1);
        speed.push_back(static_cast<double>(body.size()) / 1e6 / ours.back());
    }
    figures.add("P11", "QJsonDocument to our decoding, 10,000 orders with payload", ratios(theirs, ours), " x",
                Figures::Goal::AtLeast, 8, "texts copied into the row's values");
    figures.add("", "our decoding, ms a page", [&] { for (double& s : ours) s *= 1e3; return ours; }(), " ms", Figures::Goal::Shown, 0, "");
    figures.add("", "our decoding, MB/s", speed, "", Figures::Goal::Shown, 0, "");
}

} // namespace latchboard::bench
