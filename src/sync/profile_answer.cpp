// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/json_path.h"
#include "sync/profile_reading.h"
#include "sync/zone.h"

#include <algorithm>

namespace latchboard::sync::reading {

namespace {

const std::vector<std::string> kPaginations = {"none", "page", "offset", "cursor", "link_header", "next_url"};
const std::vector<std::string> kTypes = {"text", "number", "instant", "boolean", "json"};
const std::vector<std::string> kFormats = {"rfc3339", "epoch_s", "epoch_ms"};
const std::vector<std::string> kOtherFormats = {"rfc2822", "strftime"};

std::string pathOf(base::TomlTable& table, std::string_view key) {
    std::string path = table.text(key);
    if (!JsonPath::parse(path))
        table.problem(key,
                      LB_TEXT("sync", "\"%1\" is not a path: names with dots between, and [n] for an element of a list")
                          .arg(path));
    return path;
}

std::string zoneOf(base::TomlTable& table) {
    std::string zone = table.text("tz");
    if (!zone.empty() && !isZone(zone))
        table.problem("tz",
                      LB_TEXT("sync", "\"%1\" is no time zone; write \"UTC\", an offset such as \"+09:00\", or a name "
                                      "such as \"Asia/Seoul\"")
                          .arg(zone));
    return zone;
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
    field.path = pathOf(table, "path");
    field.type = table.oneOf("type", kTypes);
    field.format = kindOf(table, "format", kFormats, kOtherFormats);
    field.zone = zoneOf(table);
    if (const auto constant = table.scalar("const")) {
        field.constant = *constant;
        field.hasConstant = true;
    }
    if (!field.hasConstant && !table.has("path"))
        table.problem("path", LB_TEXT("sync", "is missing: path or const"));
    if (field.path.empty() && !field.hasConstant && field.type != "json")
        table.problem("type", LB_TEXT("sync", "an empty path is the whole item, of type \"json\""));
    refuseKeys(table, {"minor_by", "digits", "divisor", "reduce", "upper", "join", "sep"});
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

void readPagination(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("pagination");
    if (!table)
        return;
    profile.pagination = kindOf(*table, "kind", kPaginations, {"keyset"});
    profile.pageSize = static_cast<int>(table->integer("size", profile.pageSize, 1, 1'000'000));
    profile.firstPage = static_cast<int>(table->integer("first", profile.pagination == "offset" ? 0 : 1, 0, 1'000'000));
    profile.cursorPath = pathOf(*table, "cursor");
    profile.morePath = pathOf(*table, "more");
    profile.nextUrlPath = pathOf(*table, "next");
    profile.totalPath = pathOf(*table, "total");
    profile.totalHeader = table->text("total_header");
    profile.totalPagesPath = pathOf(*table, "total_pages");
    profile.totalPagesHeader = table->text("total_pages_header");
    const bool hasTotal = !profile.totalPath.empty() || !profile.totalHeader.empty() ||
                          !profile.totalPagesPath.empty() || !profile.totalPagesHeader.empty();
    const bool isList = profile.pagination == "page" || profile.pagination == "offset";
    profile.direction = table->text("direction", isList && hasTotal ? "backward" : "forward");
    if (table->has("direction"))
        profile.direction = table->oneOf("direction", {"forward", "backward"});
    if (profile.direction == "backward" && !isList)
        table->problem("direction", LB_TEXT("sync", "\"backward\" is for the kinds page and offset"));
    if (profile.direction == "backward" && isList && !hasTotal)
        table->problem("direction", LB_TEXT("sync", "\"backward\" needs to know the last page: total, total_header, "
                                                    "total_pages or total_pages_header"));
    profile.stopWhen = table->oneOf("stop", {"short", "empty", "more"});
    if (profile.stopWhen == "more" && profile.morePath.empty())
        table->problem("stop", LB_TEXT("sync", "\"more\" needs more, the path that says whether another page follows"));
    if (profile.pagination == "cursor" && profile.cursorPath.empty())
        table->problem("cursor", LB_TEXT("sync", "is missing: the path of the next cursor in the answer"));
    if (profile.pagination == "next_url" && profile.nextUrlPath.empty())
        table->problem("next", LB_TEXT("sync", "is missing: the path of the next page's URL in the answer"));
    profile.maxPages = static_cast<int>(table->integer("max_pages", profile.maxPages, 1, 10'000'000));
    refuseKeys(*table, {"from", "set", "links", "drop_on_next", "page_overlap", "max_offset", "cursor_life"});
    table->finish();
}

void readResponse(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("response");
    if (!table)
        return;
    profile.itemsPath = pathOf(*table, "items");
    if (auto good = table->table("ok")) {
        profile.okPath = pathOf(*good, "json");
        profile.okValues = good->scalars("in");
        if (profile.okPath.empty() || profile.okValues.empty())
            good->problem("", LB_TEXT("sync", "needs json = \"path\" and in = [ ... ]"));
        good->finish();
    }
    profile.failIfPath = pathOf(*table, "fail_if");
    if (table->has("empty")) {
        profile.emptyStatuses.clear();
        for (const std::int64_t status : table->integers("empty"))
            profile.emptyStatuses.push_back(static_cast<int>(status));
    }
    refuseKeys(*table, {"charset"});
    table->finish();
}

void readRecord(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("record");
    if (!table) {
        if (!root.has("record"))
            root.problem("record", LB_TEXT("sync", "is missing: [record] with external_id"));
        return;
    }
    if (table->isTable("external_id")) {
        table->problem("external_id",
                       LB_TEXT("sync", "an id joined of several values is not supported by this version; give "
                                       "one path"));
        table->know("external_id");
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
        profile.updatedAtFormat = kindOf(updated, "format", kFormats, kOtherFormats);
        profile.updatedAtZone = zoneOf(updated);
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
