// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/main_window.h"

#include "console/pages/history_page.h"
#include "console/pages/limits_page.h"
#include "console/pages/locks_page.h"
#include "console/pages/overview_page.h"
#include "console/style/icons.h"
#include "console/text/format.h"
#include "console/widgets/attention_list.h"
#include "console/widgets/bottom_strip.h"
#include "console/widgets/rail.h"
#include "console/widgets/top_line.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QShortcut>
#include <QStackedWidget>

namespace latchboard::console {

QString pageName(PageId page) {
    switch (page) {
    case PageId::Overview:
        return QStringLiteral("overview");
    case PageId::Locks:
        return QStringLiteral("locks");
    case PageId::History:
        return QStringLiteral("history");
    case PageId::Limits:
        return QStringLiteral("limits");
    }
    return {};
}

std::optional<PageId> pageFromName(const QString& name) {
    for (const PageId page : kPages) {
        if (pageName(page) == name) {
            return page;
        }
    }
    return {};
}

MainWindow::MainWindow(Backend& backend, Display& display, UserPrompt& prompt, const QString& language, QWidget* parent)
    : QMainWindow(parent), m_backend(backend), m_prompt(prompt), m_rail(new Rail), m_stack(new QStackedWidget),
      m_strip(new BottomStrip(backend, display)), m_overview(new OverviewPage(backend, display)),
      m_locks(new LocksPage(backend, display)), m_history(new HistoryPage(backend, display, prompt)) {
    setObjectName(QStringLiteral("mainMainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/latchboard.svg")));
    resize(1280, 800);
    m_rail->setObjectName(QStringLiteral("railWidget"));
    m_rail->addPage(tr("Overview"), QStringLiteral("overview"), QStringLiteral("overviewToolButton"));
    m_rail->addPage(tr("Locks"), QStringLiteral("locks"), QStringLiteral("locksToolButton"));
    m_rail->addPage(tr("History"), QStringLiteral("history"), QStringLiteral("historyToolButton"));
    m_rail->addPage(tr("Limits"), QStringLiteral("limits"), QStringLiteral("limitsToolButton"));
    m_stack->addWidget(m_overview);
    m_stack->addWidget(m_locks);
    m_stack->addWidget(m_history);
    m_stack->addWidget(new LimitsPage(backend, display));

    auto* top = new TopLine(backend, display, language);
    auto* line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Sunken);
    auto* lowerLine = new QFrame;
    lowerLine->setFrameShape(QFrame::HLine);
    lowerLine->setFrameShadow(QFrame::Sunken);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_rail);
    middle->addWidget(m_stack, 1);
    auto* central = new QWidget;
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(top);
    layout->addWidget(line);
    layout->addLayout(middle, 1);
    layout->addWidget(lowerLine);
    layout->addWidget(m_strip);
    setCentralWidget(central);

    connect(top, &TopLine::languageWanted, this, &MainWindow::languageWanted);
    connect(top, &TopLine::refused, m_strip, &BottomStrip::say);
    connect(m_rail, &Rail::pageWanted, this, [this](int page) { showPage(static_cast<PageId>(page)); });
    connect(m_strip, &BottomStrip::leaksActivated, this, [this] { showPage(PageId::Locks); });
    connect(m_overview, &OverviewPage::hourActivated, this, [this](const std::string& job, base::Instant start) {
        m_history->showStretch(job, start, start + std::chrono::hours(1));
        showPage(PageId::History);
    });
    connect(m_overview, &OverviewPage::lockActivated, this, [this](const keys::LockTag& tag) {
        showPage(PageId::Locks);
        m_locks->selectKey(tag);
    });
    auto* look = new QShortcut(Qt::Key_F5, this);
    connect(look, &QShortcut::activated, this, [this] { m_backend.lookNow(); });
    auto* quit = new QShortcut(QKeySequence::Quit, this);
    connect(quit, &QShortcut::activated, this, &QWidget::close);
    connect(&backend, &Backend::monitorChanged, this, &MainWindow::showCounts);
    connect(&backend, &Backend::setupChanged, this, &MainWindow::showCounts);
    connect(&backend, &Backend::runFinished, this, [this] {
        if (m_closing && m_backend.running().empty()) {
            finishClosing();
        }
    });
    showCounts();
    showPage(PageId::Overview);
}

void MainWindow::showPage(PageId page) {
    m_stack->setCurrentIndex(static_cast<int>(page));
    m_rail->setCurrent(static_cast<int>(page));
}

PageId MainWindow::currentPage() const {
    return static_cast<PageId>(m_stack->currentIndex());
}

const Page& MainWindow::page(PageId page) const {
    return *static_cast<const Page*>(m_stack->widget(static_cast<int>(page)));
}

void MainWindow::closeSilently() {
    m_silent = true;
    close();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (m_silent) {
        event->accept();
        return;
    }
    if (m_backend.running().empty()) {
        event->accept();
        Q_EMIT closed();
        return;
    }
    event->ignore();
    if (m_asking || m_closing) {
        return;
    }
    m_asking = true;
    m_prompt.confirm(
        this, tr("A run is under way"),
        tr("%n run(s) under way here will be stopped cleanly: what was written stays, and the next run reads "
           "the same window again.",
           nullptr, static_cast<int>(m_backend.running().size())),
        tr("Stop and close"), [this](bool agreed) {
            m_asking = false;
            if (!agreed) {
                return;
            }
            m_closing = true;
            m_strip->say(tr("Stopping the run..."));
            std::vector<std::string> jobs;
            for (const auto& [job, progress] : m_backend.running()) {
                jobs.push_back(job);
            }
            for (const std::string& job : jobs) {
                m_backend.cancelRun(job);
            }
            if (m_backend.running().empty()) {
                finishClosing();
            }
        });
}

void MainWindow::finishClosing() {
    m_closing = false;
    QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
}

void MainWindow::showCounts() {
    const Setup& setup = m_backend.setup();
    setWindowTitle(setup.state == Setup::State::Ready ? tr("%1 - Latchboard").arg(toQt(setup.profile))
                                                      : tr("Latchboard"));
    if (m_backend.monitor().analysis) {
        m_rail->setCount(static_cast<int>(PageId::Locks), attentionCount(*m_backend.monitor().analysis));
    }
}

} // namespace latchboard::console
