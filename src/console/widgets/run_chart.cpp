// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/run_chart.h"

#include "console/style/colours.h"

#include <QApplication>
#include <QBarCategoryAxis>
#include <QBarSeries>
#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QLegend>
#include <QLineSeries>
#include <QVBoxLayout>
#include <QValueAxis>

namespace latchboard::console {
namespace {

constexpr int kLeastPlaces = 30;

} // namespace

RunChart::RunChart(QWidget* parent) : QWidget(parent), m_view(new QChartView(this)) {
    m_view->setObjectName(QStringLiteral("runChartView"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setRenderHint(QPainter::Antialiasing);
    m_view->setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Duration and rows of the latest runs"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view);
    draw();
}

void RunChart::setRuns(const std::vector<sync::RunRecord>& newestFirst) {
    const auto count = std::min(newestFirst.size(), static_cast<size_t>(kMostRuns));
    std::vector<sync::RunRecord> runs(newestFirst.begin(), newestFirst.begin() + static_cast<std::ptrdiff_t>(count));
    std::reverse(runs.begin(), runs.end());
    const bool equal = std::equal(runs.begin(), runs.end(), m_runs.begin(), m_runs.end(),
                                  [](const auto& a, const auto& b) { return a.runId == b.runId; });
    if (!equal) {
        m_runs = std::move(runs);
        draw();
    }
}

void RunChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        draw();
    }
}

void RunChart::draw() {
    const QPalette palette = QApplication::palette();
    const QColor ink = palette.color(QPalette::Active, QPalette::Text);
    QColor gridInk = ink;
    gridInk.setAlpha(40);

    auto* chart = new QChart;
    chart->setBackgroundBrush(palette.color(QPalette::Active, QPalette::Base));
    chart->setBackgroundRoundness(0);
    chart->setMargins({4, 0, 4, 0});
    chart->legend()->setLabelColor(ink);
    chart->legend()->setAlignment(Qt::AlignTop);

    //: Legend of a chart: rows that a run inserted, changed or marked as gone
    auto* rows = new QBarSet(tr("Rows written"));
    rows->setColor(toneColours(Tone::Good, palette).mark);
    rows->setBorderColor(Qt::transparent);
    auto* duration = new QLineSeries;
    //: Legend of a chart
    duration->setName(tr("Duration (s)"));
    duration->setPen(QPen(toneColours(Tone::Busy, palette).mark, 2));
    QStringList categories;
    double mostSeconds = 1;
    double mostRows = 1;
    for (size_t i = 0; i < m_runs.size(); ++i) {
        const sync::RunRecord& run = m_runs[i];
        const double took = base::seconds(run.finishedAt - run.startedAt);
        const auto written = static_cast<double>(run.counts.created + run.counts.changed + run.counts.gone);
        *rows << written;
        duration->append(static_cast<double>(i), took);
        categories << QString::number(i);
        mostSeconds = std::max(mostSeconds, took);
        mostRows = std::max(mostRows, written);
    }
    // Few runs leave room at the right instead of bars as wide as the page.
    for (auto i = static_cast<int>(m_runs.size()); i < kLeastPlaces; ++i) {
        *rows << 0;
        categories << QString::number(i);
    }
    auto* bars = new QBarSeries;
    bars->append(rows);
    chart->addSeries(bars);
    chart->addSeries(duration);

    auto* runAxis = new QBarCategoryAxis;
    runAxis->append(categories);
    runAxis->setVisible(false);
    auto* rowAxis = new QValueAxis;
    auto* durationAxis = new QValueAxis;
    rowAxis->setRange(0, mostRows);
    durationAxis->setRange(0, mostSeconds);
    for (QValueAxis* axis : {rowAxis, durationAxis}) {
        axis->setTickCount(3);
        axis->applyNiceNumbers();
        axis->setLabelsColor(ink);
        axis->setGridLineColor(gridInk);
        axis->setLinePenColor(gridInk);
    }
    rowAxis->setGridLineVisible(false);
    rowAxis->setLabelFormat(QStringLiteral("%.0f"));
    durationAxis->setLabelFormat(mostSeconds < 5 ? QStringLiteral("%.1f") : QStringLiteral("%.0f"));
    chart->addAxis(runAxis, Qt::AlignBottom);
    chart->addAxis(durationAxis, Qt::AlignLeft);
    chart->addAxis(rowAxis, Qt::AlignRight);
    bars->attachAxis(runAxis);
    bars->attachAxis(rowAxis);
    duration->attachAxis(runAxis);
    duration->attachAxis(durationAxis);

    QChart* old = m_view->chart();
    m_view->setChart(chart);
    delete old;
}

} // namespace latchboard::console
