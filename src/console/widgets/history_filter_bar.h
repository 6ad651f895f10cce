// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/history.h"

#include <QTimer>
#include <QWidget>

#include <memory>

namespace Ui {
class HistoryFilterBar;
}

namespace latchboard::console {

/// The filter of the History page; tells of a change once typing has paused.
class HistoryFilterBar final : public QWidget {
    Q_OBJECT
public:
    explicit HistoryFilterBar(QWidget* parent = nullptr);
    ~HistoryFilterBar() override;

    void setJobs(const std::vector<std::string>& jobs);
    /// What is let through; a period such as "last hour" counts from `now`.
    [[nodiscard]] HistoryFilter filter(base::Instant now) const;
    [[nodiscard]] bool letsAllThrough() const;
    void clear();
    /// Runs of a job that started in a stretch of time.
    void showStretch(const std::string& job, base::Instant from, base::Instant until);

Q_SIGNALS:
    void changed();

private:
    void showDates();

    std::unique_ptr<Ui::HistoryFilterBar> m_ui;
    QTimer m_typing;
};

} // namespace latchboard::console
