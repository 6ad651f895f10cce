// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/run.h"

#include <QWidget>

#include <memory>

namespace Ui {
class BackfillPanel;
}

namespace latchboard::console {

/// Asks for the window of a backfill, in local time, inside the card of the job.
class BackfillPanel final : public QWidget {
    Q_OBJECT
public:
    explicit BackfillPanel(QWidget* parent = nullptr);
    ~BackfillPanel() override;

    /// Proposes the 24 hours before `now` and takes the keyboard.
    void open(base::Instant now);

Q_SIGNALS:
    void backfillWanted(const sync::Interval& window);

private:
    void start();

    std::unique_ptr<Ui::BackfillPanel> m_ui;
};

} // namespace latchboard::console
