// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "ops/acts.h"

namespace latchboard::cli {

namespace {

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

base::Result<ops::SessionAct> actOf(const Target& target, pg::Signal signal, const ActOptions& options) {
    ops::SessionAct act;
    act.signal = signal;
    act.target.pid = options.pid;
    act.reason = options.reason;
    act.keyName = options.key;
    const auto start = base::fromRfc3339(options.backendStart);
    if (!start)
        return base::Unexpected(base::ErrorKind::Usage,
                                LB_TEXT("cli", "--backend-start \"%1\": expected a time with an offset, as `latchctl "
                                               "locks --json` tells it.")
                                    .arg(options.backendStart));
    act.target.backendStart = *start;
    if (signal == pg::Signal::Terminate) {
        auto key = ops::keyNamed(target.configuration, target.profile, options.key);
        if (!key)
            return base::Unexpected(key.error());
        act.target.key = *key;
    }
    return act;
}

QJsonObject outlookJson(const ops::SessionAct& act, const pg::SignalOutlook& before) {
    QJsonArray others, waiters;
    for (const keys::LockTag& tag : before.otherKeys)
        others.append(text(keys::keyText(tag)));
    for (const int pid : before.waiters)
        waiters.append(pid);
    QJsonObject json{{QStringLiteral("act"), QString::fromLatin1(pg::signalName(act.signal))},
                     {QStringLiteral("pid"), act.target.pid},
                     {QStringLiteral("backend_start"), text(base::toRfc3339(act.target.backendStart))},
                     {QStringLiteral("reason"), text(act.reason)},
                     {QStringLiteral("user"), text(before.user)},
                     {QStringLiteral("application"), text(before.application)},
                     {QStringLiteral("client"), text(before.client)},
                     {QStringLiteral("database"), text(before.database)},
                     {QStringLiteral("state"), text(before.state)},
                     {QStringLiteral("lost"),
                      QJsonObject{{QStringLiteral("transaction_start"),
                                   before.transactionStart ? QJsonValue(text(base::toRfc3339(*before.transactionStart)))
                                                           : QJsonValue()},
                                  {QStringLiteral("has_written"), before.hasWritten},
                                  {QStringLiteral("other_keys"), others}}},
                     {QStringLiteral("waiters"), waiters}};
    if (act.target.key)
        json[QStringLiteral("key")] = text(keys::keyText(*act.target.key));
    return json;
}

/// What a person has to know before they say yes.
void tellOutlook(const Context& context, const ops::SessionAct& act, const pg::SignalOutlook& before) {
    printLine(context, LB_TEXT("cli", "Pid %1: %2 as %3 in %4, %5.")
                           .arg(act.target.pid)
                           .arg(before.application.empty() ? "?" : before.application)
                           .arg(before.user)
                           .arg(before.database)
                           .arg(before.state));
    if (!before.transactionStart)
        printLine(context, LB_TEXT("cli", "It has no open transaction."));
    else if (before.hasWritten)
        printLine(context, LB_TEXT("cli", "Its transaction of %1 has written: that work is lost.")
                               .arg(base::toRfc3339(*before.transactionStart)));
    else
        printLine(context, LB_TEXT("cli", "Its transaction of %1 has written nothing.")
                               .arg(base::toRfc3339(*before.transactionStart)));
    if (act.signal == pg::Signal::Terminate && !before.otherKeys.empty()) {
        std::string others;
        for (const keys::LockTag& tag : before.otherKeys)
            others += (others.empty() ? "" : ", ") + keys::keyText(tag);
        printLine(context, LB_TEXT("cli", "It also holds and would free: %1.").arg(others));
    }
    std::string waiters;
    for (const int pid : before.waiters)
        waiters += (waiters.empty() ? "" : ", ") + std::to_string(pid);
    printLine(context, before.waiters.empty() ? LB_TEXT("cli", "Nobody waits for it.")
                                              : LB_TEXT("cli", "For it waits: pid %1.").arg(waiters));
    if (act.signal == pg::Signal::Terminate && before.state == "active")
        printLine(context, LB_TEXT("cli", "Milder: `latchctl cancel` ends its statement only, and with it what a "
                                          "transaction holds."));
}

int report(const Context& context, const ops::SessionAct& act, const ops::SessionActReport& done) {
    const bool terminates = act.signal == pg::Signal::Terminate;
    const bool worked = terminates ? done.result.released : done.result.ended;
    if (context.json) {
        QJsonObject json = outlookJson(act, done.before);
        json[QStringLiteral("outcome")] = QString::fromLatin1(worked ? "done" : "not_released");
        json[QStringLiteral("ended")] = done.result.ended;
        if (terminates)
            json[QStringLiteral("released")] = done.result.released;
        json[QStringLiteral("next_holder")] =
            done.result.nextHolder
                ? QJsonValue(QJsonObject{{QStringLiteral("pid"), done.result.nextHolder->pid},
                                         {QStringLiteral("application"), text(done.result.nextHolder->application)},
                                         {QStringLiteral("user"), text(done.result.nextHolder->user)}})
                : QJsonValue();
        printJson(context, json);
        return worked ? Done : ReleaseFailed;
    }
    if (!terminates)
        printLine(
            context,
            worked ? LB_TEXT("cli", "The statement of pid %1 has ended.").arg(act.target.pid)
                   : LB_TEXT("cli", "The signal was sent, and the statement of pid %1 goes on.").arg(act.target.pid));
    else if (!worked)
        printLine(context, LB_TEXT("cli", "The signal was sent, and pid %1 still holds the lock: it does not react.")
                               .arg(act.target.pid));
    else if (done.result.nextHolder)
        printLine(context, LB_TEXT("cli", "The session of pid %1 is gone; the lock is held now by pid %2 (%3, %4).")
                               .arg(act.target.pid)
                               .arg(done.result.nextHolder->pid)
                               .arg(done.result.nextHolder->application)
                               .arg(done.result.nextHolder->user));
    else
        printLine(context,
                  LB_TEXT("cli", "The session of pid %1 is gone, and nobody holds the lock.").arg(act.target.pid));
    return worked ? Done : ReleaseFailed;
}

int actCommand(const Context& context, pg::Signal signal, const ActOptions& options) {
    const auto target = context.target();
    if (!target)
        return fail(context, target.error());
    const auto act = actOf(*target, signal, options);
    if (!act)
        return fail(context, act.error());
    if (!options.yes) {
        const auto before = ops::lookBeforeAct(target->profile, *act, context.stop);
        if (!before)
            return fail(context, before.error());
        if (context.json)
            printJson(context, outlookJson(*act, *before));
        else
            tellOutlook(context, *act, *before);
        return fail(context, base::makeError(base::ErrorKind::Usage, LB_TEXT("cli", "Nothing was done."),
                                             LB_TEXT("cli", "With --yes it is.")));
    }
    const auto done = ops::actOnSession(target->profile, *act, context.stop);
    return done ? report(context, *act, *done) : fail(context, done.error());
}

} // namespace

int cancelCommand(const Context& context, const ActOptions& options) {
    return actCommand(context, pg::Signal::Cancel, options);
}

int terminateCommand(const Context& context, const ActOptions& options) {
    return actCommand(context, pg::Signal::Terminate, options);
}

} // namespace latchboard::cli
