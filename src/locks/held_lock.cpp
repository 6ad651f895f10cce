// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/held_lock.h"

#include "locks/level.h"

#include <algorithm>

namespace latchboard::locks {

namespace {

/// A run notes when it took its lock by a statement of its own, which may have begun a little before the lock came.
constexpr base::Duration kRecordSlack = std::chrono::seconds(1);

} // namespace

std::optional<Activity> activityOf(const SessionRow& session) {
    if (session.transactionStart)
        return Activity{true, *session.transactionStart};
    if (session.stateChange)
        return Activity{false, *session.stateChange};
    return std::nullopt;
}

void HeldLock::seenAgain(base::Instant scannedAt) {
    if (scannedAt == m_lastScan)
        return; // the same scan beside newer sessions
    m_scanBefore = m_lastScan;
    m_lastScan = scannedAt;
}

void HeldLock::prove(const SessionRow& holder, base::Instant scannedAt, base::Instant takenAt) {
    if (!provesSessionLevel(holder, scannedAt, takenAt))
        return;
    // An idle backend takes no lock, so it has had this one since it turned idle.
    const base::Instant idleSince = *holder.stateChange;
    m_heldAt = std::min(m_heldAt, m_missedAt ? std::max(idleSince, *m_missedAt) : idleSince);
    if (!m_proof)
        m_proof = LevelProof{"idle", takenAt, idleSince, {}, {}};
}

void HeldLock::follow(const SessionRow& holder, base::Instant scannedAt) {
    const auto now = activityOf(holder);
    if (!m_proof || !now || now == m_activity)
        return;
    if (!m_activity) {
        m_activity = now;
        return;
    }
    // What began after the scan counts once a scan after it still shows the lock.
    if (now->mark >= scannedAt)
        return;
    // From a transaction to idle is only the end of that transaction; all else is another one.
    if (now->mark > m_activity->mark && (now->inTransaction || !m_activity->inTransaction))
        ++m_otherTransactions;
    m_activity = now;
}

bool HeldLock::recorded(const RecordedHold& record, base::Instant takenAt) {
    if (record.takenAt > takenAt || (m_missedAt && record.takenAt + kRecordSlack < *m_missedAt))
        return false;
    m_heldAt = std::min(m_heldAt, m_missedAt ? std::max(record.takenAt, *m_missedAt) : record.takenAt);
    if (!m_proof)
        m_proof = LevelProof{"run", record.takenAt, {}, record.job, record.runId};
    return true;
}

} // namespace latchboard::locks
