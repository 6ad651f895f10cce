// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/history_filter_bar.h"

#include "console/text/format.h"
#include "console/text/words.h"
#include "ui_history_filter.h"

namespace latchboard::console {
namespace {

enum class Period { Any, LastHour, LastDay, LastWeek, Between };

base::Instant instantOf(const QDateTime& moment) {
    return base::Instant(std::chrono::milliseconds(moment.toMSecsSinceEpoch()));
}

QDateTime dateTimeOf(base::Instant moment) {
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<std::chrono::milliseconds>(moment.time_since_epoch()).count());
}

constexpr sync::Outcome kOutcomes[] = {sync::Outcome::Success, sync::Outcome::Failed, sync::Outcome::Cancelled,
                                       sync::Outcome::Postponed, sync::Outcome::InDoubt};
constexpr sync::Trigger kTriggers[] = {sync::Trigger::Manual, sync::Trigger::Schedule, sync::Trigger::Cron,
                                       sync::Trigger::Backfill};

} // namespace

HistoryFilterBar::HistoryFilterBar(QWidget* parent) : QWidget(parent), m_ui(std::make_unique<Ui::HistoryFilterBar>()) {
    m_ui->setupUi(this);
    m_ui->jobComboBox->addItem(tr("All jobs"));
    m_ui->outcomeComboBox->addItem(tr("All outcomes"));
    for (const sync::Outcome outcome : kOutcomes) {
        m_ui->outcomeComboBox->addItem(signOf(outcome).word, static_cast<int>(outcome));
    }
    m_ui->triggerComboBox->addItem(tr("All triggers"));
    for (const sync::Trigger trigger : kTriggers) {
        m_ui->triggerComboBox->addItem(triggerWord(trigger), static_cast<int>(trigger));
    }
    m_ui->periodComboBox->addItems(
        {tr("Any time"), tr("Last hour"), tr("Last 24 hours"), tr("Last 7 days"), tr("Between")});
    const QDateTime now = QDateTime::currentDateTime();
    for (QDateTimeEdit* edit : {m_ui->sinceDateTimeEdit, m_ui->untilDateTimeEdit}) {
        edit->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
        edit->setDateTime(now);
        connect(edit, &QDateTimeEdit::dateTimeChanged, &m_typing, qOverload<>(&QTimer::start));
    }
    m_ui->sinceDateTimeEdit->setDateTime(now.addDays(-1));
    m_typing.setSingleShot(true);
    m_typing.setInterval(250);
    connect(&m_typing, &QTimer::timeout, this, &HistoryFilterBar::changed);
    connect(m_ui->textLineEdit, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    for (QComboBox* box : {m_ui->jobComboBox, m_ui->outcomeComboBox, m_ui->triggerComboBox, m_ui->periodComboBox}) {
        connect(box, &QComboBox::currentIndexChanged, this, [this] {
            showDates();
            m_typing.start();
        });
    }
    showDates();
}

HistoryFilterBar::~HistoryFilterBar() = default;

void HistoryFilterBar::setJobs(const std::vector<std::string>& jobs) {
    for (const std::string& job : jobs) {
        if (m_ui->jobComboBox->findText(toQt(job), Qt::MatchExactly) < 0) {
            m_ui->jobComboBox->addItem(toQt(job), toQt(job));
        }
    }
}

HistoryFilter HistoryFilterBar::filter(base::Instant now) const {
    HistoryFilter filter;
    filter.job = m_ui->jobComboBox->currentData().toString().toStdString();
    if (const QVariant outcome = m_ui->outcomeComboBox->currentData(); outcome.isValid()) {
        filter.outcome = static_cast<sync::Outcome>(outcome.toInt());
    }
    if (const QVariant trigger = m_ui->triggerComboBox->currentData(); trigger.isValid()) {
        filter.trigger = static_cast<sync::Trigger>(trigger.toInt());
    }
    filter.text = m_ui->textLineEdit->text().trimmed().toStdString();
    switch (static_cast<Period>(m_ui->periodComboBox->currentIndex())) {
    case Period::Any:
        break;
    case Period::LastHour:
        filter.since = now - std::chrono::hours(1);
        break;
    case Period::LastDay:
        filter.since = now - std::chrono::hours(24);
        break;
    case Period::LastWeek:
        filter.since = now - std::chrono::hours(24 * 7);
        break;
    case Period::Between:
        filter.since = instantOf(m_ui->sinceDateTimeEdit->dateTime());
        filter.until = instantOf(m_ui->untilDateTimeEdit->dateTime());
        break;
    }
    return filter;
}

bool HistoryFilterBar::letsAllThrough() const {
    return filter({}) == HistoryFilter();
}

void HistoryFilterBar::clear() {
    for (QComboBox* box : {m_ui->jobComboBox, m_ui->outcomeComboBox, m_ui->triggerComboBox, m_ui->periodComboBox}) {
        box->setCurrentIndex(0);
    }
    m_ui->textLineEdit->clear();
}

void HistoryFilterBar::showStretch(const std::string& job, base::Instant from, base::Instant until) {
    clear();
    setJobs({job});
    m_ui->jobComboBox->setCurrentIndex(m_ui->jobComboBox->findText(toQt(job), Qt::MatchExactly));
    m_ui->sinceDateTimeEdit->setDateTime(dateTimeOf(from));
    m_ui->untilDateTimeEdit->setDateTime(dateTimeOf(until));
    m_ui->periodComboBox->setCurrentIndex(static_cast<int>(Period::Between));
}

void HistoryFilterBar::showDates() {
    const bool between = m_ui->periodComboBox->currentIndex() == static_cast<int>(Period::Between);
    m_ui->sinceDateTimeEdit->setVisible(between);
    m_ui->untilDateTimeEdit->setVisible(between);
}

} // namespace latchboard::console
