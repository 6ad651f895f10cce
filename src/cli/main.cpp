// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "cli/command_line.h"
#include "cli/exit_code.h"
#include "ops/reload_bell.h"

#include "translations/install.h"

#include <QCoreApplication>

#include <csignal>
#include <iostream>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

namespace {

/// SIGINT, SIGTERM and the SIGHUP of a closed terminal become a stop request: they are blocked in all threads and taken
/// by one that waits for them. What is ignored from the start, as under nohup, stays ignored. An agent that no terminal
/// started takes SIGHUP as a service does: it rings the bell.
class StopOnSignal {
public:
    explicit StopOnSignal(latchboard::ops::ReloadBell* bell) {
        sigemptyset(&m_signals);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR2}) {
            if (!ignoredFromTheStart(signal))
                sigaddset(&m_signals, signal);
        }
        pthread_sigmask(SIG_BLOCK, &m_signals, nullptr);
        m_thread = std::thread([this, bell] {
            int signal = 0;
            do {
                sigwait(&m_signals, &signal);
            } while (signal == SIGHUP && bell != nullptr && bell->ring());
            m_source.request_stop();
        });
    }
    ~StopOnSignal() {
        pthread_kill(m_thread.native_handle(), SIGUSR2);
        m_thread.join();
    }
    StopOnSignal(const StopOnSignal&) = delete;
    StopOnSignal& operator=(const StopOnSignal&) = delete;

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    /// A blocked signal waits also where it is ignored, and would be taken: nohup's SIGHUP, and the SIGINT of a
    /// script's job in the background, must not be.
    static bool ignoredFromTheStart(int signal) {
        struct sigaction found {};
        return (signal == SIGHUP || signal == SIGINT) && sigaction(signal, nullptr, &found) == 0 &&
               found.sa_handler == SIG_IGN;
    }

    sigset_t m_signals{};
    std::stop_source m_source;
    std::thread m_thread;
};

/// A standard stream that was closed by whoever started this would give its number to the next file or connection, and
/// what is printed would go there. The number is taken by /dev/null; what is printed to it fails, and that is told.
void occupyStandardStreams() {
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(number, F_GETFD) == -1)
            static_cast<void>(open("/dev/null", number == STDOUT_FILENO ? O_RDONLY : O_RDWR));
    }
}

/// A reader that has seen enough, such as `head`, and went.
bool readerIsGone() {
    pollfd out{STDOUT_FILENO, POLLOUT, 0};
    return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

/// The code of a command whose data had to reach stdout: on a full disk it is not done.
int withOutputWritten(int code) {
    std::cout.flush();
    if (std::cout.good() || readerIsGone())
        return code;
    std::cerr << "latchctl: "
              << LB_TEXT("cli", "The output could not be written: stdout is closed, or its disk is full.")
                     .translated()
                     .toStdString()
              << std::endl;
    return code == latchboard::cli::Done ? static_cast<int>(latchboard::cli::InternalError) : code;
}

} // namespace

int main(int argc, char** argv) {
    occupyStandardStreams();
    std::signal(SIGPIPE, SIG_IGN);
    latchboard::ops::ReloadBell bell;
    latchboard::ops::ReloadBell* const reload = isatty(STDIN_FILENO) == 1 ? nullptr : &bell;
    const StopOnSignal stop(reload);
    const QCoreApplication application(argc, argv);
    latchboard::translations::install(latchboard::translations::chooseLanguage({}));
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const latchboard::cli::Streams streams{std::cout, std::cerr, isatty(STDOUT_FILENO) == 1,
                                           isatty(STDERR_FILENO) == 1};
    return withOutputWritten(latchboard::cli::runCommandLine(arguments, streams, stop.token(), reload));
}
