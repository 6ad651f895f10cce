// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/judge_memory.h"
#include "locks/self_heal.h"
#include "locks/verdict.h"

#include <algorithm>
#include <unordered_map>

namespace latchboard::locks {

namespace {

/// The newest record of a run that took this key on this backend.
class Records {
public:
    explicit Records(const std::vector<RecordedHold>& recorded) {
        for (const RecordedHold& record : recorded) {
            if (record.backend.backendStart)
                m_byPid[record.backend.pid].push_back(&record);
        }
    }

    [[nodiscard]] const RecordedHold* find(const LockView& view, base::Instant takenAt) const {
        const auto found = m_byPid.find(view.id.backend.pid);
        if (found == m_byPid.end() || !view.id.backend.backendStart)
            return nullptr;
        const RecordedHold* newest = nullptr;
        for (const RecordedHold* record : found->second) {
            const bool here =
                record->database.empty() || view.lock.database.empty() || record->database == view.lock.database;
            if (record->backend == view.id.backend && record->tag == view.id.tag && here &&
                record->takenAt <= takenAt && (newest == nullptr || record->takenAt > newest->takenAt))
                newest = record;
        }
        return newest;
    }

private:
    std::unordered_map<int, std::vector<const RecordedHold*>> m_byPid;
};

/// The session of a row, as far as it was still there when the sessions were read.
const SessionRow* holderOf(const LockRow& row, const std::unordered_map<int, const SessionRow*>& sessions,
                           base::Instant scannedAt) {
    const auto session = sessions.find(row.pid);
    if (row.pid == 0 || session == sessions.end())
        return nullptr;
    // A backend that started after the scan is not the one that the scan saw: the pid is used again.
    const auto& start = session->second->id.backendStart;
    return start && *start > scannedAt ? nullptr : session->second;
}

LockId idOf(const LockRow& row, const SessionRow* holder) {
    return {row.databaseOid,
            row.tag,
            row.mode,
            row.granted,
            {row.pid, holder == nullptr ? std::nullopt : holder->id.backendStart},
            row.lockType,
            row.relation};
}

/// One view a row, sorted by id. Several prepared transactions that share a lock have one identity, no pid: they are
/// one row with all their gids.
std::vector<LockView> viewsOf(const Snapshot& snapshot, const std::unordered_map<int, const SessionRow*>& sessions) {
    // Ids are sorted and not the views, which are large.
    std::vector<std::pair<LockId, const LockRow*>> rows;
    rows.reserve(snapshot.locks.size());
    for (const LockRow& row : snapshot.locks)
        rows.emplace_back(idOf(row, holderOf(row, sessions, snapshot.scannedAt)), &row);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first == b.first; }),
               rows.end());

    std::vector<LockView> views(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const LockRow& row = *rows[i].second;
        views[i].id = std::move(rows[i].first);
        views[i].lock = row;
        if (const SessionRow* holder = holderOf(row, sessions, snapshot.scannedAt))
            views[i].holder = *holder;
    }
    return views;
}

/// The gids of the prepared transactions that hold a key, in the server's order.
std::string preparedGids(const Snapshot& snapshot, const LockRow& row) {
    std::string gids;
    for (const PreparedHolder& holder : snapshot.preparedHolders) {
        if (holder.databaseOid == row.databaseOid && holder.tag == row.tag)
            gids += (gids.empty() ? "" : ", ") + holder.gid;
    }
    return gids;
}

const HoldBaseline* pastOf(const std::vector<HoldBaseline>& past, const LockRow& row) {
    const auto found = std::find_if(past.begin(), past.end(), [&row](const HoldBaseline& baseline) {
        return baseline.tag == row.tag && baseline.database == row.database;
    });
    return found == past.end() || row.lockType != "advisory" ? nullptr : &*found;
}

void addWitness(LockView& view, Facts& facts) {
    if (!view.holder)
        return;
    facts.witness = witnessOf(*view.holder, facts.snapshot.poolers);
    if (!facts.witness)
        return;
    const PoolerServer& server = *facts.witness->server;
    view.pooler = PoolerWitness{facts.witness->pooler->name, server.poolMode, server.state, server.linked};
    view.selfHeal = selfHealOf(*facts.witness, *view.holder, facts.now);
}

void addWait(LockView& view, Facts& facts) {
    view.waitingSince = view.lock.waitStart;
    facts.blockers = facts.graph.of(view.lock);
    for (const Blocker& blocker : facts.blockers) {
        view.blockedBy.push_back(blocker.pid);
        if (blocker.kind == BlockKind::Soft)
            view.softBlockers.push_back(blocker.pid);
    }
}

/// Level and age of a granted lock. A pid alone is no identity: without the backend's start, or a prepared
/// transaction's gid, this look is all that is known.
void addHold(LockView& view, Facts& facts, HeldLock& held, const Records& records) {
    const bool advisory = view.lock.lockType == "advisory";
    const bool prepared = view.lock.pid == 0;
    const auto& start = view.id.backend.backendStart;
    view.heldSinceAtLatest = facts.now;
    view.heldSinceAtEarliest = held.missedAt();
    if (prepared)
        view.level = Level::Transaction;

    if (prepared ? !view.preparedGid.empty() : start.has_value()) {
        facts.held = &held;
        if (advisory && !prepared) {
            held.prove(*view.holder, facts.snapshot.scannedAt, facts.now);
            const RecordedHold* record = records.find(view, facts.now);
            if (record != nullptr && held.recorded(*record, facts.now))
                facts.record = record;
            held.follow(*view.holder, facts.snapshot.scannedAt);
        }
        view.heldSinceAtLatest = held.heldAt();
    }
    if (start && (!view.heldSinceAtEarliest || *start > *view.heldSinceAtEarliest))
        view.heldSinceAtEarliest = start;
    if (facts.record != nullptr)
        view.heldSinceAtEarliest = view.heldSinceAtLatest;
    if (facts.clockFrom && *view.heldSinceAtLatest < *facts.clockFrom) {
        // Since when is a time of the other clock: only that it was before the jump is known.
        view.heldSinceAtLatest = facts.clockFrom;
        view.heldSinceAtEarliest.reset();
    }
    if (view.heldSinceAtEarliest && *view.heldSinceAtEarliest > *view.heldSinceAtLatest)
        view.heldSinceAtEarliest.reset();
    if (held.proof() && facts.held != nullptr) {
        view.level = Level::Session;
        view.levelProof = held.proof()->how;
        view.levelProvenAt = held.proof()->at;
    }
}

} // namespace

Judge::Judge() : m_memory(std::make_unique<Memory>()) {}
Judge::~Judge() = default;

Analysis Judge::judge(const Snapshot& snapshot, const keys::Registry& names, const Thresholds& thresholds,
                      const std::vector<RecordedHold>& recorded, const std::vector<HoldBaseline>& past) {
    Analysis analysis{snapshot.server, snapshot.takenAt, snapshot.limits, {}, snapshot.scanCost, snapshot.beatCost};
    if (auto clock = m_memory->checkClock(snapshot))
        analysis.limits.push_back(std::move(*clock));

    const bool newScan = m_memory->begin(snapshot);
    std::unordered_map<int, const SessionRow*> sessions;
    for (const SessionRow& session : snapshot.sessions)
        sessions.emplace(session.id.pid, &session);
    const Blockers blockers(snapshot);
    const Records records(recorded);

    analysis.locks = viewsOf(snapshot, sessions);
    for (LockView& view : analysis.locks) {
        if (view.lock.lockType == "advisory")
            view.names = names.decode(view.lock.tag, view.lock.database);
        Facts facts{view, snapshot.takenAt, thresholds.leakIdle, {}, blockers, snapshot};
        facts.clockFrom = m_memory->clockFrom;
        view.blocks = blockers.behind(view.lock);
        addWitness(view, facts);
        if (view.lock.granted) {
            if (view.lock.pid == 0)
                view.preparedGid = preparedGids(snapshot, view.lock);
            addHold(view, facts, m_memory->note(view, snapshot), records);
        } else {
            addWait(view, facts);
        }
        facts.expectation = expectationOf(view.names, facts.record, pastOf(past, view.lock));
        Judgement judgement = judgementOf(facts);
        view.verdict = judgement.verdict;
        view.evidence = std::move(judgement.evidence);
        // A lock that a transaction holds ends with it.
        if (view.level != Level::Session || !view.lock.granted)
            view.selfHeal.reset();
        else if (view.selfHeal && view.lock.lockType == "advisory")
            view.evidence.push_back(selfHealText(*view.selfHeal, facts.now));
    }
    if (newScan)
        m_memory->forget();
    return analysis;
}

} // namespace latchboard::locks
