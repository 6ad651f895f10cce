// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/lock_view.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace latchboard::locks {

namespace {

struct Edge {
    int waiter = 0;
    bool soft = false;
};

/// Edges from who blocks to who waits. A waiter hangs under its holders; under one that only queues before it only
/// where it has no holder that we see.
struct Graph {
    std::map<int, std::vector<Edge>> tree;
    std::map<int, std::vector<int>> all;
    std::set<int> waiters;
};

Graph graphOf(const Analysis& analysis) {
    Graph graph;
    for (const LockView& view : analysis.locks) {
        if (view.lock.granted || view.blockedBy.empty())
            continue;
        const bool worker = view.holder && view.holder->leaderPid != 0;
        const int waiter = worker ? view.holder->leaderPid : view.id.backend.pid;
        const auto isSoft = [&view](int pid) {
            return std::find(view.softBlockers.begin(), view.softBlockers.end(), pid) != view.softBlockers.end();
        };
        const bool onlySoft = std::all_of(view.blockedBy.begin(), view.blockedBy.end(), isSoft);
        graph.waiters.insert(waiter);
        for (const int blocker : view.blockedBy) {
            graph.all[blocker].push_back(waiter);
            if (onlySoft || !isSoft(blocker))
                graph.tree[blocker].push_back({waiter, onlySoft});
        }
    }
    return graph;
}

class Forest {
public:
    explicit Forest(const Graph& graph) : m_graph(graph) {}

    std::vector<WaitNode> grow() {
        std::vector<WaitNode> roots;
        for (const auto& [pid, edges] : m_graph.tree) {
            if (!m_graph.waiters.contains(pid))
                roots.push_back(node(pid, false));
        }
        // What is left hangs in circles: a deadlock that the server has not broken yet.
        for (const auto& [pid, edges] : m_graph.tree) {
            if (!m_shown.contains(pid) && inCircle(pid))
                roots.push_back(node(pid, false));
        }
        sort(roots);
        return roots;
    }

private:
    WaitNode node(int pid, bool soft) {
        WaitNode result{pid, soft, {}, victimsOf(pid)};
        if (!m_shown.insert(pid).second)
            return result;
        const auto edges = m_graph.tree.find(pid);
        if (edges == m_graph.tree.end())
            return result;
        for (const Edge& edge : edges->second) {
            const auto sameChild = [&edge](const WaitNode& child) { return child.pid == edge.waiter; };
            if (std::none_of(result.children.begin(), result.children.end(), sameChild))
                result.children.push_back(node(edge.waiter, edge.soft));
        }
        sort(result.children);
        return result;
    }

    static void sort(std::vector<WaitNode>& nodes) {
        std::sort(nodes.begin(), nodes.end(), [](const WaitNode& a, const WaitNode& b) {
            return std::pair(-a.victims, a.pid) < std::pair(-b.victims, b.pid);
        });
    }

    [[nodiscard]] bool inCircle(int pid) const {
        std::set<int> seen;
        std::vector<int> open{pid};
        while (!open.empty()) {
            const auto edges = m_graph.tree.find(open.back());
            open.pop_back();
            if (edges == m_graph.tree.end())
                continue;
            for (const Edge& edge : edges->second) {
                if (edge.waiter == pid)
                    return true;
                if (seen.insert(edge.waiter).second)
                    open.push_back(edge.waiter);
            }
        }
        return false;
    }

    [[nodiscard]] int victimsOf(int pid) const {
        std::unordered_set<int> seen{pid};
        std::vector<int> open{pid};
        while (!open.empty()) {
            const auto behind = m_graph.all.find(open.back());
            open.pop_back();
            if (behind == m_graph.all.end())
                continue;
            for (const int waiter : behind->second) {
                if (seen.insert(waiter).second)
                    open.push_back(waiter);
            }
        }
        return static_cast<int>(seen.size()) - 1;
    }

    const Graph& m_graph;
    std::set<int> m_shown;
};

} // namespace

std::vector<WaitNode> waitForest(const Analysis& analysis) {
    const Graph graph = graphOf(analysis);
    return Forest(graph).grow();
}

} // namespace latchboard::locks
