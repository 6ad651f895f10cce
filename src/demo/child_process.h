// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "demo/process_identity.h"

#include <sys/types.h>

#include <csignal>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace latchboard::demo {

/// A user that a child becomes before it runs its program.
struct RunAs {
    std::string name;
    uid_t uid = 0;
    gid_t gid = 0;
};

struct ChildCommand {
    std::string program{}; ///< absolute path
    std::vector<std::string> arguments{};
    /// The child's whole environment; nothing of ours is passed on.
    std::map<std::string, std::string> environment{};
    std::string workingFolder{}; ///< "/" where empty
    std::string logFile{};       ///< stdout and stderr are appended to it, mode 0600
    std::optional<RunAs> runAs{};
    int stopSignal = SIGTERM; ///< asks it for a clean end; also sent by the kernel when we die
};

/// A program that runs as our direct child and never outlives us: the kernel sends it `stopSignal` when this process
/// ends, however it ends. It runs in a session of its own, so Ctrl+C in a terminal reaches us alone. Any thread may
/// start and stop one; the kernel ties a child to the *thread* that made it, so all are made by one thread that lives
/// as long as the process.
class ChildProcess {
public:
    /// Internal error with the step that failed ("exec", "setuid", ...) and the system's reason.
    static base::Result<std::unique_ptr<ChildProcess>> start(ChildCommand command);
    ~ChildProcess(); ///< stops it, as stop() with 5 s

    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    [[nodiscard]] int pid() const { return m_pid; }
    [[nodiscard]] const ProcessIdentity& identity() const { return m_identity; }
    [[nodiscard]] const ChildCommand& command() const { return m_command; }

    /// Exit code (128 + signal where one ended it) when it ends within the time; nullopt while it runs.
    std::optional<int> waitForExit(base::Duration longest);
    [[nodiscard]] bool running() { return !waitForExit(base::Duration::zero()); }
    void signal(int number);
    /// The stop signal, then SIGKILL after the grace time. Returns when the child has ended.
    void stop(base::Duration grace);

    /// The last lines of the log file, for an error message; at most 500 characters.
    [[nodiscard]] std::string lastLogLines() const;

private:
    ChildProcess(ChildCommand command, int pid, int pidfd);

    ChildCommand m_command;
    int m_pid = 0, m_pidfd = -1;
    ProcessIdentity m_identity;
    std::optional<int> m_exit;
};

/// Runs a program to its end. The error carries the last lines of its log.
base::Result<void> runToEnd(ChildCommand command, base::Duration longest);

} // namespace latchboard::demo
