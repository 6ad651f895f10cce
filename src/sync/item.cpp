// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/item.h"

#include "sync/currency.h"
#include "sync/decimal.h"

#include <algorithm>

namespace latchboard::sync {

namespace {

using Type = JsonTree::Type;

JsonPath pathOrRoot(const std::string& text) {
    return JsonPath::parse(text).value_or(JsonPath{});
}

bool isWholeNumber(std::string_view digits) {
    if (!digits.empty() && digits.front() == '-')
        digits.remove_prefix(1);
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isContainer(Type type) {
    return type == Type::List || type == Type::Object;
}

} // namespace

ItemMapper::ItemMapper(const SourceProfile& profile)
    : m_profile(profile), m_id(pathOrRoot(profile.externalIdPath)), m_updated(pathOrRoot(profile.updatedAtPath)),
      m_deleted(pathOrRoot(profile.deletedPath)), m_updatedZone(Zone::parse(profile.updatedAtForm.zone)) {
    for (const SourceProfile::Field& field : profile.fields)
        m_fields.push_back({&field, pathOrRoot(field.path), pathOrRoot(field.listPath), pathOrRoot(field.minorBy),
                            Zone::parse(field.form.zone)});
    for (const std::string& part : profile.externalIdParts)
        m_idParts.push_back(pathOrRoot(part));
}

std::variant<Order, QuarantinedItem> ItemMapper::map(const JsonTree& tree, JsonTree::Id item) const {
    Order order;
    std::string fault = mapId(tree, item, order);
    if (fault.empty())
        fault = mapRest(tree, item, order);
    if (fault.empty())
        return order;
    return QuarantinedItem{std::move(order.externalId), std::move(fault), madeStorable(tree.original(item))};
}

std::string ItemMapper::mapId(const JsonTree& tree, JsonTree::Id item, Order& order) const {
    if (tree.node(item).type != Type::Object)
        return "the item is not an object";
    if (!m_idParts.empty())
        return joinId(tree, item, order);
    const auto id = tree.find(item, m_id);
    if (!id || tree.node(*id).type == Type::Null)
        return "no id at \"" + m_profile.externalIdPath + "\"";
    const Type type = tree.node(*id).type;
    JsonText text = tree.scalar(*id);
    if (text.fault != TextFault::None)
        return std::string("the id ") + faultName(text.fault);
    if (type != Type::Text && !(type == Type::Number && isWholeNumber(text.text)))
        return "the id at \"" + m_profile.externalIdPath + "\" is neither a text nor a whole number";
    if (text.text.empty())
        return "the id at \"" + m_profile.externalIdPath + "\" is empty";
    order.externalId = std::move(text.text);
    return {};
}

std::string ItemMapper::mapRest(const JsonTree& tree, JsonTree::Id item, Order& order) const {
    order.values.emplace("external_id", order.externalId);
    if (!m_profile.updatedAtPath.empty()) {
        const auto updated = tree.find(item, m_updated);
        if (updated && tree.node(*updated).type != Type::Null) {
            order.updatedAt = isContainer(tree.node(*updated).type)
                                  ? std::nullopt
                                  : parseInstant(tree.scalar(*updated).text, m_profile.updatedAtForm, m_updatedZone);
            if (!order.updatedAt)
                return "updated_at is not a time with an offset: " + madeStorable(tree.original(*updated));
        }
        order.values.emplace("updated_at",
                             order.updatedAt ? std::optional(base::toRfc3339(*order.updatedAt)) : std::nullopt);
    }
    if (!m_profile.deletedPath.empty()) {
        const auto deleted = tree.find(item, m_deleted);
        const bool isThere = deleted && tree.node(*deleted).type != Type::Null;
        const auto& values = m_profile.deletedValues;
        order.gone = isThere && (values.empty() ||
                                 std::find(values.begin(), values.end(), tree.scalar(*deleted).text) != values.end());
    }
    for (const MappedField& mapped : m_fields) {
        Value value = read(tree, item, mapped);
        if (!value.fault.empty())
            return mapped.field->column + " " + value.fault;
        order.values.insert_or_assign(mapped.field->column, std::move(value.text));
    }
    return {};
}

ItemMapper::Value ItemMapper::read(const JsonTree& tree, JsonTree::Id item, const MappedField& mapped) const {
    const SourceProfile::Field& field = *mapped.field;
    if (field.hasConstant)
        return {field.constant, {}};
    if (field.sum)
        return scaled(tree, item, mapped, sum(tree, item, mapped));
    const auto found = tree.find(item, mapped.path);
    const bool isJson = field.type == "json";
    if (!found || (tree.node(*found).type == Type::Null && !isJson))
        return {};
    const Type type = tree.node(*found).type;
    if (isJson) {
        std::string raw = tree.original(*found);
        const TextFault fault = tree.damaged(*found) ? TextFault::InvalidUtf8 : faultIn(raw);
        if (fault != TextFault::None)
            return {std::nullopt, faultName(fault)};
        return {std::move(raw), {}};
    }
    JsonText text = tree.scalar(*found);
    if (text.fault != TextFault::None)
        return {std::nullopt, faultName(text.fault)};
    if (isContainer(type))
        return {std::nullopt, "is a list or an object where one value was expected"};
    if (field.type == "number" && !isJsonNumber(text.text))
        return {std::nullopt, "is not a number: " + madeStorable(tree.original(*found))};
    if (field.type == "boolean" && text.text != "true" && text.text != "false")
        return {std::nullopt, "is neither true nor false: " + madeStorable(tree.original(*found))};
    if (field.type == "instant") {
        const auto instant = parseInstant(text.text, field.form, mapped.zone);
        if (!instant)
            return {std::nullopt, "is not a time with an offset: " + madeStorable(tree.original(*found))};
        return {base::toRfc3339(*instant), {}};
    }
    if (field.upper) {
        for (char& c : text.text)
            c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return scaled(tree, item, mapped, {std::move(text.text), {}});
}

std::string ItemMapper::joinId(const JsonTree& tree, JsonTree::Id item, Order& order) const {
    std::string joined;
    for (std::size_t i = 0; i < m_idParts.size(); ++i) {
        const auto part = tree.find(item, m_idParts[i]);
        if (!part || tree.node(*part).type == Type::Null || isContainer(tree.node(*part).type))
            return "no part of the id at \"" + m_profile.externalIdParts[i] + "\"";
        const JsonText text = tree.scalar(*part);
        if (text.fault != TextFault::None)
            return std::string("the id ") + faultName(text.fault);
        joined += (i == 0 ? "" : m_profile.externalIdSeparator) + text.text;
    }
    order.externalId = std::move(joined);
    return {};
}

/// A number of each element of a list, added up. An empty list, or none, is nothing.
ItemMapper::Value ItemMapper::sum(const JsonTree& tree, JsonTree::Id item, const MappedField& mapped) const {
    const auto list = tree.find(item, mapped.list);
    if (!list || tree.node(*list).type == Type::Null)
        return {};
    if (tree.node(*list).type != Type::List)
        return {std::nullopt, "is not a list to add up"};
    std::vector<std::string> numbers;
    for (JsonTree::Id i = tree.first(*list); i != tree.last(*list); i = JsonTree::next(i)) {
        const auto number = tree.find(i, mapped.path);
        if (number && tree.node(*number).type != Type::Null)
            numbers.push_back(tree.scalar(*number).text);
    }
    if (numbers.empty())
        return {};
    auto total = sumOf(numbers);
    if (!total)
        return {std::nullopt, "cannot be added up: " + madeStorable(tree.original(*list))};
    return {std::move(total), {}};
}

/// An amount that counts in a smaller unit, with its point where it belongs.
ItemMapper::Value ItemMapper::scaled(const JsonTree& tree, JsonTree::Id item, const MappedField& mapped,
                                     Value amount) const {
    const SourceProfile::Field& field = *mapped.field;
    if (!amount.text || (field.digits == 0 && field.minorBy.empty()))
        return amount;
    int places = field.digits;
    if (!field.minorBy.empty()) {
        const auto currency = tree.find(item, mapped.currency);
        if (!currency || tree.node(*currency).type != Type::Text)
            return {std::nullopt, "has no currency at \"" + field.minorBy + "\" to tell its smallest unit"};
        places = minorDigits(tree.scalar(*currency).text);
    }
    auto moved = movedPoint(*amount.text, places);
    if (!moved)
        return {std::nullopt, "is not a number: " + madeStorable(*amount.text)};
    return {std::move(moved), {}};
}

} // namespace latchboard::sync
