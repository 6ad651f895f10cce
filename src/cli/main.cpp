// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command_line.h"

#include "translations/install.h"

#include <QCoreApplication>

#include <csignal>
#include <iostream>
#include <thread>

#include <pthread.h>
#include <unistd.h>

namespace {

/// SIGINT and SIGTERM become a stop request: they are blocked in all threads and taken by one that waits for them.
class StopOnSignal {
public:
    StopOnSignal() {
        sigemptyset(&m_signals);
        for (const int signal : {SIGINT, SIGTERM, SIGUSR2})
            sigaddset(&m_signals, signal);
        pthread_sigmask(SIG_BLOCK, &m_signals, nullptr);
        m_thread = std::thread([this] {
            int signal = 0;
            sigwait(&m_signals, &signal);
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
    sigset_t m_signals{};
    std::stop_source m_source;
    std::thread m_thread;
};

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    const StopOnSignal stop;
    const QCoreApplication application(argc, argv);
    latchboard::translations::install(latchboard::translations::chooseLanguage({}));
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const latchboard::cli::Streams streams{std::cout, std::cerr, isatty(STDOUT_FILENO) == 1,
                                           isatty(STDERR_FILENO) == 1};
    return latchboard::cli::runCommandLine(arguments, streams, stop.token());
}
