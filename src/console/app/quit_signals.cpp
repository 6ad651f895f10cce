// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/app/quit_signals.h"

#include <QSocketNotifier>

#include <csignal>
#include <sys/eventfd.h>
#include <unistd.h>

namespace latchboard::console {
namespace {

int wakeUp = -1;

void handle(int) {
    const eventfd_t one = 1;
    [[maybe_unused]] const auto written = ::write(wakeUp, &one, sizeof one);
}

} // namespace

QuitSignals::QuitSignals(QObject* parent) : QObject(parent) {
    wakeUp = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    auto* notifier = new QSocketNotifier(wakeUp, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        eventfd_t count = 0;
        [[maybe_unused]] const int read = ::eventfd_read(wakeUp, &count);
        Q_EMIT quitWanted();
    });
    struct sigaction action = {};
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART;
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        ::sigaction(number, &action, nullptr);
    }
}

} // namespace latchboard::console
