// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/judge_memory.h"

#include "locks/readable.h"

#include <algorithm>
#include <utility>

namespace latchboard::locks {

namespace {

HeldKey keyOf(const LockView& view) {
    const LockRow& row = view.lock;
    return {row.databaseOid, row.tag, row.mode, row.lockType, row.relation, view.preparedGid, row.pid};
}

} // namespace

std::size_t HeldKeyHash::operator()(const HeldKey& key) const {
    std::size_t hash = std::hash<std::string>()(key.gid);
    const auto add = [&hash](std::size_t part) { hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL; };
    add(key.tag.classid);
    add(key.tag.objid);
    add(key.tag.objsubid);
    add(key.databaseOid);
    add(static_cast<std::size_t>(key.pid));
    add(key.mode.size());
    return hash ^ (hash >> 29);
}

std::optional<base::Text> Judge::Memory::checkClock(const Snapshot& snapshot) {
    const bool back = takenAt && (snapshot.takenAt < *takenAt || snapshot.scannedAt < *scannedAt);
    if (!back) {
        const base::Duration ahead = jumpForward(snapshot);
        if (ahead == base::Duration::zero())
            return std::nullopt;
        *this = Memory();
        clockFrom = snapshot.takenAt;
        return LB_TEXT("locks", "The server's clock went forward by %1 more than time went by: what earlier looks had "
                                "shown is dropped, and ages are counted from now on.")
            .arg(readable(ahead));
    }
    const base::Duration jump = std::max(*takenAt - snapshot.takenAt, *scannedAt - snapshot.scannedAt);
    *this = Memory();
    return LB_TEXT("locks", "The server's clock went back by %1: what earlier looks had shown is dropped, and ages and "
                            "proofs of level begin anew.")
        .arg(readable(jump));
}

base::Duration Judge::Memory::jumpForward(const Snapshot& snapshot) const {
    constexpr base::Duration kMargin = std::chrono::seconds(2);
    constexpr int kDrift = 10; // clocks may differ by one part in so many, as while one of them is being set slowly
    if (!takenAt || !steadyAt || !snapshot.steadyAt)
        return base::Duration::zero();
    const base::Duration byClient = *snapshot.steadyAt - *steadyAt;
    const base::Duration ahead = (snapshot.takenAt - *takenAt) - byClient;
    // The client's clock was read when the answer had come, which may have been as long after as the look took.
    const base::Duration margin = std::max(kMargin, byClient / kDrift) + snapshot.beatCost + beatCost.value_or(kMargin);
    return ahead > margin ? ahead : base::Duration::zero();
}

bool Judge::Memory::begin(const Snapshot& snapshot) {
    takenAt = snapshot.takenAt;
    steadyAt = snapshot.steadyAt;
    beatCost = snapshot.beatCost;
    if (scannedAt == snapshot.scannedAt)
        return false;
    scannedBefore = std::exchange(scannedAt, snapshot.scannedAt);
    return true;
}

HeldLock& Judge::Memory::note(const LockView& view, const Snapshot& snapshot) {
    const auto& start = view.id.backend.backendStart;
    const Entry fresh{HeldLock(snapshot.scannedAt, snapshot.takenAt, scannedBefore), start};
    const auto [found, isNew] = held.try_emplace(keyOf(view), fresh);
    Entry& entry = found->second;
    if (isNew)
        return entry.lock;
    if (entry.backendStart == start) {
        entry.lock.seenAgain(snapshot.scannedAt);
    } else if (entry.backendStart && start) {
        entry = fresh; // the pid is used again, by a backend that the scan before can't have shown
    } else {
        // The same pid, of which one of the two looks could not see the start: perhaps the same holder.
        const auto missedAt = entry.lock.missedAt();
        entry = {HeldLock(snapshot.scannedAt, snapshot.takenAt, missedAt), start};
    }
    return entry.lock;
}

void Judge::Memory::forget() {
    std::erase_if(held, [this](const auto& item) { return item.second.lock.lastScan() != scannedAt; });
}

} // namespace latchboard::locks
