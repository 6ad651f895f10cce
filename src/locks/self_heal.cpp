// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/self_heal.h"

#include "locks/readable.h"

#include <algorithm>

namespace latchboard::locks {

namespace {

/// Whether so few connections are left in the pool that it keeps them, idle or not.
bool isKeptForThePool(const ServerWitness& witness) {
    const PoolerServer& ours = *witness.server;
    const auto size =
        std::count_if(witness.pooler->servers.begin(), witness.pooler->servers.end(), [&](const PoolerServer& server) {
            return server.database == ours.database && server.user == ours.user;
        });
    return size <= witness.pooler->minPoolSize;
}

} // namespace

std::optional<SelfHeal> selfHealOf(const ServerWitness& witness, const SessionRow& holder, base::Instant now) {
    const PoolerState& pooler = *witness.pooler;
    const bool used = !witness.unlinked();
    std::optional<SelfHeal> first;
    const auto consider = [&](base::Instant at, const char* setting) {
        const SelfHeal heal{std::max(at, now), pooler.name, setting, used};
        if (!first || heal.earliest < first->earliest)
            first = heal;
    };
    if (!used && pooler.serverIdleTimeout && *pooler.serverIdleTimeout > base::Duration::zero() && holder.stateChange &&
        !isKeptForThePool(witness))
        consider(*holder.stateChange + *pooler.serverIdleTimeout, "server_idle_timeout");
    if (pooler.serverLifetime && *pooler.serverLifetime > base::Duration::zero() && holder.id.backendStart)
        consider(*holder.id.backendStart + *pooler.serverLifetime, "server_lifetime");
    return first;
}

base::Text selfHealText(const SelfHeal& forecast, base::Instant now) {
    const base::Duration left = forecast.earliest - now;
    if (forecast.onlyUnused)
        return left > base::Duration::zero()
                   ? LB_TEXT("locks",
                             "By itself the pooler %1 closes this connection in %2 at the earliest (%3), and not "
                             "before its client lets go of it.")
                         .arg(forecast.pooler)
                         .arg(readable(left))
                         .arg(forecast.setting)
                   : LB_TEXT("locks",
                             "By itself the pooler %1 closes this connection as soon as its client lets go of it "
                             "(%2).")
                         .arg(forecast.pooler)
                         .arg(forecast.setting);
    return left > base::Duration::zero()
               ? LB_TEXT("locks", "By itself the pooler %1 closes this connection, and frees the lock, in %2 at the "
                                  "earliest (%3); each use before then may put it off.")
                     .arg(forecast.pooler)
                     .arg(readable(left))
                     .arg(forecast.setting)
               : LB_TEXT("locks",
                         "By itself the pooler %1 closes this connection, and frees the lock, any moment (%2).")
                     .arg(forecast.pooler)
                     .arg(forecast.setting);
}

} // namespace latchboard::locks
