// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/page_header.h"

namespace latchboard::console {

PageHeader::PageHeader(const QString& title) : m_count(new QLabel) {
    auto* label = new QLabel(title);
    QFont large = label->font();
    large.setPointSizeF(large.pointSizeF() * 1.35);
    large.setBold(true);
    label->setFont(large);
    m_count->setObjectName(QStringLiteral("countLabel"));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    setSpacing(8);
    addWidget(label);
    addWidget(m_count, 0, Qt::AlignBottom);
    addStretch(1);
}

void PageHeader::setCount(const QString& text) {
    m_count->setText(text);
}

} // namespace latchboard::console
