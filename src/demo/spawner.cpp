// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/spawner.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

namespace latchboard::demo {

namespace {

/// The steps between fork and exec, in their order; a number crosses the pipe.
constexpr std::array kSteps = {"fork", "open log", "set group", "set user", "change folder", "parent's end", "exec"};
enum Step { Fork, OpenLog, SetGroup, SetUser, ChangeFolder, ParentsEnd, Exec };

/// All that the child needs, made before the fork: after it only async-signal-safe calls are allowed.
struct Plan {
    const ChildCommand& command;
    std::vector<char*> argv, envp;
    std::vector<std::string> environment;
    int log = -1, null = -1;
};

char* mutableText(const std::string& text) {
    return const_cast<char*>(text.c_str()); // NOLINT: execve's prototype; it does not write
}

[[noreturn]] void failInChild(int report, Step step) {
    const std::array<int, 2> message{step, errno};
    [[maybe_unused]] const auto written = ::write(report, message.data(), sizeof message);
    ::_exit(127);
}

[[noreturn]] void becomeProgram(const Plan& plan, int report, pid_t parent) {
    ::setsid();
    for (int number = 1; number < NSIG; ++number)
        ::signal(number, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::umask(077);
    ::dup2(plan.null, STDIN_FILENO);
    ::dup2(plan.log, STDOUT_FILENO);
    ::dup2(plan.log, STDERR_FILENO);
    ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
    if (plan.command.runAs) {
        // The bare system calls: glibc's own would look after threads that the child does not have.
        const gid_t group = plan.command.runAs->gid;
        const uid_t user = plan.command.runAs->uid;
        if (::syscall(SYS_setgroups, 1, &group) != 0 || ::syscall(SYS_setresgid, group, group, group) != 0)
            failInChild(report, SetGroup);
        if (::syscall(SYS_setresuid, user, user, user) != 0)
            failInChild(report, SetUser);
    }
    // After the change of user, which clears it.
    ::prctl(PR_SET_PDEATHSIG, plan.command.stopSignal);
    if (::getppid() != parent) {
        errno = ESRCH;
        failInChild(report, ParentsEnd);
    }
    if (::chdir(plan.command.workingFolder.empty() ? "/" : plan.command.workingFolder.c_str()) != 0)
        failInChild(report, ChangeFolder);
    ::execve(plan.command.program.c_str(), plan.argv.data(), plan.envp.data());
    failInChild(report, Exec);
}

Spawned spawnHere(const ChildCommand& command) {
    Plan plan{command, {}, {}, {}, -1, -1};
    plan.argv.push_back(mutableText(command.program));
    for (const auto& argument : command.arguments)
        plan.argv.push_back(mutableText(argument));
    plan.argv.push_back(nullptr);
    for (const auto& [name, value] : command.environment)
        plan.environment.push_back(name + "=" + value);
    for (const auto& entry : plan.environment)
        plan.envp.push_back(mutableText(entry));
    plan.envp.push_back(nullptr);

    plan.null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    plan.log = command.logFile.empty()
                   ? ::fcntl(plan.null, F_DUPFD_CLOEXEC, 3)
                   : ::open(command.logFile.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (plan.log < 0) {
        const int reason = errno;
        ::close(plan.null);
        return {0, kSteps[OpenLog], reason};
    }
    std::array<int, 2> report{-1, -1};
    Spawned result;
    if (::pipe2(report.data(), O_CLOEXEC) != 0) {
        result = {0, kSteps[Fork], errno};
    } else {
        const pid_t parent = ::getpid();
        const pid_t pid = ::fork();
        if (pid == 0)
            becomeProgram(plan, report[1], parent);
        const int forkError = errno;
        ::close(report[1]);
        std::array<int, 2> message{0, 0};
        ssize_t got = 0;
        do {
            got = pid < 0 ? 0 : ::read(report[0], message.data(), sizeof message);
        } while (got < 0 && errno == EINTR);
        ::close(report[0]);
        if (pid < 0) {
            result = {0, kSteps[Fork], forkError};
        } else if (got == sizeof message) {
            ::waitpid(pid, nullptr, 0);
            result = {0, kSteps[static_cast<std::size_t>(message[0])], message[1]};
        } else {
            result.pid = pid;
        }
    }
    ::close(plan.log);
    ::close(plan.null);
    return result;
}

/// The thread to which the kernel ties our children. It is never joined: it ends with the process.
class SpawningThread {
public:
    SpawningThread() {
        std::thread([this] { work(); }).detach();
    }

    Spawned run(const ChildCommand& command) {
        std::promise<Spawned> promise;
        auto future = promise.get_future();
        {
            const std::lock_guard lock(m_mutex);
            m_tasks.emplace_back([&] { promise.set_value(spawnHere(command)); });
        }
        m_wake.notify_one();
        return future.get();
    }

private:
    void work() {
        for (;;) {
            std::function<void()> task;
            {
                std::unique_lock lock(m_mutex);
                m_wake.wait(lock, [this] { return !m_tasks.empty(); });
                task = std::move(m_tasks.front());
                m_tasks.pop_front();
            }
            task();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<std::function<void()>> m_tasks;
};

} // namespace

Spawned spawn(const ChildCommand& command) {
    // Never destroyed: its thread uses it up to the end of the process.
    static auto* const thread = new SpawningThread;
    return thread->run(command);
}

} // namespace latchboard::demo
