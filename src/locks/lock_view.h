// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "keys/registry.h"
#include "locks/snapshot.h"

#include <memory>
#include <set>

/// What we say of the locks of one snapshot: level, age, waits and verdict, each with its proof.
namespace latchboard::locks {

enum class Level { Undetermined, Session, Transaction };
[[nodiscard]] const char* levelName(Level level);

enum class Verdict { Waiting, Unknown, LeakProven, ContextMismatch, LeakSuspected, BusySuspicious, BusyExpected, Held };
/// The name in JSON: "leak_proven".
[[nodiscard]] const char* verdictName(Verdict verdict);

struct Thresholds {
    base::Duration leakIdle = std::chrono::seconds(60);
};

/// What a run of ours recorded about the lock it took (schema latchboard, table lock_attempt).
struct RecordedHold {
    BackendId backend;
    keys::LockTag tag;
    std::string database, job, runId;
    base::Instant takenAt;
    std::optional<base::Instant> endedAt;         ///< the run wrote its end
    std::optional<base::Duration> expectedHold{}; ///< how long its job may hold the lock
};

/// How long a key was held in the past, from lock_attempt.
struct HoldBaseline {
    std::string database;
    keys::LockTag tag;
    base::Duration p95{0};
    int count = 0; ///< holds that it was taken from
};

/// What a Judge knows of one lock that is held, as values that outlive it (judge_memory.h says what they mean).
struct RememberedHold {
    std::uint32_t databaseOid = 0;
    keys::LockTag tag;
    std::string mode, gid;
    BackendId backend;
    std::optional<base::Instant> seenFirstAt; ///< first scan that showed it
    std::optional<base::Instant> missedAt;    ///< last scan before that one, which did not
    base::Instant seenLastAt;                 ///< last scan that showed it
    std::string levelProof;                   ///< "idle", "run" or empty
    std::optional<base::Instant> levelProvenAt, idleSince;
};

/// Deadlocks over all databases.
struct Deadlocks {
    std::int64_t count = 0;      ///< in the interval
    base::Duration interval{0};  ///< between the two readings
    std::int64_t sinceWatch = 0; ///< since the watch began
    base::Instant watchedSince;
};

/// Identity of a row from look to look: never its number in a table.
struct LockId {
    std::uint32_t databaseOid = 0;
    keys::LockTag tag;
    std::string mode;
    bool granted = true;
    BackendId backend;
    std::string lockType;
    std::string relation{}; ///< of another type than advisory: what tells its locks apart
    friend auto operator<=>(const LockId&, const LockId&) = default;
};

/// The run that holds the lock, by its own record or by its job's key.
struct HoldingRun {
    std::string job, runId; ///< runId empty: the job is known, the run is not
    friend bool operator==(const HoldingRun&, const HoldingRun&) = default;
};

/// When the pooler would close the holder's connection by itself, and the lock with it.
struct SelfHeal {
    base::Instant earliest;
    std::string pooler, setting; ///< "server_lifetime" or "server_idle_timeout"
    bool onlyUnused = false;     ///< a client uses it now: not before that one has let go of it
    friend bool operator==(const SelfHeal&, const SelfHeal&) = default;
};

struct PoolerWitness {
    std::string name, poolMode, serverState;
    bool linked = false;
    friend bool operator==(const PoolerWitness&, const PoolerWitness&) = default;
};

/// One row of the Locks page and of `locks --json`. Ages are not stored: the moments at which they began are.
struct LockView {
    LockId id;
    LockRow lock;
    std::optional<SessionRow> holder; ///< none: a prepared transaction, or the session ended between two readings
    std::string preparedGid;
    std::vector<keys::NameMatch> names;
    Level level = Level::Undetermined;
    std::string levelProof; ///< "idle", "run" or empty
    std::optional<base::Instant> levelProvenAt;
    std::optional<base::Instant> heldSinceAtLatest;   ///< held for at least: now - this
    std::optional<base::Instant> heldSinceAtEarliest; ///< held for at most: now - this
    std::optional<base::Instant> waitingSince;
    /// Folded: each pid once, leaders in place of their workers; those that wait for nobody first. 0 stands for a
    /// prepared transaction, which has no process.
    std::vector<int> blockedBy;
    std::vector<int>
        softBlockers;        ///< those of blockedBy that do not hold the key: they only stand before it in the queue
    std::vector<int> blocks; ///< who waits for this row's session on this key, sorted
    std::optional<PoolerWitness> pooler;
    std::optional<HoldingRun> run;
    std::optional<SelfHeal> selfHeal;
    Verdict verdict = Verdict::Held;
    std::vector<base::Text> evidence;

    /// The name where one is known, most specific first, and " (or OTHER)" where others fit as well; else the key as
    /// text, with " (could be NAME)" where only 32 bits of hash agree; of another lock type, what it is on.
    [[nodiscard]] std::string title() const;
};

struct Analysis {
    ServerInfo server;
    base::Instant takenAt;
    std::vector<base::Text> limits;
    std::vector<LockView> locks; ///< sorted by id
    base::Duration scanCost{0}, beatCost{0};
    std::optional<Deadlocks> deadlocks{}; ///< none until the counters were read twice
};

/// Judges look after look. Keeps what can only be known over time (first and last seen, proofs of level, how a holder's
/// transactions moved on); one instance a connection, used by one thread.
///
/// A look whose scannedAt is that of the look before is a beat: newer sessions beside the same scan. It can prove a
/// level but is not another scan. When the server's clock jumps, all that was kept is dropped, ages are counted from
/// the jump on, and the analysis says so.
class Judge {
public:
    Judge();
    ~Judge();

    Analysis judge(const Snapshot& snapshot, const keys::Registry& names, const Thresholds& thresholds,
                   const std::vector<RecordedHold>& recorded, const std::vector<HoldBaseline>& past = {});

private:
    struct Memory;
    std::unique_ptr<Memory> m_memory;
};

/// One node of the tree of waits: the root holds, its children wait for it.
struct WaitNode {
    int pid = 0;       ///< 0: a prepared transaction
    bool soft = false; ///< it only queues behind its parent, which waits itself
    std::vector<WaitNode> children;
    int victims = 0; ///< all that wait behind it, directly or not
};
/// A waiter with several holders stands under each of them; what waits behind it is shown at the first place only, so
/// that the forest is never larger than the list of waits. Sessions in a circle hang under the least of their pids.
/// Those with the most victims come first, then by pid.
[[nodiscard]] std::vector<WaitNode> waitForest(const Analysis& analysis);

} // namespace latchboard::locks
