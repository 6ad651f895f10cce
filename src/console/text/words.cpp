// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/text/words.h"

#include "base/stored_text.h"
#include "console/text/format.h"

#include <QCoreApplication>

namespace latchboard::console {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

QString phaseText(sync::Progress::Phase phase) {
    switch (phase) {
    case sync::Progress::Phase::Connecting:
        return Words::tr("connecting");
    case sync::Progress::Phase::TakingLock:
        return Words::tr("taking the lock");
    case sync::Progress::Phase::WaitingForLimit:
        return Words::tr("waiting for the limit");
    case sync::Progress::Phase::Fetching:
        return Words::tr("fetching");
    case sync::Progress::Phase::Writing:
        return Words::tr("writing");
    case sync::Progress::Phase::Releasing:
        return Words::tr("releasing the lock");
    case sync::Progress::Phase::Done:
        return Words::tr("done");
    }
    return {};
}

} // namespace

Sign signOf(locks::Verdict verdict) {
    const Tone tone = toneOf(verdict);
    switch (verdict) {
    case locks::Verdict::Waiting:
        return {Words::tr("Waiting"), QStringLiteral("verdict-waiting"), tone};
    case locks::Verdict::Unknown:
        return {Words::tr("Unknown"), QStringLiteral("verdict-unknown"), tone};
    case locks::Verdict::LeakProven:
        return {Words::tr("Leak proven"), QStringLiteral("verdict-leak-proven"), tone};
    case locks::Verdict::ContextMismatch:
        return {Words::tr("Context mismatch"), QStringLiteral("verdict-context-mismatch"), tone};
    case locks::Verdict::LeakSuspected:
        return {Words::tr("Leak suspected"), QStringLiteral("verdict-leak-suspected"), tone};
    case locks::Verdict::BusySuspicious:
        return {Words::tr("Busy, suspicious"), QStringLiteral("verdict-busy-suspicious"), tone};
    case locks::Verdict::BusyExpected:
        return {Words::tr("Busy, expected"), QStringLiteral("verdict-busy-expected"), tone};
    case locks::Verdict::Held:
        return {Words::tr("Held"), QStringLiteral("verdict-held"), tone};
    }
    return {};
}

Sign signOf(sync::Outcome outcome) {
    switch (outcome) {
    case sync::Outcome::Success:
        return {Words::tr("Success"), QStringLiteral("outcome-success"), Tone::Good};
    case sync::Outcome::Failed:
        return {Words::tr("Failed"), QStringLiteral("outcome-failed"), Tone::Danger};
    case sync::Outcome::Cancelled:
        return {Words::tr("Cancelled"), QStringLiteral("outcome-cancelled"), Tone::Neutral};
    case sync::Outcome::Postponed:
        return {Words::tr("Postponed"), QStringLiteral("outcome-postponed"), Tone::Busy};
    case sync::Outcome::InDoubt:
        return {Words::tr("In doubt"), QStringLiteral("outcome-in-doubt"), Tone::Attention};
    case sync::Outcome::Busy:
        return {Words::tr("Busy"), QStringLiteral("verdict-busy-expected"), Tone::Busy};
    case sync::Outcome::NotDue:
        return {Words::tr("Not due"), QStringLiteral("never"), Tone::Neutral};
    }
    return {};
}

Sign signOf(ops::JobStatus::State state) {
    switch (state) {
    case ops::JobStatus::State::Ok:
        //: State of a job: its last run is as recent as it should be
        return {Words::tr("OK"), QStringLiteral("outcome-success"), Tone::Good};
    case ops::JobStatus::State::Running:
        return {Words::tr("Running"), QStringLiteral("running"), Tone::Busy};
    case ops::JobStatus::State::Overdue:
        return {Words::tr("Overdue"), QStringLiteral("overdue"), Tone::Attention};
    case ops::JobStatus::State::BlockedByLeak:
        return {Words::tr("Blocked by a leak"), QStringLiteral("verdict-leak-proven"), Tone::Danger};
    case ops::JobStatus::State::NeverRan:
        return {Words::tr("Never ran"), QStringLiteral("never"), Tone::Neutral};
    case ops::JobStatus::State::Unknown:
        return {Words::tr("Unknown"), QStringLiteral("verdict-unknown"), Tone::Neutral};
    }
    return {};
}

Sign signOf(ops::GridCell::State state) {
    switch (state) {
    case ops::GridCell::State::NotDue:
        return {Words::tr("not due"), {}, Tone::Neutral};
    case ops::GridCell::State::Success:
        return {Words::tr("succeeded"), {}, Tone::Good};
    case ops::GridCell::State::Failed:
        return {Words::tr("failed"), {}, Tone::Danger};
    case ops::GridCell::State::Missed:
        return {Words::tr("missed"), {}, Tone::Attention};
    case ops::GridCell::State::Running:
        return {Words::tr("running"), {}, Tone::Busy};
    case ops::GridCell::State::Pending:
        return {Words::tr("due, not run yet"), {}, Tone::Neutral};
    }
    return {};
}

QString levelWord(locks::Level level) {
    switch (level) {
    case locks::Level::Undetermined:
        return Words::tr("Undetermined");
    case locks::Level::Session:
        return Words::tr("Session");
    case locks::Level::Transaction:
        return Words::tr("Transaction");
    }
    return {};
}

QString triggerWord(sync::Trigger trigger) {
    switch (trigger) {
    case sync::Trigger::Manual:
        return Words::tr("Manual");
    case sync::Trigger::Schedule:
        return Words::tr("Schedule");
    case sync::Trigger::Cron:
        return Words::tr("Cron");
    case sync::Trigger::Backfill:
        return Words::tr("Backfill");
    }
    return {};
}

QString environmentWord(ops::Environment environment) {
    switch (environment) {
    case ops::Environment::Development:
        return Words::tr("development");
    case ops::Environment::Staging:
        return Words::tr("staging");
    case ops::Environment::Production:
        return Words::tr("production");
    }
    return {};
}

QString sessionStateWord(const std::string& state) {
    if (state.empty()) {
        return Words::tr("hidden");
    }
    if (state == "active") {
        return Words::tr("active");
    }
    if (state == "idle") {
        return Words::tr("idle");
    }
    if (state == "idle in transaction") {
        return Words::tr("idle in transaction");
    }
    if (state == "idle in transaction (aborted)") {
        return Words::tr("idle in failed transaction");
    }
    if (state == "disabled") {
        return Words::tr("not tracked");
    }
    return toQt(state);
}

QString holderText(const locks::LockView& lock) {
    if (!lock.preparedGid.empty()) {
        return Words::tr("prepared transaction %1").arg(toQt(lock.preparedGid));
    }
    if (lock.lock.pid == 0) {
        return Words::tr("prepared transaction");
    }
    QStringList parts{QString::number(lock.lock.pid)};
    if (lock.holder) {
        for (const std::string& part : {lock.holder->applicationName, lock.holder->user}) {
            if (!part.empty()) {
                parts << toQt(part);
            }
        }
    }
    return parts.join(QStringLiteral(", "));
}

QString clientText(const locks::LockView& lock) {
    if (!lock.holder) {
        return {};
    }
    if (lock.holder->clientAddress.empty()) {
        return lock.holder->state.empty() ? QString() : Words::tr("local socket");
    }
    return QStringLiteral("%1:%2").arg(toQt(lock.holder->clientAddress)).arg(lock.holder->clientPort);
}

QString progressText(const sync::Progress& progress, base::Instant now) {
    QStringList parts;
    if (progress.page > 0) {
        parts << Words::tr("page %1").arg(numberText(progress.page));
        parts << (progress.totalRows
                      ? Words::tr("%1 of %2 rows").arg(numberText(progress.rows), numberText(*progress.totalRows))
                      : Words::tr("%1 rows").arg(numberText(progress.rows)));
    }
    if (!progress.waitsFor.empty()) {
        const QString what = progress.waitsFor.translated();
        if (progress.waitsUntil && *progress.waitsUntil > now) {
            //: %1 is a duration, %2 says what is waited for
            parts << Words::tr("waits %1: %2").arg(durationText(*progress.waitsUntil - now, true), what);
        } else {
            //: %1 says what is waited for
            parts << Words::tr("waits: %1").arg(what);
        }
    } else {
        parts << phaseText(progress.phase);
    }
    return parts.join(QStringLiteral(", "));
}

QString errorText(const base::Error& error) {
    QString text = error.message.translated();
    if (!error.remedy.empty()) {
        text += QLatin1Char(' ') + error.remedy.translated();
    }
    return text;
}

QString warningText(const sync::RunRecord& run) {
    QStringList warnings;
    for (const QString& warning : toQt(run.warning).split(QStringLiteral("; "), Qt::SkipEmptyParts)) {
        warnings << base::storedText(warning.toStdString()).translated();
    }
    return warnings.join(QStringLiteral("; "));
}

} // namespace latchboard::console
