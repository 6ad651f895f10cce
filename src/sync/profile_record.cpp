// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/json_path.h"
#include "sync/profile_reading.h"

#include <algorithm>

namespace latchboard::sync::reading {

namespace {

const std::vector<std::string> kTypes = {"text", "number", "instant", "boolean", "json"};

/// `path`, or `list[].path` of reduce = "sum".
void readReduce(base::TomlTable& table, SourceProfile::Field& field) {
    if (!table.has("reduce"))
        return;
    field.sum = table.oneOf("reduce", {"sum"}) == "sum";
    const std::string whole = table.text("path");
    const auto brackets = whole.find("[]");
    if (brackets == std::string::npos) {
        table.problem("path", LB_TEXT("sync", "reduce needs a list in the path, written with [], such as "
                                              "\"lines[].price\""));
        return;
    }
    field.listPath = whole.substr(0, brackets);
    field.path = whole.substr(std::min(whole.size(), brackets + (whole.substr(brackets, 3) == "[]." ? 3 : 2)));
    if (!JsonPath::parse(field.listPath) || !JsonPath::parse(field.path))
        table.problem("path", LB_TEXT("sync", "\"%1\" is not a path").arg(whole));
}

/// What an amount counts in: one of digits, divisor and minor_by.
void readUnit(base::TomlTable& table, SourceProfile::Field& field) {
    const int said = int(table.has("digits")) + int(table.has("divisor")) + int(table.has("minor_by"));
    if (said > 1)
        table.problem("digits", LB_TEXT("sync", "only one of digits, divisor and minor_by can be said"));
    field.digits = static_cast<int>(table.integer("digits", 0, 0, 18));
    field.minorBy = pathOf(table, "minor_by");
    if (const std::int64_t divisor = table.integer("divisor", 1, 1, 1'000'000'000'000'000'000); divisor != 1) {
        std::int64_t left = divisor;
        for (; left % 10 == 0; left /= 10)
            ++field.digits;
        if (left != 1)
            table.problem("divisor", LB_TEXT("sync", "must be 10, 100, 1000 ...: another division is not exact"));
    }
    const bool isAmount = said > 0 || field.sum;
    if (isAmount && table.has("type") && field.type != "number")
        table.problem("type", LB_TEXT("sync", "an amount is of type \"number\""));
    if (isAmount)
        field.type = "number";
}

/// `name = "path"` or `name = { path = "...", type = "...", ... }`.
SourceProfile::Field readField(base::TomlTable& record, const std::string& name) {
    SourceProfile::Field field;
    field.column = name;
    if (!record.isTable(name)) {
        field.path = pathOf(record, name);
        if (record.isText(name) && field.path.empty())
            field.type = "json";
        return field;
    }
    auto table = *record.table(name);
    field.path = table.has("reduce") ? std::string() : pathOf(table, "path");
    field.type = table.oneOf("type", kTypes);
    field.form = readTimeForm(table);
    field.upper = table.boolean("upper", false);
    readReduce(table, field);
    readUnit(table, field);
    if (const auto constant = table.scalar("const")) {
        field.constant = *constant;
        field.hasConstant = true;
    }
    if (!field.hasConstant && !table.has("path"))
        table.problem("path", LB_TEXT("sync", "is missing: path or const"));
    if (field.path.empty() && !field.sum && !field.hasConstant && field.type != "json")
        table.problem("type", LB_TEXT("sync", "an empty path is the whole item, of type \"json\""));
    table.finish();
    return field;
}

void readDeleted(base::TomlTable& record, SourceProfile& profile) {
    if (!record.isTable("deleted")) {
        profile.deletedPath = pathOf(record, "deleted");
        return;
    }
    auto table = *record.table("deleted");
    profile.deletedPath = pathOf(table, "path");
    if (profile.deletedPath.empty())
        table.problem("path", LB_TEXT("sync", "is missing"));
    profile.deletedValues = table.scalars("in");
    const bool notNull = table.boolean("not_null", false);
    if (notNull == !profile.deletedValues.empty())
        table.problem("in", LB_TEXT("sync", "needs exactly one of in = [ ... ] and not_null = true"));
    table.finish();
}

} // namespace

void readRecord(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("record");
    if (!table) {
        if (!root.has("record"))
            root.problem("record", LB_TEXT("sync", "is missing: [record] with external_id"));
        return;
    }
    if (table->isTable("external_id")) {
        auto id = *table->table("external_id");
        profile.externalIdParts = id.texts("join");
        profile.externalIdSeparator = id.text("sep", profile.externalIdSeparator);
        for (const std::string& part : profile.externalIdParts) {
            if (part.empty() || !JsonPath::parse(part))
                id.problem("join", LB_TEXT("sync", "\"%1\" is not a path").arg(part));
        }
        if (profile.externalIdParts.empty())
            id.problem("join", LB_TEXT("sync", "is missing: the paths whose values make the id together"));
        id.finish();
    } else {
        profile.externalIdPath = table->requiredText("external_id");
        if (table->isText("external_id") && pathOf(*table, "external_id").empty())
            table->problem("external_id", LB_TEXT("sync", "must be the path of the order's id"));
    }
    if (table->isTable("updated_at")) {
        auto updated = *table->table("updated_at");
        profile.updatedAtPath = pathOf(updated, "path");
        if (profile.updatedAtPath.empty())
            updated.problem("path", LB_TEXT("sync", "is missing"));
        profile.updatedAtForm = readTimeForm(updated);
        updated.finish();
    } else {
        profile.updatedAtPath = pathOf(*table, "updated_at");
    }
    readDeleted(*table, profile);
    for (const std::string& name : table->keys()) {
        if (name != "external_id" && name != "updated_at" && name != "deleted")
            profile.fields.push_back(readField(*table, name));
    }
    table->finish();
}

} // namespace latchboard::sync::reading
