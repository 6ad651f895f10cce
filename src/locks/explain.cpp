// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/explain.h"

#include "locks/evidence.h"
#include "locks/level.h"
#include "locks/readable.h"

namespace latchboard::locks {

namespace {

using Ladder = std::vector<base::Text>;

base::Text heldFor(const LockView& view, base::Instant now) {
    return readable(view.heldSinceAtLatest ? now - *view.heldSinceAtLatest : base::Duration::zero());
}

base::Text waitSentence(const LockView& view, base::Instant now) {
    const base::Text title = base::Text::verbatim(view.title());
    const base::Text waited = view.waitingSince ? LB_TEXT("locks", "%1 so far").arg(readable(now - *view.waitingSince))
                                                : LB_TEXT("locks", "since when is not known");
    if (view.blockedBy.empty())
        return LB_TEXT("locks", "Waits for %1 (%2).").arg(title).arg(waited);
    const int first = view.blockedBy.front();
    if (first == 0)
        return LB_TEXT("locks", "Waits for %1 behind a prepared transaction (%2).").arg(title).arg(waited);
    return LB_TEXT("locks", "Waits for %1 behind pid %2 (%3).").arg(title).arg(first).arg(waited);
}

bool idle(const LockView& view) {
    return view.holder && view.holder->state == "idle";
}

/// Only a client's backend may ever be signalled, and only one whose identity is known.
void addTerminate(const LockView& view, Ladder& ladder) {
    if (!view.holder || !view.id.backend.backendStart || view.holder->backendType != "client backend")
        return;
    const bool open = view.holder->transactionStart.has_value();
    ladder.push_back(
        open ? LB_TEXT("locks", "Terminate pid %1: this frees the lock; its open transaction is rolled back and "
                                "its client loses the connection.")
                   .arg(view.id.backend.pid)
             : LB_TEXT("locks", "Terminate pid %1: this frees the lock; it has no open transaction to lose, and "
                                "its client loses the connection.")
                   .arg(view.id.backend.pid));
}

void addCancel(const LockView& view, Ladder& ladder) {
    if (idle(view))
        ladder.push_back(LB_TEXT("locks",
                                 "Cancelling (pg_cancel_backend) frees nothing here: the session is idle and has no "
                                 "statement to cancel."));
    else if (view.holder && view.holder->state == "active" && view.level == Level::Session)
        ladder.push_back(LB_TEXT("locks",
                                 "Cancel the statement of pid %1: it ends that statement only; a lock of session "
                                 "level stays until the session unlocks or ends.")
                             .arg(view.id.backend.pid));
    else if (view.holder && view.holder->state == "active")
        ladder.push_back(LB_TEXT("locks",
                                 "Cancel the statement of pid %1: its transaction is rolled back, which frees the lock "
                                 "only if it is held at transaction level.")
                             .arg(view.id.backend.pid));
    else if (view.holder && view.holder->state.starts_with("idle in transaction"))
        ladder.push_back(
            LB_TEXT("locks", "Cancelling (pg_cancel_backend) frees nothing here: the session runs no statement; its "
                             "client has to end the transaction."));
}

void addPrepared(const LockView& view, Ladder& ladder) {
    if (view.preparedGid.empty())
        ladder.push_back(LB_TEXT("locks",
                                 "Ask who prepared the transaction to commit it or to roll it back; pg_prepared_xacts "
                                 "lists them. There is no process to terminate."));
    else
        ladder.push_back(LB_TEXT("locks",
                                 "In database %1, as the owner of the transaction, run COMMIT PREPARED or ROLLBACK "
                                 "PREPARED for \"%2\". There is no process to terminate.")
                             .arg(view.lock.database)
                             .arg(view.preparedGid));
}

void addPrevention(const LockView& view, Ladder& ladder) {
    ladder.push_back(
        LB_TEXT("locks", "To prevent the next one: unlock, and check the answer, before the connection goes back to "
                         "its pool; let the pool run DISCARD ALL or pg_advisory_unlock_all() when it takes one "
                         "back."));
    if (view.pooler && view.pooler->poolMode != "session")
        ladder.push_back(LB_TEXT("locks",
                                 "Behind PgBouncer, take session-level locks on a direct connection or in a pool of "
                                 "pool_mode = session; server_reset_query_always = 1 clears them also in transaction "
                                 "mode."));
    else
        ladder.push_back(LB_TEXT("locks", "Take long locks on a dedicated, direct connection that no pool hands on."));
}

void addFreeing(const LockView& view, Ladder& ladder) {
    if (view.pooler)
        ladder.push_back(LB_TEXT("locks",
                                 "Milder than terminating: RECONNECT on the console of the pooler %1 closes its server "
                                 "connections as soon as no client uses them, and their locks with them.")
                             .arg(view.pooler->name));
    else
        ladder.push_back(LB_TEXT("locks",
                                 "Mildest: let the application that owns pid %1 unlock it, or close that connection or "
                                 "its pool.")
                             .arg(view.id.backend.pid));
    addCancel(view, ladder);
    ladder.push_back(LB_TEXT("locks",
                             "No other session can unlock it: pg_advisory_unlock works only in the session that holds "
                             "the lock."));
    addTerminate(view, ladder);
    addPrevention(view, ladder);
}

Ladder waitRemedies(const LockView& view) {
    Ladder ladder;
    if (!view.blockedBy.empty() && view.blockedBy.front() != 0)
        ladder.push_back(
            LB_TEXT("locks", "Look at pid %1 first: what it holds is what is waited for. Ending a session that only "
                             "waits does not free the lock.")
                .arg(view.blockedBy.front()));
    if (!view.blockedBy.empty() && view.blockedBy.front() == 0)
        ladder.push_back(
            LB_TEXT("locks", "A prepared transaction is in the way: its owner has to commit it or roll it back."));
    if (!view.blocks.empty())
        ladder.push_back(LB_TEXT("locks", "Cancelling this wait (pid %1) lets those move on that only queue behind it.")
                             .arg(view.id.backend.pid));
    ladder.push_back(LB_TEXT("locks", "To prevent it: use pg_try_advisory_lock and come back, or set lock_timeout."));
    return ladder;
}

Ladder unknownRemedies(const LockView& view) {
    if (!view.holder)
        return {LB_TEXT("locks", "Wait for the next look: a session that ended has given its locks back.")};
    if (view.holder->state == "disabled")
        return {LB_TEXT("locks", "Set track_activities = on, so that the state of sessions can be seen.")};
    return {LB_TEXT("locks", "Let an administrator run: GRANT pg_monitor TO this role.")};
}

Ladder busyRemedies(const LockView& view) {
    Ladder ladder{LB_TEXT("locks", "Mildest: wait, and look at what pid %1 is doing.").arg(view.id.backend.pid)};
    addCancel(view, ladder);
    addTerminate(view, ladder);
    ladder.push_back(LB_TEXT("locks", "If this is how long the work takes, raise the key's expected_hold."));
    return ladder;
}

} // namespace

base::Text sentence(const LockView& view, base::Instant now) {
    const base::Text title = base::Text::verbatim(view.title());
    const base::Text holder = holderText(view);
    switch (view.verdict) {
    case Verdict::Waiting:
        return waitSentence(view, now);
    case Verdict::Unknown:
        return LB_TEXT("locks", "%1 is held by %2, whose state can't be seen: whether it works is not known.")
            .arg(title)
            .arg(holder);
    case Verdict::LeakProven:
        return LB_TEXT("locks", "%1 has leaked: %2 has held it for at least %3, and who took it is gone.")
            .arg(title)
            .arg(holder)
            .arg(heldFor(view, now));
    case Verdict::ContextMismatch:
        return LB_TEXT(
                   "locks",
                   "%1 is held for at least %2 on a connection that a pooler shares among clients (%3): nobody owns "
                   "that session.")
            .arg(title)
            .arg(heldFor(view, now))
            .arg(holder);
    case Verdict::LeakSuspected:
        return LB_TEXT("locks", "%1 looks leaked: %2 has held it for at least %3 and does not seem to work for it.")
            .arg(title)
            .arg(holder)
            .arg(heldFor(view, now));
    case Verdict::BusySuspicious:
        return LB_TEXT("locks", "%1 is held longer than expected: for at least %2, by %3.")
            .arg(title)
            .arg(heldFor(view, now))
            .arg(holder);
    case Verdict::BusyExpected:
        return LB_TEXT("locks", "%1 is held by %2 for at least %3, and others wait for it.")
            .arg(title)
            .arg(holder)
            .arg(heldFor(view, now));
    case Verdict::Held:
        break;
    }
    return LB_TEXT("locks", "%1 is held by %2 for at least %3; nobody waits for it.")
        .arg(title)
        .arg(holder)
        .arg(heldFor(view, now));
}

std::vector<base::Text> remedies(const LockView& view) {
    Ladder ladder;
    switch (view.verdict) {
    case Verdict::Waiting:
        return waitRemedies(view);
    case Verdict::Unknown:
        return unknownRemedies(view);
    case Verdict::LeakProven:
    case Verdict::ContextMismatch:
    case Verdict::LeakSuspected:
        addFreeing(view, ladder);
        return ladder;
    case Verdict::BusySuspicious:
        if (view.lock.pid == 0)
            addPrepared(view, ladder);
        else
            return busyRemedies(view);
        return ladder;
    case Verdict::BusyExpected:
        if (view.lock.pid == 0)
            addPrepared(view, ladder);
        else
            ladder.push_back(LB_TEXT("locks", "Wait: the holder is within what is expected of it."));
        return ladder;
    case Verdict::Held:
        break;
    }
    if (view.lock.pid == 0)
        addPrepared(view, ladder);
    return ladder;
}

} // namespace latchboard::locks
