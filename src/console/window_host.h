// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/main_window.h"

#include <QFont>

#include <memory>

namespace latchboard::console {

/// Owns the window. Another language makes a new window at the same place, on the same page: the backend keeps the
/// values, so that it is filled at once.
class WindowHost final : public QObject {
    Q_OBJECT
public:
    WindowHost(Backend& backend, Display& display, UserPrompt& prompt, const QString& language);
    ~WindowHost() override;

    [[nodiscard]] MainWindow* window() const { return m_window.get(); }
    [[nodiscard]] const QString& language() const { return m_language; }
    void setLanguage(const QString& language);

Q_SIGNALS:
    /// The person closed the window and nothing runs any more.
    void closed();

private:
    void makeWindow();

    Backend& m_backend;
    Display& m_display;
    UserPrompt& m_prompt;
    QString m_language;
    QFont m_desktopFont;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace latchboard::console
