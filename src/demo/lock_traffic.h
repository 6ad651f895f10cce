// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "pg/connection_settings.h"

#include <string>
#include <thread>
#include <vector>

namespace latchboard::demo {

/// One statement of an actor, and how long it rests after it.
struct ActorStep {
    std::string sql;
    base::Duration rest{0};
};

/// A session that takes and gives back locks as healthy programs do.
struct LockActor {
    std::string application;
    std::vector<ActorStep> once; ///< after connecting
    std::vector<ActorStep> loop; ///< over and over; empty: it keeps its session and rests
};

/// The actors of the demo: a leader that holds its lock for good, a cache that is warmed in short transactions, three
/// reports that queue for one lock of two int4 keys, a recount named by hashtext, imports of single tenants, and an
/// export that is the victim of the lock that the pooled application leaks.
[[nodiscard]] std::vector<LockActor> demoActors();

/// Names of the keys that the demo's programs use.
inline constexpr const char* kSyncLock = "order-sync";
inline constexpr const char* kLeakedLock = "invoice-export";
inline constexpr const char* kLeaderLock = "billing-leader";
inline constexpr const char* kCacheLock = "cache-warm";
inline constexpr const char* kRecountLock = "inventory:recount"; ///< hashtext
inline constexpr int kReportKey[2] = {7100, 1};                  ///< "report:daily"

/// Statements on a named key: the bigint of the name in the default scheme.
[[nodiscard]] std::string lockNumber(const std::string& name);

/// Runs actors, each on a thread and a direct session of its own. One whose session ends, by a person's act for
/// instance, comes again.
class LockTraffic {
public:
    LockTraffic(const pg::ConnectionSettings& settings, std::vector<LockActor> actors);
    ~LockTraffic(); ///< asks all to stop and waits for them

    LockTraffic(const LockTraffic&) = delete;
    LockTraffic& operator=(const LockTraffic&) = delete;

private:
    std::vector<std::jthread> m_threads;
};

} // namespace latchboard::demo
