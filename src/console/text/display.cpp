// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/text/display.h"

namespace latchboard::console {

Display::Display(const base::Clock& clock, QObject* parent) : QObject(parent), m_clock(clock) {
    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, &Display::tick);
}

void Display::setTimes(TimeStyle times) {
    if (times != m_times) {
        m_times = times;
        Q_EMIT timesChanged();
    }
}

void Display::start() {
    m_timer.start();
}

void Display::tick() {
    Q_EMIT ticked();
}

} // namespace latchboard::console
