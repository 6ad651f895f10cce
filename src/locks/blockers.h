// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/snapshot.h"

#include <tuple>
#include <unordered_map>

/// Who waits for whom, cleaned of what pg_blocking_pids repeats. Internal to this folder.
namespace latchboard::locks {

enum class BlockKind {
    Hard,  ///< it holds the key in a mode that conflicts
    Soft,  ///< it is not granted itself: it only stands before the waiter in the queue
    Unseen ///< the scan shows no row of it on this key
};

struct Blocker {
    int pid = 0; ///< 0: a prepared transaction
    BlockKind kind = BlockKind::Unseen;
};

/// The graph of waits of one snapshot. Repeated pids are folded, parallel workers stand as their leader, and nobody
/// blocks itself.
class Blockers {
public:
    explicit Blockers(const Snapshot& snapshot);

    /// The leader of a parallel worker, else the pid itself.
    [[nodiscard]] int folded(int pid) const;
    /// Who blocks the session of this row, which waits: those that wait for nobody first, then holders before those
    /// that only queue.
    [[nodiscard]] std::vector<Blocker> of(const LockRow& waiting) const;
    /// Who waits for the session of this row on this key, sorted.
    [[nodiscard]] std::vector<int> behind(const LockRow& row) const;
    [[nodiscard]] bool waits(int pid) const;
    /// The sessions at the end of the chains before this one, sorted; none where it stands in a circle only.
    [[nodiscard]] std::vector<int> rootsOf(int pid) const;
    /// Whom this session waits for directly.
    [[nodiscard]] std::vector<int> directly(int pid) const;

private:
    using Target = std::tuple<std::uint32_t, keys::LockTag, std::string, std::string>;
    struct Stand {
        int pid = 0;
        bool granted = false;
        std::string mode;
    };

    std::unordered_map<int, int> m_leaders;
    std::unordered_map<int, std::vector<int>> m_edges; ///< waiter to its blockers, folded
    std::map<Target, std::vector<Stand>> m_contended;  ///< the rows of every lock that somebody waits for
    static Target targetOf(const LockRow& row);
};

/// Whether two modes of an advisory lock exclude each other; of other modes nothing is known and they do.
[[nodiscard]] bool conflict(std::string_view a, std::string_view b);

} // namespace latchboard::locks
