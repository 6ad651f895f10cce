// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/answer.h"
#include "sync/credentials.h"
#include "sync/run_context.h"

#include <deque>

namespace latchboard::sync {

/// Gets one good page: under the bucket's grant, one grant one request, and again where the answer says that this
/// helps.
class Fetcher {
public:
    explicit Fetcher(RunContext& context);

    struct Fetched {
        DecodedPage page;
        std::optional<base::Instant> answersDate; ///< the Date of the answer
        std::string url;                          ///< what was asked
    };
    /// Makes the request from the variables of the credential: secrets, and what the steps of [auth] captured.
    using RequestMaker = std::function<HttpRequest(const Variables& credential)>;

    /// Configuration error where a secret is missing.
    [[nodiscard]] base::Result<void> checkCredentials() const { return m_credentials.check(); }
    /// Gets a token first where one is needed; where the answer says that it is over (Verdict::sessionOver), once a new
    /// one. `url` is what was asked.
    /// SourceRateLimited with context.record.postponedUntil set: the run ends as postponed.
    [[nodiscard]] base::Result<Fetched> fetch(const RequestMaker& make);

private:
    /// A good answer and what it means.
    struct Exchanged {
        Verdict verdict;
        HttpAnswer answer;
        std::string url;
    };
    using Judge = Verdict (*)(const SourceProfile&, const HttpRequest&, const HttpAnswer&, base::Instant);
    /// exchange() with a token, and once with a new one where the answer says that it is over.
    [[nodiscard]] base::Result<Exchanged> exchangeWithToken(const std::vector<BucketRule>& rules,
                                                            const RequestMaker& make, Judge judgeIt);
    /// The second calls of [detail] for the items of a page, which become its orders.
    [[nodiscard]] base::Result<void> fetchDetails(DecodedPage& page);
    /// One request, and again where the answer says that this helps; each time made and signed anew.
    [[nodiscard]] base::Result<Exchanged> exchange(const std::vector<BucketRule>& rules,
                                                   const std::function<HttpRequest()>& make, Judge judgeIt, bool signs);
    [[nodiscard]] base::Result<void> getCredentials();
    void logCall(const HttpRequest& request, const HttpAnswer* answer, const Verdict& verdict,
                 base::Duration took) const;
    /// SourceTransient where the run's error budget is used up: no call may follow.
    [[nodiscard]] base::Result<void> checkErrorBudget();
    [[nodiscard]] base::Result<Grant> waitForGrant(const std::vector<BucketRule>& rules);
    [[nodiscard]] base::Result<base::Duration> refused(const GrantRefused& why, bool lostRace);
    [[nodiscard]] base::Result<void> finish(const std::vector<BucketRule>& rules, const Grant& grant,
                                            const HttpAnswer* answer, const Verdict& verdict,
                                            base::Duration ownBackoff);
    [[nodiscard]] base::Result<void> wait(base::Duration duration, base::Text reason);

    RunContext& m_context;
    Credentials m_credentials;
    std::vector<BucketRule> m_rules;
    std::deque<base::Duration> m_failures; ///< when calls failed, by the monotonic clock; what is too old is dropped
    base::Text m_lastFailure;
    bool m_sessionOver = false; ///< of the answer with which exchange() failed
};

} // namespace latchboard::sync
