// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace latchboard::console {

/// Turns SIGINT, SIGTERM and SIGHUP into a signal of Qt's, so that runs, threads and the demo end in order.
/// One in a program.
class QuitSignals final : public QObject {
    Q_OBJECT
public:
    explicit QuitSignals(QObject* parent = nullptr);

Q_SIGNALS:
    void quitWanted();
};

} // namespace latchboard::console
