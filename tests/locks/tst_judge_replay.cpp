// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/scene.h"

#include <QTest>

#include <map>
#include <random>
#include <utility>

using namespace latchboard;
using namespace latchboard::locks;
using namespace latchboard::tests;

namespace {

/// A little server: backends that take and drop locks at both levels, work, idle, end and come back with the same pid.
class World {
public:
    explicit World(unsigned seed) : m_random(seed) {
        for (int pid = 1; pid <= 6; ++pid)
            m_backends.push_back({pid, at(-100 - pid), {}, "idle", at(-50), {}});
    }

    struct Backend {
        int pid;
        base::Instant start;
        std::map<int, bool> locks; ///< key to whether it is of session level
        std::string state;
        base::Instant stateChange;
        std::optional<base::Instant> transaction;
    };
    struct Truth {
        bool session = false;
    };

    Snapshot step() {
        for (int i = 0; i < 4; ++i)
            act(m_backends[m_random() % m_backends.size()]);
        if (m_random() % 60 == 0) {
            m_now -= std::chrono::seconds(m_random() % 100); // the clock goes back
            m_jumpedSinceScan = true;
        }
        const bool beat = m_last && m_random() % 3 == 0 && *m_last < m_now;
        Snapshot snapshot;
        if (beat) {
            snapshot = m_lastSnapshot;
            snapshot.sessions.clear();
        } else {
            m_jumped = std::exchange(m_jumpedSinceScan, false);
            m_now += std::chrono::milliseconds(1 + m_random() % 500);
            snapshot.scannedAt = m_now;
            for (const Backend& backend : m_backends) {
                for (const auto& [key, level] : backend.locks)
                    snapshot.locks.push_back(lockRow(backend.pid, keys::tagOfBigint(key)));
            }
            // Work goes on between the scan and the reading of the sessions.
            m_truth.clear();
            for (const Backend& backend : m_backends) {
                for (const auto& [key, level] : backend.locks)
                    m_truth[{backend.pid, key}] = {level};
            }
            for (int i = 0; i < 2; ++i)
                act(m_backends[m_random() % m_backends.size()]);
        }
        for (const Backend& backend : m_backends) {
            SessionRow row = session(backend.pid, backend.state.c_str(), 0);
            row.id.backendStart = backend.start;
            row.stateChange = backend.stateChange;
            row.queryStart = backend.stateChange;
            row.transactionStart = backend.transaction;
            if (m_random() % 10 == 0) {
                row.state.clear();
                row.stateChange.reset();
                row.transactionStart.reset();
                row.id.backendStart.reset();
            }
            if (m_random() % 30 != 0)
                snapshot.sessions.push_back(row);
        }
        m_now += std::chrono::milliseconds(1 + m_random() % 50);
        snapshot.takenAt = m_now;
        m_last = snapshot.scannedAt;
        m_lastSnapshot = snapshot;
        return snapshot;
    }

    /// Whether the clock went back between the last two scans; by little it can't be noticed from outside.
    [[nodiscard]] bool jumped() const { return m_jumped; }
    /// How the lock that the last scan showed is really held.
    [[nodiscard]] Truth truth(int pid, std::int64_t key) const { return m_truth.at({pid, static_cast<int>(key)}); }

private:
    base::Instant tick() { return m_now += std::chrono::milliseconds(1 + m_random() % 2000); }

    void act(Backend& backend) {
        const base::Instant now = tick();
        switch (m_random() % 6) {
        case 0: // begins or goes on with a transaction, taking a lock; never one that it holds
        case 1: {
            if (!backend.transaction)
                backend.transaction = now;
            backend.state = m_random() % 2 == 0 ? "active" : "idle in transaction";
            backend.stateChange = now;
            const int key = static_cast<int>(m_random() % 5);
            const bool taken = std::any_of(m_backends.begin(), m_backends.end(),
                                           [key](const Backend& other) { return other.locks.contains(key); });
            if (!taken)
                backend.locks[key] = m_random() % 2 == 0;
            break;
        }
        case 2: // ends its transaction: transaction-level locks go before it turns idle
        case 3:
            if (backend.transaction) {
                std::erase_if(backend.locks, [](const auto& lock) { return !lock.second; });
                backend.transaction.reset();
            }
            backend.state = "idle";
            backend.stateChange = tick();
            break;
        case 4: // unlocks one
            if (!backend.locks.empty() && backend.locks.begin()->second)
                backend.locks.erase(backend.locks.begin());
            break;
        default: // ends, and its pid is used again
            if (m_random() % 4 == 0)
                backend = {backend.pid, now, {}, "idle", tick(), {}};
        }
    }

    std::mt19937 m_random;
    std::vector<Backend> m_backends;
    std::map<std::pair<int, int>, Truth> m_truth;
    base::Instant m_now = at(0);
    std::optional<base::Instant> m_last;
    bool m_jumped = false, m_jumpedSinceScan = false;
    Snapshot m_lastSnapshot;
};

/// What is wrong with a view, or null. `earlier` is the same lock in the look before.
const char* broken(const LockView& view, const LockView* earlier, base::Instant takenAt, bool sessionLevel) {
    if (*view.heldSinceAtLatest > takenAt)
        return "held since a time to come";
    if (view.heldSinceAtEarliest && *view.heldSinceAtEarliest > *view.heldSinceAtLatest)
        return "the bounds are not in order";
    const bool session = view.level == Level::Session;
    if (session == view.levelProof.empty() || session != view.levelProvenAt.has_value())
        return "level, proof and its time do not come together";
    if (session && !view.id.backend.backendStart)
        return "a level is proven of a backend that is not known";
    const bool provenNow = session && *view.levelProvenAt == takenAt;
    if (provenNow && !sessionLevel)
        return "a proof of this very look is false";
    if (session && !provenNow &&
        (earlier == nullptr || earlier->level != Level::Session || *earlier->levelProvenAt != *view.levelProvenAt))
        return "a proof is kept that the look before did not have";
    if (view.verdict == Verdict::LeakSuspected && !session)
        return "a leak is suspected without a proof of session level";
    if (view.verdict == Verdict::LeakProven || view.verdict == Verdict::ContextMismatch)
        return "a leak is proven without a witness";
    const bool hidden = !view.holder || view.holder->state.empty() || view.holder->state == "disabled";
    if (hidden != (view.verdict == Verdict::Unknown))
        return "unknown is said of what is seen, or not of what is hidden";
    if (earlier != nullptr && view.id.backend.backendStart && *view.heldSinceAtLatest > *earlier->heldSinceAtLatest)
        return "the bound moved to a later time while the holder stayed";
    return nullptr;
}

} // namespace

class TestJudgeReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void invariants_data();
    void invariants();
    void fullTable();
};

void TestJudgeReplay::invariants_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 25; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestJudgeReplay::invariants() {
    QFETCH(unsigned, seed);
    World world(seed);
    Court court;
    court.thresholds.leakIdle = 5s;
    std::map<LockId, LockView> before;
    std::optional<base::Instant> lastScan;

    for (int step = 0; step < 200; ++step) {
        const Snapshot snapshot = world.step();
        const Analysis analysis = court.hear(snapshot);
        const bool clockWentBack = !analysis.limits.empty();
        QCOMPARE(analysis.locks.size(), snapshot.locks.size());
        QVERIFY(std::is_sorted(analysis.locks.begin(), analysis.locks.end(),
                               [](const LockView& a, const LockView& b) { return a.id < b.id; }));
        std::map<LockId, LockView> now;
        for (const LockView& view : analysis.locks) {
            now.emplace(view.id, view);
            const auto same = before.find(view.id);
            const LockView* earlier = same == before.end() || clockWentBack ? nullptr : &same->second;
            const auto truth = world.truth(view.id.backend.pid, keys::bigintOf(view.id.tag));
            const char* wrong = broken(view, earlier, snapshot.takenAt, truth.session);
            if (wrong != nullptr)
                QFAIL(qPrintable(QString("%1: step %2, pid %3, key %4\n%5")
                                     .arg(wrong)
                                     .arg(step)
                                     .arg(view.id.backend.pid)
                                     .arg(keys::bigintOf(view.id.tag))
                                     .arg(evidence(view))));
        }
        // A lock that a scan missed begins anew.
        if (lastScan && *lastScan != snapshot.scannedAt && !clockWentBack && !world.jumped()) {
            for (const auto& [id, view] : now) {
                const bool pidSeen = std::any_of(before.begin(), before.end(), [&id = id](const auto& item) {
                    return item.first.tag == id.tag && item.first.backend.pid == id.backend.pid;
                });
                if (!pidSeen)
                    QVERIFY(view.heldSinceAtEarliest && *view.heldSinceAtEarliest >= *lastScan);
            }
        }
        before = std::move(now);
        lastScan = snapshot.scannedAt;
    }
}

/// Many locks of few holders, look after look: every row is judged and nothing of gone locks stays.
void TestJudgeReplay::fullTable() {
    Court court;
    Snapshot snapshot = look(0);
    for (int i = 0; i < 20'000; ++i)
        snapshot.locks.push_back(lockRow(11 + i % 5, keys::tagOfBigint(i)));
    for (int pid = 11; pid < 16; ++pid)
        snapshot.sessions.push_back(session(pid, "idle", -90));
    QCOMPARE(court.hear(snapshot).locks.size(), size_t{20'000});
    snapshot.scannedAt = at(5);
    snapshot.takenAt = at(5.1);
    const Analysis analysis = court.hear(snapshot);
    QVERIFY(std::all_of(analysis.locks.begin(), analysis.locks.end(),
                        [](const LockView& view) { return view.verdict == Verdict::LeakSuspected; }));
    snapshot = look(10);
    QVERIFY(court.hear(snapshot).locks.empty());
}

QTEST_GUILESS_MAIN(TestJudgeReplay)
#include "tst_judge_replay.moc"
