// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/session.h"
#include "sync/ports.h"

namespace latchboard::pg {

/// Who holds a lock that was found busy, and whether that is to be expected.
struct BusyLock {
    sync::LockHolder holder; ///< pid 0 where it was given back meanwhile, or a prepared transaction holds it
    bool suspicious = false; ///< held longer than the key should be, by a bound that is known
};

/// Looks the holder up. Since when: what the holder's run recorded, else, of one that is not at work now, its
/// state_change. Longest normal hold: the job's expected one, else three times the 95th percentile of its last holds
/// (20 or more), else, for an idle holder of which no run knows, 60 s.
[[nodiscard]] base::Result<BusyLock> lookAtHolder(Session& session, const sync::Job& job, const Call& call);

} // namespace latchboard::pg
