// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/held_lock.h"

#include <unordered_map>

/// What a Judge keeps from look to look. Internal to this folder.
namespace latchboard::locks {

/// A granted lock and who shows as its holder: a process by its pid, a prepared transaction by its gid.
struct HeldKey {
    std::uint32_t databaseOid = 0;
    keys::LockTag tag;
    std::string mode, lockType, relation, gid;
    int pid = 0;
    friend bool operator==(const HeldKey&, const HeldKey&) = default;
};

struct HeldKeyHash {
    std::size_t operator()(const HeldKey& key) const;
};

struct Judge::Memory {
    struct Entry {
        HeldLock lock;
        std::optional<base::Instant> backendStart;
    };
    std::unordered_map<HeldKey, Entry, HeldKeyHash> held;
    std::optional<base::Instant> scannedAt, scannedBefore, takenAt;
    std::optional<base::Duration> steadyAt, beatCost; ///< of the look at takenAt
    std::optional<base::Instant> clockFrom;           ///< the server's clock jumped forward then

    /// Drops everything where the server's clock went back, or further forward than the client's clock: times from
    /// before and after can't be compared. Gives the sentence that says so.
    std::optional<base::Text> checkClock(const Snapshot& snapshot);
    /// By how much the server's clock went further than the client's since the look before; zero where both agree as
    /// well as they can be compared.
    [[nodiscard]] base::Duration jumpForward(const Snapshot& snapshot) const;
    /// Notes the times of a look; true where it has a scan of its own.
    bool begin(const Snapshot& snapshot);
    /// What is kept of this granted lock, with this look's scan noted.
    HeldLock& note(const LockView& view, const Snapshot& snapshot);
    /// Forgets what the newest scan did not show.
    void forget();
};

} // namespace latchboard::locks
