// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/job_card.h"

#include "console/style/icons.h"
#include "console/text/format.h"
#include "console/text/words.h"
#include "console/widgets/backfill_panel.h"
#include "console/widgets/hour_strip.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace latchboard::console {
namespace {

/// After so many answers of "busy" the card offers to run the job when the lock is free.
constexpr int kBusyBeforeOffer = 3;

QPushButton* button(const QString& text, const char* name) {
    auto* result = new QPushButton(text);
    result->setObjectName(QString::fromLatin1(name));
    return result;
}

QString ordersText(const sync::RunRecord& run) {
    return JobCard::tr("%1 orders, %2 new, %3 changed, %4")
        .arg(numberText(run.fetched), numberText(run.counts.created), numberText(run.counts.changed),
             durationText(run.finishedAt - run.startedAt, true));
}

} // namespace

JobCard::JobCard(const std::string& job, Backend& backend, Display& display, QWidget* parent)
    : QFrame(parent), m_job(job), m_backend(backend), m_display(display), m_icon(new QLabel),
      m_name(new QLabel(toQt(job))), m_state(new QLabel), m_next(new QLabel),
      m_syncNow(button(tr("Sync now"), "syncNowPushButton")),
      m_backfill(button(tr("Backfill..."), "backfillPushButton")), m_sentence(new QLabel), m_runLine(new QWidget),
      m_progress(new QProgressBar), m_runText(new QLabel), m_cancel(button(tr("Cancel"), "cancelPushButton")),
      m_messageLine(new QWidget), m_message(new QLabel),
      m_whenFree(button(tr("Run it when the lock is free"), "whenFreePushButton")),
      m_showLock(button(tr("Show the lock"), "showLockPushButton")),
      m_dismiss(button(tr("Dismiss"), "dismissPushButton")), m_backfillPanel(new BackfillPanel), m_strip(new HourStrip),
      m_legend(new QLabel) {
    setObjectName(QStringLiteral("jobCardFrame"));
    setFrameShape(QFrame::StyledPanel);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setAccessibleName(toQt(job));

    QFont bold = m_name->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    m_name->setFont(bold);
    m_state->setObjectName(QStringLiteral("jobStateLabel"));
    m_sentence->setObjectName(QStringLiteral("jobSentenceLabel"));
    m_sentence->setWordWrap(true);
    m_next->setObjectName(QStringLiteral("nextDueLabel"));
    m_message->setObjectName(QStringLiteral("messageLabel"));
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_runText->setObjectName(QStringLiteral("runTextLabel"));
    m_progress->setObjectName(QStringLiteral("runProgressBar"));
    m_progress->setFixedWidth(180);
    m_progress->setTextVisible(false);
    m_strip->setObjectName(QStringLiteral("hourStripWidget"));
    m_legend->setObjectName(QStringLiteral("factsLabel"));
    m_legend->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_legend->setWordWrap(true);
    m_legend->setTextFormat(Qt::PlainText);

    auto* head = new QHBoxLayout;
    head->addWidget(m_icon);
    head->addWidget(m_name);
    head->addWidget(m_state);
    head->addStretch(1);
    head->addWidget(m_next);
    head->addSpacing(8);
    head->addWidget(m_syncNow);
    head->addWidget(m_backfill);
    auto* run = new QHBoxLayout(m_runLine);
    run->setContentsMargins(0, 0, 0, 0);
    run->addWidget(m_progress);
    run->addWidget(m_runText, 1);
    run->addWidget(m_cancel);
    auto* message = new QHBoxLayout(m_messageLine);
    message->setContentsMargins(10, 4, 6, 4);
    message->addWidget(m_message, 1);
    message->addWidget(m_whenFree);
    message->addWidget(m_showLock);
    message->addWidget(m_dismiss);
    m_messageLine->setAutoFillBackground(true);
    m_messageLine->setBackgroundRole(QPalette::AlternateBase);
    m_messageLine->hide();
    auto* days = new QHBoxLayout;
    days->setSpacing(24);
    days->addWidget(m_strip, 0, Qt::AlignTop);
    days->addWidget(m_legend, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 10, 14, 12);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(m_sentence);
    layout->addWidget(m_runLine);
    layout->addWidget(m_messageLine);
    layout->addWidget(m_backfillPanel);
    layout->addLayout(days);

    connect(m_syncNow, &QPushButton::clicked, this, [this] { start({}); });
    connect(m_backfill, &QPushButton::clicked, this, [this] { m_backfillPanel->open(m_display.now()); });
    connect(m_backfillPanel, &BackfillPanel::backfillWanted, this, [this](const sync::Interval& window) {
        sync::RunRequest request;
        request.trigger = sync::Trigger::Backfill;
        request.window = window;
        start(request);
    });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_cancel->setEnabled(false);
        m_backend.cancelRun(m_job);
    });
    connect(m_dismiss, &QPushButton::clicked, m_messageLine, &QWidget::hide);
    connect(m_whenFree, &QPushButton::clicked, this, [this] {
        if (m_backend.queuedUntilFree(m_job)) {
            m_backend.unqueue(m_job);
        } else {
            m_backend.queueUntilFree(m_job);
        }
    });
    connect(m_showLock, &QPushButton::clicked, this, [this] {
        if (m_status && m_status->lock) {
            Q_EMIT lockActivated(m_status->lock->id.tag);
        }
    });
    connect(m_strip, &HourStrip::hourActivated, this,
            [this](base::Instant hour) { Q_EMIT hourActivated(m_job, hour); });
    connect(&backend, &Backend::runProgressed, this, [this](const std::string& which) {
        if (which == m_job) {
            showRun();
        }
    });
    connect(&backend, &Backend::runFinished, this, &JobCard::takeFinished);
    connect(&backend, &Backend::queueChanged, this, &JobCard::showQueue);
    connect(&display, &Display::ticked, this, [this] {
        showRun();
        showStatus();
    });
    connect(&display, &Display::timesChanged, this, &JobCard::showStatus);
    showRun();
    showStatus();
    if (const sync::RunRecord* last = backend.lastEnd(job)) {
        takeFinished(*last);
    }
}

void JobCard::setStatus(const ops::JobStatus& status) {
    m_status = status;
    m_strip->setHours(stripHours(status.cells, m_display.now()));
    showStatus();
}

bool JobCard::canStart() const {
    return m_backend.setup().state == Setup::State::Ready && (!m_status || m_status->missing.empty());
}

void JobCard::start(const sync::RunRequest& request) {
    m_offerQueue = false;
    const auto started = m_backend.startRun(m_job, request);
    if (!started) {
        say(errorText(started.error()));
        return;
    }
    m_messageLine->hide();
    m_cancel->setEnabled(true);
    showRun();
}

void JobCard::takeFinished(const sync::RunRecord& run) {
    if (run.job != m_job) {
        return;
    }
    m_cancel->setEnabled(true);
    m_offerQueue = run.outcome == sync::Outcome::Busy && m_backend.busyInARow(m_job) >= kBusyBeforeOffer;
    say(runEndText(run, m_display));
    m_showLock->setVisible(run.outcome == sync::Outcome::Busy);
    showRun();
}

void JobCard::say(const QString& text) {
    m_message->setText(text);
    m_showLock->hide();
    m_messageLine->show();
    showQueue();
}

void JobCard::showQueue() {
    const bool queued = m_backend.queuedUntilFree(m_job);
    if (queued) {
        m_message->setText(tr("One run is queued: it starts as soon as the lock is free."));
        m_messageLine->show();
    }
    m_whenFree->setText(queued ? tr("Don't run it") : tr("Run it when the lock is free"));
    m_whenFree->setVisible(queued || m_offerQueue);
}

void JobCard::showRun() {
    const auto run = m_backend.running().find(m_job);
    const bool running = run != m_backend.running().end();
    m_runLine->setVisible(running);
    m_syncNow->setEnabled(canStart());
    m_backfill->setEnabled(canStart());
    if (!running) {
        return;
    }
    const sync::Progress& progress = run->second;
    if (progress.totalRows && *progress.totalRows > 0) {
        m_progress->setRange(0, 1000);
        m_progress->setValue(
            static_cast<int>(std::min<std::int64_t>(1000, progress.rows * 1000 / *progress.totalRows)));
    } else {
        m_progress->setRange(0, 0);
    }
    m_runText->setText(progressText(progress, m_display.now()));
}

QString JobCard::lastSuccessText() const {
    if (!m_status->lastSuccess) {
        return tr("No success in the last seven days.");
    }
    const sync::RunRecord& run = *m_status->lastSuccess;
    const TimeStyle style = m_display.times() == TimeStyle::Utc ? TimeStyle::Utc : TimeStyle::Local;
    //: %1 is a time, %2 an age such as "24 min ago", %3 counts of orders
    return tr("Last success %1 (%2), %3.")
        .arg(momentText(run.startedAt, m_display.now(), style), agoText(run.startedAt, m_display.now()),
             ordersText(run));
}

QString JobCard::stateSentence() const {
    if (m_status->error) {
        return errorText(*m_status->error);
    }
    QStringList parts;
    for (const base::Text& lack : m_status->missing) {
        parts << lack.translated();
    }
    if (m_status->state == ops::JobStatus::State::NeverRan) {
        parts << tr("No run of this job is in the history yet.");
        return parts.join(QLatin1Char(' '));
    }
    parts << lastSuccessText();
    if (m_status->lastRun && m_status->lastRun->outcome != sync::Outcome::Success) {
        const QString why = m_status->lastRun->error ? m_status->lastRun->error->message.translated() : QString();
        //: %1 is an outcome such as "Failed", %2 an age, %3 an error message or nothing
        parts << tr("The last run ended %2: %1. %3")
                     .arg(signOf(m_status->lastRun->outcome).word,
                          agoText(m_status->lastRun->finishedAt, m_display.now()), why)
                     .trimmed();
    }
    return parts.join(QLatin1Char(' '));
}

void JobCard::showStatus() {
    const ops::JobStatus::State state = m_status ? m_status->state : ops::JobStatus::State::Unknown;
    const Sign sign = signOf(state);
    const ToneColours colours = toneColours(sign.tone, QApplication::palette());
    m_icon->setPixmap(icon(sign.iconName, colours.text).pixmap(20, 20));
    if (!m_status) {
        m_state->setText(tr("Reading its history..."));
        m_sentence->clear();
        m_sentence->hide();
        m_next->clear();
        m_legend->clear();
        return;
    }
    m_state->setText(sign.word);
    if (m_state->palette().color(QPalette::WindowText) != colours.text) {
        QPalette ink = QApplication::palette();
        ink.setColor(QPalette::WindowText, colours.text);
        m_state->setPalette(ink);
    }
    m_sentence->setText(stateSentence());
    m_sentence->setVisible(!m_sentence->text().isEmpty());
    const TimeStyle style = m_display.times() == TimeStyle::Utc ? TimeStyle::Utc : TimeStyle::Local;
    const base::Instant now = m_display.now();
    m_next->setText(m_status->nextDue ? tr("next %1").arg(momentText(*m_status->nextDue, now, style)) : QString());
    m_syncNow->setEnabled(canStart());
    m_backfill->setEnabled(canStart());

    QStringList facts;
    if (m_status->missed > 0) {
        facts << tr("%n period(s) missed in the last seven days.", nullptr, m_status->missed);
    }
    if (m_status->lock) {
        const locks::LockView& lock = *m_status->lock;
        facts << tr("Its lock is held by %1.").arg(holderText(lock));
        if (lock.heldSinceAtLatest) {
            facts << tr("Held since %1 at the latest.").arg(momentText(*lock.heldSinceAtLatest, now, style));
        }
        facts << tr("Verdict: %1.").arg(signOf(lock.verdict).word);
    } else {
        facts << tr("Its lock is free.");
    }
    facts << QString() << tr("Filled: succeeded. Cross: failed. Dash: missed. Triangle: running.")
          << tr("Click an hour to see its runs.");
    m_legend->setText(facts.join(QLatin1Char('\n')));
}

void JobCard::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showStatus();
    }
}

QString runEndText(const sync::RunRecord& run, const Display& display) {
    const TimeStyle style = display.times() == TimeStyle::Utc ? TimeStyle::Utc : TimeStyle::Local;
    switch (run.outcome) {
    case sync::Outcome::Success: {
        QString text = JobCard::tr("Done: %1.").arg(ordersText(run));
        return run.warning.empty() ? text : text + QLatin1Char(' ') + warningText(run);
    }
    case sync::Outcome::Busy: {
        const QString holder = toQt(run.holder.describe());
        QString text = run.holder.since
                           //: %1 says who, %2 a time
                           ? JobCard::tr("Busy: held by %1 since at least %2.")
                                 .arg(holder, momentText(*run.holder.since, display.now(), style))
                           : JobCard::tr("Busy: held by %1.").arg(holder);
        return text + QLatin1Char(' ') +
               (run.lock == sync::LockOutcome::BusySuspicious
                    ? JobCard::tr(
                          "That is longer than this lock should be held. Look at the lock before you try again.")
                    : JobCard::tr("Another process is at work on this job, which is normal. Nothing was done here; try "
                                  "again when it is through."));
    }
    case sync::Outcome::Cancelled:
        return JobCard::tr("Cancelled after %n page(s). What was written stays; the window stays open and the next run "
                           "reads it again.",
                           nullptr, static_cast<int>(run.pages));
    case sync::Outcome::Postponed: {
        const QString why = run.error ? run.error->message.translated() : QString();
        return run.postponedUntil ? JobCard::tr("Postponed until %1. %2")
                                        .arg(momentText(*run.postponedUntil, display.now(), style), why)
                                        .trimmed()
                                  : JobCard::tr("Postponed. %1").arg(why).trimmed();
    }
    case sync::Outcome::NotDue:
        return JobCard::tr("Not due: this period already has a success.");
    case sync::Outcome::Failed:
    case sync::Outcome::InDoubt:
        return run.error ? QStringLiteral("%1: %2").arg(signOf(run.outcome).word, errorText(*run.error))
                         : signOf(run.outcome).word;
    }
    return {};
}

} // namespace latchboard::console
