// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/profile_reading.h"
#include "sync/template.h"

#include <algorithm>

namespace latchboard::sync::reading {

namespace {

const std::vector<std::string> kVariables = {"from", "until", "page", "size", "offset", "cursor"};
constexpr std::string_view kSecretPrefix = "secret:";

/// What a template of the request may hold besides the secrets.
std::vector<std::string> requestVariables(const SourceProfile& profile) {
    std::vector<std::string> all = kVariables;
    for (const auto& [variable, path] : profile.keyset)
        all.push_back(variable);
    if (!profile.fanoutName.empty())
        all.push_back(profile.fanoutName);
    for (const std::string& variable : capturedBy(profile))
        all.push_back(variable);
    return all;
}

bool uses(const SourceProfile& profile, std::string_view variable) {
    const auto names = [variable](std::string_view text) {
        const auto found = variablesOf(text).value_or(std::vector<std::string>{});
        return std::find(found.begin(), found.end(), variable) != found.end();
    };
    const auto inPairs = [&](const auto& pairs) {
        return std::any_of(pairs.begin(), pairs.end(), [&](const auto& entry) { return names(entry.second); });
    };
    const auto texts = textsOf(profile.bodyJson);
    return names(profile.path) || inPairs(profile.query) || inPairs(profile.bodyForm) ||
           std::any_of(texts.begin(), texts.end(), names);
}

void readBody(base::TomlTable& table, SourceProfile& profile, const std::vector<std::string>& variables) {
    profile.bodyJson = table.json("json");
    for (const std::string& text : textsOf(profile.bodyJson))
        checkTemplate(table, "json", text, profile, variables);
    profile.bodyForm = readPairs(table, "form", profile, variables);
    if (!profile.bodyJson.isNull() && !profile.bodyForm.empty())
        table.problem("form", LB_TEXT("sync", "a request has one body: json or form"));
    if ((!profile.bodyJson.isNull() || !profile.bodyForm.empty()) && profile.method == "GET")
        table.problem("method", LB_TEXT("sync", "a request with a body is a \"POST\""));
}

} // namespace

void checkTemplate(base::TomlTable& table, std::string_view key, std::string_view text, const SourceProfile& profile,
                   const std::vector<std::string>& variables) {
    const auto names = variablesOf(text);
    if (!names) {
        table.problem(key, LB_TEXT("sync", "a \"${\" without its \"}\""));
        return;
    }
    std::vector<std::string> all;
    for (const auto& [secret, reference] : profile.secretReferences)
        all.push_back(std::string(kSecretPrefix) + secret);
    const bool noSecrets = all.empty();
    all.insert(all.end(), variables.begin(), variables.end());
    for (const std::string& name : *names) {
        if (std::find(all.begin(), all.end(), name) != all.end())
            continue;
        if (name.rfind(kSecretPrefix, 0) == 0 && noSecrets) {
            table.problem(key, LB_TEXT("sync", "${%1} is not in [secrets]").arg(name));
            continue;
        }
        const std::string near = base::nearest(name, all);
        table.problem(
            key, near.empty() ? LB_TEXT("sync", "there is no variable ${%1}; there are %2").arg(name).arg(joined(all))
                              : LB_TEXT("sync", "there is no variable ${%1}; did you mean ${%2}?").arg(name).arg(near));
    }
}

std::vector<std::pair<std::string, std::string>> readPairs(base::TomlTable& parent, std::string_view key,
                                                           const SourceProfile& profile,
                                                           const std::vector<std::string>& variables) {
    std::vector<std::pair<std::string, std::string>> pairs;
    auto table = parent.table(key);
    if (!table)
        return pairs;
    for (const std::string& name : table->keys()) {
        std::vector<std::string> values;
        if (table->json(name).isArray())
            values = table->scalars(name);
        else if (const auto value = table->scalar(name))
            values.push_back(*value);
        for (const std::string& value : values) {
            checkTemplate(*table, name, value, profile, variables);
            pairs.emplace_back(name, value);
        }
    }
    table->finish();
    return pairs;
}

void readRequest(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("request");
    if (!table) {
        if (!root.has("request"))
            root.problem("request", LB_TEXT("sync", "is missing: [request] with path"));
        return;
    }
    profile.method = kindOf(*table, "method", {"GET", "POST"}, {"PUT", "PATCH"});
    profile.path = table->requiredText("path");
    if (!profile.path.empty() && profile.path.front() != '/')
        table->problem("path", LB_TEXT("sync", "must begin with /"));
    if (profile.path.find_first_of("?# \r\n") != std::string::npos)
        table->problem("path", LB_TEXT("sync", "must not hold ?, # or a blank; parameters belong into query"));
    const std::vector<std::string> variables = requestVariables(profile);
    checkTemplate(*table, "path", profile.path, profile, variables);
    profile.query = readPairs(*table, "query", profile, variables);
    profile.headers = readPairs(*table, "headers", profile, {});
    for (const auto& [name, value] : profile.headers) {
        if (name.empty() || name.find_first_of(" :\t\r\n") != std::string::npos)
            table->problem("headers", LB_TEXT("sync", "\"%1\" is no name of a header").arg(name));
        if (QByteArray::fromStdString(name).toLower() == "content-type")
            table->problem("headers", LB_TEXT("sync", "Content-Type follows from json or form"));
    }
    readBody(*table, profile, variables);
    profile.sideEffect = table->text("side_effect", profile.sideEffect);
    table->finish();
}

void checkTogether(base::TomlTable& root, const SourceProfile& profile) {
    if (profile.path.empty())
        return;
    const std::string& kind = profile.pagination;
    for (const char* variable : {"page", "offset", "cursor"}) {
        if (kind == variable && !uses(profile, variable))
            root.problem("request",
                         LB_TEXT("sync", "pagination \"%1\" needs ${%1} in query or path: without it every page "
                                         "is the first")
                             .arg(variable));
    }
    for (const auto& [variable, path] : profile.keyset) {
        if (!uses(profile, variable))
            root.problem("request",
                         LB_TEXT("sync", "pagination \"keyset\" sets ${%1}, which neither query nor path nor "
                                         "body uses")
                             .arg(variable));
    }
    if (!profile.fanoutName.empty() && !uses(profile, profile.fanoutName))
        root.problem("request",
                     LB_TEXT("sync", "[fanout] gives ${%1}, which neither query nor path nor body uses: every "
                                     "pass would be the same")
                         .arg(profile.fanoutName));
    if (profile.maxSpan && !(profile.sendUntil && uses(profile, "until")))
        root.problem("window",
                     LB_TEXT("sync", "max_span needs an upper bound: ${until} in query, and send_to not false"));
    const bool isList = kind == "page" || kind == "offset";
    const bool bounded = profile.sendUntil && uses(profile, "until");
    if (isList && bounded && profile.windowBasis == "updated" && profile.direction == "forward")
        root.problem("pagination",
                     LB_TEXT("sync",
                             "a list by page or offset under an upper bound loses rows when it is read forward, since "
                             "changed orders leave it: say a total (total, total_header, total_pages or "
                             "total_pages_header) and direction = \"backward\", or [window] send_to = false"));
}

} // namespace latchboard::sync::reading
