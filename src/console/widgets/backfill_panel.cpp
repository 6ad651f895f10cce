// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/backfill_panel.h"

#include "ui_backfill_panel.h"

namespace latchboard::console {

BackfillPanel::BackfillPanel(QWidget* parent) : QWidget(parent), m_ui(std::make_unique<Ui::BackfillPanel>()) {
    m_ui->setupUi(this);
    for (QDateTimeEdit* edit : {m_ui->fromDateTimeEdit, m_ui->untilDateTimeEdit}) {
        edit->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
        connect(edit, &QDateTimeEdit::dateTimeChanged, m_ui->problemLabel, &QLabel::clear);
    }
    connect(m_ui->startPushButton, &QPushButton::clicked, this, &BackfillPanel::start);
    connect(m_ui->closePushButton, &QPushButton::clicked, this, &QWidget::hide);
    hide();
}

BackfillPanel::~BackfillPanel() = default;

void BackfillPanel::open(base::Instant now) {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
    const QDateTime until = QDateTime::fromMSecsSinceEpoch(ms);
    m_ui->untilDateTimeEdit->setDateTime(until);
    m_ui->fromDateTimeEdit->setDateTime(until.addDays(-1));
    show();
    m_ui->fromDateTimeEdit->setFocus();
}

void BackfillPanel::start() {
    const auto moment = [](const QDateTimeEdit* edit) {
        return base::Instant(std::chrono::milliseconds(edit->dateTime().toMSecsSinceEpoch()));
    };
    const sync::Interval window{moment(m_ui->fromDateTimeEdit), moment(m_ui->untilDateTimeEdit)};
    if (window.from >= window.until) {
        m_ui->problemLabel->setText(tr("The window must end after it begins."));
        return;
    }
    hide();
    Q_EMIT backfillWanted(window);
}

} // namespace latchboard::console
