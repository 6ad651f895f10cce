// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/screenshots.h"

#include <QDir>
#include <QPixmap>
#include <QTableView>

namespace latchboard::console {
namespace {

constexpr int kLookEveryMs = 150;
/// The page is drawn whole before it is taken.
constexpr int kLooksToSettle = 3;

} // namespace

std::vector<Shot> allShots(const QString& folder) {
    std::vector<Shot> shots;
    for (const QString& language : {QStringLiteral("en"), QStringLiteral("ko")}) {
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            for (const PageId page : kPages) {
                const QString name =
                    QStringLiteral("%1-%2-%3.png")
                        .arg(pageName(page), theme == Theme::Dark ? QStringLiteral("dark") : QStringLiteral("light"),
                             language);
                shots.push_back({page, language, theme, QDir(folder).filePath(name)});
            }
        }
    }
    return shots;
}

Screenshots::Screenshots(WindowHost& host, std::vector<Shot> shots, std::chrono::milliseconds patience)
    : m_host(host), m_shots(std::move(shots)), m_patience(patience) {
    m_timer.setInterval(kLookEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &Screenshots::step);
}

void Screenshots::start() {
    m_waiting.start();
    m_timer.start();
}

void Screenshots::step() {
    if (m_next == m_shots.size()) {
        m_timer.stop();
        Q_EMIT ended({});
        return;
    }
    if (m_worthwhile) {
        if (!m_worthwhile() && !m_waiting.hasExpired(m_patience.count())) {
            return;
        }
        m_worthwhile = nullptr;
        m_waiting.restart();
    }
    const Shot& shot = m_shots[m_next];
    if (m_host.language() != shot.language && !shot.language.isEmpty()) {
        m_host.setLanguage(shot.language);
        m_settled = 0;
    }
    if (m_host.window()->currentPage() != shot.page) {
        m_host.window()->showPage(shot.page);
        m_settled = 0;
    }
    if (m_settled == 0) {
        applyTheme(shot.theme);
    }
    if (m_host.window()->page(shot.page).showsLiveData()) {
        for (QTableView* table : m_host.window()->page(shot.page).findChildren<QTableView*>()) {
            if (table->isVisible() && !table->selectionModel()->hasSelection()) {
                table->selectRow(0);
            }
        }
        if (++m_settled >= kLooksToSettle) {
            take(shot);
        }
        return;
    }
    m_settled = 0;
    if (m_waiting.hasExpired(m_patience.count())) {
        m_timer.stop();
        Q_EMIT ended(QStringLiteral("no live data on the page %1 within %2 s")
                         .arg(pageName(shot.page))
                         .arg(m_patience.count() / 1000));
    }
}

void Screenshots::take(const Shot& shot) {
    if (!m_host.window()->grab().save(shot.file)) {
        m_timer.stop();
        Q_EMIT ended(QStringLiteral("%1 can't be written").arg(shot.file));
        return;
    }
    ++m_next;
    m_settled = 0;
    m_waiting.restart();
}

} // namespace latchboard::console
