// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"
#include "pg/bucket_acts.h"
#include "pg/bucket_row.h"

namespace latchboard::ops {

/// The buckets of the profile's server. Blocks.
[[nodiscard]] base::Result<std::vector<pg::BucketRow>> readLimits(const Profile& profile, std::stop_token stop);

/// Pause, resume, wait, release, clear: Refused where the profile is read-only; audited on the server and logged, also
/// where it is refused there. The actor is filled in: user@host of this process. Blocks.
[[nodiscard]] base::Result<void> actOnLimit(const Profile& profile, pg::BucketActRequest request, std::stop_token stop);

} // namespace latchboard::ops
