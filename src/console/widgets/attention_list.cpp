// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/attention_list.h"

#include "console/style/icons.h"
#include "console/text/words.h"
#include "locks/explain.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace latchboard::console {
namespace {

/// More would push the jobs off the screen; the Locks page has them all.
constexpr size_t kMostLines = 4;

} // namespace

bool wantsAttention(const locks::LockView& lock) {
    const Tone tone = toneOf(lock.verdict);
    return tone == Tone::Attention || tone == Tone::Danger;
}

int attentionCount(const locks::Analysis& analysis) {
    return static_cast<int>(std::count_if(analysis.locks.begin(), analysis.locks.end(), wantsAttention));
}

AttentionList::AttentionList(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    hide();
}

void AttentionList::setAnalysis(const locks::Analysis& analysis) {
    size_t used = 0;
    for (const locks::LockView& lock : analysis.locks) {
        if (!wantsAttention(lock) || used == kMostLines) {
            continue;
        }
        if (used == m_lines.size()) {
            addLine();
        }
        Line& line = m_lines[used++];
        line.id = lock.id;
        line.verdict = lock.verdict;
        line.text->setText(locks::sentence(lock, analysis.takenAt).translated());
        line.widget->show();
        paintLine(line);
    }
    for (size_t i = used; i < m_lines.size(); ++i) {
        m_lines[i].widget->hide();
    }
    setVisible(used > 0);
}

void AttentionList::addLine() {
    Line line;
    line.widget = new QWidget;
    line.widget->setAutoFillBackground(true);
    line.icon = new QLabel;
    line.text = new QLabel;
    line.text->setObjectName(QStringLiteral("attentionLabel"));
    line.text->setWordWrap(true);
    line.show = new QPushButton(tr("Show the lock"));
    line.show->setObjectName(QStringLiteral("attentionPushButton"));
    auto* layout = new QHBoxLayout(line.widget);
    layout->setContentsMargins(10, 4, 6, 4);
    layout->addWidget(line.icon);
    layout->addWidget(line.text, 1);
    layout->addWidget(line.show);
    m_layout->addWidget(line.widget);
    const size_t number = m_lines.size();
    connect(line.show, &QPushButton::clicked, this, [this, number] { Q_EMIT lockActivated(m_lines[number].id.tag); });
    m_lines.push_back(line);
}

void AttentionList::paintLine(const Line& line) {
    const Sign sign = signOf(line.verdict);
    const ToneColours colours = toneColours(sign.tone, QApplication::palette());
    line.icon->setPixmap(icon(sign.iconName, colours.text).pixmap(18, 18));
    if (line.widget->palette().color(QPalette::Window) != colours.fill) {
        QPalette tinted = QApplication::palette();
        tinted.setColor(QPalette::Window, colours.fill);
        tinted.setColor(QPalette::WindowText, colours.text);
        line.widget->setPalette(tinted);
        line.text->setPalette(tinted);
    }
}

void AttentionList::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        for (const Line& line : m_lines) {
            paintLine(line);
        }
    }
}

} // namespace latchboard::console
