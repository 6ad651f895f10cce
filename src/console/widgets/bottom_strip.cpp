// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/bottom_strip.h"

#include "console/style/icons.h"
#include "console/text/format.h"
#include "console/text/words.h"
#include "console/widgets/job_card.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace latchboard::console {

BottomStrip::BottomStrip(Backend& backend, Display& display, QWidget* parent)
    : QWidget(parent), m_backend(backend), m_display(display), m_text(new QLabel),
      m_cancel(new QPushButton(tr("Cancel"))), m_leaks(new QPushButton), m_said(tr("No run is under way here.")) {
    m_text->setObjectName(QStringLiteral("stripTextLabel"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_cancel->setObjectName(QStringLiteral("stripCancelPushButton"));
    m_leaks->setObjectName(QStringLiteral("leaksPushButton"));
    m_leaks->setFlat(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 3, 8, 3);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_cancel);
    layout->addSpacing(12);
    layout->addWidget(m_leaks);
    setFixedHeight(m_leaks->sizeHint().height() + 6);

    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_cancel->setEnabled(false);
        for (const auto& [job, progress] : std::map(m_backend.running())) {
            m_backend.cancelRun(job);
        }
    });
    connect(m_leaks, &QPushButton::clicked, this, &BottomStrip::leaksActivated);
    connect(&backend, &Backend::runProgressed, this, &BottomStrip::showRun);
    connect(&backend, &Backend::runFinished, this, [this](const sync::RunRecord& run) {
        m_cancel->setEnabled(true);
        say(QStringLiteral("%1: %2").arg(toQt(run.job), runEndText(run, m_display)));
    });
    connect(&backend, &Backend::monitorChanged, this, &BottomStrip::showLeaks);
    connect(&display, &Display::ticked, this, &BottomStrip::showRun);
    showRun();
    showLeaks();
}

void BottomStrip::say(const QString& text) {
    m_said = text;
    showRun();
}

void BottomStrip::showRun() {
    const auto& running = m_backend.running();
    m_cancel->setVisible(!running.empty());
    if (running.empty()) {
        m_text->setText(m_said);
        m_text->setToolTip(m_said);
        return;
    }
    QStringList parts;
    for (const auto& [job, progress] : running) {
        //: %1 is a job, %2 says how far its run is
        parts << tr("%1 running: %2").arg(toQt(job), progressText(progress, m_display.now()));
    }
    m_text->setText(parts.join(QStringLiteral("   ")));
    m_text->setToolTip(m_text->text());
}

void BottomStrip::showLeaks() {
    const int leaks = m_backend.provenLeaks();
    m_leaks->setVisible(leaks > 0);
    if (leaks > 0) {
        const ToneColours colours = toneColours(Tone::Danger, QApplication::palette());
        m_leaks->setText(tr("%n leak(s) proven", nullptr, leaks));
        m_leaks->setIcon(icon(QStringLiteral("verdict-leak-proven"), colours.text));
    }
}

} // namespace latchboard::console
