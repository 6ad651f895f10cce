// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_view.h"
#include "locks/pooler_witness.h"

/// When a leak would end by itself. Internal to this folder.
namespace latchboard::locks {

/// The earliest time at which the pooler closes the holder's connection by itself, by its SHOW CONFIG (PgBouncer's
/// documentation, "Connection sanity checks, timeouts"). None where no setting of it ever would.
///
/// server_idle_timeout counts from the connection's last use, and does not hold for the last min_pool_size connections
/// of a pool; 0 switches it off. server_lifetime counts from its beginning, and closes it only while no client uses it;
/// 0: after its next use, of which nobody knows when it comes.
[[nodiscard]] std::optional<SelfHeal> selfHealOf(const ServerWitness& witness, const SessionRow& holder,
                                                 base::Instant now);

/// The forecast as a sentence.
[[nodiscard]] base::Text selfHealText(const SelfHeal& forecast, base::Instant now);

} // namespace latchboard::locks
