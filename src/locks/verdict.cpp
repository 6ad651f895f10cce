// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/verdict.h"

#include "locks/evidence.h"
#include "locks/level.h"
#include "locks/readable.h"

namespace latchboard::locks {

namespace {

using Evidence = std::vector<base::Text>;
/// What speaks for one verdict; none where it does not apply.
using Finding = std::optional<Evidence>;

base::Duration heldForAtLeast(const Facts& facts) {
    return facts.view.heldSinceAtLatest ? facts.since(*facts.view.heldSinceAtLatest) : base::Duration::zero();
}

bool isIdle(const Facts& facts) {
    return facts.view.holder && facts.view.holder->state == "idle";
}

Finding unknown(const Facts& facts) {
    const LockView& view = facts.view;
    if (view.id.backend.pid == 0)
        return std::nullopt;
    if (!view.holder)
        return Evidence{LB_TEXT("locks",
                                "Pid %1, which the scan showed holding the lock, was gone when the sessions were "
                                "read a moment after.")
                            .arg(view.id.backend.pid)};
    if (view.holder->state == "disabled")
        return Evidence{LB_TEXT("locks", "The state of pid %1 is not known: track_activities is off for it.")
                            .arg(view.id.backend.pid)};
    if (stateIsHidden(*view.holder))
        return Evidence{LB_TEXT("locks",
                                "The state and the times of pid %1 are hidden from this role: it lacks pg_monitor "
                                "or pg_read_all_stats.")
                            .arg(view.id.backend.pid)};
    return std::nullopt;
}

Finding leakProvenByPooler(const Facts& facts) {
    if (!facts.witness || !facts.witness->unlinked() || !facts.poolerAskedInTime())
        return std::nullopt;
    const PoolerServer& server = *facts.witness->server;
    const base::Text seen =
        LB_TEXT("locks", "The pooler %1 shows this server connection (pid %2, from %3:%4) as \"%5\", "
                         "without a client.")
            .arg(facts.witness->pooler->name)
            .arg(server.remotePid)
            .arg(server.localAddress)
            .arg(server.localPort)
            .arg(server.state);
    if (facts.witness->sessionMode())
        return Evidence{seen,
                        LB_TEXT("locks", "Its pool is in session mode, so the client that took the lock is gone for "
                                         "good.")};
    if (!facts.view.heldSinceAtLatest)
        return std::nullopt;
    const PoolClients clients = clientsOf(*facts.witness, *facts.view.holder, *facts.view.heldSinceAtLatest);
    if (clients.maybeBefore > 0)
        return std::nullopt;
    return Evidence{seen,
                    LB_TEXT("locks", "Its pool is in %1 mode, and none of the pool's %2 clients was connected before "
                                     "%3, when the lock is known to have been held: who took it is gone.")
                        .arg(server.poolMode)
                        .arg(clients.all)
                        .arg(readable(*facts.view.heldSinceAtLatest))};
}

Finding leakProvenByRun(const Facts& facts) {
    if (facts.record == nullptr || facts.held == nullptr || !facts.record->endedAt)
        return std::nullopt;
    const base::Duration since = facts.since(*facts.record->endedAt);
    if (since <= kRunEndGrace || !facts.held->seenTwiceSince(*facts.record->endedAt))
        return std::nullopt;
    return Evidence{LB_TEXT("locks",
                            "The lock was taken by %1, which wrote its end %2 ago (more than %3), and two scans since "
                            "then show it still held.")
                        .arg(runText(facts.record->job, facts.record->runId))
                        .arg(readable(since))
                        .arg(readable(kRunEndGrace))};
}

Finding leakProven(const Facts& facts) {
    if (facts.view.level != Level::Session || !isIdle(facts))
        return std::nullopt;
    Finding finding = leakProvenByPooler(facts);
    return finding ? finding : leakProvenByRun(facts);
}

Finding contextMismatch(const Facts& facts) {
    if (facts.view.level != Level::Session || !facts.witness)
        return std::nullopt;
    const PoolerServer& server = *facts.witness->server;
    if (server.poolMode != "transaction" && server.poolMode != "statement")
        return std::nullopt;
    Evidence evidence{
        LB_TEXT("locks",
                "The lock is held at session level on a server connection of the pooler %1 whose pool is in %2 mode: "
                "no client owns that session, and an unlock may reach another one.")
            .arg(facts.witness->pooler->name)
            .arg(server.poolMode)};
    if (!facts.witness->unlinked()) {
        evidence.push_back(LB_TEXT("locks", "The connection is \"%1\" at the pooler.").arg(server.state));
    } else if (facts.view.heldSinceAtLatest) {
        const PoolClients clients = clientsOf(*facts.witness, *facts.view.holder, *facts.view.heldSinceAtLatest);
        evidence.push_back(LB_TEXT("locks",
                                   "No client uses the connection now; %1 of the pool's %2 clients may have been "
                                   "connected when the lock was taken and may still come back for its unlock.")
                               .arg(clients.maybeBefore)
                               .arg(clients.all));
    }
    return evidence;
}

/// "%1 (leak_idle)" or "%1 (the expected hold of NAME)".
base::Text limitText(const Facts& facts) {
    const Expectation& expected = facts.expectation;
    if (expected.hold && *expected.hold > facts.leakIdle)
        return LB_TEXT("locks", "%1, the expected hold of %2").arg(readable(*expected.hold)).arg(expected.of);
    return LB_TEXT("locks", "%1, leak_idle").arg(readable(facts.leakIdle));
}

Finding leakSuspected(const Facts& facts) {
    if (facts.view.level != Level::Session || facts.expectation.longLived || facts.held == nullptr)
        return std::nullopt;
    const base::Duration limit = std::max(facts.leakIdle, facts.expectation.hold.value_or(base::Duration::zero()));
    const base::Duration held = heldForAtLeast(facts);
    if (held <= limit)
        return std::nullopt;
    if (isIdle(facts) && facts.view.holder->stateChange) {
        const base::Duration idle = facts.since(*facts.view.holder->stateChange);
        if (idle > limit)
            return Evidence{LB_TEXT("locks", "%1 has been idle for %2 with the lock held; the limit is %3.")
                                .arg(LB_TEXT("locks", "Pid %1").arg(facts.view.id.backend.pid))
                                .arg(readable(idle))
                                .arg(limitText(facts))};
    }
    if (facts.held->otherTransactions() > 0)
        return Evidence{LB_TEXT("locks",
                                "The lock has been held for at least %1 (the limit is %2), and in that time the same "
                                "backend has served at least %3 other transactions: the connection is in use, as "
                                "by a pool, while its lock stays.")
                            .arg(readable(held))
                            .arg(limitText(facts))
                            .arg(facts.held->otherTransactions())};
    return std::nullopt;
}

Finding busySuspicious(const Facts& facts) {
    const Expectation& expected = facts.expectation;
    const base::Duration held = heldForAtLeast(facts);
    if (!expected.hold || expected.longLived || held <= *expected.hold)
        return std::nullopt;
    return Evidence{
        LB_TEXT("locks", "The lock has been held for at least %1, longer than the expected hold of %2 for %3.")
            .arg(readable(held))
            .arg(readable(*expected.hold))
            .arg(expected.of)};
}

Finding busyExpected(const Facts& facts) {
    const auto& blocks = facts.view.blocks;
    if (blocks.empty())
        return std::nullopt;
    constexpr std::size_t kMost = 5;
    std::string pids;
    for (std::size_t i = 0; i < blocks.size() && i < kMost; ++i)
        pids += (i == 0 ? "" : ", ") + std::to_string(blocks[i]);
    if (blocks.size() > kMost)
        pids += " ...";
    return Evidence{LB_TEXT("locks", "Sessions that wait for this lock: %1 (pid %2).").arg(blocks.size()).arg(pids)};
}

/// Why a lock that could look too old is not called so.
void addProtection(const Facts& facts, Evidence& evidence) {
    const Expectation& expected = facts.expectation;
    if (expected.longLived)
        evidence.push_back(
            LB_TEXT("locks", "%1 is marked as long-lived: its age alone says nothing.").arg(expected.of));
    else if (expected.hold && heldForAtLeast(facts) <= *expected.hold)
        evidence.push_back(LB_TEXT("locks", "It is within the expected hold of %1 for %2.")
                               .arg(readable(*expected.hold))
                               .arg(expected.of));
    else if (!expected.hold && facts.view.level == Level::Session)
        evidence.push_back(
            LB_TEXT("locks", "No expected hold is known for this key; the limit is %1.").arg(limitText(facts)));
}

} // namespace

bool Facts::poolerAskedInTime() const {
    if (!witness || !view.holder || !view.holder->stateChange || !witness->pooler->askedAt)
        return false;
    const base::Instant askedAt = *witness->pooler->askedAt;
    return *view.holder->stateChange < askedAt && askedAt <= snapshot.scannedAt;
}

Expectation expectationOf(const std::vector<keys::NameMatch>& names, const RecordedHold* record,
                          const HoldBaseline* past) {
    constexpr int kTimesP95 = 3;
    Expectation expected;
    for (const bool couldBe : {false, true}) {
        for (const keys::NameMatch& match : names) {
            if (match.couldBe != couldBe)
                continue;
            const auto& hold = match.known.expectedHold;
            if (hold && (!expected.hold || *hold > *expected.hold)) {
                expected.hold = hold;
                expected.of = base::Text::verbatim(match.known.name);
            }
            if (match.known.longLived && !expected.longLived) {
                expected.longLived = true;
                expected.of = base::Text::verbatim(match.known.name);
            }
        }
        if (expected.hold || expected.longLived)
            break;
    }
    if (expected.longLived)
        return expected;
    if (record != nullptr && !record->endedAt && record->expectedHold &&
        (!expected.hold || *record->expectedHold > *expected.hold)) {
        expected.hold = record->expectedHold;
        expected.of = LB_TEXT("locks", "%1, by its own record").arg(runText(record->job, record->runId));
    }
    if (!expected.hold && past != nullptr && past->count >= kHoldsForBaseline) {
        expected.hold = past->p95 * kTimesP95;
        expected.of = LB_TEXT("locks", "this key (%1 times the 95th percentile of its last %2 holds)")
                          .arg(kTimesP95)
                          .arg(past->count);
    }
    return expected;
}

Judgement judgementOf(const Facts& facts) {
    if (!facts.view.lock.granted)
        return {Verdict::Waiting, waitEvidence(facts)};

    Judgement judgement{Verdict::Held, {}};
    const bool advisory = facts.view.lock.lockType == "advisory";
    using Rule = Finding (*)(const Facts&);
    const std::pair<Verdict, Rule> rules[] = {
        {Verdict::Unknown, unknown},
        {Verdict::LeakProven, leakProven},
        {Verdict::ContextMismatch, contextMismatch},
        {Verdict::LeakSuspected, leakSuspected},
        {Verdict::BusySuspicious, busySuspicious},
        {Verdict::BusyExpected, busyExpected},
    };
    for (const auto& [verdict, rule] : rules) {
        if (Finding finding = rule(facts)) {
            judgement = {verdict, std::move(*finding)};
            break;
        }
    }
    Evidence& evidence = judgement.evidence;
    if (judgement.verdict == Verdict::Held)
        evidence.push_back(LB_TEXT("locks", "The lock is granted and nobody waits for it."));
    if (!advisory)
        return judgement;
    addProtection(facts, evidence);
    evidence.push_back(levelEvidence(facts));
    evidence.push_back(ageEvidence(facts));
    for (base::Text& missing : missingEvidence(facts))
        evidence.push_back(std::move(missing));
    return judgement;
}

} // namespace latchboard::locks
