// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/hour_strip.h"

#include "console/text/format.h"
#include "console/text/words.h"

#include <QDateTime>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

namespace latchboard::console {
namespace {

constexpr int kDays = 7;
constexpr int kHours = 24;
constexpr int kCell = 17;
constexpr int kGap = 3;
constexpr int kHeader = 16;

QDateTime localOf(base::Instant moment) {
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<std::chrono::milliseconds>(moment.time_since_epoch()).count());
}

int weight(ops::GridCell::State state) {
    switch (state) {
    case ops::GridCell::State::NotDue:
        return 0;
    case ops::GridCell::State::Pending:
        return 1;
    case ops::GridCell::State::Success:
        return 2;
    case ops::GridCell::State::Missed:
        return 3;
    case ops::GridCell::State::Failed:
        return 4;
    case ops::GridCell::State::Running:
        return 5;
    }
    return 0;
}

void paintCell(QPainter& painter, const QRectF& cell, ops::GridCell::State state, const QPalette& palette) {
    const ToneColours colours = toneColours(signOf(state).tone, palette);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Qt::NoBrush);
    switch (state) {
    case ops::GridCell::State::NotDue: {
        QColor faint = palette.color(QPalette::Active, QPalette::Text);
        faint.setAlpha(70);
        painter.setBrush(faint);
        painter.drawEllipse(cell.center(), 1.2, 1.2);
        break;
    }
    case ops::GridCell::State::Success:
        painter.setBrush(colours.mark);
        painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), 2, 2);
        break;
    case ops::GridCell::State::Failed:
        painter.setBrush(colours.fill);
        painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), 2, 2);
        painter.setPen(QPen(colours.text, 2));
        painter.drawLine(cell.topLeft() + QPointF(4, 4), cell.bottomRight() - QPointF(4, 4));
        painter.drawLine(cell.topRight() + QPointF(-4, 4), cell.bottomLeft() + QPointF(4, -4));
        break;
    case ops::GridCell::State::Missed:
        painter.setPen(QPen(colours.mark, 1.6));
        painter.drawRoundedRect(cell.adjusted(2, 2, -2, -2), 2, 2);
        painter.drawLine(QPointF(cell.left() + 4.5, cell.center().y()), QPointF(cell.right() - 4.5, cell.center().y()));
        break;
    case ops::GridCell::State::Running: {
        painter.setBrush(colours.mark);
        const QPointF triangle[] = {cell.topLeft() + QPointF(3, 2), QPointF(cell.right() - 2, cell.center().y()),
                                    cell.bottomLeft() + QPointF(3, -2)};
        painter.drawPolygon(triangle, 3);
        break;
    }
    case ops::GridCell::State::Pending:
        painter.setPen(QPen(colours.mark, 1.2, Qt::DotLine));
        painter.drawRoundedRect(cell.adjusted(2, 2, -2, -2), 2, 2);
        break;
    }
}

} // namespace

std::vector<StripHour> stripHours(const std::vector<ops::GridCell>& cells, base::Instant now) {
    const QDate today = localOf(now).date();
    std::vector<StripHour> hours(static_cast<size_t>(kDays) * kHours);
    for (int day = 0; day < kDays; ++day) {
        for (int hour = 0; hour < kHours; ++hour) {
            const QDateTime start(today.addDays(day - kDays + 1), QTime(hour, 0));
            const int index = day * kHours + hour;
            hours[static_cast<size_t>(index)].start =
                base::Instant(std::chrono::milliseconds(start.toMSecsSinceEpoch()));
        }
    }
    for (const ops::GridCell& cell : cells) {
        const QDateTime start = localOf(cell.start);
        const auto day = today.addDays(1 - kDays).daysTo(start.date());
        if (day < 0 || day >= kDays) {
            continue;
        }
        StripHour& hour = hours[static_cast<size_t>(day * kHours + start.time().hour())];
        hour.succeeded += cell.state == ops::GridCell::State::Success ? 1 : 0;
        hour.failed += cell.state == ops::GridCell::State::Failed ? 1 : 0;
        hour.missed += cell.state == ops::GridCell::State::Missed ? 1 : 0;
        if (weight(cell.state) > weight(hour.state)) {
            hour.state = cell.state;
        }
    }
    return hours;
}

HourStrip::HourStrip(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("Outcomes of the last seven days, by the hour"));
}

void HourStrip::setHours(std::vector<StripHour> hours) {
    if (m_hours.empty() && !hours.empty()) {
        m_cursor = static_cast<int>(hours.size()) - 1;
    }
    if (hours != m_hours) {
        m_hours = std::move(hours);
        update();
    }
}

QSize HourStrip::sizeHint() const {
    const int label = fontMetrics().horizontalAdvance(QStringLiteral("Wed 300")) + 14;
    return {label + kHours * (kCell + kGap), kHeader + kDays * (kCell + kGap)};
}

QRect HourStrip::cellRect(int index) const {
    const int left = sizeHint().width() - kHours * (kCell + kGap);
    return {left + index % kHours * (kCell + kGap), kHeader + index / kHours * (kCell + kGap), kCell, kCell};
}

void HourStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette colours = QGuiApplication::palette();
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    painter.setFont(small);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    for (int hour = 0; hour < kHours; hour += 6) {
        painter.drawText(QRect(cellRect(hour).left(), 0, 40, kHeader), Qt::AlignLeft | Qt::AlignTop,
                         QStringLiteral("%1:00").arg(hour, 2, 10, QLatin1Char('0')));
    }
    for (size_t i = 0; i < m_hours.size(); ++i) {
        const QRect cell = cellRect(static_cast<int>(i));
        if (i % kHours == 0) {
            painter.setPen(palette().color(QPalette::PlaceholderText));
            //: Label of a day in the strip of hours, Qt's date format: short day of the week and day of the month
            painter.drawText(QRect(0, cell.top(), cell.left() - 8, kCell), Qt::AlignRight | Qt::AlignVCenter,
                             QLocale().toString(localOf(m_hours[i].start).date(), tr("ddd d")));
        }
        paintCell(painter, QRectF(cell), m_hours[i].state, colours);
        if (hasFocus() && static_cast<int>(i) == m_cursor) {
            painter.setPen(QPen(colours.color(QPalette::Highlight), 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(cell).adjusted(-1, -1, 1, 1));
        }
    }
}

int HourStrip::cellAt(const QPoint& point) const {
    for (int i = 0; i < static_cast<int>(m_hours.size()); ++i) {
        if (cellRect(i).adjusted(-1, -1, 2, 2).contains(point)) {
            return i;
        }
    }
    return -1;
}

QString HourStrip::cellText(int index) const {
    const StripHour& hour = m_hours[static_cast<size_t>(index)];
    QStringList lines{localOf(hour.start).toString(QStringLiteral("yyyy-MM-dd HH:mm"))};
    if (hour.succeeded + hour.failed + hour.missed > 1) {
        lines << tr("%1 succeeded, %2 failed, %3 missed").arg(hour.succeeded).arg(hour.failed).arg(hour.missed);
    } else {
        lines << signOf(hour.state).word;
    }
    return lines.join(QLatin1Char('\n'));
}

void HourStrip::mousePressEvent(QMouseEvent* event) {
    const int cell = cellAt(event->pos());
    if (cell >= 0 && event->button() == Qt::LeftButton) {
        m_cursor = cell;
        update();
        Q_EMIT hourActivated(m_hours[static_cast<size_t>(cell)].start);
    }
}

void HourStrip::moveCursor(int step) {
    const int next = m_cursor + step;
    if (next >= 0 && next < static_cast<int>(m_hours.size())) {
        m_cursor = next;
        setAccessibleDescription(cellText(next).replace(QLatin1Char('\n'), QStringLiteral(": ")));
        QToolTip::showText(mapToGlobal(cellRect(next).bottomRight()), cellText(next), this);
        update();
    }
}

void HourStrip::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left:
        moveCursor(-1);
        break;
    case Qt::Key_Right:
        moveCursor(1);
        break;
    case Qt::Key_Up:
        moveCursor(-kHours);
        break;
    case Qt::Key_Down:
        moveCursor(kHours);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (!m_hours.empty()) {
            Q_EMIT hourActivated(m_hours[static_cast<size_t>(m_cursor)].start);
        }
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool HourStrip::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int cell = cellAt(help->pos());
        if (cell >= 0) {
            QToolTip::showText(help->globalPos(), cellText(cell), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace latchboard::console
