// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/blockers.h"
#include "locks/held_lock.h"
#include "locks/pooler_witness.h"

#include <algorithm>

/// From the facts of one lock to what is said of it. Internal to this folder.
namespace latchboard::locks {

/// After this time past the end that a run wrote, its lock is a leak (semantics of verdict 3).
inline constexpr base::Duration kRunEndGrace = std::chrono::seconds(5);

/// How long a lock may be held before that says something.
struct Expectation {
    std::optional<base::Duration> hold;
    base::Text of; ///< whose it is: "order-sync", "run r-1 of job order-sync, by its own record"
    bool longLived = false;
};
/// The longest that a name of the key allows, or the record of a run that has not written its end; where neither says
/// anything, three times the 95th percentile of the key's past. Names that fit for certain count, and those that could
/// be it only where there is no other.
[[nodiscard]] Expectation expectationOf(const std::vector<keys::NameMatch>& names, const RecordedHold* record = nullptr,
                                        const HoldBaseline* past = nullptr);
/// A percentile of fewer holds says nothing.
inline constexpr int kHoldsForBaseline = 20;

/// All that a verdict rests on. `view` has everything but verdict and evidence.
struct Facts {
    const LockView& view;
    base::Instant now; ///< the server's time at which the sessions were read
    base::Duration leakIdle;
    Expectation expectation;
    const Blockers& graph;
    const Snapshot& snapshot;
    const HeldLock* held = nullptr;           ///< none: it waits, or its holder has no identity
    const RecordedHold* record = nullptr;     ///< a run's own record of this hold
    std::optional<base::Instant> clockFrom{}; ///< the server's clock jumped then: it measures nothing across it
    std::optional<ServerWitness> witness{};   ///< the pooler's server connection that is the holder
    std::vector<Blocker> blockers{};          ///< of a row that waits

    /// Time since a moment of the server's clock, as far as that clock can be trusted.
    [[nodiscard]] base::Duration since(base::Instant moment) const {
        return now - (clockFrom ? std::max(moment, *clockFrom) : moment);
    }
    /// Whether what the pooler says of the holder is of the time in which the scan showed the lock held: it was asked
    /// after the holder turned idle and before the scan. Asked later, it may tell of a connection that has given its
    /// lock back meanwhile, as by its reset query.
    [[nodiscard]] bool poolerAskedInTime() const;
};

struct Judgement {
    Verdict verdict = Verdict::Held;
    std::vector<base::Text> evidence; ///< what led to the verdict comes first
};

/// The first verdict that applies, in the order of the enumeration of semantics: waiting, unknown, leak proven, context
/// mismatch, leak suspected, busy suspicious, busy expected, held. It never rests on an application name or a query.
[[nodiscard]] Judgement judgementOf(const Facts& facts);

} // namespace latchboard::locks
