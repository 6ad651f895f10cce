// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/request.h"

#include "sync/zone.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>

#include <algorithm>

namespace latchboard::sync {

namespace {

/// Time for the finish after the request's own total time, before the lease of the bucket ends.
constexpr base::Duration kHoldBeyondTimeout = std::chrono::seconds(15);

Variables secretVariables(const SourceProfile& profile) {
    Variables variables;
    for (const auto& [name, secret] : profile.secrets)
        variables["secret:" + name] = secret.reveal();
    return variables;
}

std::string base64(const std::string& text) {
    return QByteArray::fromStdString(text).toBase64().toStdString();
}

void replaceAll(std::string& text, const std::string& what) {
    // Shorter ones would blacken ordinary words, and protect nothing.
    if (what.size() < 4)
        return;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 3))
        text.replace(at, what.size(), "***");
}

HttpRequest bareRequest(const SourceProfile& profile, const std::string& method) {
    HttpRequest request;
    request.method = method;
    request.timeout = profile.timeout;
    request.maxResponse = profile.maxResponse;
    request.headers.emplace_back("Accept", "application/json");
    request.headers.emplace_back("User-Agent", profile.userAgent);
    const Variables secrets = profile.headers.empty() ? Variables() : secretVariables(profile);
    for (const auto& [name, value] : profile.headers) {
        std::erase_if(request.headers, [&name = name](const auto& header) {
            return QByteArray::fromStdString(header.first)
                       .compare(QByteArray::fromStdString(name), Qt::CaseInsensitive) == 0;
        });
        request.headers.emplace_back(name, expand(value, secrets).value_or(""));
    }
    return request;
}

Variables encoded(Variables variables) {
    for (auto& [name, value] : variables)
        value = percentEncoded(value);
    return variables;
}

/// "a=1&b=2", percent-encoded, without the entries whose variables are not set.
std::string pairsText(const std::vector<std::pair<std::string, std::string>>& pairs, const Variables& variables) {
    std::string text;
    for (const auto& [name, value] : pairs) {
        if (const auto filled = expand(value, variables))
            text += (text.empty() ? "" : "&") + percentEncoded(name) + "=" + percentEncoded(*filled);
    }
    return text;
}

} // namespace

base::Result<Headers> credentialHeaders(const SourceProfile& profile) {
    const Variables variables = secretVariables(profile);
    Headers headers;
    std::string missing;
    const auto filled = [&](const std::string& text) {
        auto value = expand(text, variables);
        if (!value)
            missing = text;
        return value.value_or("");
    };
    for (const auto& [name, value] : profile.authHeaders)
        headers.emplace_back(name, filled(value));
    if (profile.authKind == "basic")
        headers.emplace_back("Authorization",
                             "Basic " + base64(filled(profile.authUser) + ":" + filled(profile.authPassword)));
    if (profile.authKind == "bearer")
        headers.emplace_back("Authorization", "Bearer " + filled(profile.authToken));
    if (!missing.empty())
        return base::Unexpected(
            base::ErrorKind::Configuration,
            LB_TEXT("sync", "A secret of the source \"%1\" is missing: %2.").arg(profile.name).arg(missing),
            LB_TEXT("sync", "Give it a value where [secrets] of the source's file says."));
    for (const auto& [name, value] : headers) {
        if (value.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos)
            return base::Unexpected(
                base::ErrorKind::Configuration,
                LB_TEXT("sync", "A secret of the source \"%1\" holds a line break; the header %2 cannot be sent.")
                    .arg(profile.name)
                    .arg(name));
    }
    return headers;
}

std::string fingerprint(const Headers& credential) {
    QCryptographicHash hash(QCryptographicHash::Blake2b_256);
    for (const auto& [name, value] : credential) {
        hash.addData(QByteArray::fromStdString(name) + '\0');
        hash.addData(QByteArray::fromStdString(value) + '\0');
    }
    return hash.result().toHex().left(8).toStdString();
}

std::vector<BucketRule> bucketRules(const SourceProfile& profile, const std::string& credentialsFingerprint,
                                    const std::string& path) {
    const auto ruleOf = [&](const SourceProfile::Limit& limit) {
        BucketRule rule;
        rule.key = profile.name + "|" + (limit.scope == "source" ? "*" : credentialsFingerprint) + "|" +
                   (limit.scope == "endpoint" ? path : "*");
        if (limit.kind != "spacing")
            rule.key += "|" + (limit.name.empty() ? limit.kind : limit.name);
        rule.spacing = limit.every;
        rule.crashRest = limit.crashRest;
        rule.hold = profile.timeout + kHoldBeyondTimeout;
        rule.kind = limit.kind;
        rule.measured = limit.measured;
        rule.burst = limit.burst;
        if (limit.kind == "window") {
            rule.count = limit.count;
            rule.per = limit.per;
            rule.zone = limit.zone;
        }
        return rule;
    };
    std::vector<BucketRule> rules;
    for (const SourceProfile::Limit& limit : profile.limits)
        rules.push_back(ruleOf(limit));
    if (rules.empty())
        rules.push_back(ruleOf({}));
    return rules;
}

Variables windowVariables(const SourceProfile& profile, const Interval& window) {
    Variables variables = secretVariables(profile);
    variables["from"] = formatInstant(window.from, profile.windowForm);
    if (profile.sendUntil)
        variables["until"] = formatInstant(window.until, profile.windowForm);
    variables["size"] = std::to_string(profile.pageSize);
    return variables;
}

HttpRequest makeRequest(const SourceProfile& profile, const std::string& method, const std::string& path,
                        const std::vector<std::pair<std::string, std::string>>& query, const QJsonValue& json,
                        const std::vector<std::pair<std::string, std::string>>& form, const Variables& variables) {
    HttpRequest request = bareRequest(profile, method);
    // In a path a value is one segment, whatever is in it; a template that is a whole URL is taken as it is.
    const bool isBelow = path.starts_with('/');
    const std::string filledPath = expand(path, isBelow ? encoded(variables) : variables).value_or(path);
    if (isBelow) {
        request.url = expand(profile.baseUrl, variables).value_or(profile.baseUrl);
        while (!request.url.empty() && request.url.back() == '/')
            request.url.pop_back();
    }
    request.url += filledPath;
    if (const std::string text = pairsText(query, variables); !text.empty())
        request.url += "?" + text;
    if (!json.isNull()) {
        const QJsonValue body = expandJson(json, variables);
        request.body = (body.isArray() ? QJsonDocument(body.toArray()) : QJsonDocument(body.toObject()))
                           .toJson(QJsonDocument::Compact)
                           .toStdString();
        request.headers.emplace_back("Content-Type", "application/json");
    } else if (!form.empty()) {
        request.body = pairsText(form, variables);
        request.headers.emplace_back("Content-Type", "application/x-www-form-urlencoded");
    }
    return request;
}

HttpRequest makeRequest(const SourceProfile& profile, const Variables& variables, bool isNext) {
    auto query = profile.query;
    if (isNext)
        std::erase_if(query, [&](const auto& entry) {
            const auto& dropped = profile.dropOnNext;
            return std::find(dropped.begin(), dropped.end(), entry.first) != dropped.end();
        });
    return makeRequest(profile, profile.method, profile.path, query, profile.bodyJson, profile.bodyForm, variables);
}

HttpRequest makeRequest(const SourceProfile& profile, const std::string& url) {
    HttpRequest request = bareRequest(profile, profile.method);
    request.url = url;
    return request;
}

base::Result<std::string> nextUrl(const SourceProfile& profile, const std::string& requested,
                                  const std::string& given) {
    const QUrl own(QString::fromStdString(profile.baseUrl));
    const QUrl next = QUrl(QString::fromStdString(requested)).resolved(QUrl(QString::fromStdString(given)));
    const auto port = [](const QUrl& url) { return url.port(url.scheme() == QStringLiteral("https") ? 443 : 80); };
    const bool isOurs = next.isValid() && next.scheme() == own.scheme() &&
                        next.host().compare(own.host(), Qt::CaseInsensitive) == 0 && port(next) == port(own) &&
                        next.userInfo().isEmpty();
    if (!isOurs)
        return base::Unexpected(
            base::ErrorKind::SourcePermanent,
            LB_TEXT("sync", "The source's link to the next page leads to another host: %1, where %2 was asked.")
                .arg(hideSecrets(profile, next.toString(QUrl::RemoveQuery | QUrl::RemoveUserInfo).toStdString()))
                .arg(profile.baseUrl),
            LB_TEXT("sync",
                    "The credential is never sent to another host. If that host is right, make it the base_url."));
    return next.toString(QUrl::FullyEncoded).toStdString();
}

std::string hideSecrets(const SourceProfile& profile, std::string text) {
    std::vector<std::string> hidden;
    for (const auto& [name, secret] : profile.secrets) {
        hidden.push_back(secret.reveal());
        hidden.push_back(percentEncoded(secret.reveal()));
    }
    if (profile.authKind == "basic") {
        if (const auto headers = credentialHeaders(profile)) {
            for (const auto& [name, value] : *headers) {
                if (value.rfind("Basic ", 0) == 0)
                    hidden.push_back(value.substr(6));
            }
        }
    }
    // The longest first: one secret may be the beginning of another.
    std::sort(hidden.begin(), hidden.end(),
              [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
    for (const std::string& what : hidden)
        replaceAll(text, what);
    return text;
}

} // namespace latchboard::sync
