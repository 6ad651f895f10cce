// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/answer.h"

#include "sync/request.h"
#include "sync/wait_hint.h"

#include <QRegularExpression>

#include <QStringDecoder>

#include <algorithm>

namespace latchboard::sync {

namespace {

using Class = SourceErrorClass;

constexpr std::size_t kExcerpt = 160;
/// So much more is read, so that a secret across the excerpt's end is found whole.
constexpr std::size_t kBeyondExcerpt = 8192;
/// The beginning of a body on one line, without control characters and secrets.
std::string beginningOf(const SourceProfile& profile, const std::string& body) {
    std::string text;
    for (std::size_t i = 0; i < body.size() && text.size() < kExcerpt + kBeyondExcerpt;) {
        const std::size_t length = utf8Length(std::string_view(body).substr(i));
        const auto byte = static_cast<unsigned char>(body[i]);
        if (length == 0 || byte < 0x20 || byte == 0x7F)
            text += length == 0 ? "?" : " ";
        else
            text += body.substr(i, length);
        i += std::max<std::size_t>(length, 1);
    }
    text = hideSecrets(profile, std::move(text));
    if (text.size() > kExcerpt) {
        std::size_t end = kExcerpt;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
            --end;
        text.resize(end);
        text += "...";
    }
    return text;
}

/// What a message says of an answer's body. A good answer to a request for a token is not quoted: its secrets are not
/// known yet.
base::Text excerpt(const SourceProfile& profile, const std::string& body, bool mayQuote) {
    if (body.empty())
        return LB_TEXT("sync", "(no body)");
    return mayQuote ? base::Text::verbatim(beginningOf(profile, body))
                    : LB_TEXT("sync", "(not shown: it may hold a token)");
}

bool ruleFits(const SourceProfile::ErrorRule& rule, const HttpAnswer& answer, const JsonTree* tree) {
    if (!rule.statuses.empty() &&
        std::find(rule.statuses.begin(), rule.statuses.end(), answer.status) == rule.statuses.end())
        return false;
    const auto header = rule.header.empty() ? std::nullopt : answer.header(rule.header);
    if (!rule.header.empty() && !header)
        return false;
    std::string value = header.value_or("");
    if (!rule.jsonPath.empty()) {
        const auto path = JsonPath::parse(rule.jsonPath);
        const auto found = tree != nullptr && path ? tree->find(JsonTree::root(), *path) : std::nullopt;
        if (!found || tree->node(*found).type == JsonTree::Type::Null)
            return false;
        value = tree->scalar(*found).text;
    } else if (rule.header.empty()) {
        return !rule.statuses.empty();
    }
    if (!rule.match.empty())
        return QRegularExpression(QString::fromStdString(rule.match)).match(QString::fromStdString(value)).hasMatch();
    return rule.values.empty() || std::find(rule.values.begin(), rule.values.end(), value) != rule.values.end();
}

Class byStatus(int status) {
    if (status >= 200 && status < 300)
        return Class::Ok;
    if (status == 429)
        return Class::RateLimited;
    if (status == 401 || status == 403)
        return Class::Auth;
    if (status == 408 || status == 425 || status >= 500)
        return Class::Transient;
    return Class::Permanent;
}

base::ErrorKind kindOf(Class result) {
    switch (result) {
    case Class::RateLimited:
        return base::ErrorKind::SourceRateLimited;
    case Class::Lockout:
        return base::ErrorKind::SourceLockout;
    case Class::Auth:
        return base::ErrorKind::SourceAuth;
    case Class::Transient:
        return base::ErrorKind::SourceTransient;
    case Class::Permanent:
    case Class::Ok:
        break;
    }
    return base::ErrorKind::SourcePermanent;
}

base::Text remedyOf(Class result) {
    switch (result) {
    case Class::RateLimited:
        return LB_TEXT("sync", "Nothing is lost: the next run reads the same window again.");
    case Class::Lockout:
        return LB_TEXT("sync",
                       "A person must ask the source's operator, and then clear the lockout in the rate limits.");
    case Class::Auth:
        return LB_TEXT("sync", "Check the credential in the source's [secrets] and what it may read.");
    case Class::Transient:
        return LB_TEXT("sync", "Nothing is lost: the next run reads the same window again.");
    case Class::Permanent:
        return LB_TEXT("sync", "Trying again cannot help: check [request] of the source profile.");
    case Class::Ok:
        break;
    }
    return {};
}

base::Error errorOf(const SourceProfile& profile, Class result, const HttpRequest& request, const HttpAnswer& answer,
                    bool mayQuote = true) {
    base::Error error = base::makeError(kindOf(result),
                                        LB_TEXT("sync", "The source answered %1 %2 with status %3 (%4): %5")
                                            .arg(request.method)
                                            .arg(hideSecrets(profile, request.url))
                                            .arg(answer.status)
                                            .arg(className(result))
                                            .arg(excerpt(profile, answer.body, mayQuote)),
                                        remedyOf(result));
    error.httpStatus = answer.status;
    return error;
}

base::Error notJson(const SourceProfile& profile, const HttpAnswer& answer, const base::Text& problem,
                    bool mayQuote = true) {
    const auto type = answer.header("content-type");
    base::Error error = base::makeError(
        base::ErrorKind::SourceTransient,
        LB_TEXT("sync",
                "The source answered with status %1, but the body (%2, %3 bytes) is not JSON: %4. It begins: %5")
            .arg(answer.status)
            .arg(type ? base::Text::verbatim(*type) : LB_TEXT("sync", "no content type"))
            .arg(answer.body.size())
            .arg(problem)
            .arg(excerpt(profile, answer.body, mayQuote)),
        remedyOf(Class::Transient));
    error.httpStatus = answer.status;
    return error;
}

/// [response] ok and fail_if: success or failure that is told in the body.
bool bodySaysFailure(const SourceProfile& profile, const JsonTree& tree) {
    const auto wordAt = [&](const std::string& text) -> std::optional<JsonTree::Id> {
        const auto path = JsonPath::parse(text);
        return path ? tree.find(JsonTree::root(), *path) : std::nullopt;
    };
    if (!profile.okPath.empty()) {
        const auto found = wordAt(profile.okPath);
        const auto& good = profile.okValues;
        if (!found || std::find(good.begin(), good.end(), tree.scalar(*found).text) == good.end())
            return true;
    }
    if (!profile.failIfPath.empty()) {
        const auto found = wordAt(profile.failIfPath);
        if (found) {
            const JsonTree::Node& node = tree.node(*found);
            const bool isEmptyList = (node.type == JsonTree::Type::List || node.type == JsonTree::Type::Object) &&
                                     tree.first(*found) == tree.last(*found);
            const bool isNothing = node.type == JsonTree::Type::Null || node.raw == "false" || node.raw == "\"\"";
            return !isEmptyList && !isNothing;
        }
    }
    return false;
}

} // namespace

namespace {

/// What the status and the rules say; its page is still empty where it is Ok.
Verdict classify(const SourceProfile& profile, const HttpRequest& request, const HttpAnswer& answer,
                 const JsonTree* body, base::Instant now, bool isPage) {
    const auto& emptyOnes = profile.emptyStatuses;
    const bool isEmpty =
        answer.body.empty() && std::find(emptyOnes.begin(), emptyOnes.end(), answer.status) != emptyOnes.end();
    const auto& renewing = profile.refreshOn;
    const bool isRenewing = std::find(renewing.begin(), renewing.end(), answer.status) != renewing.end();
    Verdict verdict;
    std::vector<std::string> hints = {"retry-after"};
    const auto& rules = profile.errorRules;
    const auto rule =
        std::find_if(rules.begin(), rules.end(), [&](const auto& r) { return ruleFits(r, answer, body); });
    if (rule != rules.end()) {
        verdict.result = rule->result;
        if (!rule->waits.empty())
            hints = rule->waits;
    } else if (!isEmpty) {
        verdict.result = byStatus(answer.status);
        if (isPage && verdict.result == Class::Permanent && isRenewing)
            verdict.result = Class::Auth;
        if (isPage && verdict.result == Class::Ok && body != nullptr && bodySaysFailure(profile, *body))
            verdict.result = Class::Permanent;
    }
    const bool saidSo = rule != rules.end() && (!rule->jsonPath.empty() || !rule->header.empty());
    verdict.sessionOver = verdict.result == Class::Auth && (saidSo || isRenewing);
    verdict.toldWait = waitBy(hints, answer, body, now);
    if (verdict.result != Class::Ok)
        verdict.error = errorOf(profile, verdict.result, request, answer);
    return verdict;
}

/// The body as JSON; `problem` says why it is none.
std::optional<JsonTree> treeOf(const SourceProfile& profile, const HttpAnswer& answer, std::string& problem) {
    if (answer.body.empty())
        return std::nullopt;
    if (profile.charset.empty())
        return JsonTree::parse(answer.body, problem);
    QStringDecoder decoder(profile.charset.c_str());
    const QString text = decoder(QByteArrayView(answer.body));
    if (!decoder.hasError())
        return JsonTree::parse(text.toStdString(), problem);
    problem = "it holds bytes that are not " + profile.charset;
    return std::nullopt;
}

base::Text whyNoTree(const HttpAnswer& answer, const std::string& problem) {
    return answer.body.empty() ? LB_TEXT("sync", "there is no body") : base::Text::verbatim(problem);
}

} // namespace

Verdict judge(const SourceProfile& profile, const HttpRequest& request, const HttpAnswer& answer, base::Instant now) {
    std::string problem;
    const auto tree = treeOf(profile, answer, problem);
    const JsonTree* body = tree ? &*tree : nullptr;
    Verdict verdict = classify(profile, request, answer, body, now, true);
    if (verdict.result != Class::Ok)
        return verdict;
    const auto& emptyOnes = profile.emptyStatuses;
    const bool isEmpty =
        answer.body.empty() && std::find(emptyOnes.begin(), emptyOnes.end(), answer.status) != emptyOnes.end();
    if (body == nullptr && !isEmpty) {
        verdict.result = Class::Transient;
        verdict.error = notJson(profile, answer, whyNoTree(answer, problem));
        return verdict;
    }
    auto page = decodePage(profile, answer, body);
    if (!page) {
        verdict.result = Class::Transient;
        verdict.error = page.error();
        return verdict;
    }
    verdict.page = std::move(*page);
    verdict.toldWait.reset();
    return verdict;
}

Verdict judgeStep(const SourceProfile& profile, const HttpRequest& request, const HttpAnswer& answer,
                  base::Instant now) {
    std::string problem;
    const auto tree = answer.body.empty() ? std::nullopt : JsonTree::parse(answer.body, problem);
    Verdict verdict = classify(profile, request, answer, tree ? &*tree : nullptr, now, false);
    if (verdict.result == Class::Ok) {
        verdict.toldWait.reset();
        if (!tree) {
            verdict.result = Class::Transient;
            verdict.error = notJson(profile, answer, whyNoTree(answer, problem), false);
        }
    } else if (verdict.result == Class::Permanent && (answer.status == 400 || answer.status == 401)) {
        // RFC 6749, section 5.2: a refused client or grant is answered with 400.
        verdict.result = Class::Auth;
        verdict.error = errorOf(profile, verdict.result, request, answer);
    } else if (answer.status >= 200 && answer.status < 300) {
        verdict.error = errorOf(profile, verdict.result, request, answer, false);
    }
    return verdict;
}

Verdict judgeDetail(const SourceProfile& profile, const HttpRequest& request, const HttpAnswer& answer,
                    base::Instant now) {
    std::string problem;
    const auto tree = treeOf(profile, answer, problem);
    Verdict verdict = classify(profile, request, answer, tree ? &*tree : nullptr, now, true);
    if (verdict.result != Class::Ok)
        return verdict;
    const SourceProfile::Detail& detail = *profile.detail;
    const auto path = [](const std::string& text) { return JsonPath::parse(text).value_or(JsonPath{}); };
    const auto items = tree ? tree->find(JsonTree::root(), path(detail.itemsPath)) : std::nullopt;
    if (!items || tree->node(*items).type != JsonTree::Type::List) {
        verdict.result = Class::Transient;
        verdict.error = notJson(profile, answer,
                                !tree ? whyNoTree(answer, problem)
                                      : LB_TEXT("sync", "there is no list \"%1\" of details").arg(detail.itemsPath));
        return verdict;
    }
    const JsonPath idPath = path(detail.joinPath);
    for (JsonTree::Id i = tree->first(*items); i != tree->last(*items); i = JsonTree::next(i)) {
        ++verdict.page.page.items;
        if (const auto id = tree->find(i, idPath))
            verdict.details[tree->scalar(*id).text] = tree->original(i);
    }
    verdict.toldWait.reset();
    return verdict;
}

std::optional<base::Duration> waitBy(const std::vector<std::string>& hints, const HttpAnswer& answer,
                                     const JsonTree* body, base::Instant now) {
    const auto dateHeader = answer.header("date");
    const auto date = dateHeader ? base::fromHttpDate(*dateHeader) : std::nullopt;
    for (const std::string& text : hints) {
        const auto hint = parseWaitHint(text);
        if (!hint)
            continue;
        if (hint->kind == WaitHint::Kind::Fixed)
            return hint->fixed;
        if (hint->kind == WaitHint::Kind::Cost) {
            if (const auto wait = body != nullptr ? costWait(*body, hint->path) : std::nullopt)
                return wait;
            continue;
        }
        const auto value = answer.header(hint->kind == WaitHint::Kind::RetryAfter ? "retry-after" : hint->header);
        if (!value)
            continue;
        std::optional<base::Duration> wait;
        switch (hint->kind) {
        case WaitHint::Kind::RetryAfter:
            wait = retryAfter(*value, date, now);
            break;
        case WaitHint::Kind::HeaderMilliseconds:
            wait = decimalDuration(*value, std::chrono::milliseconds(1));
            break;
        case WaitHint::Kind::HeaderSeconds:
            wait = decimalDuration(*value, std::chrono::seconds(1));
            break;
        case WaitHint::Kind::HeaderEpoch:
            if (const auto epoch = decimalDuration(*value, std::chrono::seconds(1)); epoch && value->size() < 13)
                wait = std::max(base::Instant(base::Duration(0)) + std::chrono::seconds(std::stoll(*value)) -
                                    date.value_or(now),
                                base::Duration::zero());
            break;
        case WaitHint::Kind::Cost:
        case WaitHint::Kind::Fixed:
            break;
        }
        if (wait)
            return wait;
    }
    return std::nullopt;
}

base::Duration restAfter(const SourceProfile& profile, const SourceProfile::Limit& limit, const HttpAnswer& answer,
                         std::int64_t items) {
    base::Duration longest{0};
    for (const SourceProfile::Rest& rest : limit.rests) {
        const bool applies =
            (rest.itemsAtLeast && items >= *rest.itemsAtLeast) ||
            (rest.bytesAtLeast && static_cast<std::int64_t>(answer.body.size()) >= *rest.bytesAtLeast) ||
            (rest.pageFull && items >= profile.pageSize) ||
            (rest.secondsAtLeast && answer.took >= *rest.secondsAtLeast);
        if (applies)
            longest = std::max(longest, rest.rest);
    }
    return longest;
}

} // namespace latchboard::sync
