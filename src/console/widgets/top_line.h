// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/backend.h"
#include "console/text/display.h"

#include <QWidget>

class QActionGroup;
class QLabel;
class QPushButton;

namespace latchboard::console {

/// The one line over all pages: profile and environment under a band in the environment's colour, the server, how fresh
/// what is shown is, "Sync now", and how the window speaks.
class TopLine final : public QWidget {
    Q_OBJECT
public:
    TopLine(Backend& backend, Display& display, const QString& language, QWidget* parent = nullptr);

Q_SIGNALS:
    void languageWanted(const QString& language);
    /// A run was asked for and refused here.
    void refused(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeViewMenu(const QString& language);
    void takeSetup();
    void showServer();
    void showFreshness();
    void paintBand();
    void start(const std::string& job);

    Backend& m_backend;
    Display& m_display;
    QWidget* m_band;
    QLabel* m_profile;
    QLabel* m_environment;
    QLabel* m_server;
    QLabel* m_freshIcon;
    QLabel* m_fresh;
    QPushButton* m_syncNow;
    QPushButton* m_view;
};

} // namespace latchboard::console
