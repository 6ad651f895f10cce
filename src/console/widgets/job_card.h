// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/backend.h"
#include "console/text/display.h"

#include <QFrame>

class QLabel;
class QProgressBar;
class QPushButton;

namespace latchboard::console {

class BackfillPanel;
class HourStrip;

/// A job on the Overview: its state in a sentence, what a person can start, how a run goes on, and its last seven days.
/// Answers to a press appear in the card, never in a dialog.
class JobCard final : public QFrame {
    Q_OBJECT
public:
    JobCard(const std::string& job, Backend& backend, Display& display, QWidget* parent = nullptr);

    [[nodiscard]] const std::string& job() const { return m_job; }
    void setStatus(const ops::JobStatus& status);

Q_SIGNALS:
    void hourActivated(const std::string& job, latchboard::base::Instant start);
    void lockActivated(const latchboard::keys::LockTag& tag);

protected:
    void changeEvent(QEvent* event) override;

private:
    void start(const sync::RunRequest& request);
    void takeFinished(const sync::RunRecord& run);
    void showRun();
    void showQueue();
    void showStatus();
    void say(const QString& text);
    [[nodiscard]] QString stateSentence() const;
    [[nodiscard]] QString lastSuccessText() const;
    [[nodiscard]] bool canStart() const;

    std::string m_job;
    Backend& m_backend;
    Display& m_display;
    std::optional<ops::JobStatus> m_status;
    QLabel* m_icon;
    QLabel* m_name;
    QLabel* m_state;
    QLabel* m_next;
    QPushButton* m_syncNow;
    QPushButton* m_backfill;
    QLabel* m_sentence;
    QWidget* m_runLine;
    QProgressBar* m_progress;
    QLabel* m_runText;
    QPushButton* m_cancel;
    QWidget* m_messageLine;
    QLabel* m_message;
    QPushButton* m_whenFree;
    QPushButton* m_showLock;
    QPushButton* m_dismiss;
    BackfillPanel* m_backfillPanel;
    HourStrip* m_strip;
    QLabel* m_legend;
    bool m_offerQueue = false;
};

/// What came of a run, in one or two sentences: counts of a success, who is busy and whether that is normal, why it
/// failed.
[[nodiscard]] QString runEndText(const sync::RunRecord& run, const Display& display);

} // namespace latchboard::console
