// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/child_process.h"

#include "demo/spawner.h"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace latchboard::demo {

base::Result<std::unique_ptr<ChildProcess>> ChildProcess::start(ChildCommand command) {
    const Spawned spawned = spawn(command);
    if (spawned.failedStep != nullptr) {
        return base::Unexpected(base::ErrorKind::Internal, LB_TEXT("demo", "%1 could not be started: %2: %3.")
                                                               .arg(command.program)
                                                               .arg(spawned.failedStep)
                                                               .arg(std::strerror(spawned.errorNumber)));
    }
    const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, spawned.pid, 0));
    return std::unique_ptr<ChildProcess>(new ChildProcess(std::move(command), spawned.pid, pidfd));
}

ChildProcess::ChildProcess(ChildCommand command, int pid, int pidfd)
    : m_command(std::move(command)), m_pid(pid), m_pidfd(pidfd),
      m_identity(identityOf(pid).value_or(ProcessIdentity{pid, 0, {}})) {}

ChildProcess::~ChildProcess() {
    stop(std::chrono::seconds(5));
    if (m_pidfd >= 0)
        ::close(m_pidfd);
}

std::optional<int> ChildProcess::waitForExit(base::Duration longest) {
    if (m_exit)
        return m_exit;
    const auto end = std::chrono::steady_clock::now() + longest;
    for (;;) {
        pollfd watched{m_pidfd, POLLIN, 0};
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
        const int ready = ::poll(&watched, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000'000)));
        if (ready >= 0 || errno != EINTR)
            break;
    }
    int status = 0;
    const pid_t got = ::waitpid(m_pid, &status, WNOHANG);
    if (got == m_pid)
        m_exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    else if (got < 0)
        m_exit = 255; // somebody else reaped it
    return m_exit;
}

void ChildProcess::signal(int number) {
    if (!waitForExit(base::Duration::zero()))
        ::kill(m_pid, number);
}

void ChildProcess::stop(base::Duration grace) {
    signal(m_command.stopSignal);
    if (waitForExit(grace))
        return;
    signal(SIGKILL);
    while (!waitForExit(std::chrono::seconds(1))) {
    }
}

std::string ChildProcess::lastLogLines() const {
    std::ifstream file(m_command.logFile, std::ios::binary | std::ios::ate);
    if (!file)
        return {};
    constexpr std::streamoff most = 500;
    const std::streamoff size = file.tellg();
    const std::streamoff from = std::max<std::streamoff>(0, size - most);
    file.seekg(from);
    std::string tail(static_cast<std::size_t>(size - from), '\0');
    file.read(tail.data(), size - from);
    if (from > 0) {
        const auto lineEnd = tail.find('\n');
        tail.erase(0, lineEnd == std::string::npos ? 0 : lineEnd + 1);
    }
    std::string oneLine;
    for (const char c : tail) {
        if (c != '\n')
            oneLine += c;
        else if (!oneLine.empty() && !oneLine.ends_with("; "))
            oneLine += "; ";
    }
    while (!oneLine.empty() && (oneLine.back() == ' ' || oneLine.back() == ';'))
        oneLine.pop_back();
    return oneLine;
}

base::Result<void> runToEnd(ChildCommand command, base::Duration longest) {
    auto child = ChildProcess::start(std::move(command));
    if (!child)
        return base::Unexpected(child.error());
    ChildProcess& process = **child;
    const auto code = process.waitForExit(longest);
    if (code == 0)
        return {};
    if (!code) {
        process.stop(std::chrono::seconds(1));
        return base::Unexpected(base::ErrorKind::Internal, LB_TEXT("demo", "%1 did not end within %2 s.")
                                                               .arg(process.command().program)
                                                               .arg(static_cast<int>(base::seconds(longest))));
    }
    return base::Unexpected(base::ErrorKind::Internal, LB_TEXT("demo", "%1 ended with code %2: %3")
                                                           .arg(process.command().program)
                                                           .arg(*code)
                                                           .arg(process.lastLogLines()));
}

} // namespace latchboard::demo
