// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/pages/limits_page.h"

#include "console/models/limit_model.h"
#include "console/text/format.h"
#include "console/widgets/column_widths.h"
#include "console/widgets/page_header.h"
#include "console/widgets/pill_delegate.h"
#include "console/widgets/table_setup.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

namespace latchboard::console {
namespace {

/// Waits of a second want to be seen to run down.
constexpr int kCountdownMs = 200;

} // namespace

LimitsPage::LimitsPage(Backend& backend, Display& display, QWidget* parent)
    : Page(backend, display, parent), m_model(new LimitModel(display, this)),
      m_header(new PageHeader(tr("Rate limits"))), m_table(new QTableView), m_acts(new QWidget), m_sentence(new QLabel),
      m_last(new QLabel), m_reason(new QLineEdit), m_pause(new QPushButton(tr("Pause calls"))),
      m_resume(new QPushButton(tr("Resume calls"))), m_result(new QLabel), m_state(new PageState(makeContent())) {
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(m_header);
    layout->addWidget(m_state, 1);

    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_model->setOrderHeld(m_table->selectionModel()->hasSelection());
        m_result->clear();
        showActs();
    });
    connect(m_reason, &QLineEdit::textChanged, this, &LimitsPage::showActs);
    connect(m_pause, &QPushButton::clicked, this, [this] { act(LimitAct::Kind::Pause); });
    connect(m_resume, &QPushButton::clicked, this, [this] { act(LimitAct::Kind::Resume); });
    connect(m_state, &PageState::actionTriggered, this, [this] { m_backend.lookNow(); });
    connect(&backend, &Backend::limitsChanged, this, &LimitsPage::takeUpdate);
    connect(&backend, &Backend::setupChanged, this, &LimitsPage::showState);
    connect(&backend, &Backend::monitorChanged, this, &LimitsPage::showState);
    connect(&backend, &Backend::limitActEnded, this, &LimitsPage::takeActEnd);
    m_countdown.setInterval(kCountdownMs);
    connect(&m_countdown, &QTimer::timeout, this, [this] {
        if (isVisible()) {
            m_model->countDown();
        }
    });
    m_countdown.start();
    takeUpdate();
}

QWidget* LimitsPage::makeContent() {
    auto* content = new QWidget;
    setUpTable(m_table, m_model, "limitsTableView", tr("Rate-limit buckets"));
    m_table->setItemDelegateForColumn(LimitModel::State, new PillDelegate(m_table));
    m_table->sortByColumn(LimitModel::Bucket, Qt::AscendingOrder);
    // In the model's order; what is left over goes to those whose words may be long.
    new ColumnWidths(m_table, {{130, 3}, {116, 0}, {88, 0}, {180, 6}, {80, 0}, {140, 4}, {60, 0}, {60, 0}, {60, 0}});

    m_acts->setObjectName(QStringLiteral("limitActsWidget"));
    m_sentence->setObjectName(QStringLiteral("limitSentenceLabel"));
    m_sentence->setWordWrap(true);
    m_last->setObjectName(QStringLiteral("limitLastLabel"));
    m_last->setWordWrap(true);
    m_last->setForegroundRole(QPalette::PlaceholderText);
    m_last->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_reason->setObjectName(QStringLiteral("reasonLineEdit"));
    m_reason->setPlaceholderText(tr("Reason, kept in the audit"));
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setMaximumWidth(420);
    m_pause->setObjectName(QStringLiteral("pausePushButton"));
    m_resume->setObjectName(QStringLiteral("resumePushButton"));
    m_result->setObjectName(QStringLiteral("limitResultLabel"));
    m_result->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addWidget(m_reason, 1);
    row->addWidget(m_pause);
    row->addWidget(m_resume);
    row->addWidget(m_result, 1);
    auto* acts = new QVBoxLayout(m_acts);
    acts->setContentsMargins(0, 4, 0, 0);
    acts->addWidget(m_sentence);
    acts->addLayout(row);

    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_last);
    layout->addWidget(m_acts);
    return content;
}

bool LimitsPage::showsLiveData() const {
    return m_backend.limits() && m_state->showsContent() && !m_state->showsStale();
}

void LimitsPage::takeUpdate() {
    if (const auto& update = m_backend.limits(); update && !update->error) {
        m_model->setUpdate(*update);
    }
    showState();
}

void LimitsPage::showState() {
    const auto& update = m_backend.limits();
    m_header->setCount(m_model->totalRows() > 0 ? tr("%n bucket(s)", nullptr, m_model->totalRows()) : QString());
    if (m_model->totalRows() > 0) {
        if (update && update->error) {
            m_state->showStale(
                QStringLiteral("%1 %2").arg(update->error->message.translated(), update->error->remedy.translated()),
                tr("Now"));
        } else if (m_backend.monitor().state == ops::MonitorUpdate::State::Stale) {
            m_state->showStale(staleText(), tr("Now"));
        } else {
            m_state->showContent();
        }
    } else if (update && update->error) {
        PageState::Notice notice = noticeOf(*update->error);
        notice.action = tr("Try again");
        m_state->showNotice(notice);
    } else if (update) {
        m_state->showNotice({QStringLiteral("empty"),
                             tr("No call has been made yet."),
                             tr("A bucket appears with the first call to an order API."),
                             {}});
    } else if (const auto notice = connectionNotice()) {
        m_state->showNotice(*notice);
    } else {
        m_state->showNotice({QStringLiteral("loading"), tr("Reading the rate limits..."), {}, {}});
    }
    showActs();
}

void LimitsPage::showActs() {
    m_acts->setVisible(!m_backend.setup().readOnly);
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    const bool selected = !rows.isEmpty();
    const bool paused = selected && m_model->rowAt(rows.first().row()).state == Limit::State::Paused;
    m_last->setText(selected ? detailText(m_model->rowAt(rows.first().row())) : QString());
    m_last->setVisible(selected);
    const bool reasoned = !m_reason->text().trimmed().isEmpty();
    m_sentence->setText(!selected ? tr("Select a bucket to pause or resume its calls.")
                        : paused  ? tr("Calls of this bucket are paused for all processes until somebody resumes them.")
                                  : tr("A pause stops new calls of all processes at once; the call under way ends."));
    m_reason->setEnabled(selected && !m_acting);
    m_pause->setVisible(!paused);
    m_resume->setVisible(paused);
    m_pause->setEnabled(selected && reasoned && !m_acting);
    m_resume->setEnabled(selected && reasoned && !m_acting);
}

QString LimitsPage::detailText(const Limit& limit) {
    // The table may have cut it. There is always one, so that the lines below stay where they are.
    const QString reason = waitReason(limit);
    //: %1 is why the next call of a bucket waits, which may be a sentence of its own
    QString why = reason.isEmpty() ? tr("The next call may go out now.") : tr("Waits for: %1").arg(reason);
    if (!limit.leaseBy.empty()) {
        //: %1 is "host:process job run"
        why += QStringLiteral(" · ") + tr("Held by %1").arg(toQt(limit.leaseBy));
    }
    QStringList parts;
    if (limit.lastStartedAt) {
        parts << tr("Last call %1.").arg(bothTimes(*limit.lastStartedAt));
    }
    if (limit.lastEndedAt && limit.lastStatus) {
        QStringList answer{tr("status %1").arg(*limit.lastStatus)};
        if (limit.lastItems) {
            answer << tr("%1 items").arg(numberText(*limit.lastItems));
        }
        if (limit.lastBytes) {
            answer << bytesText(*limit.lastBytes);
        }
        //: %1 is a list such as "status 200, 100 items, 81.2 kB"
        parts << tr("Its answer: %1.").arg(answer.join(QStringLiteral(", ")));
    }
    parts << (limit.last429At ? tr("Last told to slow down (429) at %1.").arg(bothTimes(*limit.last429At))
                              : tr("Never told to slow down (429)."));
    if (limit.kind == Limit::Kind::Spacing && !limit.fromStart) {
        parts << tr("At least %1 from the end of an answer to the next call.").arg(durationText(limit.spacing, true));
    } else {
        //: %1 says how calls are counted, such as "40 at once, then one each 500 ms"
        parts << tr("Limit: %1.").arg(paceText(limit));
    }
    if (limit.left && limit.fullAt) {
        //: %1 is "400 of 1,000" calls, %2 a time
        parts << tr("Calls left: %1, all of them again at %2.").arg(leftText(limit), bothTimes(*limit.fullAt));
    }
    return why + QLatin1Char('\n') + parts.join(QLatin1Char(' '));
}

void LimitsPage::act(LimitAct::Kind kind) {
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty() || m_acting) {
        return;
    }
    m_acting = true;
    m_result->setText(tr("Under way..."));
    showActs();
    m_backend.actOnLimit({kind, m_model->rowAt(rows.first().row()).bucket, m_reason->text().trimmed().toStdString()});
}

void LimitsPage::takeActEnd(const LimitActEnd& end) {
    m_acting = false;
    if (end.error) {
        m_result->setText(QStringLiteral("%1 %2").arg(end.error->message.translated(), end.error->remedy.translated()));
    } else {
        m_result->setText(end.act.kind == LimitAct::Kind::Pause ? tr("Paused %1.").arg(toQt(end.act.bucket))
                                                                : tr("Resumed %1.").arg(toQt(end.act.bucket)));
        m_reason->clear();
    }
    showActs();
}

} // namespace latchboard::console
