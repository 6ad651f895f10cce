// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/lock_view.h"

namespace latchboard::locks {

namespace {

/// "A", "A or B", "A, B or C"; beyond three, "A, B or 5 others".
std::string alternatives(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 3;
    std::string text = names.front();
    if (names.size() > kMost)
        return text + ", " + names[1] + " or " + std::to_string(names.size() - 2) + " others";
    for (std::size_t i = 1; i < names.size(); ++i)
        text += (i + 1 == names.size() ? " or " : ", ") + names[i];
    return text;
}

} // namespace

const char* levelName(Level level) {
    switch (level) {
    case Level::Session:
        return "session";
    case Level::Transaction:
        return "transaction";
    case Level::Undetermined:
        break;
    }
    return "undetermined";
}

const char* verdictName(Verdict verdict) {
    switch (verdict) {
    case Verdict::Waiting:
        return "waiting";
    case Verdict::Unknown:
        return "unknown";
    case Verdict::LeakProven:
        return "leak_proven";
    case Verdict::ContextMismatch:
        return "context_mismatch";
    case Verdict::LeakSuspected:
        return "leak_suspected";
    case Verdict::BusySuspicious:
        return "busy_suspicious";
    case Verdict::BusyExpected:
        return "busy_expected";
    case Verdict::Held:
        break;
    }
    return "held";
}

std::string LockView::title() const {
    if (lock.lockType != "advisory")
        return lock.relation.empty() ? lock.lockType : lock.lockType + " " + lock.relation;
    std::vector<std::string> certain;
    std::vector<std::string> possible;
    for (const keys::NameMatch& match : names)
        (match.couldBe ? possible : certain).push_back(match.known.name);
    if (!certain.empty()) {
        std::string text = certain.front();
        certain.erase(certain.begin());
        certain.insert(certain.end(), possible.begin(), possible.end());
        return certain.empty() ? text : text + " (or " + alternatives(certain) + ")";
    }
    std::string text = keys::keyText(lock.tag);
    return possible.empty() ? text : text + " (could be " + alternatives(possible) + ")";
}

} // namespace latchboard::locks
