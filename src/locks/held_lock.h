// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_view.h"

/// What is kept of one granted lock from look to look. Internal to this folder.
namespace latchboard::locks {

struct LevelProof {
    std::string how; ///< "idle" or "run"
    base::Instant at;
    base::Instant idleSince; ///< of "idle": the state_change that proved it
    std::string job, runId;  ///< of "run"
};

/// Where a session stands: in the transaction that began at `mark`, or idle since `mark`.
struct Activity {
    bool inTransaction = false;
    base::Instant mark;
    friend bool operator==(const Activity&, const Activity&) = default;
};
[[nodiscard]] std::optional<Activity> activityOf(const SessionRow& session);

class HeldLock {
public:
    /// First seen by the look taken at takenAt; `missedAt` is the scan before, which did not show it.
    HeldLock(base::Instant scannedAt, base::Instant takenAt, std::optional<base::Instant> missedAt)
        : m_heldAt(takenAt), m_missedAt(missedAt), m_lastScan(scannedAt) {}

    /// A look shows it; another scan where scannedAt is a new one.
    void seenAgain(base::Instant scannedAt);
    /// What the sessions of a look prove of its level and age; advisory locks only.
    void prove(const SessionRow& holder, base::Instant scannedAt, base::Instant takenAt);
    /// A run of ours recorded that it took the lock. False where the record is of another hold: it is of the future, or
    /// a scan after it did not show the lock.
    bool recorded(const RecordedHold& record, base::Instant takenAt);
    /// Follows the transactions of its holder from the proof of its level on.
    void follow(const SessionRow& holder, base::Instant scannedAt);

    /// At this moment it is known to have been held.
    [[nodiscard]] base::Instant heldAt() const { return m_heldAt; }
    /// At this moment it was not held; none where no scan ever missed it.
    [[nodiscard]] std::optional<base::Instant> missedAt() const { return m_missedAt; }
    [[nodiscard]] const std::optional<LevelProof>& proof() const { return m_proof; }
    /// How many other transactions the holder is known to have begun since the proof, with the lock still held.
    [[nodiscard]] int otherTransactions() const { return m_otherTransactions; }
    /// Whether at least two scans that began after this moment showed it.
    [[nodiscard]] bool seenTwiceSince(base::Instant moment) const { return m_scanBefore && *m_scanBefore > moment; }
    [[nodiscard]] base::Instant lastScan() const { return m_lastScan; }

private:
    base::Instant m_heldAt;
    std::optional<base::Instant> m_missedAt;
    base::Instant m_lastScan;
    std::optional<base::Instant> m_scanBefore;
    std::optional<LevelProof> m_proof;
    std::optional<Activity> m_activity;
    int m_otherTransactions = 0;
};

} // namespace latchboard::locks
