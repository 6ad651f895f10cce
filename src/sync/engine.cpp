// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/engine.h"

#include "base/log.h"
#include "sync/run_log.h"
#include "sync/run_steps.h"

#include <QCoreApplication>
#include <QSysInfo>
#include <QUuid>

namespace latchboard::sync {

namespace {

using base::ErrorKind;

/// The session with the lock is gone, or what it did last is not known: there is nothing to give back on it.
bool sessionIsGone(ErrorKind kind) {
    return kind == ErrorKind::LockLost || kind == ErrorKind::Connection || kind == ErrorKind::InDoubt;
}

/// Of a failure before the lock: whether there is a server to record it in, and a run to record.
bool canBeRecorded(ErrorKind kind) {
    return kind != ErrorKind::Connection && kind != ErrorKind::Authentication && kind != ErrorKind::Configuration &&
           kind != ErrorKind::Cancelled;
}

Outcome outcomeOf(const RunRecord& record, const base::Error& error) {
    if (error.kind == ErrorKind::Cancelled)
        return Outcome::Cancelled;
    if (error.kind == ErrorKind::InDoubt)
        return Outcome::InDoubt;
    return record.postponedUntil ? Outcome::Postponed : Outcome::Failed;
}

base::Error internalError(const char* what) {
    return base::makeError(
        ErrorKind::Internal, LB_TEXT("sync", "A fault in Latchboard: %1").arg(what),
        LB_TEXT("sync", "The window stays open; the next run reads it again. Please report the fault."));
}

void fail(RunRecord& record, const base::Error& error) {
    record.outcome = outcomeOf(record, error);
    record.error = error;
}

/// Runs a step and makes a value of what it may throw.
template<typename Step>
auto guarded(Step step) -> decltype(step()) {
    try {
        return step();
    } catch (const std::exception& fault) {
        return base::Unexpected(internalError(fault.what()));
    } catch (...) {
        return base::Unexpected(internalError("an exception of an unknown kind"));
    }
}

void begin(RunContext& context) {
    RunRecord& record = context.record;
    record.job = context.job.name;
    record.runId = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
    record.trigger = context.request.window ? Trigger::Backfill : context.request.trigger;
    record.dryRun = context.request.dryRun;
    record.host = QSysInfo::machineHostName().toStdString();
    record.startedAt = record.finishedAt = context.clock.now();
    context.startedMonotonic = context.clock.monotonic();
    context.progress.job = record.job;
    context.progress.runId = record.runId;
    context.owner =
        record.host + ":" + std::to_string(QCoreApplication::applicationPid()) + " " + record.job + " " + record.runId;
}

/// True where the lock is ours. Else the record says why not.
bool acquire(RunContext& context) {
    RunRecord& record = context.record;
    context.enter(Progress::Phase::Connecting);
    if (context.stop.stop_requested()) {
        fail(record, base::cancelled().error);
        return false;
    }
    auto attempt = guarded([&] { return context.lock.tryAcquire(context.job, record.runId); });
    if (!attempt) {
        fail(record, attempt.error());
        if (attempt.error().kind == ErrorKind::ContextMismatch)
            record.lock = LockOutcome::ContextMismatch;
        return false;
    }
    RunLog("lock", record)
        .with("outcome", lockOutcomeName(attempt->outcome))
        .with("wait", attempt->wait)
        .with("backend", attempt->pid)
        .write();
    record.lock = attempt->outcome;
    record.lockWait = attempt->wait;
    record.pid = attempt->pid;
    record.backendStart = attempt->backendStart;
    if (attempt->outcome == LockOutcome::Acquired)
        return true;
    record.holder = attempt->holder;
    record.outcome = Outcome::Busy;
    if (attempt->outcome == LockOutcome::ContextMismatch)
        fail(record,
             base::makeError(ErrorKind::ContextMismatch,
                             LB_TEXT("sync", "The session cannot hold the lock: a pooler or a standby answered.")));
    return false;
}

/// Writes the history row, once, at the end. What fails then is the run's own failure where it had none.
void writeHistory(RunContext& context) {
    RunRecord& record = context.record;
    if (record.dryRun)
        return;
    auto recorded = guarded([&] { return context.store.record(record); });
    if (recorded)
        return;
    base::log::warning("run " + record.runId +
                       ": its end could not be recorded: " + recorded.error().message.englishUtf8());
    if (record.error)
        return;
    fail(record, recorded.error());
    // The session with the lock may be gone; the store then takes a fresh one for a run that failed.
    if (auto again = guarded([&] { return context.store.record(record); }); !again)
        base::log::warning("run " + record.runId + ": neither could its failure");
}

void release(RunContext& context) {
    RunRecord& record = context.record;
    context.enter(Progress::Phase::Releasing);
    auto released = guarded([&] { return context.lock.release(); });
    if (released || (record.error && sessionIsGone(record.error->kind)))
        return;
    record.lock = LockOutcome::ReleaseFailed;
    if (!record.error)
        record.error = released.error();
}

void noteAttempt(RunContext& context) {
    if (context.record.dryRun)
        return;
    if (auto noted = guarded([&] { return context.store.recordAttempt(context.record); }); !noted)
        base::log::warning("run " + context.record.runId +
                           ": its lock attempt could not be recorded: " + noted.error().message.englishUtf8());
}

void runUnderLock(RunContext& context, base::Duration acquiredAt) {
    RunRecord& record = context.record;
    bool due = true;
    auto done = guarded([&] { return RunSteps(context).run(); });
    if (!done)
        fail(record, done.error());
    else
        due = *done;
    if (!due)
        record.outcome = Outcome::NotDue;
    record.finishedAt = context.databaseNow();
    record.lockHold = context.clock.monotonic() - acquiredAt;
    if (due)
        writeHistory(context);
    release(context);
    record.lockHold = context.clock.monotonic() - acquiredAt;
    noteAttempt(context);
}

void logEnd(const RunContext& context) {
    const RunRecord& record = context.record;
    RunLog line("end", record);
    line.with("outcome", outcomeName(record.outcome))
        .with("trigger", triggerName(record.trigger))
        .with("took", record.finishedAt - record.startedAt)
        .with("pages", record.pages)
        .with("calls", record.apiCalls)
        .with("rows", record.fetched)
        .with(record.counts)
        .with("limit_wait", record.limitWait)
        .with("lock_hold", record.lockHold);
    if (record.error)
        line.with("error", base::kindName(record.error->kind));
    line.write();
}

void runOnce(RunContext& context) {
    RunRecord& record = context.record;
    if (acquire(context)) {
        const base::Duration acquiredAt = context.clock.monotonic();
        context.enter(Progress::Phase::TakingLock);
        runUnderLock(context, acquiredAt);
        return;
    }
    record.finishedAt = context.databaseNow();
    if (record.lock != LockOutcome::None)
        noteAttempt(context);
    else if (canBeRecorded(record.error->kind))
        writeHistory(context);
}

} // namespace

Engine::Engine(OrderSource& source, BucketStore& buckets, JobLock& lock, SyncStore& store, const base::Clock& clock,
               Random random)
    : m_source(source), m_buckets(buckets), m_lock(lock), m_store(store), m_clock(clock),
      m_random(random ? std::move(random) : machineRandom()) {}

RunRecord Engine::run(const Job& job, const RunRequest& request, std::stop_token stop, const ProgressSink& progress) {
    // A sink that throws must not cost the lock: its faults end here.
    ProgressSink safe;
    if (progress) {
        safe = [&progress](const Progress& now) {
            try {
                progress(now);
            } catch (...) {
                base::log::error("a progress sink threw");
            }
        };
    }
    RunContext context{m_source, m_buckets, m_lock, m_store, m_clock, m_random, job, request, std::move(stop), safe};
    begin(context);
    runOnce(context);
    logEnd(context);
    context.enter(Progress::Phase::Done);
    return context.record;
}

} // namespace latchboard::sync
