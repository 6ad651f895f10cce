// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/request.h"

#include "sync/zone.h"

#include <QCryptographicHash>
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

HttpRequest bareRequest(const SourceProfile& profile, const Headers& credential) {
    HttpRequest request;
    request.method = profile.method;
    request.timeout = profile.timeout;
    request.maxResponse = profile.maxResponse;
    request.headers.emplace_back("Accept", "application/json");
    request.headers.emplace_back("User-Agent", profile.userAgent);
    request.headers.insert(request.headers.end(), credential.begin(), credential.end());
    return request;
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

BucketRule bucketRule(const SourceProfile& profile, const Headers& credential) {
    const SourceProfile::Limit limit = profile.limits.empty() ? SourceProfile::Limit{} : profile.limits.front();
    BucketRule rule;
    rule.key = profile.name + "|" + (limit.scope == "source" ? "*" : fingerprint(credential)) + "|" +
               (limit.scope == "endpoint" ? profile.path : "*");
    rule.spacing = limit.every;
    rule.crashRest = limit.crashRest;
    rule.hold = profile.timeout + kHoldBeyondTimeout;
    return rule;
}

Variables windowVariables(const SourceProfile& profile, const Interval& window) {
    Variables variables = secretVariables(profile);
    variables["from"] = formatInstant(window.from, profile.windowForm);
    if (profile.sendUntil)
        variables["until"] = formatInstant(window.until, profile.windowForm);
    variables["size"] = std::to_string(profile.pageSize);
    return variables;
}

HttpRequest makeRequest(const SourceProfile& profile, const Headers& credential, const Variables& variables,
                        bool isNext) {
    HttpRequest request = bareRequest(profile, credential);
    request.url = profile.baseUrl;
    while (!request.url.empty() && request.url.back() == '/')
        request.url.pop_back();
    request.url += expand(profile.path, variables).value_or(profile.path);
    char separator = '?';
    for (const auto& [name, text] : profile.query) {
        const auto value = expand(text, variables);
        const auto& dropped = profile.dropOnNext;
        if (!value || (isNext && std::find(dropped.begin(), dropped.end(), name) != dropped.end()))
            continue;
        request.url += separator + percentEncoded(name) + "=" + percentEncoded(*value);
        separator = '&';
    }
    return request;
}

HttpRequest makeRequest(const SourceProfile& profile, const Headers& credential, const std::string& url) {
    HttpRequest request = bareRequest(profile, credential);
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
    for (const auto& [name, secret] : profile.secrets) {
        replaceAll(text, secret.reveal());
        replaceAll(text, percentEncoded(secret.reveal()));
    }
    if (profile.authKind == "basic") {
        if (const auto headers = credentialHeaders(profile)) {
            for (const auto& [name, value] : *headers) {
                if (value.rfind("Basic ", 0) == 0)
                    replaceAll(text, value.substr(6));
            }
        }
    }
    return text;
}

} // namespace latchboard::sync
