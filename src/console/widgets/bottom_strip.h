// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/backend.h"
#include "console/text/display.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace latchboard::console {

/// What runs here now, on every page, with a way to stop it; and how many leaks are proven.
class BottomStrip final : public QWidget {
    Q_OBJECT
public:
    BottomStrip(Backend& backend, Display& display, QWidget* parent = nullptr);

    /// Stands until a run says something new.
    void say(const QString& text);

Q_SIGNALS:
    void leaksActivated();

private:
    void showRun();
    void showLeaks();

    Backend& m_backend;
    Display& m_display;
    QLabel* m_text;
    QPushButton* m_cancel;
    QPushButton* m_leaks;
    QString m_said;
};

} // namespace latchboard::console
