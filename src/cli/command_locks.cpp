// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "cli/commands.h"
#include "cli/table.h"
#include "locks/explain.h"
#include "locks/lock_json.h"
#include "ops/watch.h"

#include <algorithm>

namespace latchboard::cli {

namespace {

QString holderCell(const locks::LockView& lock) {
    if (!lock.preparedGid.empty())
        return QStringLiteral("prepared ") + QString::fromStdString(lock.preparedGid);
    QString text = QString::number(lock.lock.pid);
    if (!lock.holder)
        return text;
    for (const std::string& part : {lock.holder->applicationName, lock.holder->user}) {
        if (!part.empty())
            text += QStringLiteral(", ") + QString::fromStdString(part);
    }
    return text;
}

std::optional<double> age(const std::optional<base::Instant>& since, base::Instant now) {
    return since ? std::optional(base::seconds(now - *since)) : std::nullopt;
}

/// What a role may not see is said so: an empty cell would look like nothing.
QString stateCell(const locks::LockView& lock) {
    if (!lock.holder)
        return {};
    return lock.holder->state.empty() ? LB_TEXT("cli", "hidden").translated()
                                      : QString::fromStdString(lock.holder->state);
}

/// The verdict in words, what it rests on, and what can be done.
void printStory(const Context& context, const locks::LockView& lock, base::Instant now) {
    const auto line = [&](const char* before, const base::Text& text) {
        context.streams.out << before << text.translated().toStdString() << std::endl;
    };
    context.streams.out << '\n' << lock.title() << ", " << holderCell(lock).toStdString() << ": ";
    line("", locks::sentence(lock, now));
    for (const base::Text& evidence : lock.evidence)
        line("  - ", evidence);
    for (const base::Text& remedy : locks::remedies(lock))
        line("  > ", remedy);
}

void printTable(const Context& context, const locks::Analysis& analysis, bool explainAll) {
    Table table({left(LB_TEXT("cli", "verdict")), left(LB_TEXT("cli", "name")), left(LB_TEXT("cli", "database")),
                 left(LB_TEXT("cli", "level")), left(LB_TEXT("cli", "holder")), left(LB_TEXT("cli", "client")),
                 left(LB_TEXT("cli", "state")), right(LB_TEXT("cli", "held for at least")),
                 right(LB_TEXT("cli", "waits")), right(LB_TEXT("cli", "waiters"))});
    std::vector<const locks::LockView*> rows;
    for (const locks::LockView& lock : analysis.locks)
        rows.push_back(&lock);
    std::stable_sort(rows.begin(), rows.end(), [](const locks::LockView* a, const locks::LockView* b) {
        return a->lock.databaseOid != b->lock.databaseOid ? a->lock.databaseOid < b->lock.databaseOid
                                                          : keys::lessByValue(a->lock.tag, b->lock.tag);
    });
    for (const locks::LockView* row : rows) {
        const locks::LockView& lock = *row;
        const locks::SessionRow session = lock.holder.value_or(locks::SessionRow());
        table.add({QString::fromLatin1(locks::verdictName(lock.verdict)), QString::fromStdString(lock.title()),
                   QString::fromStdString(lock.lock.database), QString::fromLatin1(locks::levelName(lock.level)),
                   holderCell(lock), QString::fromStdString(session.clientAddress), stateCell(lock),
                   shortDuration(lock.lock.granted ? age(lock.heldSinceAtLatest, analysis.takenAt) : std::nullopt),
                   shortDuration(lock.lock.granted ? std::nullopt : age(lock.waitingSince, analysis.takenAt)),
                   lock.blocks.empty() ? QString() : QString::number(lock.blocks.size())});
    }
    table.print(context.streams.out);
    if (analysis.locks.empty())
        printLine(context, LB_TEXT("cli", "No advisory locks are held. That is what an idle system looks like."));
    for (const locks::LockView* row : rows) {
        if (explainAll || (row->verdict != locks::Verdict::Held && row->verdict != locks::Verdict::BusyExpected))
            printStory(context, *row, analysis.takenAt);
    }
    for (const base::Text& limit : analysis.limits)
        context.streams.err << "latchctl: " << limit.translated().toStdString() << std::endl;
}

} // namespace

int locksCommand(const Context& context, const LocksOptions& options) {
    const auto target = context.target();
    if (!target)
        return fail(context, target.error());
    auto watch = ops::Watch::open(target->profile, target->configuration.thresholds, context.stop);
    if (!watch)
        return fail(context, watch.error());
    for (;;) {
        auto analysis = (*watch)->look(context.stop);
        if (!analysis)
            return context.stop.stop_requested() && options.watch ? Done : fail(context, analysis.error());
        if (!options.all)
            std::erase_if(analysis->locks,
                          [](const locks::LockView& lock) { return lock.lock.lockType != "advisory"; });
        if (context.json)
            printJson(context,
                      locks::toJson(*analysis, options.all ? locks::LockTypes::All : locks::LockTypes::Advisory));
        else
            printTable(context, *analysis, options.explain);
        context.streams.out.flush();
        if (!options.watch || !context.streams.out.good())
            return Done;
        if (!base::SystemClock().wait(target->profile.refresh, {context.stop, {}}))
            return Done;
        if (!context.json)
            context.streams.out << '\n';
    }
}

} // namespace latchboard::cli
