// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/top_line.h"

#include "console/style/icons.h"
#include "console/text/format.h"
#include "console/text/words.h"

#include <QActionGroup>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>

namespace latchboard::console {
namespace {

Tone toneOf(ops::Environment environment) {
    switch (environment) {
    case ops::Environment::Production:
        return Tone::Danger;
    case ops::Environment::Staging:
        return Tone::Attention;
    case ops::Environment::Development:
        return Tone::Good;
    }
    return Tone::Neutral;
}

/// Some styles draw the arrow of a menu over the end of the word.
constexpr int kMenuArrowRoom = 14;

QFrame* separator() {
    auto* line = new QFrame;
    line->setFrameShape(QFrame::VLine);
    line->setFrameShadow(QFrame::Sunken);
    return line;
}

} // namespace

TopLine::TopLine(Backend& backend, Display& display, const QString& language, QWidget* parent)
    : QWidget(parent), m_backend(backend), m_display(display), m_band(new QWidget), m_profile(new QLabel),
      m_environment(new QLabel), m_server(new QLabel), m_freshIcon(new QLabel), m_fresh(new QLabel),
      m_syncNow(new QPushButton), m_view(new QPushButton) {
    m_band->setFixedHeight(3);
    m_band->setAutoFillBackground(true);
    m_profile->setObjectName(QStringLiteral("profileLabel"));
    m_environment->setObjectName(QStringLiteral("environmentLabel"));
    m_server->setObjectName(QStringLiteral("serverLabel"));
    m_fresh->setObjectName(QStringLiteral("freshLabel"));
    m_syncNow->setObjectName(QStringLiteral("topSyncNowPushButton"));
    m_view->setObjectName(QStringLiteral("viewPushButton"));
    QFont bold = m_profile->font();
    bold.setBold(true);
    m_profile->setFont(bold);
    m_syncNow->setText(tr("Sync now"));
    m_syncNow->setMenu(new QMenu(m_syncNow));
    makeViewMenu(language);
    for (QPushButton* button : {m_syncNow, m_view}) {
        button->setMinimumWidth(button->sizeHint().width() + kMenuArrowRoom);
    }

    auto* line = new QHBoxLayout;
    line->setContentsMargins(12, 5, 10, 5);
    line->setSpacing(9);
    line->addWidget(m_profile);
    line->addWidget(m_environment);
    line->addWidget(separator());
    line->addWidget(m_server);
    line->addWidget(separator());
    line->addWidget(m_freshIcon);
    line->addWidget(m_fresh);
    line->addStretch(1);
    line->addWidget(m_syncNow);
    line->addWidget(m_view);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_band);
    layout->addLayout(line);

    connect(&backend, &Backend::setupChanged, this, &TopLine::takeSetup);
    connect(&backend, &Backend::monitorChanged, this, [this] {
        showServer();
        showFreshness();
    });
    connect(&display, &Display::ticked, this, &TopLine::showFreshness);
    takeSetup();
}

void TopLine::makeViewMenu(const QString& language) {
    m_view->setText(tr("View"));
    m_view->setToolTip(tr("Language and times"));
    m_view->setAccessibleName(tr("Language and times"));
    auto* menu = new QMenu(m_view);
    menu->addSection(tr("Language"));
    auto* languages = new QActionGroup(menu);
    const std::pair<QString, QString> names[] = {{QStringLiteral("ko"), QStringLiteral("한국어")},
                                                 {QStringLiteral("en"), QStringLiteral("English")}};
    for (const auto& [code, name] : names) {
        QAction* action = menu->addAction(name);
        action->setObjectName(QStringLiteral("language_%1_QAction").arg(code));
        action->setCheckable(true);
        action->setChecked(code == language);
        languages->addAction(action);
        connect(action, &QAction::triggered, this, [this, wanted = code] { Q_EMIT languageWanted(wanted); });
    }
    menu->addSection(tr("Times"));
    auto* times = new QActionGroup(menu);
    const std::pair<TimeStyle, QString> styles[] = {{TimeStyle::Relative, tr("Relative (14 min)")},
                                                    {TimeStyle::Local, tr("Local time")},
                                                    {TimeStyle::Utc, tr("UTC")}};
    for (const auto& [style, name] : styles) {
        QAction* action = menu->addAction(name);
        action->setObjectName(QStringLiteral("times_%1_QAction").arg(static_cast<int>(style)));
        action->setCheckable(true);
        action->setChecked(style == m_display.times());
        times->addAction(action);
        connect(action, &QAction::triggered, this, [this, wanted = style] { m_display.setTimes(wanted); });
    }
    m_view->setMenu(menu);
}

void TopLine::takeSetup() {
    const Setup& setup = m_backend.setup();
    const bool ready = setup.state == Setup::State::Ready;
    m_profile->setText(ready ? toQt(setup.profile) : tr("Latchboard"));
    QString environment = ready ? environmentWord(setup.environment) : QString();
    if (ready && setup.readOnly) {
        environment += tr(", read-only");
    }
    m_environment->setText(environment);
    m_environment->setVisible(ready);
    QMenu* menu = m_syncNow->menu();
    menu->clear();
    for (const JobInfo& job : setup.jobs) {
        QAction* action = menu->addAction(toQt(job.name));
        connect(action, &QAction::triggered, this, [this, name = job.name] { start(name); });
    }
    m_syncNow->setVisible(!setup.jobs.empty());
    paintBand();
    showServer();
    showFreshness();
}

void TopLine::start(const std::string& job) {
    if (const auto started = m_backend.startRun(job, {}); !started) {
        Q_EMIT refused(errorText(started.error()));
    }
}

void TopLine::showServer() {
    const ops::MonitorUpdate& monitor = m_backend.monitor();
    if (!monitor.analysis) {
        m_server->setText(m_backend.setup().state == Setup::State::Ready ? tr("no server yet") : tr("starting"));
        return;
    }
    const locks::ServerInfo& server = monitor.analysis->server;
    //: %1 is "primary" or "standby", %2 and %3 the server's version, %4 "direct" or "through a pooler"
    m_server->setText(tr("%1 %2.%3, %4")
                          .arg(server.inRecovery ? tr("standby") : tr("primary"))
                          .arg(server.versionNum / 10000)
                          .arg(server.versionNum % 10000)
                          .arg(server.pooled ? tr("through a pooler") : tr("direct")));
    m_server->setToolTip(QStringLiteral("%1@%2/%3").arg(toQt(server.user), toQt(server.host), toQt(server.database)));
}

void TopLine::showFreshness() {
    const Setup& setup = m_backend.setup();
    const ops::MonitorUpdate& monitor = m_backend.monitor();
    Tone tone = Tone::Neutral;
    QString sign = QStringLiteral("loading");
    if (setup.state == Setup::State::Starting) {
        m_fresh->setText(setup.doing.translated());
    } else if (setup.state == Setup::State::Failed) {
        m_fresh->setText(tr("not connected"));
        tone = Tone::Danger;
        sign = QStringLiteral("stale");
    } else if (monitor.state == ops::MonitorUpdate::State::Live && monitor.lastAnswerAt) {
        const base::Duration age = m_display.now() - *monitor.lastAnswerAt;
        //: %1 is an age such as "2 s ago"
        m_fresh->setText(tr("live, %1").arg(agoText(*monitor.lastAnswerAt, m_display.now())));
        m_fresh->setToolTip(bothTimes(*monitor.lastAnswerAt));
        tone = age > std::chrono::seconds(10) ? Tone::Attention : Tone::Good;
        sign = QStringLiteral("outcome-success");
    } else if (monitor.lastAnswerAt) {
        //: %1 is a time
        m_fresh->setText(tr("stale since %1")
                             .arg(momentText(*monitor.lastAnswerAt, m_display.now(),
                                             m_display.times() == TimeStyle::Utc ? TimeStyle::Utc : TimeStyle::Local)));
        tone = Tone::Attention;
        sign = QStringLiteral("stale");
    } else {
        m_fresh->setText(monitor.error ? tr("not connected") : tr("connecting"));
        tone = monitor.error ? Tone::Danger : Tone::Neutral;
        sign = monitor.error ? QStringLiteral("stale") : QStringLiteral("loading");
    }
    m_freshIcon->setPixmap(icon(sign, toneColours(tone, QApplication::palette()).text).pixmap(16, 16));
}

void TopLine::paintBand() {
    const Setup& setup = m_backend.setup();
    const Tone tone = setup.state == Setup::State::Ready ? toneOf(setup.environment) : Tone::Neutral;
    const QColor colour = toneColours(tone, QApplication::palette()).mark;
    if (m_band->palette().color(QPalette::Window) != colour) {
        QPalette band = QApplication::palette();
        band.setColor(QPalette::Window, colour);
        m_band->setPalette(band);
    }
}

void TopLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        paintBand();
        showFreshness();
    }
}

} // namespace latchboard::console
