// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/acts.h"

#include "keys/derive.h"
#include "ops/audit.h"
#include "ops/migrate.h"
#include "ops/names.h"
#include "ops/server_session.h"

#include <algorithm>
#include <charconv>

namespace latchboard::ops {

using base::Result;
using base::Unexpected;

namespace {

template<typename Integer>
std::optional<Integer> number(std::string_view text) {
    Integer value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool isBlank(const std::string& text) {
    return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

/// "pid 4711 of 2026-03-10T11:00:00Z, key 42 (order-sync)": what the audit keeps.
std::string identityOf(const SessionAct& act) {
    std::string text = "pid " + std::to_string(act.target.pid) + " of " + base::toRfc3339(act.target.backendStart);
    if (!act.target.key)
        return text;
    const std::string key = keys::keyText(*act.target.key);
    text += ", key " + key;
    return act.keyName.empty() || act.keyName == key ? text : text + " (" + act.keyName + ")";
}

std::string describe(const pg::SignalOutlook& before, const pg::SignalResult& result, pg::Signal signal) {
    std::string text = before.user + " " + before.application + " in " + before.database + ", " + before.state;
    if (signal == pg::Signal::Cancel)
        return text + (result.ended ? "; the statement ended" : "; the statement goes on");
    text += result.ended ? "; the session ended" : "; the session is still there";
    text += result.released ? ", the lock is free of it" : ", the lock is still held by it";
    if (result.nextHolder)
        text += "; held now by pid " + std::to_string(result.nextHolder->pid);
    return text;
}

} // namespace

Result<keys::LockTag> keyNamed(const Configuration& configuration, const Profile& profile, const std::string& text) {
    if (const auto key = number<std::int64_t>(text))
        return keys::tagOfBigint(*key);
    if (const auto comma = text.find(','); comma != std::string::npos) {
        const auto first = number<std::int32_t>(std::string_view(text).substr(0, comma));
        const auto second = number<std::int32_t>(std::string_view(text).substr(comma + 1));
        if (first && second)
            return keys::tagOfPair(*first, *second);
    }
    if (const auto names = declaredNames(configuration, profile.name); names) {
        if (const auto found = (*names)->find(text))
            return found->tag;
    }
    for (const JobEntry& entry : configuration.jobs) {
        if (entry.profile == profile.name && entry.job.lockName == text)
            return entry.job.lockTag;
    }
    if (isBlank(text))
        return Unexpected(base::ErrorKind::Usage, LB_TEXT("ops", "The key has no name: name the lock to be freed."));
    return keys::derive(keys::kDefaultScheme, text);
}

Result<pg::SignalOutlook> lookBeforeAct(const Profile& profile, const SessionAct& act, std::stop_token stop) {
    if (auto allowed = allowActs(profile); !allowed)
        return Unexpected(allowed.error());
    const base::Waiting waiting{std::move(stop), {}};
    const auto session = openSession(profile, "latchboard acts", waiting);
    if (!session)
        return Unexpected(session.error());
    return pg::lookAtTarget(**session, act.signal, act.target, waiting);
}

Result<SessionActReport> actOnSession(const Profile& profile, const SessionAct& act, std::stop_token stop,
                                      base::Duration patience) {
    if (isBlank(act.reason))
        return Unexpected(base::ErrorKind::Usage,
                          LB_TEXT("ops", "An act needs a reason in words: it is kept in the audit."));
    const auto record = ActRecord::open(profile, {pg::signalName(act.signal), identityOf(act), act.reason});
    if (!record)
        return Unexpected(record.error());
    std::unique_ptr<pg::Session> session;
    const auto refuse = [&](const base::Error& error) {
        record->close(error, session.get());
        return Unexpected(error);
    };
    if (auto allowed = allowActs(profile); !allowed)
        return refuse(allowed.error());
    const base::Waiting waiting{std::move(stop), {}};
    auto opened = openSession(profile, "latchboard acts", waiting);
    if (!opened)
        return refuse(opened.error());
    session = std::move(*opened);
    SessionActReport report;
    auto before = pg::lookAtTarget(*session, act.signal, act.target, waiting);
    if (!before)
        return refuse(before.error());
    report.before = std::move(*before);
    if (auto sent = pg::sendSignal(*session, act.signal, act.target, waiting); !sent)
        return refuse(sent.error());
    auto result = pg::awaitSignal(*session, act.signal, act.target, report.before, patience, waiting);
    if (!result)
        return refuse(result.error());
    report.result = *result;
    const bool worked = act.signal == pg::Signal::Cancel ? result->ended : result->released;
    record->close(worked ? "done" : "not_released", describe(report.before, *result, act.signal), session.get());
    return report;
}

} // namespace latchboard::ops
