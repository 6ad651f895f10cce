// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/style/colours.h"
#include "console/window_host.h"

#include <QElapsedTimer>
#include <QTimer>

#include <functional>

namespace latchboard::console {

/// One picture: which page, in which language and theme, and where it goes.
struct Shot {
    PageId page = PageId::Overview;
    QString language;
    Theme theme = Theme::System;
    QString file;
};

/// All pages, light and dark, in Korean and English: "overview-light-en.png" ... in a folder.
[[nodiscard]] std::vector<Shot> allShots(const QString& folder);

/// Saves pictures of the window, each once its page shows live data.
class Screenshots final : public QObject {
    Q_OBJECT
public:
    Screenshots(WindowHost& host, std::vector<Shot> shots, std::chrono::milliseconds patience);

    /// Waits first, within the patience, until there is something worth a picture.
    void waitFor(std::function<bool()> worthwhile) { m_worthwhile = std::move(worthwhile); }

    void start();

Q_SIGNALS:
    /// All are saved, or `problem` says why not (no live data within the patience, a file that can't be written).
    void ended(const QString& problem);

private:
    void step();
    void take(const Shot& shot);

    WindowHost& m_host;
    std::vector<Shot> m_shots;
    std::chrono::milliseconds m_patience;
    std::function<bool()> m_worthwhile;
    size_t m_next = 0;
    int m_settled = 0; ///< looks at which the page showed live data
    QElapsedTimer m_waiting;
    QTimer m_timer;
};

} // namespace latchboard::console
