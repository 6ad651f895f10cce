// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/fetcher.h"

#include "base/log.h"
#include "sync/detail.h"
#include "sync/limit_headers.h"
#include "sync/run_log.h"

#include <algorithm>

namespace latchboard::sync {

namespace {

/// How often the source may refuse one and the same request for its rate before the run gives up.
constexpr int kRefusalsInARow = 10;
/// So that several processes which wait for one moment do not all ask in it (rate limit: Acquire).
/// Put upon the wait of those who lost a race for the same moment, so that they don't all come back at once. Each look
/// is one small statement, so that it may be short.
constexpr base::Duration kJitter = std::chrono::milliseconds(20);
constexpr base::Duration kLeastWait = std::chrono::milliseconds(10);
/// When an operator's pause has no end, the schedule looks again after this.
constexpr base::Duration kLookAgain = std::chrono::minutes(1);

/// Headers only ever make it stricter.
void takeHeaders(BucketFinish& finished, const LimitHeaders& said) {
    finished.usage = said.usage;
    finished.remaining = said.remaining;
    finished.available = said.available;
    if (said.untilReset && *said.untilReset > finished.toldWait) {
        finished.toldWait = *said.untilReset;
        finished.reason = LB_TEXT("sync", "the answer's headers say that no call is left").englishUtf8();
    }
}

/// Which limit's bucket is shared by most requests.
size_t widest(const SourceProfile& profile) {
    const auto width = [](const SourceProfile::Limit& limit) {
        return limit.scope == "source" ? 2 : limit.scope == "credential" ? 1 : 0;
    };
    const auto& limits = profile.limits;
    const auto found = std::max_element(limits.begin(), limits.end(),
                                        [&](const auto& a, const auto& b) { return width(a) < width(b); });
    return found == limits.end() ? 0 : static_cast<size_t>(found - limits.begin());
}

base::Error askedOften(base::Error error, int times) {
    error.message = LB_TEXT("sync", "%1 It was asked %2 times.").arg(error.message).arg(times);
    return error;
}

} // namespace

Fetcher::Fetcher(RunContext& context)
    : m_context(context), m_credentials(context.job.source),
      m_rules(bucketRules(context.job.source, m_credentials.fingerprint(), context.job.source.path)) {}

base::Result<Fetcher::Fetched> Fetcher::fetch(const RequestMaker& make) {
    auto exchanged = exchangeWithToken(m_rules, make, &judge);
    if (!exchanged)
        return base::Unexpected(exchanged.error());
    const auto date = exchanged->answer.header("date");
    Fetched fetched{std::move(exchanged->verdict.page), date ? base::fromHttpDate(*date) : std::nullopt,
                    std::move(exchanged->url)};
    exchanged->answer = {}; // its body may be large, and the calls that follow take their time
    if (auto detailed = fetchDetails(fetched.page); !detailed)
        return base::Unexpected(detailed.error());
    return fetched;
}

base::Result<void> Fetcher::fetchDetails(DecodedPage& page) {
    const SourceProfile& profile = m_context.job.source;
    if (!profile.detail || page.listed.empty())
        return {};
    const auto rules = bucketRules(profile, m_credentials.fingerprint(), profile.detail->path);
    Details details;
    for (size_t begin = 0; begin < page.listed.size(); begin += static_cast<size_t>(profile.detail->batch)) {
        const size_t end = std::min(begin + static_cast<size_t>(profile.detail->batch), page.listed.size());
        std::vector<std::string> ids;
        for (size_t i = begin; i < end; ++i)
            ids.push_back(page.listed[i].id);
        auto exchanged = exchangeWithToken(
            rules, [&](const Variables& credential) { return detailRequest(profile, credential, ids); }, &judgeDetail);
        if (!exchanged)
            return base::Unexpected(exchanged.error());
        details.merge(exchanged->verdict.details);
    }
    mapWithDetails(profile, page, details);
    return {};
}

base::Result<Fetcher::Exchanged> Fetcher::exchangeWithToken(const std::vector<BucketRule>& rules,
                                                            const RequestMaker& make, Judge judgeIt) {
    for (bool renewed = false;; renewed = true) {
        if (auto got = getCredentials(); !got)
            return base::Unexpected(got.error());
        auto exchanged = exchange(
            rules, [&] { return make(m_credentials.variables()); }, judgeIt, true);
        if (exchanged)
            return exchanged;
        if (renewed || !m_sessionOver || !m_credentials.forget())
            return exchanged;
        base::log::info("run " + m_context.record.runId +
                        ": the source says that the token or session is over; a new one is asked for");
    }
}

base::Result<void> Fetcher::getCredentials() {
    for (const SourceProfile::AuthStep* step : m_credentials.missing(m_context.clock.now())) {
        const auto rules = bucketRules(m_context.job.source, m_credentials.fingerprint(), step->url);
        auto exchanged = exchange(
            rules, [&] { return m_credentials.request(*step, m_context.clock.now()); }, &judgeStep, false);
        if (!exchanged)
            return base::Unexpected(exchanged.error());
        if (auto took = m_credentials.took(*step, exchanged->answer, m_context.clock.now()); !took)
            return took;
    }
    return {};
}

base::Result<Fetcher::Exchanged> Fetcher::exchange(const std::vector<BucketRule>& rules,
                                                   const std::function<HttpRequest()>& make, Judge judgeIt,
                                                   bool signs) {
    const SourceProfile& profile = m_context.job.source;
    m_sessionOver = false;
    int failures = 0;
    int refusals = 0;
    for (;;) {
        if (auto fine = checkErrorBudget(); !fine)
            return base::Unexpected(fine.error());
        auto grant = waitForGrant(rules);
        if (!grant)
            return base::Unexpected(grant.error());
        m_context.enter(Progress::Phase::Fetching);
        HttpRequest request = make();
        base::Result<void> proven;
        if (signs)
            proven = m_credentials.prove(request, m_context.clock.now());
        if (proven) {
            ++m_context.record.apiCalls;
            m_context.progress.apiCalls = m_context.record.apiCalls;
        }
        const base::Duration askedAt = m_context.clock.monotonic();
        auto sent = proven ? m_context.source.send(request, m_context.waiting())
                           : base::Result<HttpAnswer>(base::Unexpected(proven.error()));
        Verdict verdict;
        if (sent) {
            verdict = judgeIt(m_credentials.profile(), request, *sent, m_context.clock.now());
        } else {
            verdict.result = SourceErrorClass::Transient;
            verdict.error = sent.error();
        }
        if (proven)
            logCall(request, sent ? &*sent : nullptr, verdict, m_context.clock.monotonic() - askedAt);
        const bool ourTrouble = !sent && sent.error().kind != base::ErrorKind::SourceTransient;
        const bool rateLimited = verdict.result == SourceErrorClass::RateLimited;
        const bool transient = verdict.result == SourceErrorClass::Transient && !ourTrouble;
        base::Duration backoff{0};
        if (rateLimited || transient)
            backoff =
                fullJitter(rateLimited ? refusals : failures, profile.retryBase, profile.retryCap, m_context.random);
        // A refusal without a word on how long is not answered at once, whatever the jitter says.
        if (rateLimited)
            backoff += profile.retryBase;
        if (auto finished =
                finish(rules, *grant, sent ? &*sent : nullptr, verdict, rateLimited ? backoff : base::Duration(0));
            !finished) {
            return base::Unexpected(ourTrouble ? sent.error() : finished.error());
        }
        if (verdict.result == SourceErrorClass::Ok)
            return Exchanged{std::move(verdict), std::move(*sent), std::move(request.url)};
        m_sessionOver = verdict.sessionOver;
        m_failures.push_back(m_context.clock.monotonic());
        m_lastFailure = verdict.error.message;
        const bool again =
            (rateLimited && ++refusals < kRefusalsInARow) || (transient && ++failures < profile.retryAttempts);
        if (!again)
            return base::Unexpected(refusals > 1 ? askedOften(verdict.error, refusals) : verdict.error);
        if (auto fine = checkErrorBudget(); !fine)
            return base::Unexpected(fine.error());
        m_context.progress.retries += 1;
        // A told wait and the back-off after a refusal stand in the bucket, so that every process keeps them.
        if (transient) {
            if (auto waited = wait(backoff, verdict.error.message); !waited)
                return base::Unexpected(waited.error());
        }
    }
}

/// The request's path may hold ids of the source's, its query a cursor or a token: only the method is said.
void Fetcher::logCall(const HttpRequest& request, const HttpAnswer* answer, const Verdict& verdict,
                      base::Duration took) const {
    RunLog line("call", m_context.record);
    line.with("number", m_context.record.apiCalls).with("method", request.method).with("took", took);
    if (answer != nullptr)
        line.with("status", answer->status).with("bytes", static_cast<std::int64_t>(answer->body.size()));
    line.with("class", className(verdict.result)).with("rows", verdict.page.page.items);
    if (verdict.toldWait)
        line.with("told_wait", *verdict.toldWait);
    line.write();
}

base::Result<void> Fetcher::checkErrorBudget() {
    const auto& budget = m_context.job.source.errorBudget;
    if (!budget)
        return {};
    const base::Duration since = m_context.clock.monotonic() - budget->per;
    while (!m_failures.empty() && m_failures.front() <= since)
        m_failures.pop_front();
    if (m_failures.size() < static_cast<size_t>(budget->count))
        return {};
    return base::Unexpected(
        base::ErrorKind::SourceTransient,
        LB_TEXT("sync", "%1 calls failed within %2, which is all that [retry] error_budget allows: no more are made. "
                        "The last: %3")
            .arg(m_failures.size())
            .arg(base::formatDuration(budget->per))
            .arg(m_lastFailure),
        LB_TEXT("sync", "Nothing is lost: the next run reads the same window again."));
}

base::Result<Grant> Fetcher::waitForGrant(const std::vector<BucketRule>& rules) {
    for (bool lostRace = false;; lostRace = true) {
        if (auto fine = m_context.mayGoOn(); !fine)
            return base::Unexpected(fine.error());
        auto asked = m_context.buckets.acquire(rules, m_context.owner);
        if (!asked)
            return base::Unexpected(asked.error());
        if (const auto* grant = std::get_if<Grant>(&*asked))
            return *grant;
        const GrantRefused& why = std::get<GrantRefused>(*asked);
        auto duration = refused(why, lostRace);
        if (!duration)
            return base::Unexpected(duration.error());
        if (auto waited = wait(*duration, why.reason); !waited)
            return base::Unexpected(waited.error());
    }
}

base::Result<base::Duration> Fetcher::refused(const GrantRefused& why, bool lostRace) {
    if (why.lockedOut)
        return base::Unexpected(
            base::ErrorKind::SourceLockout, LB_TEXT("sync", "The source has locked us out: %1").arg(why.reason),
            LB_TEXT("sync", "A person must ask the source's operator, and then clear the lockout in the rate limits."));
    if (why.paused) {
        m_context.record.postponedUntil = m_context.databaseNow() + std::max(why.wait, kLookAgain);
        return base::Unexpected(
            base::ErrorKind::SourceRateLimited, LB_TEXT("sync", "Calls to the source are paused: %1").arg(why.reason),
            LB_TEXT("sync", "Resume them in the rate limits; the run then begins where it stopped."));
    }
    if ((why.toldByServer || why.byOperator || why.usedUp) && why.wait > m_context.job.longestWait) {
        m_context.record.postponedUntil = m_context.databaseNow() + why.wait;
        return base::Unexpected(
            base::ErrorKind::SourceRateLimited,
            (why.toldByServer ? LB_TEXT("sync", "The source asks to wait until %1, longer than a run may wait (%2): %3")
             : why.byOperator ? LB_TEXT("sync", "A person asks to wait until %1, longer than a run may wait (%2): %3")
                              : LB_TEXT("sync", "No call is left until %1, longer than a run may wait (%2): %3"))
                .arg(base::toRfc3339(*m_context.record.postponedUntil))
                .arg(base::formatDuration(m_context.job.longestWait))
                .arg(why.reason),
            LB_TEXT("sync", "What was read is kept. The next start honours the wait; nothing needs to be done."));
    }
    // All who were told to wait know the same moment, whatever process they are in.
    const base::Duration most = why.toldByServer ? std::max(kJitter, why.wait / 10)
                                : lostRace       ? kJitter
                                                 : base::Duration::zero();
    const auto jitter =
        base::Duration(static_cast<std::int64_t>(m_context.random() * static_cast<double>(most.count())));
    return std::max(why.wait, kLeastWait) + jitter;
}

base::Result<void> Fetcher::finish(const std::vector<BucketRule>& rules, const Grant& grant, const HttpAnswer* answer,
                                   const Verdict& verdict, base::Duration ownBackoff) {
    const SourceProfile& profile = m_context.job.source;
    std::vector<BucketFinish> all;
    for (size_t i = 0; i < rules.size(); ++i) {
        BucketFinish finished;
        finished.toldWait = verdict.toldWait.value_or(base::Duration::zero());
        if (answer != nullptr) {
            finished.status = answer->status;
            finished.items = verdict.page.page.items;
            finished.bytes = static_cast<std::int64_t>(answer->body.size());
            if (!profile.limits.empty()) {
                finished.rest = restAfter(profile, profile.limits[i], *answer, finished.items);
                takeHeaders(finished, readLimitHeaders(profile.limits[i], *answer, m_context.clock.now()));
            }
        } else {
            // How much the source had already done for a lost answer is not known.
            finished.rest = rules[i].crashRest;
        }
        if (!verdict.toldWait)
            finished.rest = std::max(finished.rest, ownBackoff);
        if (verdict.result != SourceErrorClass::Ok)
            finished.reason = verdict.error.message.englishUtf8();
        else if (finished.rest > finished.toldWait)
            finished.reason = LB_TEXT("sync", "rest after a large answer: %1 items, %2 bytes")
                                  .arg(finished.items)
                                  .arg(finished.bytes)
                                  .englishUtf8();
        all.push_back(std::move(finished));
    }
    // A person clears one bucket, not several: the one that most other requests take too.
    if (verdict.result == SourceErrorClass::Lockout)
        all[widest(profile)].lockout = true;
    return m_context.buckets.finish(rules, grant, all);
}

base::Result<void> Fetcher::wait(base::Duration duration, base::Text reason) {
    m_context.progress.phase = Progress::Phase::WaitingForLimit;
    m_context.progress.waitsFor = std::move(reason);
    m_context.progress.waitsUntil = m_context.clock.now() + duration;
    m_context.tell();
    const base::Duration before = m_context.clock.monotonic();
    auto waited = m_context.clock.wait(duration, m_context.waiting());
    m_context.record.limitWait += m_context.clock.monotonic() - before;
    return waited;
}

} // namespace latchboard::sync
