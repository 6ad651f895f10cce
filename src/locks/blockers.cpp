// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/blockers.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace latchboard::locks {

Blockers::Target Blockers::targetOf(const LockRow& row) {
    return {row.databaseOid, row.tag, row.lockType, row.relation};
}

bool conflict(std::string_view a, std::string_view b) {
    // PostgreSQL documentation, "Explicit Locking", table "Conflicting Lock Modes": weakest first, and for each the
    // modes that it stands against.
    constexpr std::array<std::string_view, 8> kModes = {
        "AccessShareLock", "RowShareLock",          "RowExclusiveLock", "ShareUpdateExclusiveLock",
        "ShareLock",       "ShareRowExclusiveLock", "ExclusiveLock",    "AccessExclusiveLock"};
    constexpr std::array<unsigned, 8> kAgainst = {0b10000000, 0b11000000, 0b11110000, 0b11111000,
                                                  0b11101100, 0b11111100, 0b11111110, 0b11111111};
    const auto first = std::find(kModes.begin(), kModes.end(), a), second = std::find(kModes.begin(), kModes.end(), b);
    if (first == kModes.end() || second == kModes.end())
        return true; // predicate locks (SIReadLock) block nobody and don't come here; a mode of a later server might
    return (kAgainst[static_cast<std::size_t>(first - kModes.begin())] >> (second - kModes.begin()) & 1U) != 0;
}

Blockers::Blockers(const Snapshot& snapshot) {
    for (const SessionRow& session : snapshot.sessions) {
        if (session.leaderPid != 0 && session.leaderPid != session.id.pid)
            m_leaders.emplace(session.id.pid, session.leaderPid);
    }
    for (const auto& [waiter, blockers] : snapshot.blockedBy) {
        const int pid = folded(waiter);
        auto& edges = m_edges[pid];
        for (const int blocker : blockers) {
            const int by = folded(blocker);
            if (by != pid && std::find(edges.begin(), edges.end(), by) == edges.end())
                edges.push_back(by);
        }
        if (edges.empty())
            m_edges.erase(pid);
    }
    for (const LockRow& row : snapshot.locks) {
        if (!row.granted)
            m_contended.try_emplace(targetOf(row));
    }
    if (m_contended.empty())
        return;
    for (const LockRow& row : snapshot.locks) {
        const auto target = m_contended.find(targetOf(row));
        if (target != m_contended.end())
            target->second.push_back({folded(row.pid), row.granted, row.mode});
    }
}

int Blockers::folded(int pid) const {
    const auto leader = m_leaders.find(pid);
    return leader == m_leaders.end() ? pid : leader->second;
}

std::vector<int> Blockers::directly(int pid) const {
    const auto edges = m_edges.find(pid);
    return edges == m_edges.end() ? std::vector<int>{} : edges->second;
}

bool Blockers::waits(int pid) const {
    return m_edges.contains(pid);
}

std::vector<Blocker> Blockers::of(const LockRow& waiting) const {
    std::vector<Blocker> blockers;
    const auto target = m_contended.find(targetOf(waiting));
    for (const int pid : directly(folded(waiting.pid))) {
        Blocker blocker{pid, BlockKind::Unseen};
        if (target != m_contended.end()) {
            for (const Stand& stand : target->second) {
                if (stand.pid != pid)
                    continue;
                if (stand.granted && conflict(stand.mode, waiting.mode))
                    blocker.kind = BlockKind::Hard;
                else if (blocker.kind == BlockKind::Unseen && !stand.granted)
                    blocker.kind = BlockKind::Soft;
            }
        }
        blockers.push_back(blocker);
    }
    std::stable_sort(blockers.begin(), blockers.end(), [this](const Blocker& a, const Blocker& b) {
        const auto rank = [this](const Blocker& blocker) {
            return std::pair(waits(blocker.pid), blocker.kind != BlockKind::Hard);
        };
        return rank(a) < rank(b);
    });
    return blockers;
}

std::vector<int> Blockers::behind(const LockRow& row) const {
    std::vector<int> pids;
    const auto target = m_contended.find(targetOf(row));
    if (target == m_contended.end())
        return pids;
    const int pid = folded(row.pid);
    for (const Stand& stand : target->second) {
        if (stand.granted || stand.pid == pid)
            continue;
        const auto edges = m_edges.find(stand.pid);
        if (edges != m_edges.end() && std::find(edges->second.begin(), edges->second.end(), pid) != edges->second.end())
            pids.push_back(stand.pid);
    }
    std::sort(pids.begin(), pids.end());
    pids.erase(std::unique(pids.begin(), pids.end()), pids.end());
    return pids;
}

std::vector<int> Blockers::rootsOf(int pid) const {
    std::vector<int> roots;
    std::unordered_set<int> seen{pid};
    std::vector<int> open{pid};
    while (!open.empty()) {
        const int next = open.back();
        open.pop_back();
        for (const int blocker : directly(next)) {
            if (!seen.insert(blocker).second)
                continue;
            if (waits(blocker))
                open.push_back(blocker);
            else
                roots.push_back(blocker);
        }
    }
    std::sort(roots.begin(), roots.end());
    return roots;
}

} // namespace latchboard::locks
