// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/process_identity.h"

#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

namespace latchboard::demo {

namespace {

std::string bootId() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string line;
    std::getline(file, line);
    return line;
}

bool waitUntilGone(const ProcessIdentity& identity, base::Duration longest) {
    const auto end = std::chrono::steady_clock::now() + longest;
    while (lives(identity)) {
        if (std::chrono::steady_clock::now() >= end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
}

} // namespace

std::optional<ProcessIdentity> identityOf(int pid) {
    if (pid <= 0)
        return std::nullopt;
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    if (!std::getline(file, line))
        return std::nullopt;
    // The name, field 2, stands in parentheses and may hold blanks and parentheses itself.
    const auto nameEnd = line.rfind(')');
    if (nameEnd == std::string::npos)
        return std::nullopt;
    std::istringstream rest(line.substr(nameEnd + 1));
    std::string state;
    rest >> state;
    if (state.empty() || state == "Z" || state == "X")
        return std::nullopt;
    std::string skipped;
    for (int field = 4; field < 22; ++field)
        rest >> skipped;
    ProcessIdentity identity{pid, 0, bootId()};
    if (!(rest >> identity.startTicks))
        return std::nullopt;
    return identity;
}

bool lives(const ProcessIdentity& identity) {
    return identityOf(identity.pid) == identity;
}

bool endProcess(const ProcessIdentity& identity, int signal, base::Duration grace) {
    if (!lives(identity))
        return true;
    ::kill(identity.pid, signal);
    if (waitUntilGone(identity, grace))
        return true;
    if (lives(identity))
        ::kill(identity.pid, SIGKILL);
    return waitUntilGone(identity, std::chrono::seconds(5));
}

} // namespace latchboard::demo
