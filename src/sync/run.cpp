// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/run.h"

#include <array>
#include <utility>

namespace latchboard::sync {

namespace {

constexpr std::array kOutcomes = {
    std::pair{Outcome::Success, "SUCCESS"},     std::pair{Outcome::Failed, "FAILED"},
    std::pair{Outcome::Cancelled, "CANCELLED"}, std::pair{Outcome::Postponed, "POSTPONED"},
    std::pair{Outcome::InDoubt, "IN_DOUBT"},    std::pair{Outcome::Busy, "BUSY"},
    std::pair{Outcome::NotDue, "NOT_DUE"},
};

constexpr std::array kTriggers = {
    std::pair{Trigger::Manual, "manual"},
    std::pair{Trigger::Schedule, "schedule"},
    std::pair{Trigger::Cron, "cron"},
    std::pair{Trigger::Backfill, "backfill"},
};

template<typename Value, size_t N>
const char* nameOf(const std::array<std::pair<Value, const char*>, N>& names, Value value) {
    for (const auto& [candidate, name] : names) {
        if (candidate == value)
            return name;
    }
    return "";
}

template<typename Value, size_t N>
std::optional<Value> valueOf(const std::array<std::pair<Value, const char*>, N>& names, std::string_view text) {
    for (const auto& [value, name] : names) {
        if (text == name)
            return value;
    }
    return std::nullopt;
}

} // namespace

const char* outcomeName(Outcome outcome) {
    return nameOf(kOutcomes, outcome);
}

std::optional<Outcome> outcomeFromName(std::string_view name) {
    return valueOf(kOutcomes, name);
}

const char* lockOutcomeName(LockOutcome outcome) {
    switch (outcome) {
    case LockOutcome::None:
        return "";
    case LockOutcome::Acquired:
        return "LOCK_ACQUIRED";
    case LockOutcome::BusyExpected:
        return "LOCK_BUSY_EXPECTED";
    case LockOutcome::BusySuspicious:
        return "LOCK_BUSY_SUSPICIOUS";
    case LockOutcome::ReleaseFailed:
        return "LOCK_RELEASE_FAILED";
    case LockOutcome::ContextMismatch:
        return "LOCK_CONTEXT_MISMATCH";
    }
    return "";
}

const char* triggerName(Trigger trigger) {
    return nameOf(kTriggers, trigger);
}

std::optional<Trigger> triggerFromName(std::string_view name) {
    return valueOf(kTriggers, name);
}

const char* phaseName(Progress::Phase phase) {
    switch (phase) {
    case Progress::Phase::Connecting:
        return "connecting";
    case Progress::Phase::TakingLock:
        return "taking_lock";
    case Progress::Phase::WaitingForLimit:
        return "waiting_for_limit";
    case Progress::Phase::Fetching:
        return "fetching";
    case Progress::Phase::Writing:
        return "writing";
    case Progress::Phase::Releasing:
        return "releasing";
    case Progress::Phase::Done:
        return "done";
    }
    return "";
}

std::string LockHolder::describe() const {
    std::string text = pid == 0 ? std::string() : "pid " + std::to_string(pid);
    const auto add = [&text](const std::string& part) {
        if (!part.empty())
            text += (text.empty() ? "" : ", ") + part;
    };
    add(application);
    add(client.empty() ? user : user + "@" + client);
    return text.empty() ? "somebody unknown" : text;
}

} // namespace latchboard::sync
