// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/page_state.h"

#include "console/style/colours.h"
#include "console/style/icons.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>

namespace latchboard::console {

PageState::PageState(QWidget* content, QWidget* parent)
    : QWidget(parent), m_content(content), m_band(new QWidget(this)), m_bandIcon(new QLabel(m_band)),
      m_bandText(new QLabel(m_band)), m_bandAction(new QPushButton(m_band)), m_stack(new QStackedWidget(this)),
      m_notice(new QWidget(m_stack)), m_noticeIcon(new QLabel(m_notice)), m_noticeTitle(new QLabel(m_notice)),
      m_noticeText(new QLabel(m_notice)), m_noticeAction(new QPushButton(m_notice)) {
    m_band->setObjectName(QStringLiteral("staleBandWidget"));
    m_bandText->setObjectName(QStringLiteral("staleTextLabel"));
    m_bandAction->setObjectName(QStringLiteral("staleActionPushButton"));
    m_noticeTitle->setObjectName(QStringLiteral("noticeTitleLabel"));
    m_noticeText->setObjectName(QStringLiteral("noticeTextLabel"));
    m_noticeAction->setObjectName(QStringLiteral("noticeActionPushButton"));

    auto* bandLayout = new QHBoxLayout(m_band);
    bandLayout->setContentsMargins(10, 4, 6, 4);
    bandLayout->addWidget(m_bandIcon);
    bandLayout->addWidget(m_bandText, 1);
    bandLayout->addWidget(m_bandAction);
    m_bandText->setWordWrap(true);
    m_bandText->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_band->setAutoFillBackground(true);
    m_band->hide();

    auto* noticeLayout = new QVBoxLayout(m_notice);
    noticeLayout->setSpacing(10);
    noticeLayout->addStretch(2);
    noticeLayout->addWidget(m_noticeIcon, 0, Qt::AlignHCenter);
    noticeLayout->addWidget(m_noticeTitle);
    // Between stretches and without an alignment: only so does a wrapped text get the height that it needs.
    auto* textRow = new QHBoxLayout;
    textRow->addStretch(1);
    textRow->addWidget(m_noticeText);
    textRow->addStretch(1);
    noticeLayout->addLayout(textRow);
    noticeLayout->addWidget(m_noticeAction, 0, Qt::AlignHCenter);
    noticeLayout->addStretch(3);
    QFont large = m_noticeTitle->font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setBold(true);
    m_noticeTitle->setFont(large);
    m_noticeTitle->setAlignment(Qt::AlignHCenter);
    m_noticeTitle->setWordWrap(true);
    m_noticeText->setAlignment(Qt::AlignHCenter);
    m_noticeText->setWordWrap(true);
    m_noticeText->setFixedWidth(600);
    m_noticeText->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);

    m_stack->addWidget(m_content);
    m_stack->addWidget(m_notice);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_band);
    layout->addWidget(m_stack, 1);

    connect(m_bandAction, &QPushButton::clicked, this, &PageState::actionTriggered);
    connect(m_noticeAction, &QPushButton::clicked, this, &PageState::actionTriggered);
}

void PageState::showContent() {
    m_band->hide();
    grey(false);
    m_stack->setCurrentWidget(m_content);
}

void PageState::showNotice(const Notice& notice) {
    m_band->hide();
    m_iconName = notice.iconName;
    m_noticeTitle->setText(notice.title);
    m_noticeText->setText(notice.text);
    m_noticeText->setVisible(!notice.text.isEmpty());
    m_noticeAction->setText(notice.action);
    m_noticeAction->setVisible(!notice.action.isEmpty());
    m_stack->setCurrentWidget(m_notice);
    drawIcons();
}

void PageState::showStale(const QString& text, const QString& action) {
    m_bandText->setText(text);
    m_bandAction->setText(action);
    m_bandAction->setVisible(!action.isEmpty());
    m_stack->setCurrentWidget(m_content);
    grey(true);
    drawIcons();
    m_band->show();
}

bool PageState::showsContent() const {
    return m_stack->currentWidget() == m_content;
}

bool PageState::showsStale() const {
    return showsContent() && m_grey;
}

QString PageState::text() const {
    if (showsStale()) {
        return m_bandText->text();
    }
    return showsContent() ? QString() : m_noticeTitle->text() + QLatin1Char('\n') + m_noticeText->text();
}

void PageState::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        drawIcons();
    }
}

void PageState::grey(bool grey) {
    if (grey == m_grey) {
        return;
    }
    m_grey = grey;
    if (!grey) {
        m_content->setPalette(QPalette());
        return;
    }
    // The rows stay readable and selectable; their ink is that of things that can't be used.
    QPalette faint = QApplication::palette();
    for (const auto role : {QPalette::Text, QPalette::WindowText}) {
        const QColor ink = faint.color(QPalette::Disabled, role);
        faint.setColor(QPalette::Active, role, ink);
        faint.setColor(QPalette::Inactive, role, ink);
    }
    m_content->setPalette(faint);
}

void PageState::drawIcons() {
    const QPalette palette = QApplication::palette();
    const ToneColours attention = toneColours(Tone::Attention, palette);
    QPalette band = palette;
    band.setColor(QPalette::Window, attention.fill);
    band.setColor(QPalette::WindowText, attention.text);
    if (m_band->palette().color(QPalette::Window) != attention.fill) {
        m_band->setPalette(band);
    }
    m_bandIcon->setPixmap(icon(QStringLiteral("stale"), attention.text).pixmap(16, 16));
    if (!m_iconName.isEmpty()) {
        m_noticeIcon->setPixmap(icon(m_iconName, palette.color(QPalette::PlaceholderText)).pixmap(48, 48));
    }
}

PageState::Notice noticeOf(const base::Error& error) {
    const bool refused = error.kind == base::ErrorKind::Privilege || error.kind == base::ErrorKind::Refused ||
                         error.kind == base::ErrorKind::Authentication;
    return {refused ? QStringLiteral("refused") : QStringLiteral("stale"),
            error.message.translated(),
            error.remedy.translated(),
            {}};
}

} // namespace latchboard::console
