// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/window_host.h"

#include "console/style/fonts.h"
#include "console/style/icons.h"
#include "translations/install.h"

#include <QApplication>

namespace latchboard::console {

WindowHost::WindowHost(Backend& backend, Display& display, UserPrompt& prompt, const QString& language)
    : m_backend(backend), m_display(display), m_prompt(prompt), m_language(language),
      m_desktopFont(QApplication::font()) {
    initResources();
    translations::install(language);
    makeWindow();
}

WindowHost::~WindowHost() = default;

void WindowHost::setLanguage(const QString& language) {
    if (language == m_language) {
        return;
    }
    m_language = language;
    const QByteArray geometry = m_window->saveGeometry();
    const PageId page = m_window->currentPage();
    const bool visible = m_window->isVisible();
    // The old window is in the middle of its own menu's signal: it goes when that is over.
    MainWindow* old = m_window.release();
    old->disconnect(this);
    old->closeSilently();
    old->deleteLater();
    translations::install(language);
    makeWindow();
    m_window->restoreGeometry(geometry);
    m_window->showPage(page);
    m_window->setVisible(visible);
}

void WindowHost::makeWindow() {
    QApplication::setFont(fontFor(m_language, m_desktopFont));
    m_window = std::make_unique<MainWindow>(m_backend, m_display, m_prompt, m_language);
    connect(m_window.get(), &MainWindow::languageWanted, this, &WindowHost::setLanguage);
    connect(m_window.get(), &MainWindow::closed, this, &WindowHost::closed);
}

} // namespace latchboard::console
