// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"

#include <QObject>
#include <QTimer>

namespace latchboard::console {

/// How the whole window shows moments.
enum class TimeStyle { Relative, Local, Utc };

/// What all pages of a window share: the clock, the beat of a second by which ages are redrawn, and how times are
/// shown. Lives in the GUI thread; owned by the window's host and outlives the pages.
class Display : public QObject {
    Q_OBJECT
public:
    explicit Display(const base::Clock& clock, QObject* parent = nullptr);

    [[nodiscard]] base::Instant now() const { return m_clock.now(); }
    [[nodiscard]] TimeStyle times() const { return m_times; }
    void setTimes(TimeStyle times);
    /// Starts the beat; a test calls tick() itself instead.
    void start();

public Q_SLOTS:
    void tick();

Q_SIGNALS:
    /// Once a second: ages and countdowns are due.
    void ticked();
    void timesChanged();

private:
    const base::Clock& m_clock;
    QTimer m_timer;
    TimeStyle m_times = TimeStyle::Relative;
};

} // namespace latchboard::console
