// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/page.h"

/// What an answer means, by the profile's [[error]] rules and the defaults. Pure.
namespace latchboard::sync {

struct Verdict {
    SourceErrorClass result = SourceErrorClass::Ok;
    DecodedPage page;                       ///< of an answer that is Ok
    Details details;                        ///< of one to [detail] that is Ok
    base::Error error;                      ///< of one that is not
    std::optional<base::Duration> toldWait; ///< what the answer says to wait; a malformed word says nothing
    /// Of Auth: the token or session is over, by a status of refresh_on, or by an [[error]] rule that found more in the
    /// answer than its status. A new one may help; after any other refusal it would not.
    bool sessionOver = false;
};

/// The first [[error]] rule that fits; else by status: 2xx is good when its body is a page, 429 rate_limited, 401 and
/// 403 auth, 408, 425 and 5xx transient, all else permanent. A good status with a body that is no JSON, or JSON without
/// the list, is transient: a proxy's page, a maintenance notice, a cut body. `now` is used where an answer with a date
/// in Retry-After has no Date of its own.
[[nodiscard]] Verdict judge(const SourceProfile& profile, const HttpRequest& request, const HttpAnswer& answer,
                            base::Instant now);

/// The same for the answer to a step of [auth], which is no page: its body counts only where an [[error]] rule names
/// it.
[[nodiscard]] Verdict judgeStep(const SourceProfile& profile, const HttpRequest& request, const HttpAnswer& answer,
                                base::Instant now);

/// The same for the answer to a call of [detail]: its items are `details`.
[[nodiscard]] Verdict judgeDetail(const SourceProfile& profile, const HttpRequest& request, const HttpAnswer& answer,
                                  base::Instant now);

/// The first of the hints (see WaitHint) that says something; a malformed word says nothing. `body` may be null. A
/// moment is measured against the answer's own Date, against `now` where it has none.
[[nodiscard]] std::optional<base::Duration> waitBy(const std::vector<std::string>& hints, const HttpAnswer& answer,
                                                   const JsonTree* body, base::Instant now);

/// How long to rest after this answer, by [[limit.rest]]: the longest that applies.
[[nodiscard]] base::Duration restAfter(const SourceProfile& profile, const SourceProfile::Limit& limit,
                                       const HttpAnswer& answer, std::int64_t items);

} // namespace latchboard::sync
