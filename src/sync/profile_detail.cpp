// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/profile_reading.h"
#include "sync/template.h"

#include <algorithm>

namespace latchboard::sync::reading {

void readDetail(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("detail");
    if (!table)
        return;
    SourceProfile::Detail detail;
    detail.idsPath = pathOf(*table, "ids");
    detail.itemsPath = pathOf(*table, "items");
    detail.joinPath = pathOf(*table, "join_on");
    for (const char* key : {"ids", "join_on"}) {
        if (!table->has(key))
            table->problem(key, LB_TEXT("sync", "is missing: the path of the id in each item (ids), and in each "
                                                "detail that answers (join_on)"));
    }
    detail.batch = static_cast<int>(table->integer("batch", 1, 1, 10'000));
    detail.method = kindOf(*table, "method", {"GET", "POST"}, {"PUT", "PATCH"});
    detail.path = table->requiredText("path");
    if (!detail.path.empty() && detail.path.front() != '/')
        table->problem("path", LB_TEXT("sync", "must begin with /"));
    std::vector<std::string> variables = capturedBy(profile);
    variables.emplace_back("ids");
    checkTemplate(*table, "path", detail.path, profile, variables);
    detail.query = readPairs(*table, "query", profile, variables);
    detail.bodyJson = table->json("json");
    std::vector<std::string> texts = textsOf(detail.bodyJson);
    for (const std::string& text : texts)
        checkTemplate(*table, "json", text, profile, variables);
    if (!detail.bodyJson.isNull() && detail.method == "GET")
        table->problem("method", LB_TEXT("sync", "a request with a body is a \"POST\""));
    texts.push_back(detail.path);
    for (const auto& [name, text] : detail.query)
        texts.push_back(text);
    const bool asksById = std::any_of(texts.begin(), texts.end(), [](const std::string& text) {
        const auto names = variablesOf(text).value_or(std::vector<std::string>{});
        return std::find(names.begin(), names.end(), "ids") != names.end();
    });
    if (!asksById)
        table->problem("path", LB_TEXT("sync", "neither path nor query nor json has ${ids}: each call would ask for "
                                               "the same"));
    table->finish();
    profile.detail = std::move(detail);
}

} // namespace latchboard::sync::reading
