// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/blockers.h"
#include "locks/held_lock.h"
#include "locks/pooler_witness.h"

/// From the facts of one lock to what is said of it. Internal to this folder.
namespace latchboard::locks {

/// After this time past the end that a run wrote, its lock is a leak (semantics of verdict 3).
inline constexpr base::Duration kRunEndGrace = std::chrono::seconds(5);

/// What the names that fit a key let one expect of its lock.
struct Expectation {
    std::optional<base::Duration> hold; ///< the longest that any of the names allows
    std::string name;                   ///< which one it is
    bool longLived = false;
};
/// By the names that fit for certain; by those that could be it only where there is no other.
[[nodiscard]] Expectation expectationOf(const std::vector<keys::NameMatch>& names);

/// All that a verdict rests on. `view` has everything but verdict and evidence.
struct Facts {
    const LockView& view;
    base::Instant now; ///< the server's time at which the sessions were read
    base::Duration leakIdle;
    Expectation expectation;
    const Blockers& graph;
    const Snapshot& snapshot;
    const HeldLock* held = nullptr;         ///< none: it waits, or its holder has no identity
    const RecordedHold* record = nullptr;   ///< a run's own record of this hold
    std::optional<ServerWitness> witness{}; ///< the pooler's server connection that is the holder
    std::vector<Blocker> blockers{};        ///< of a row that waits
};

struct Judgement {
    Verdict verdict = Verdict::Held;
    std::vector<base::Text> evidence; ///< what led to the verdict comes first
};

/// The first verdict that applies, in the order of the enumeration of semantics: waiting, unknown, leak proven, context
/// mismatch, leak suspected, busy suspicious, busy expected, held. It never rests on an application name or a query.
[[nodiscard]] Judgement judgementOf(const Facts& facts);

} // namespace latchboard::locks
