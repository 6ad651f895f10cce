// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/profile_reading.h"
#include "sync/template.h"

#include <algorithm>

namespace latchboard::sync::reading {

namespace {

const std::vector<std::string> kAuthKinds = {"none", "header", "basic", "bearer"};
const std::vector<std::string> kOtherAuthKinds = {"oauth2_client", "oauth2_refresh", "session", "hmac", "signed_token"};
const std::vector<std::string> kVariables = {"from", "until", "page", "size", "offset", "cursor"};
constexpr std::string_view kSecretPrefix = "secret:";

void readHeaders(base::TomlTable& auth, SourceProfile& profile) {
    auto headers = auth.table("header");
    if (!headers)
        return;
    for (const std::string& name : headers->keys()) {
        const std::string value = headers->requiredText(name);
        if (name.find_first_of("\r\n: ") != std::string::npos || value.find_first_of("\r\n") != std::string::npos)
            headers->problem(name, LB_TEXT("sync", "is not a header: no line breaks, no blank or colon in the name"));
        profile.authHeaders[name] = value;
    }
    headers->finish();
}

/// Every variable of a template must be one that there is.
void checkTemplate(base::TomlTable& table, std::string_view key, std::string_view text, const SourceProfile& profile,
                   bool secretsOnly) {
    const auto names = variablesOf(text);
    if (!names) {
        table.problem(key, LB_TEXT("sync", "a \"${\" without its \"}\""));
        return;
    }
    std::vector<std::string> secrets;
    for (const auto& [secret, reference] : profile.secretReferences)
        secrets.push_back(std::string(kSecretPrefix) + secret);
    std::vector<std::string> all = secrets;
    if (!secretsOnly) {
        all.insert(all.end(), kVariables.begin(), kVariables.end());
        for (const auto& [variable, path] : profile.keyset)
            all.push_back(variable);
        if (!profile.fanoutName.empty())
            all.push_back(profile.fanoutName);
    }
    for (const std::string& name : *names) {
        if (std::find(all.begin(), all.end(), name) != all.end())
            continue;
        if (name.rfind(kSecretPrefix, 0) == 0 && secrets.empty()) {
            table.problem(key, LB_TEXT("sync", "${%1} is not in [secrets]").arg(name));
            continue;
        }
        const std::string near = base::nearest(name, all);
        table.problem(
            key, near.empty() ? LB_TEXT("sync", "there is no variable ${%1}; there are %2").arg(name).arg(joined(all))
                              : LB_TEXT("sync", "there is no variable ${%1}; did you mean ${%2}?").arg(name).arg(near));
    }
}

bool uses(const SourceProfile& profile, std::string_view variable) {
    const std::string wanted = "${" + std::string(variable) + "}";
    if (profile.path.find(wanted) != std::string::npos)
        return true;
    return std::any_of(profile.query.begin(), profile.query.end(),
                       [&](const auto& entry) { return entry.second.find(wanted) != std::string::npos; });
}

} // namespace

void readAuth(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("auth");
    if (!table)
        return;
    profile.authKind = kindOf(*table, "kind", kAuthKinds, kOtherAuthKinds);
    readHeaders(*table, profile);
    profile.authUser = table->text("user");
    profile.authPassword = table->text("password");
    profile.authToken = table->text("token");
    // Another kind was already said to be unsupported; what belongs to it needs no second line.
    const bool isOther = table->isText("kind") && table->text("kind") != profile.authKind;
    for (const char* key : {"token_url", "token_form", "refresh_on", "stop_after_failures", "sign", "step"}) {
        if (isOther)
            table->know(key);
        else
            refuseKeys(*table, {key});
    }
    if (!isOther) {
        if (profile.authKind == "header" && profile.authHeaders.empty())
            table->problem("header", LB_TEXT("sync", "is missing: kind \"header\" needs at least one header"));
        if (profile.authKind == "basic" && profile.authUser.empty())
            table->problem("user", LB_TEXT("sync", "is missing: kind \"basic\" needs user and password"));
        if (profile.authKind == "bearer" && profile.authToken.empty())
            table->problem("token", LB_TEXT("sync", "is missing: kind \"bearer\" needs token"));
    }
    for (const auto& [name, value] : profile.authHeaders)
        checkTemplate(*table, "header", value, profile, true);
    checkTemplate(*table, "user", profile.authUser, profile, true);
    checkTemplate(*table, "password", profile.authPassword, profile, true);
    checkTemplate(*table, "token", profile.authToken, profile, true);
    table->finish();
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
    checkTemplate(*table, "path", profile.path, profile, false);
    if (auto query = table->table("query")) {
        for (const std::string& name : query->keys()) {
            const auto value = query->scalar(name);
            if (!value)
                continue;
            checkTemplate(*query, name, *value, profile, false);
            profile.query.emplace_back(name, *value);
        }
        query->finish();
    }
    profile.sideEffect = table->text("side_effect", profile.sideEffect);
    refuseKeys(*table, {"json", "form"});
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
