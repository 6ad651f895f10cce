// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/session.h"

#include <optional>
#include <string_view>

namespace latchboard::pg {

/// What a person may do to a bucket. There is no "call now anyway".
enum class BucketAct {
    Pause, ///< no new call until Resume
    Resume,
    Wait,    ///< longer: no call for so long from now
    Release, ///< a lost holder, only after its lease ended
    Clear,   ///< a lockout
};
[[nodiscard]] const char* bucketActName(BucketAct act); ///< "pause", ... as in `latchctl limits`
[[nodiscard]] std::optional<BucketAct> bucketActFromName(std::string_view name);

struct BucketActRequest {
    BucketAct act = BucketAct::Pause;
    std::string bucket, reason, actor;
    base::Duration wait = std::chrono::minutes(1); ///< of Wait
};

/// Carries it out and writes latchboard.audit in the same transaction; a refused one is audited too. Usage error for a
/// bucket that is not there or an empty reason, Refused where the act does not fit the bucket's state.
[[nodiscard]] base::Result<void> actOnBucket(Session& session, const BucketActRequest& request,
                                             const base::Waiting& waiting = {});

} // namespace latchboard::pg
