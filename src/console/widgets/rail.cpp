// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/rail.h"

#include "console/style/icons.h"

#include <QApplication>
#include <QEvent>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

namespace latchboard::console {

Rail::Rail(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this)) {
    m_layout->setContentsMargins(6, 6, 6, 6);
    m_layout->setSpacing(2);
    m_layout->addStretch(1);
    setFixedWidth(124);
}

void Rail::addPage(const QString& word, const QString& iconName, const QString& objectName) {
    auto* button = new QToolButton;
    button->setObjectName(objectName);
    button->setText(word);
    button->setAccessibleName(word);
    button->setCheckable(true);
    button->setAutoExclusive(true);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize({18, 18});
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const int page = static_cast<int>(m_entries.size());
    const QKeySequence keys(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + page));
    button->setToolTip(QStringLiteral("%1 (%2)").arg(word, keys.toString(QKeySequence::NativeText)));
    m_layout->insertWidget(page, button);
    m_entries.push_back({button, word, iconName});
    connect(button, &QToolButton::clicked, this, [this, page] { Q_EMIT pageWanted(page); });
    auto* shortcut = new QShortcut(keys, this);
    connect(shortcut, &QShortcut::activated, this, [this, page] { Q_EMIT pageWanted(page); });
    drawIcons();
}

void Rail::setCurrent(int page) {
    m_entries[static_cast<size_t>(page)].button->setChecked(true);
}

void Rail::setCount(int page, int count) {
    const Entry& entry = m_entries[static_cast<size_t>(page)];
    entry.button->setText(count > 0 ? QStringLiteral("%1 (%2)").arg(entry.word).arg(count) : entry.word);
    //: For a screen reader: a page's name and how many things on it want attention
    entry.button->setAccessibleName(count > 0 ? tr("%1, %n want attention", nullptr, count).arg(entry.word)
                                              : entry.word);
}

void Rail::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        drawIcons();
    }
}

void Rail::drawIcons() {
    for (const Entry& entry : m_entries) {
        entry.button->setIcon(icon(entry.iconName, QApplication::palette().color(QPalette::ButtonText)));
    }
}

} // namespace latchboard::console
