// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/json_path.h"
#include "sync/profile_reading.h"
#include "sync/template.h"

#include <algorithm>

namespace latchboard::sync::reading {

namespace {

const std::vector<std::string> kKinds = {"none",           "header",  "basic", "bearer",      "oauth2_client",
                                         "oauth2_refresh", "session", "hmac",  "signed_token"};

bool isOneOf(const std::string& kind, std::initializer_list<const char*> kinds) {
    return std::any_of(kinds.begin(), kinds.end(), [&](const char* other) { return kind == other; });
}

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

/// What a signature is made of, and what comes of it.
std::vector<std::string> signedVariables(const SourceProfile& profile) {
    if (profile.sign.algorithm.empty())
        return {};
    // What a token is signed with is known before there is a request.
    if (profile.authKind == "signed_token")
        return {"date", "timestamp", "timestamp_ms", "signature"};
    return {"method", "path", "query", "body", "date", "timestamp", "timestamp_ms", "signature"};
}

void readSign(base::TomlTable& auth, SourceProfile& profile) {
    auto table = auth.table("sign");
    const bool needed = isOneOf(profile.authKind, {"hmac", "signed_token"});
    if (!table) {
        if (needed && !auth.has("sign"))
            auth.problem("sign", LB_TEXT("sync", "is missing: kind \"%1\" needs [auth.sign]").arg(profile.authKind));
        return;
    }
    auto& sign = profile.sign;
    sign.algorithm = table->oneOf("algorithm", {"hmac-sha256", "bcrypt"});
    const char* key = sign.algorithm == "bcrypt" ? "salt" : "key";
    sign.key = table->requiredText(key);
    sign.message = table->requiredText("message");
    sign.encode = table->oneOf("encode", {"hex", "base64"});
    if (auto date = table->table("date")) {
        sign.date = readTimeForm(*date);
        date->finish();
    }
    checkTemplate(*table, key, sign.key, profile, {});
    std::vector<std::string> variables = signedVariables(profile);
    variables.pop_back();
    checkTemplate(*table, "message", sign.message, profile, variables);
    if (!needed)
        auth.problem("sign", LB_TEXT("sync", "belongs to the kinds \"hmac\" and \"signed_token\""));
    table->finish();
}

std::map<std::string, std::string> readCapture(base::TomlTable& step) {
    std::map<std::string, std::string> capture;
    if (auto table = step.table("capture")) {
        for (const std::string& name : table->keys()) {
            capture[name] = table->requiredText(name);
            if (!JsonPath::parse(capture[name]))
                table->problem(name, LB_TEXT("sync", "\"%1\" is not a path").arg(capture[name]));
        }
        table->finish();
    }
    return capture;
}

void readStep(base::TomlTable& table, SourceProfile& profile) {
    SourceProfile::AuthStep step;
    std::vector<std::string> variables = signedVariables(profile);
    for (const std::string& variable : capturedBy(profile))
        variables.push_back(variable); // of the steps before
    step.method = table.text("method", "POST");
    if (step.method != "GET" && step.method != "POST")
        table.problem("method", LB_TEXT("sync", "must be \"GET\" or \"POST\""));
    step.url = table.requiredText("path");
    checkTemplate(table, "path", step.url, profile, variables);
    step.json = table.json("json");
    for (const std::string& text : textsOf(step.json))
        checkTemplate(table, "json", text, profile, variables);
    step.form = readPairs(table, "form", profile, variables);
    step.capture = readCapture(table);
    step.life = optionalDuration(table, "life");
    step.lifePath = table.text("life_path");
    table.finish();
    profile.authSteps.push_back(std::move(step));
}

/// token_url and token_form: the one step of the kinds that get a token by a form.
void readTokenStep(base::TomlTable& table, SourceProfile& profile) {
    const bool isToken = isOneOf(profile.authKind, {"oauth2_client", "oauth2_refresh", "signed_token"});
    if (!isToken) {
        for (const char* key : {"token_url", "token_form", "token_path", "life_path", "life"}) {
            if (table.has(key))
                table.problem(key, LB_TEXT("sync", "belongs to the kinds \"oauth2_client\", \"oauth2_refresh\" and "
                                                   "\"signed_token\""));
            table.know(key);
        }
        return;
    }
    SourceProfile::AuthStep step;
    step.url = table.requiredText("token_url");
    step.form = readPairs(table, "token_form", profile, signedVariables(profile));
    if (step.form.empty())
        table.problem("token_form",
                      LB_TEXT("sync", "is missing: what the token is asked for with, such as { grant_type = "
                                      "\"client_credentials\", client_id = \"...\", client_secret = "
                                      "\"${secret:...}\" }"));
    const std::string path = table.text("token_path", "access_token");
    if (path.empty() || !JsonPath::parse(path))
        table.problem("token_path", LB_TEXT("sync", "\"%1\" is not a path").arg(path));
    step.capture["token"] = path;
    step.life = optionalDuration(table, "life");
    step.lifePath = table.text("life_path", "expires_in");
    profile.authSteps.push_back(std::move(step));
    if (profile.authHeaders.empty())
        profile.authHeaders["Authorization"] = "Bearer ${token}";
}

void checkKind(base::TomlTable& table, const SourceProfile& profile) {
    const std::string& kind = profile.authKind;
    if (isOneOf(kind, {"header", "hmac"}) && profile.authHeaders.empty())
        table.problem("header", LB_TEXT("sync", "is missing: kind \"%1\" needs at least one header").arg(kind));
    if (kind == "basic" && profile.authUser.empty())
        table.problem("user", LB_TEXT("sync", "is missing: kind \"basic\" needs user and password"));
    if (kind == "bearer" && profile.authToken.empty())
        table.problem("token", LB_TEXT("sync", "is missing: kind \"bearer\" needs token"));
    if (kind == "session" && profile.authSteps.empty())
        table.problem("step", LB_TEXT("sync", "is missing: kind \"session\" needs [[auth.step]]"));
    if (kind != "session" && table.has("step"))
        table.problem("step", LB_TEXT("sync", "belongs to kind \"session\""));
}

} // namespace

std::vector<std::string> capturedBy(const SourceProfile& profile) {
    std::vector<std::string> names;
    for (const SourceProfile::AuthStep& step : profile.authSteps) {
        for (const auto& [name, path] : step.capture)
            names.push_back(name);
    }
    return names;
}

void readAuth(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("auth");
    if (!table)
        return;
    profile.authKind = table->oneOf("kind", kKinds);
    readHeaders(*table, profile);
    profile.authUser = table->text("user");
    profile.authPassword = table->text("password");
    profile.authToken = table->text("token");
    readSign(*table, profile);
    readTokenStep(*table, profile);
    for (base::TomlTable& step : table->tables("step"))
        readStep(step, profile);
    if (table->has("refresh_on")) {
        profile.refreshOn.clear();
        for (const std::int64_t status : table->integers("refresh_on"))
            profile.refreshOn.push_back(static_cast<int>(status));
    }
    profile.stopAfterFailures = static_cast<int>(table->integer("stop_after_failures", 3, 1, 1'000));
    checkKind(*table, profile);
    std::vector<std::string> variables = signedVariables(profile);
    for (const std::string& variable : capturedBy(profile))
        variables.push_back(variable);
    for (const auto& [name, value] : profile.authHeaders)
        checkTemplate(*table, "header", value, profile, variables);
    checkTemplate(*table, "user", profile.authUser, profile, {});
    checkTemplate(*table, "password", profile.authPassword, profile, {});
    checkTemplate(*table, "token", profile.authToken, profile, {});
    table->finish();
}

} // namespace latchboard::sync::reading
