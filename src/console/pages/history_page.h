// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/pages/page.h"
#include "console/user_prompt.h"

class QLabel;
class QPushButton;
class QTableView;

namespace latchboard::console {

class HistoryFilterBar;
class PageHeader;
class RunChart;
class RunDetail;
class RunModel;

/// Every run of every job: filter, sort, open one, run its window again, and take all of it away as CSV.
class HistoryPage final : public Page {
    Q_OBJECT
public:
    HistoryPage(Backend& backend, Display& display, UserPrompt& prompt, QWidget* parent = nullptr);

    [[nodiscard]] bool showsLiveData() const override;
    /// The runs of a job that started in a stretch of time.
    void showStretch(const std::string& job, base::Instant from, base::Instant until);

private:
    QWidget* makeContent();
    QWidget* makeExportLine();
    /// Asks for the first page of the filter and order on the screen.
    void ask();
    void askForMore();
    void askForHead();
    void takePage(const HistoryPageRead& page);
    void takeSetup();
    void showState();
    void showSelected();
    void beginExport();
    void endExport(const ExportEnd& end);
    void rerun(const sync::RunRecord& run);

    enum class Asked { Nothing, First, More, Head };

    UserPrompt& m_prompt;
    RunModel* m_model;
    PageHeader* m_header;
    HistoryFilterBar* m_filter;
    QTableView* m_table;
    RunChart* m_chart;
    RunDetail* m_detail;
    QPushButton* m_export;
    QWidget* m_exportLine;
    QLabel* m_exportText;
    QPushButton* m_exportCancel;
    PageState* m_state;
    HistoryQuery m_query; ///< the one on the screen
    quint64 m_ticket = 0;
    Asked m_asked = Asked::Nothing;
    bool m_answered = false;
    std::optional<base::Error> m_error;
    int m_ticks = 0;
};

} // namespace latchboard::console
