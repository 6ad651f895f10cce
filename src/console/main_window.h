// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/pages/page.h"
#include "console/user_prompt.h"

#include <QMainWindow>

class QStackedWidget;

namespace latchboard::console {

class BottomStrip;
class HistoryPage;
class LocksPage;
class OverviewPage;
class Rail;

enum class PageId { Overview, Locks, History, Limits };
inline constexpr PageId kPages[] = {PageId::Overview, PageId::Locks, PageId::History, PageId::Limits};
/// "overview" ... as `--page` takes it.
[[nodiscard]] QString pageName(PageId page);
[[nodiscard]] std::optional<PageId> pageFromName(const QString& name);

/// Arranges the top line, the rail, the pages and the bottom strip; knows no rule of its own. Closing with a run under
/// way asks, cancels, and closes when the run has ended.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(Backend& backend, Display& display, UserPrompt& prompt, const QString& language,
               QWidget* parent = nullptr);

    void showPage(PageId page);
    [[nodiscard]] PageId currentPage() const;
    [[nodiscard]] const Page& page(PageId page) const;
    /// Whether closing should leave the program; not so for a window that another one takes the place of.
    void closeSilently();

Q_SIGNALS:
    void languageWanted(const QString& language);
    /// The person closed it and nothing runs any more.
    void closed();

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void showCounts();
    void finishClosing();

    Backend& m_backend;
    UserPrompt& m_prompt;
    Rail* m_rail;
    QStackedWidget* m_stack;
    BottomStrip* m_strip;
    OverviewPage* m_overview;
    LocksPage* m_locks;
    HistoryPage* m_history;
    bool m_asking = false;
    bool m_closing = false; ///< agreed: waits for the runs to end
    bool m_silent = false;
};

} // namespace latchboard::console
