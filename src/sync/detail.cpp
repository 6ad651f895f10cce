// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/detail.h"

#include "sync/item.h"
#include "sync/request.h"

#include <QJsonArray>
#include <QJsonObject>

namespace latchboard::sync {

namespace {

/// The body with the list of ids where a text is "${ids}" or "${ids:int}". A number beyond 2^53 would lose digits in
/// JSON's doubles: such ids go as texts.
QJsonValue withIds(const QJsonValue& value, const std::vector<std::string>& ids) {
    if (value.isObject()) {
        QJsonObject object = value.toObject();
        for (auto entry = object.begin(); entry != object.end(); ++entry)
            entry.value() = withIds(entry.value(), ids);
        return object;
    }
    if (value.isArray()) {
        QJsonArray array = value.toArray();
        for (auto&& entry : array)
            entry = withIds(entry, ids);
        return array;
    }
    const bool asNumbers = value == QJsonValue(QStringLiteral("${ids:int}"));
    if (!asNumbers && value != QJsonValue(QStringLiteral("${ids}")))
        return value;
    QJsonArray list;
    for (const std::string& id : ids) {
        const QString text = QString::fromStdString(id);
        bool isNumber = false;
        const qint64 number = text.toLongLong(&isNumber);
        const bool isExact = isNumber && std::abs(number) <= (qint64{1} << 53);
        list.append(asNumbers && isExact ? QJsonValue(number) : QJsonValue(text));
    }
    return list;
}

} // namespace

HttpRequest detailRequest(const SourceProfile& profile, const Variables& credential,
                          const std::vector<std::string>& ids) {
    const SourceProfile::Detail& detail = *profile.detail;
    Variables variables = credential;
    std::string& joined = variables["ids"];
    for (const std::string& id : ids)
        joined += (joined.empty() ? "" : ",") + id;
    return makeRequest(profile, detail.method, detail.path, detail.query, withIds(detail.bodyJson, ids), {}, variables);
}

void mapWithDetails(const SourceProfile& profile, DecodedPage& page, const Details& details) {
    const ItemMapper mapper(profile);
    for (const ListedItem& listed : page.listed) {
        const auto detail = details.find(listed.id);
        if (detail == details.end()) {
            page.page.quarantined.push_back({listed.id, "no detail came for it", listed.item});
            continue;
        }
        // The item is an object: its last member is put before its bracket.
        std::string joined = listed.item.substr(0, listed.item.rfind('}'));
        const bool isEmpty = joined.find_first_not_of(" \t\r\n", 1) == std::string::npos;
        joined += (isEmpty ? "\"detail\":" : ",\"detail\":") + detail->second + "}";
        std::string problem;
        const auto tree = JsonTree::parse(std::move(joined), problem);
        if (!tree) {
            page.page.quarantined.push_back({listed.id, "item and detail can't be read: " + problem, listed.item});
            continue;
        }
        auto mapped = mapper.map(*tree, JsonTree::root());
        if (auto* order = std::get_if<Order>(&mapped))
            page.page.orders.push_back(std::move(*order));
        else
            page.page.quarantined.push_back(std::move(std::get<QuarantinedItem>(mapped)));
    }
    page.listed.clear();
}

} // namespace latchboard::sync
