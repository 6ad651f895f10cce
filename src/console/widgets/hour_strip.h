// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/job_status.h"

#include <QDate>
#include <QWidget>

namespace latchboard::console {

/// An hour of local time with the cells of a job's grid that begin in it.
struct StripHour {
    base::Instant start;
    ops::GridCell::State state = ops::GridCell::State::NotDue; ///< of its cells, the one that matters most
    int succeeded = 0, failed = 0, missed = 0;
    friend bool operator==(const StripHour&, const StripHour&) = default;
};

/// Seven days of 24 hours, the last being the day of `now` in local time; for each hour what its cells say, by the
/// order running, failed, missed, succeeded, due, not due.
[[nodiscard]] std::vector<StripHour> stripHours(const std::vector<ops::GridCell>& cells, base::Instant now);

/// The last seven days of a job, a row a day and a cell an hour; shapes as well as colours. Arrow keys move a cursor,
/// Return and a click open the hour.
class HourStrip final : public QWidget {
    Q_OBJECT
public:
    explicit HourStrip(QWidget* parent = nullptr);

    void setHours(std::vector<StripHour> hours);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    [[nodiscard]] QRect cellRect(int index) const;

Q_SIGNALS:
    void hourActivated(latchboard::base::Instant start);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] int cellAt(const QPoint& point) const; ///< -1 where none is
    [[nodiscard]] QString cellText(int index) const;
    void moveCursor(int step);

    std::vector<StripHour> m_hours;
    int m_cursor = 0;
};

} // namespace latchboard::console
