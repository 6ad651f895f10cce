// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/run_detail.h"

#include "console/text/format.h"
#include "console/text/words.h"
#include "sync/run_json.h"

#include <QApplication>
#include <QClipboard>
#include <QFormLayout>
#include <QJsonDocument>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace latchboard::console {
namespace {

QLabel* wrapped(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

RunDetail::RunDetail(QWidget* parent)
    : QScrollArea(parent), m_body(new QWidget(this)), m_placeholder(wrapped(m_body)), m_head(wrapped(m_body)),
      m_error(wrapped(m_body)), m_details(new QFormLayout), m_buttons(new QWidget(m_body)),
      m_rerun(new QPushButton(tr("Run this window again"))) {
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Details of the selected run"));
    m_body->setBackgroundRole(QPalette::Base);
    m_body->setAutoFillBackground(true);
    m_placeholder->setText(tr("Select a run to see its window, its counts and its error."));
    m_placeholder->setForegroundRole(QPalette::PlaceholderText);
    m_head->setObjectName(QStringLiteral("runHeadLabel"));
    m_error->setObjectName(QStringLiteral("runErrorLabel"));
    m_rerun->setObjectName(QStringLiteral("rerunPushButton"));
    QFont bold = m_head->font();
    bold.setBold(true);
    m_head->setFont(bold);
    auto* copyJson = new QPushButton(tr("Copy as JSON"));
    copyJson->setObjectName(QStringLiteral("copyRunJsonPushButton"));

    auto* buttons = new QVBoxLayout(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->addWidget(m_rerun, 0, Qt::AlignLeft);
    buttons->addWidget(copyJson, 0, Qt::AlignLeft);
    m_details->setHorizontalSpacing(12);
    m_details->setVerticalSpacing(4);
    auto* layout = new QVBoxLayout(m_body);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->addWidget(m_placeholder);
    layout->addWidget(m_head);
    layout->addWidget(m_error);
    layout->addLayout(m_details);
    layout->addSpacing(8);
    layout->addWidget(m_buttons);
    layout->addStretch(1);
    setWidget(m_body);

    connect(m_rerun, &QPushButton::clicked, this, [this] {
        if (m_run) {
            Q_EMIT rerunWanted(*m_run);
        }
    });
    connect(copyJson, &QPushButton::clicked, this, [this] {
        if (m_run) {
            const QJsonDocument document(sync::toJson(*m_run, sync::RunForm::History));
            QApplication::clipboard()->setText(QString::fromUtf8(document.toJson()));
        }
    });
    clear();
}

void RunDetail::setRun(const sync::RunRecord& run) {
    m_run = run;
    m_placeholder->hide();
    m_head->show();
    m_buttons->show();
    m_head->setText(QStringLiteral("%1 · %2").arg(signOf(run.outcome).word, toQt(run.job)));
    m_error->setText(breakable(run.error ? errorText(*run.error) : warningText(run)));
    m_error->setVisible(!m_error->text().isEmpty());
    m_rerun->setVisible(run.window.has_value());

    std::vector<std::pair<QString, QString>> rows{
        {tr("Started"), bothTimes(run.startedAt)},
        {tr("Ended"), bothTimes(run.finishedAt)},
        {tr("Duration"), durationText(run.finishedAt - run.startedAt, true)},
        {tr("Trigger"), triggerWord(run.trigger)},
    };
    if (run.window) {
        rows.emplace_back(tr("Window from"), bothTimes(run.window->from));
        rows.emplace_back(tr("Window until"), bothTimes(run.window->until));
    }
    if (run.postponedUntil) {
        rows.emplace_back(tr("Postponed until"), bothTimes(*run.postponedUntil));
    }
    const sync::WriteCounts& counts = run.counts;
    const std::pair<QString, std::int64_t> numbers[] = {
        {tr("Pages"), run.pages},
        {tr("API calls"), run.apiCalls},
        {tr("Fetched"), run.fetched},
        {tr("New"), counts.created},
        {tr("Changed"), counts.changed},
        {tr("Same"), counts.same},
        {tr("Stale"), counts.stale},
        {tr("Gone"), counts.gone},
        {tr("Quarantined"), counts.quarantined},
        {tr("Retries 40001"), counts.retries40001},
        {tr("Retries 40P01"), counts.retries40P01},
    };
    for (const auto& [what, number] : numbers) {
        rows.emplace_back(what, numberText(number));
    }
    rows.emplace_back(tr("Waited for the limit"), durationText(run.limitWait, true));
    rows.emplace_back(tr("Lock held"), durationText(run.lockHold, true));
    rows.emplace_back(tr("Host"), toQt(run.host));
    if (run.pid != 0) {
        rows.emplace_back(tr("Backend"), QString::number(run.pid));
    }
    if (run.error) {
        rows.emplace_back(tr("Error kind"), QString::fromLatin1(base::kindName(run.error->kind)));
        if (!run.error->sqlstate.empty()) {
            rows.emplace_back(QStringLiteral("SQLSTATE"), toQt(run.error->sqlstate));
        }
        if (run.error->httpStatus != 0) {
            rows.emplace_back(tr("HTTP status"), QString::number(run.error->httpStatus));
        }
    }
    rows.emplace_back(tr("Run"), toQt(run.runId));

    while (m_rows.size() < rows.size()) {
        auto* what = new QLabel(m_body);
        what->setForegroundRole(QPalette::PlaceholderText);
        what->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        auto* value = wrapped(m_body);
        m_details->addRow(what, value);
        m_rows.emplace_back(what, value);
    }
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const bool used = i < rows.size();
        m_rows[i].first->setVisible(used);
        m_rows[i].second->setVisible(used);
        if (used) {
            m_rows[i].first->setText(rows[i].first);
            m_rows[i].second->setText(breakable(rows[i].second));
        }
    }
}

void RunDetail::clear() {
    m_run.reset();
    for (QWidget* child : m_body->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        child->setVisible(child == m_placeholder);
    }
}

QString RunDetail::plainText() const {
    QStringList lines{m_head->text(), m_error->text()};
    for (const auto& [what, value] : m_rows) {
        if (!value->isHidden()) {
            lines << QStringLiteral("%1: %2").arg(what->text(), value->text());
        }
    }
    return unbroken(lines.join(QLatin1Char('\n')));
}

} // namespace latchboard::console
