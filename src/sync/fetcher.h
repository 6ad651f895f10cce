// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/answer.h"
#include "sync/request.h"
#include "sync/run_context.h"

namespace latchboard::sync {

/// Gets one good page: under the bucket's grant, one grant one request, and again where the answer says that this
/// helps.
class Fetcher {
public:
    Fetcher(RunContext& context, Headers credential);

    struct Fetched {
        DecodedPage page;
        std::optional<base::Instant> answersDate; ///< the Date of the answer
    };
    /// SourceRateLimited with context.record.postponedUntil set: the run ends as postponed.
    [[nodiscard]] base::Result<Fetched> fetch(const HttpRequest& request);

    [[nodiscard]] const Headers& credential() const { return m_credential; }

private:
    [[nodiscard]] base::Result<Grant> waitForGrant();
    [[nodiscard]] base::Result<base::Duration> refused(const GrantRefused& why);
    [[nodiscard]] base::Result<void> finish(const Grant& grant, const HttpAnswer* answer, const Verdict& verdict,
                                            base::Duration ownBackoff);
    [[nodiscard]] base::Result<void> wait(base::Duration duration, base::Text reason);

    RunContext& m_context;
    Headers m_credential;
    BucketRule m_rule;
};

} // namespace latchboard::sync
