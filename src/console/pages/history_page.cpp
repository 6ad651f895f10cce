// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/pages/history_page.h"

#include "console/models/run_model.h"
#include "console/text/format.h"
#include "console/text/words.h"
#include "console/widgets/history_filter_bar.h"
#include "console/widgets/page_header.h"
#include "console/widgets/pill_delegate.h"
#include "console/widgets/run_chart.h"
#include "console/widgets/run_detail.h"
#include "console/widgets/table_setup.h"

#include <QDateTime>
#include <QHeaderView>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>

namespace latchboard::console {
namespace {

/// Other processes run jobs too: the head of the history is read again this often, in seconds.
constexpr int kHeadEvery = 10;

} // namespace

HistoryPage::HistoryPage(Backend& backend, Display& display, UserPrompt& prompt, QWidget* parent)
    : Page(backend, display, parent), m_prompt(prompt), m_model(new RunModel(display, this)),
      m_header(new PageHeader(tr("History"))), m_filter(new HistoryFilterBar), m_table(new QTableView),
      m_chart(new RunChart), m_detail(new RunDetail), m_export(new QPushButton(tr("Export CSV..."))),
      m_exportLine(makeExportLine()), m_state(new PageState(makeContent())) {
    m_export->setObjectName(QStringLiteral("exportPushButton"));
    m_header->addWidget(m_export);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(m_header);
    layout->addWidget(m_filter);
    layout->addWidget(m_exportLine);
    layout->addWidget(m_state, 1);

    connect(m_filter, &HistoryFilterBar::changed, this, &HistoryPage::ask);
    connect(m_model, &RunModel::moreWanted, this, &HistoryPage::askForMore);
    connect(m_model, &RunModel::sortWanted, this, [this](int column, Qt::SortOrder order) {
        m_query.sort = static_cast<HistorySort>(column);
        m_query.descending = order == Qt::DescendingOrder;
        ask();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &HistoryPage::showSelected);
    connect(m_detail, &RunDetail::rerunWanted, this, &HistoryPage::rerun);
    connect(m_export, &QPushButton::clicked, this, &HistoryPage::beginExport);
    connect(m_exportCancel, &QPushButton::clicked, this, [this] { m_backend.cancelExport(); });
    connect(m_state, &PageState::actionTriggered, this, [this] {
        if (m_answered && !m_error && m_model->runs().empty()) {
            m_filter->clear();
        }
        m_backend.lookNow();
        ask();
    });
    connect(&backend, &Backend::setupChanged, this, &HistoryPage::takeSetup);
    connect(&backend, &Backend::monitorChanged, this, &HistoryPage::showState);
    connect(&backend, &Backend::historyRead, this, &HistoryPage::takePage);
    connect(&backend, &Backend::runFinished, this, &HistoryPage::askForHead);
    connect(&backend, &Backend::exportProgressed, this,
            [this](qint64 rows) { m_exportText->setText(tr("Exporting: %1 runs written").arg(numberText(rows))); });
    connect(&backend, &Backend::exportEnded, this, &HistoryPage::endExport);
    connect(&display, &Display::ticked, this, [this] {
        if (++m_ticks % kHeadEvery == 0) {
            askForHead();
        }
    });
    m_table->horizontalHeader()->setSortIndicator(RunModel::StartedAt, Qt::DescendingOrder);
    takeSetup();
}

QWidget* HistoryPage::makeContent() {
    auto* left = new QSplitter(Qt::Vertical);
    setUpTable(m_table, m_model, "runsTableView", tr("Runs"));
    m_table->setItemDelegateForColumn(RunModel::Outcome, new PillDelegate(m_table));
    const int widths[] = {92, 74, 100, 76, 110, 54, 54, 70, 58, 54, 60, 72, 82, 120};
    for (int column = 0; column < RunModel::ColumnCount; ++column) {
        m_table->setColumnWidth(column, widths[column]);
    }
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_chart->setObjectName(QStringLiteral("runChartWidget"));
    m_chart->setMinimumHeight(110);
    left->addWidget(m_chart);
    left->addWidget(m_table);
    left->setStretchFactor(0, 0);
    left->setStretchFactor(1, 1);
    left->setSizes({150, 450});
    m_detail->setObjectName(QStringLiteral("runDetailScrollArea"));
    m_detail->setMinimumWidth(270);
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(m_detail);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({830, 280});
    return splitter;
}

QWidget* HistoryPage::makeExportLine() {
    auto* line = new QWidget;
    m_exportText = new QLabel(line);
    m_exportText->setObjectName(QStringLiteral("exportTextLabel"));
    m_exportText->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_exportCancel = new QPushButton(tr("Cancel"), line);
    m_exportCancel->setObjectName(QStringLiteral("exportCancelPushButton"));
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_exportText, 1);
    layout->addWidget(m_exportCancel);
    m_exportCancel->hide();
    line->hide();
    return line;
}

bool HistoryPage::showsLiveData() const {
    return m_answered && m_state->showsContent() && !m_state->showsStale();
}

void HistoryPage::showStretch(const std::string& job, base::Instant from, base::Instant until) {
    m_filter->showStretch(job, from, until);
    ask();
}

void HistoryPage::takeSetup() {
    const Setup& setup = m_backend.setup();
    std::vector<std::string> jobs;
    for (const JobInfo& job : setup.jobs) {
        jobs.push_back(job.name);
    }
    m_filter->setJobs(jobs);
    if (setup.state == Setup::State::Ready && m_asked == Asked::Nothing && !m_answered) {
        ask();
    }
    showState();
}

void HistoryPage::ask() {
    if (m_backend.setup().state != Setup::State::Ready) {
        return;
    }
    m_query.filter = m_filter->filter(m_display.now());
    m_query.after.reset();
    m_query.ticket = ++m_ticket;
    m_asked = Asked::First;
    m_backend.readHistory(m_query);
}

void HistoryPage::askForMore() {
    if (m_asked == Asked::First || m_model->runs().empty()) {
        return;
    }
    HistoryQuery query = m_query;
    query.after = m_model->runs().back();
    query.ticket = ++m_ticket;
    m_asked = Asked::More;
    m_backend.readHistory(query);
}

void HistoryPage::askForHead() {
    const bool newestFirst = m_query.sort == HistorySort::StartedAt && m_query.descending;
    if (m_asked != Asked::Nothing || m_backend.setup().state != Setup::State::Ready || !newestFirst) {
        return;
    }
    HistoryQuery query = m_query;
    query.filter = m_filter->filter(m_display.now());
    query.ticket = ++m_ticket;
    m_asked = Asked::Head;
    m_backend.readHistory(query);
}

void HistoryPage::takePage(const HistoryPageRead& page) {
    if (page.ticket != m_ticket) {
        return;
    }
    const Asked asked = std::exchange(m_asked, Asked::Nothing);
    m_error = page.error;
    if (page.error) {
        m_model->giveUp();
        showState();
        return;
    }
    m_answered = true;
    switch (asked) {
    case Asked::First:
        m_model->replace(page.runs, page.more);
        break;
    case Asked::More:
        m_model->append(page.runs, page.more);
        break;
    case Asked::Head:
        m_model->refreshHead(page.runs, page.more);
        break;
    case Asked::Nothing:
        break;
    }
    m_chart->setRuns(m_model->runs());
    showSelected();
    showState();
}

void HistoryPage::showState() {
    const int shown = m_model->rowCount();
    m_header->setCount(m_answered
                           ? (m_model->canFetchMore({}) ? tr("%n run(s) loaded, more as you scroll", nullptr, shown)
                                                        : tr("%n run(s)", nullptr, shown))
                           : QString());
    m_export->setEnabled(m_answered && shown > 0 && m_exportCancel->isHidden());
    m_filter->setEnabled(m_answered);
    if (m_answered && m_error) {
        m_state->showStale(errorText(*m_error), tr("Try again"));
    } else if (m_answered && shown > 0) {
        if (m_backend.monitor().state == ops::MonitorUpdate::State::Stale) {
            m_state->showStale(staleText(), tr("Now"));
        } else {
            m_state->showContent();
        }
    } else if (m_answered) {
        m_state->showNotice(
            m_filter->letsAllThrough()
                ? PageState::Notice{QStringLiteral("empty"),
                                    tr("No run is in the history yet."),
                                    tr("The first run of a job writes the first row when it ends."),
                                    {}}
                : PageState::Notice{
                      QStringLiteral("empty"), tr("No run fits the filter."), {}, tr("Clear the filter")});
    } else if (m_error) {
        PageState::Notice notice = noticeOf(*m_error);
        notice.action = tr("Try again");
        m_state->showNotice(notice);
    } else if (const auto notice = connectionNotice()) {
        m_state->showNotice(*notice);
    } else {
        m_state->showNotice({QStringLiteral("loading"), tr("Reading the history..."), {}, {}});
    }
}

void HistoryPage::showSelected() {
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty()) {
        m_detail->clear();
    } else {
        m_detail->setRun(m_model->runAt(rows.first().row()));
    }
}

void HistoryPage::beginExport() {
    const QString suggestion = QStringLiteral("latchboard-history-%1.csv")
                                   .arg(QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmm")));
    m_prompt.saveFile(this, tr("Export the history"), suggestion, tr("CSV files (*.csv)"), [this](const QString& file) {
        if (file.isEmpty()) {
            return;
        }
        m_exportText->setText(tr("Exporting..."));
        m_exportCancel->show();
        m_exportLine->show();
        m_export->setEnabled(false);
        HistoryQuery query = m_query;
        query.after.reset();
        m_backend.exportHistory(query, file);
    });
}

void HistoryPage::endExport(const ExportEnd& end) {
    m_exportCancel->hide();
    if (end.error) {
        m_exportText->setText(errorText(*end.error));
    } else if (end.cancelled) {
        m_exportText->setText(tr("Export cancelled; no file was written."));
    } else {
        //: %1 is a number of runs, %2 a file
        m_exportText->setText(tr("%1 runs written to %2").arg(numberText(end.rows), end.file));
    }
    showState();
}

void HistoryPage::rerun(const sync::RunRecord& run) {
    sync::RunRequest request;
    request.trigger = sync::Trigger::Backfill;
    request.window = run.window;
    const auto started = m_backend.startRun(run.job, request);
    m_exportCancel->hide();
    m_exportText->setText(started ? tr("Running the window of this run again: the strip below shows how far it is.")
                                  : errorText(started.error()));
    m_exportLine->show();
}

} // namespace latchboard::console
