// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/pill_delegate.h"

#include "console/style/colours.h"

#include <QApplication>
#include <QPainter>

namespace latchboard::console {

void PillDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString word = cell.text;
    const QIcon sign = cell.icon;
    cell.text.clear();
    cell.icon = {};
    cell.features &= ~QStyleOptionViewItem::HasDecoration;
    const QWidget* widget = option.widget;
    QStyle* style = widget != nullptr ? widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, widget);

    const QVariant tone = index.data(Qt::UserRole);
    if (word.isEmpty() || !tone.isValid()) {
        return;
    }
    const ToneColours colours = toneColours(static_cast<Tone>(tone.toInt()), QGuiApplication::palette());
    const QFontMetrics metrics(cell.font);
    const int height = std::min(option.rect.height() - 4, metrics.height() + 4);
    const int iconSize = 14;
    QRect pill(option.rect.left() + 4, option.rect.center().y() - height / 2, 0, height);
    pill.setWidth(std::min(option.rect.width() - 8, metrics.horizontalAdvance(word) + iconSize + 20));

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colours.fill);
    painter->drawRoundedRect(pill, height / 2.0, height / 2.0);
    sign.paint(painter, QRect(pill.left() + 6, pill.center().y() - iconSize / 2 + 1, iconSize, iconSize));
    painter->setPen(colours.text);
    painter->setFont(cell.font);
    const QRect room = pill.adjusted(iconSize + 10, 0, -6, 0);
    painter->drawText(room, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(word, Qt::ElideRight, room.width()));
    painter->restore();
}

QSize PillDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QFontMetrics metrics(option.font);
    const QString word = index.data(Qt::DisplayRole).toString();
    return {metrics.horizontalAdvance(word) + 48, metrics.height() + 8};
}

} // namespace latchboard::console
