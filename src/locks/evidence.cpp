// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/evidence.h"

#include "locks/level.h"
#include "locks/readable.h"

#include <algorithm>

namespace latchboard::locks {

namespace {

const SessionRow* sessionOf(const Snapshot& snapshot, int pid) {
    const auto found = std::find_if(snapshot.sessions.begin(), snapshot.sessions.end(),
                                    [pid](const SessionRow& session) { return session.id.pid == pid; });
    return found == snapshot.sessions.end() ? nullptr : &*found;
}

std::string gidOf(const Snapshot& snapshot, const LockRow& row) {
    for (const PreparedHolder& holder : snapshot.preparedHolders) {
        if (holder.databaseOid == row.databaseOid && holder.tag == row.tag)
            return holder.gid;
    }
    return {};
}

base::Text holderOfKey(const Facts& facts, int pid) {
    if (pid == 0) {
        const std::string gid = gidOf(facts.snapshot, facts.view.lock);
        return gid.empty()
                   ? LB_TEXT("locks", "A prepared transaction holds the lock; it has no process.")
                   : LB_TEXT("locks", "The prepared transaction \"%1\" holds the lock; it has no process.").arg(gid);
    }
    const auto next = facts.graph.directly(pid);
    if (!next.empty())
        return LB_TEXT("locks", "Pid %1 holds the lock and itself waits for pid %2.").arg(pid).arg(next.front());
    const SessionRow* session = sessionOf(facts.snapshot, pid);
    if (session == nullptr || stateIsHidden(*session))
        return LB_TEXT("locks", "Pid %1 holds the lock; its state is not known.").arg(pid);
    return LB_TEXT("locks", "Pid %1 holds the lock; its state is \"%2\".").arg(pid).arg(session->state);
}

base::Text blockerText(const Facts& facts, const Blocker& blocker) {
    switch (blocker.kind) {
    case BlockKind::Hard:
        return holderOfKey(facts, blocker.pid);
    case BlockKind::Soft:
        return LB_TEXT("locks",
                       "Pid %1 does not hold the lock: it waits as well and only stands before this session in "
                       "the queue.")
            .arg(blocker.pid);
    case BlockKind::Unseen:
        break;
    }
    return LB_TEXT("locks", "The server names pid %1 as in the way; the scan of the locks does not show how.")
        .arg(blocker.pid);
}

} // namespace

base::Text holderText(const LockView& view) {
    if (view.id.backend.pid != 0)
        return LB_TEXT("locks", "pid %1").arg(view.id.backend.pid);
    return view.preparedGid.empty() ? LB_TEXT("locks", "a prepared transaction")
                                    : LB_TEXT("locks", "the prepared transaction \"%1\"").arg(view.preparedGid);
}

base::Text runText(const std::string& job, const std::string& runId) {
    return runId.empty() ? LB_TEXT("locks", "a run of %1").arg(job)
                         : LB_TEXT("locks", "run %1 of job %2").arg(runId).arg(job);
}

std::vector<base::Text> waitEvidence(const Facts& facts) {
    constexpr std::size_t kMost = 5;
    std::vector<base::Text> evidence;
    // The root stands first, also where somebody else is between.
    std::vector<int> told;
    for (const Blocker& blocker : facts.blockers)
        told.push_back(blocker.pid);
    for (const int root : facts.graph.rootsOf(facts.graph.folded(facts.view.id.backend.pid))) {
        if (std::find(told.begin(), told.end(), root) != told.end())
            continue;
        evidence.push_back(
            root == 0 ? LB_TEXT("locks", "At the root of the chain stands a prepared transaction.")
                      : LB_TEXT("locks", "At the root of the chain stands pid %1, which waits for nobody.").arg(root));
    }
    for (std::size_t i = 0; i < facts.blockers.size() && i < kMost; ++i)
        evidence.push_back(blockerText(facts, facts.blockers[i]));
    if (facts.blockers.size() > kMost)
        evidence.push_back(
            LB_TEXT("locks", "%1 more sessions stand before this one.").arg(facts.blockers.size() - kMost));
    if (facts.blockers.empty())
        evidence.push_back(LB_TEXT("locks", "The server named nobody who is in its way when it was asked."));
    if (facts.view.waitingSince)
        evidence.push_back(
            LB_TEXT("locks", "It has waited for %1.").arg(readable(facts.now - *facts.view.waitingSince)));
    else
        evidence.push_back(LB_TEXT("locks", "The server does not tell since when it waits."));
    return evidence;
}

base::Text levelEvidence(const Facts& facts) {
    const LockView& view = facts.view;
    if (view.level == Level::Transaction)
        return LB_TEXT("locks", "It is held at transaction level: %1 holds it until it is committed or rolled back.")
            .arg(holderText(view));
    if (view.level == Level::Session && facts.held != nullptr && facts.held->proof()) {
        const LevelProof& proof = *facts.held->proof();
        if (proof.how == "run")
            return LB_TEXT("locks", "Session level is proven: %1 recorded that it took this lock at %2.")
                .arg(runText(proof.job, proof.runId))
                .arg(readable(proof.at));
        return LB_TEXT("locks",
                       "Session level is proven: at %1 %2 was seen idle since %3, which is before the scan that "
                       "showed the lock held.")
            .arg(readable(proof.at))
            .arg(holderText(view))
            .arg(readable(proof.idleSince));
    }
    return LB_TEXT("locks", "Session or transaction level is not known: the holder was not seen idle while it held the "
                            "lock, and no run of ours recorded it.");
}

base::Text ageEvidence(const Facts& facts) {
    const LockView& view = facts.view;
    const base::Text least =
        readable(view.heldSinceAtLatest ? facts.since(*view.heldSinceAtLatest) : base::Duration::zero());
    if (facts.record != nullptr)
        return LB_TEXT("locks", "It has been held for %1, by the run's own record.").arg(least);
    if (!view.heldSinceAtEarliest)
        return LB_TEXT("locks", "It has been held for at least %1; for how long at most is not known.").arg(least);
    return LB_TEXT("locks", "It has been held for at least %1 and at most %2.")
        .arg(least)
        .arg(readable(facts.now - *view.heldSinceAtEarliest));
}

std::vector<base::Text> missingEvidence(const Facts& facts) {
    std::vector<base::Text> evidence;
    if (facts.view.level != Level::Session)
        return evidence;
    if (facts.witness && facts.witness->unlinked() && !facts.poolerAskedInTime())
        evidence.push_back(LB_TEXT("locks", "The pooler %1 was not asked between the holder's last statement and the "
                                            "scan, so that it proves nothing in this look.")
                               .arg(facts.witness->pooler->name));
    if (facts.witness)
        return evidence;
    for (const PoolerState& pooler : facts.snapshot.poolers) {
        if (pooler.reachable)
            continue;
        evidence.push_back(
            pooler.problem.empty()
                ? LB_TEXT("locks", "The pooler %1 could not be asked: whether a client still stands behind "
                                   "this session is not known, so the verdict may be too mild.")
                      .arg(pooler.name)
                : LB_TEXT("locks", "The pooler %1 could not be asked (%2): whether a client still stands "
                                   "behind this session is not known, so the verdict may be too mild.")
                      .arg(pooler.name)
                      .arg(pooler.problem));
    }
    return evidence;
}

} // namespace latchboard::locks
