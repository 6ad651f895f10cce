// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/run.h"

#include <QWidget>

class QChart;
class QChartView;

namespace latchboard::console {

/// Duration (a line) and rows written (bars) of the latest runs, oldest at the left. Qt Charts is used here only.
class RunChart final : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMostRuns = 60;

    explicit RunChart(QWidget* parent = nullptr);

    /// Newest first; more than kMostRuns are cut.
    void setRuns(const std::vector<sync::RunRecord>& newestFirst);

protected:
    void changeEvent(QEvent* event) override;

private:
    void draw();

    std::vector<sync::RunRecord> m_runs; ///< oldest first
    QChartView* m_view;
};

} // namespace latchboard::console
