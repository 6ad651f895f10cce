// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/credentials.h"

#include "sync/json_tree.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QUrl>

#include <algorithm>
#include <memory>

#include <crypt.h>

namespace latchboard::sync {

namespace {

/// A token is renewed so long before its end, since a request under way must not outlive it.
constexpr base::Duration kBeforeItsEnd = std::chrono::seconds(60);

std::string fingerprintOfSecrets(const SourceProfile& profile) {
    Headers pairs;
    for (const auto& [name, secret] : profile.secrets)
        pairs.emplace_back(name, secret.reveal());
    return fingerprint(pairs);
}

base::Unexpected cannotSign(const base::Text& why) {
    return base::Unexpected(base::ErrorKind::Configuration,
                            LB_TEXT("sync", "The request can't be signed: %1.").arg(why),
                            LB_TEXT("sync", "Check [auth.sign] of the source profile and the secret that it names."));
}

/// bcrypt's own text form, "$2a$04$...": the setting stands in the salt.
base::Result<std::string> bcrypt(const std::string& message, const std::string& salt) {
    const auto data = std::make_unique<crypt_data>();
    const char* hash = crypt_r(message.c_str(), salt.c_str(), data.get());
    if (!salt.starts_with("$2") || hash == nullptr || hash[0] == '*')
        return cannotSign(LB_TEXT("sync", "the salt is not one of bcrypt, which begins with $2a$ or $2b$"));
    return std::string(hash);
}

} // namespace

base::Result<std::string> signatureOf(const SourceProfile::Signature& sign, const std::string& key,
                                      const std::string& message) {
    QByteArray bytes;
    if (sign.algorithm == "bcrypt") {
        auto hash = bcrypt(message, key);
        if (!hash)
            return hash;
        bytes = QByteArray::fromStdString(*hash);
    } else {
        bytes = QMessageAuthenticationCode::hash(QByteArray::fromStdString(message), QByteArray::fromStdString(key),
                                                 QCryptographicHash::Sha256);
    }
    return (sign.encode == "hex" ? bytes.toHex() : bytes.toBase64()).toStdString();
}

Credentials::Credentials(const SourceProfile& profile) : m_profile(profile) {
    // The kinds whose headers are fixed are told apart by them, all others by the secrets.
    const auto headers = profile.authSteps.empty() && profile.sign.algorithm.empty() ? credentialHeaders(profile)
                                                                                     : base::Result<Headers>(Headers{});
    m_fingerprint = headers && !headers->empty() ? sync::fingerprint(*headers) : fingerprintOfSecrets(profile);
}

base::Result<void> Credentials::check() const {
    std::vector<std::string> templates = {m_profile.sign.key, m_profile.sign.message};
    for (const auto& [name, text] : m_profile.authHeaders)
        templates.push_back(text);
    for (const SourceProfile::AuthStep& step : m_profile.authSteps) {
        templates.push_back(step.url);
        for (const auto& [name, text] : step.form)
            templates.push_back(text);
        for (std::string& text : textsOf(step.json))
            templates.push_back(std::move(text));
    }
    for (const std::string& text : templates) {
        for (const std::string& variable : variablesOf(text).value_or(std::vector<std::string>{})) {
            if (variable.starts_with("secret:") && !m_profile.secrets.contains(variable.substr(7)))
                return base::Unexpected(
                    base::ErrorKind::Configuration,
                    LB_TEXT("sync", "A secret of the source \"%1\" is missing: %2.").arg(m_profile.name).arg(text),
                    LB_TEXT("sync", "Give it a value where [secrets] of the source's file says."));
        }
    }
    HttpRequest request;
    request.url = m_profile.baseUrl;
    if (m_profile.authSteps.empty())
        return prove(request, base::Instant());
    // A source may count a request for a token that lacks its signature as an attack: none is sent.
    if (!m_profile.sign.algorithm.empty() && !signedVariables(request, base::Instant()).contains("signature"))
        return cannotSign(LB_TEXT("sync", "the salt is not one of bcrypt, which begins with $2a$ or $2b$"));
    return {};
}

std::vector<const SourceProfile::AuthStep*> Credentials::missing(base::Instant now) const {
    std::vector<const SourceProfile::AuthStep*> steps;
    const bool isOver = m_goodUntil && now >= *m_goodUntil;
    if (!m_profile.authSteps.empty() && (m_captured.empty() || isOver)) {
        for (const SourceProfile::AuthStep& step : m_profile.authSteps)
            steps.push_back(&step);
    }
    return steps;
}

HttpRequest Credentials::request(const SourceProfile::AuthStep& step, base::Instant now) const {
    HttpRequest made;
    Variables variables = this->variables();
    if (!m_profile.sign.algorithm.empty()) {
        for (auto& [name, value] : signedVariables(made, now))
            variables[name] = value;
    }
    made = makeRequest(m_profile, step.method, step.url, {}, step.json, step.form, variables);
    return made;
}

base::Result<void> Credentials::took(const SourceProfile::AuthStep& step, const HttpAnswer& answer, base::Instant now) {
    std::string problem;
    const auto tree = JsonTree::parse(answer.body, problem);
    const auto at = [&](const std::string& text) -> std::optional<std::string> {
        const auto path = JsonPath::parse(text);
        const auto found = tree && path && !text.empty() ? tree->find(JsonTree::root(), *path) : std::nullopt;
        if (!found || tree->node(*found).type == JsonTree::Type::Null)
            return std::nullopt;
        return tree->scalar(*found).text;
    };
    for (const auto& [name, path] : step.capture) {
        auto value = at(path);
        if (!value || value->empty()) {
            base::Error error = base::makeError(
                base::ErrorKind::SourceAuth,
                LB_TEXT("sync",
                        "The source answered the request for a token with status %1, but with nothing at \"%2\".")
                    .arg(answer.status)
                    .arg(path),
                LB_TEXT("sync", "Check [auth] of the source profile: the form, and the path of what it gives."));
            error.httpStatus = answer.status;
            return base::Unexpected(error);
        }
        m_profile.secrets.insert_or_assign("captured " + name, base::Secret(*value));
        m_captured[name] = std::move(*value);
    }
    // The first step begins a new set: how long the one before was good does not bound it.
    if (&step == &m_profile.authSteps.front())
        m_goodUntil.reset();
    std::optional<base::Duration> life = step.life;
    if (!life) {
        const auto seconds = at(step.lifePath);
        bool isNumber = false;
        const double count = seconds ? QString::fromStdString(*seconds).toDouble(&isNumber) : 0;
        if (isNumber && count > 0 && count < 1e9)
            life = base::fromSeconds(count);
    }
    if (life) {
        const base::Instant end = now + std::max(*life - kBeforeItsEnd, *life / 2);
        m_goodUntil = std::min(m_goodUntil.value_or(end), end);
    }
    return {};
}

bool Credentials::forget() {
    if (m_captured.empty())
        return false;
    m_captured.clear();
    m_goodUntil.reset();
    return true;
}

Variables Credentials::variables() const {
    Variables variables = m_captured;
    for (const auto& [name, secret] : m_profile.secrets)
        variables["secret:" + name] = secret.reveal();
    return variables;
}

Variables Credentials::signedVariables(const HttpRequest& request, base::Instant now) const {
    const QUrl url(QString::fromStdString(request.url));
    const auto millis = std::chrono::floor<std::chrono::milliseconds>(now).time_since_epoch().count();
    Variables signedOnes = {{"method", request.method},
                            {"path", url.path(QUrl::FullyEncoded).toStdString()},
                            {"query", url.query(QUrl::FullyEncoded).toStdString()},
                            {"body", request.body},
                            {"date", formatInstant(now, m_profile.sign.date)},
                            {"timestamp", std::to_string(millis / 1000)},
                            {"timestamp_ms", std::to_string(millis)}};
    Variables all = variables();
    all.insert(signedOnes.begin(), signedOnes.end());
    const auto signature = signatureOf(m_profile.sign, expand(m_profile.sign.key, all).value_or(""),
                                       expand(m_profile.sign.message, all).value_or(""));
    if (signature)
        signedOnes["signature"] = *signature;
    return signedOnes;
}

base::Result<void> Credentials::prove(HttpRequest& request, base::Instant now) const {
    SourceProfile filled = m_profile;
    if (!m_profile.sign.algorithm.empty() || !m_captured.empty()) {
        Variables all = variables();
        if (!m_profile.sign.algorithm.empty()) {
            const Variables signedOnes = signedVariables(request, now);
            if (!signedOnes.contains("signature"))
                return cannotSign(LB_TEXT("sync", "the salt is not one of bcrypt, which begins with $2a$ or $2b$"));
            all.insert(signedOnes.begin(), signedOnes.end());
        }
        for (auto& [name, value] : filled.authHeaders)
            value = expand(value, all).value_or(value);
    }
    auto headers = credentialHeaders(filled);
    if (!headers)
        return base::Unexpected(headers.error());
    request.headers.insert(request.headers.end(), headers->begin(), headers->end());
    return {};
}

} // namespace latchboard::sync
