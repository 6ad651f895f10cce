// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"

#include <stop_token>

namespace latchboard::ops {

/// What a schedule must know, read on a session that is closed again at once.
struct ScheduleState {
    base::Instant now; ///< the database's clock
    std::optional<base::Instant> lastSuccessStart;
    bool lockIsFree = true;
};

[[nodiscard]] base::Result<ScheduleState> readScheduleState(const Profile& profile, const sync::Job& job,
                                                            std::stop_token stop);

} // namespace latchboard::ops
