// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/source_profile.h"

#include "sync/json_path.h"
#include "sync/profile_reading.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace latchboard::sync {

namespace reading {

std::string joined(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words)
        list += (list.empty() ? "" : ", ") + word;
    return list;
}

std::string kindOf(base::TomlTable& table, std::string_view key, const std::vector<std::string>& supported,
                   const std::vector<std::string>& known) {
    std::string value = table.text(key, supported.front());
    if (std::find(supported.begin(), supported.end(), value) != supported.end())
        return value;
    if (std::find(known.begin(), known.end(), value) != known.end())
        table.problem(key, LB_TEXT("sync", "\"%1\" is not supported by this version; supported are %2")
                               .arg(value)
                               .arg(joined(supported)));
    else
        table.problem(key, LB_TEXT("sync", "\"%1\" is not one of %2").arg(value).arg(joined(supported)));
    return supported.front();
}

std::optional<base::Duration> optionalDuration(base::TomlTable& table, std::string_view key) {
    const base::Duration value = table.duration(key, base::Duration(-1));
    return value < base::Duration::zero() ? std::nullopt : std::optional(value);
}

TimeForm readTimeForm(base::TomlTable& table) {
    TimeForm form;
    form.format = table.oneOf("format", {"rfc3339", "rfc2822", "epoch_s", "epoch_ms", "strftime"});
    form.pattern = table.text("pattern");
    form.zone = table.text("tz");
    if (form.format == "strftime" && !isPattern(form.pattern))
        table.problem(
            "pattern",
            form.pattern.empty()
                ? LB_TEXT("sync", "is missing: format \"strftime\" needs one, such as "
                                  "\"%Y-%m-%d %H:%M:%S\"")
                : LB_TEXT("sync", "\"%1\" holds a % that is none of %Y %y %m %d %H %M %S %L %z %%").arg(form.pattern));
    if (form.format != "strftime" && !form.pattern.empty())
        table.problem("pattern", LB_TEXT("sync", "belongs to format \"strftime\""));
    if (!form.zone.empty() && !isZone(form.zone))
        table.problem("tz",
                      LB_TEXT("sync", "\"%1\" is no time zone; write \"UTC\", an offset such as \"+09:00\", or a name "
                                      "such as \"Asia/Seoul\"")
                          .arg(form.zone));
    return form;
}

namespace {

/// A file that is there, relative to the profile's own.
std::string fileBeside(base::TomlTable& table, std::string_view key) {
    const std::string named = table.text(key);
    if (named.empty())
        return {};
    const QDir folder = QFileInfo(QString::fromStdString(table.file())).absoluteDir();
    const QString path = QDir::cleanPath(folder.absoluteFilePath(QString::fromStdString(named)));
    if (!QFileInfo(path).isReadable())
        table.problem(key, LB_TEXT("sync", "the file %1 is not there, or can't be read").arg(path));
    return path.toStdString();
}

void readHttp(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("http");
    if (!table) {
        if (!root.has("http"))
            root.problem("http", LB_TEXT("sync", "is missing: [http] with base_url"));
        return;
    }
    profile.baseUrl = table->requiredText("base_url");
    const bool isHttp = profile.baseUrl.rfind("http://", 0) == 0 || profile.baseUrl.rfind("https://", 0) == 0;
    if (!profile.baseUrl.empty() && !isHttp)
        table->problem("base_url", LB_TEXT("sync", "must begin with http:// or https://"));
    if (isHttp && profile.baseUrl.find('@') != std::string::npos)
        table->problem("base_url", LB_TEXT("sync", "must not hold a user or password; say them in [auth]"));
    profile.timeout = table->duration("timeout", profile.timeout);
    if (profile.timeout < std::chrono::milliseconds(1) || profile.timeout > std::chrono::hours(1))
        table->problem("timeout", LB_TEXT("sync", "must be between 1ms and 1h"));
    profile.maxResponse = table->size("max_response", profile.maxResponse);
    if (profile.maxResponse < 1 || profile.maxResponse > 2'000'000'000)
        table->problem("max_response", LB_TEXT("sync", "must be between 1B and 1.8GiB"));
    profile.userAgent = table->text("user_agent", profile.userAgent);
    kindOf(*table, "redirects", {"never"}, {"same_host", "follow", "always"});
    if (auto tls = table->table("tls")) {
        profile.tls.caFile = fileBeside(*tls, "ca_file");
        profile.tls.clientCertificate = fileBeside(*tls, "client_certificate");
        profile.tls.clientKey = fileBeside(*tls, "client_key");
        if (profile.tls.clientCertificate.empty() != profile.tls.clientKey.empty())
            tls->problem("client_key", LB_TEXT("sync", "client_certificate and client_key belong together"));
        tls->finish();
    }
    table->finish();
}

void readWindow(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("window");
    if (!table)
        return;
    profile.windowBasis = table->oneOf("basis", {"updated", "created"});
    profile.windowLag = table->duration("lag", profile.windowLag);
    profile.maxSpan = optionalDuration(*table, "max_span");
    if (profile.maxSpan && *profile.maxSpan < std::chrono::seconds(1))
        table->problem("max_span", LB_TEXT("sync", "must be at least one second"));
    profile.reread = optionalDuration(*table, "reread");
    if (profile.windowBasis == "created" && !profile.reread)
        table->problem("basis",
                       LB_TEXT("sync", "\"created\" finds no later change of an order by itself: it needs reread, "
                                       "how far back each run reads again, such as \"3d\""));
    if (profile.windowBasis == "updated" && profile.reread)
        table->problem("reread", LB_TEXT("sync", "belongs to basis = \"created\""));
    profile.windowForm = readTimeForm(*table);
    profile.windowForm.fraction = static_cast<int>(table->integer("fraction", -1, 0, 6));
    profile.windowForm.zulu = table->boolean("zulu", true);
    if (profile.windowForm.format == "strftime" && profile.windowForm.zone.empty())
        table->problem("tz", LB_TEXT("sync", "is missing: a time without an offset needs its zone, such as \"UTC\""));
    profile.sendUntil = table->boolean("send_to", true);
    profile.bounds = table->oneOf("bounds", {"[]", "[)", "(]", "()"});
    profile.maxAge = optionalDuration(*table, "max_age");
    profile.windowEndPath = table->text("next_from");
    if (!JsonPath::parse(profile.windowEndPath))
        table->problem("next_from", LB_TEXT("sync", "\"%1\" is not a path").arg(profile.windowEndPath));
    table->know("overlap");
    if (table->has("overlap"))
        table->problem("overlap", LB_TEXT("sync", "is said at the job, as lookback"));
    table->finish();
}

void readSecrets(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("secrets");
    if (!table)
        return;
    for (const std::string& name : table->keys())
        profile.secretReferences[name] = table->requiredText(name);
    table->finish();
}

void readRetry(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("retry");
    if (!table)
        return;
    profile.retryAttempts = static_cast<int>(table->integer("attempts", profile.retryAttempts, 1, 20));
    profile.retryBase = table->duration("base", profile.retryBase);
    profile.retryCap = table->duration("cap", profile.retryCap);
    if (profile.retryCap < profile.retryBase)
        table->problem("cap", LB_TEXT("sync", "is less than base"));
    kindOf(*table, "jitter", {"full"}, {"none", "equal", "decorrelated"});
    if (auto budget = table->table("error_budget")) {
        SourceProfile::ErrorBudget read;
        for (const char* key : {"count", "per"}) {
            if (!budget->has(key))
                budget->problem(key, LB_TEXT("sync", "is missing: error_budget = { count = 30, per = \"1h\" }"));
        }
        read.count = static_cast<int>(budget->integer("count", 1, 1, 1'000'000));
        read.per = budget->duration("per", std::chrono::hours(1));
        if (read.per < std::chrono::milliseconds(1))
            budget->problem("per", LB_TEXT("sync", "must be at least 1ms"));
        budget->finish();
        profile.errorBudget = read;
    }
    table->finish();
}

} // namespace

} // namespace reading

const char* className(SourceErrorClass value) {
    switch (value) {
    case SourceErrorClass::Ok:
        return "ok";
    case SourceErrorClass::RateLimited:
        return "rate_limited";
    case SourceErrorClass::Lockout:
        return "lockout";
    case SourceErrorClass::Auth:
        return "auth";
    case SourceErrorClass::Transient:
        return "transient";
    case SourceErrorClass::Permanent:
        return "permanent";
    }
    return "";
}

SourceProfile readSourceProfile(base::TomlTable& root, std::string name) {
    SourceProfile profile;
    profile.name = std::move(name);
    if (root.integer("schema", 1, 0, 1'000'000) != 1)
        root.problem("schema", LB_TEXT("sync", "this version reads schema 1"));
    reading::readHttp(root, profile);
    reading::readSecrets(root, profile);
    reading::readAuth(root, profile);
    reading::readWindow(root, profile);
    reading::readFanout(root, profile);
    reading::readPagination(root, profile);
    reading::readRequest(root, profile);
    reading::readResponse(root, profile);
    reading::readDetail(root, profile);
    reading::readRecord(root, profile);
    reading::readLimits(root, profile);
    reading::readErrors(root, profile);
    reading::readRetry(root, profile);
    reading::checkTogether(root, profile);
    root.finish();
    return profile;
}

} // namespace latchboard::sync
