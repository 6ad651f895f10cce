// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/json_path.h"
#include "sync/profile_reading.h"

namespace latchboard::sync::reading {

namespace {

const std::vector<std::string> kPaginations = {"none", "page", "offset", "cursor", "keyset", "link_header", "next_url"};

/// set = { variable = "path" }: what the next page is asked with, from the answer to this one.
void readKeyset(base::TomlTable& pagination, SourceProfile& profile) {
    if (auto set = pagination.table("set")) {
        for (const std::string& name : set->keys())
            profile.keyset[name] = pathOf(*set, name);
        set->finish();
    }
    if (profile.pagination == "keyset" && (profile.keyset.empty() || profile.morePath.empty()))
        pagination.problem("set", LB_TEXT("sync", "kind \"keyset\" needs set = { variable = \"path\" } and more, the "
                                                  "path that is there while pages follow"));
    if (profile.pagination != "keyset" && !profile.keyset.empty())
        pagination.problem("set", LB_TEXT("sync", "belongs to kind \"keyset\""));
}

} // namespace

void readPagination(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("pagination");
    if (!table)
        return;
    profile.pagination = table->oneOf("kind", kPaginations);
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
    profile.linksPath = pathOf(*table, "links");
    if (profile.pagination == "next_url" && profile.nextUrlPath.empty() && profile.linksPath.empty())
        table->problem("next", LB_TEXT("sync", "is missing: the path of the next page's URL in the answer, or links, "
                                               "that of a list of { rel, href }"));
    readKeyset(*table, profile);
    profile.dropOnNext = table->texts("drop_on_next");
    profile.pageOverlap = static_cast<int>(table->integer("page_overlap", 0, 0, 1'000));
    if (profile.pageOverlap > 0 && (profile.pagination != "offset" || profile.direction != "forward"))
        table->problem("page_overlap", LB_TEXT("sync", "is for the kind offset read forward; a list by page is read "
                                                       "backward, and the others cannot lose an order"));
    if (profile.pageOverlap >= profile.pageSize)
        table->problem("page_overlap", LB_TEXT("sync", "must be less than size"));
    if (table->has("max_offset"))
        profile.maxOffset = table->integer("max_offset", 0, 1, 1'000'000'000);
    profile.cursorLife = optionalDuration(*table, "cursor_life");
    profile.maxPages = static_cast<int>(table->integer("max_pages", profile.maxPages, 1, 10'000'000));
    table->finish();
}

void readFanout(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("fanout");
    if (!table)
        return;
    profile.fanoutName = table->requiredText("name");
    profile.fanoutValues = table->scalars("values");
    if (profile.fanoutValues.empty())
        table->problem("values", LB_TEXT("sync", "is missing: one pass is made for each of them"));
    table->finish();
}

} // namespace latchboard::sync::reading
