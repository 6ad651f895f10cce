// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/fake_backend.h"
#include "console/fake_prompt.h"
#include "console/models/run_model.h"
#include "console/pages/history_page.h"
#include "console/style/icons.h"

#include <QComboBox>
#include <QDateTimeEdit>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

using namespace latchboard;
using namespace latchboard::console;

class TestConsoleHistoryPage : public QObject {
    Q_OBJECT
    test::ManualClock m_clock;
    test::FakePrompt m_prompt;
    std::unique_ptr<console::Display> m_display;
    std::unique_ptr<test::FakeBackend> m_backend;
    std::unique_ptr<HistoryPage> m_page;

    template<typename Widget>
    Widget* find(const char* name) {
        return m_page->findChild<Widget*>(QString::fromLatin1(name));
    }
    [[nodiscard]] QTableView* table() { return find<QTableView>("runsTableView"); }
    [[nodiscard]] PageState* state() { return m_page->findChild<PageState*>(); }
    [[nodiscard]] static std::vector<sync::RunRecord> runs(int from, int count) {
        std::vector<sync::RunRecord> result;
        for (int i = 0; i < count; ++i) {
            result.push_back(test::run(from + i));
        }
        return result;
    }

private Q_SLOTS:
    void initTestCase() { initResources(); }
    void init() {
        m_display = std::make_unique<console::Display>(m_clock);
        m_backend = std::make_unique<test::FakeBackend>();
        m_page = std::make_unique<HistoryPage>(*m_backend, *m_display, m_prompt);
        m_page->resize(1100, 700);
        m_page->show();
    }
    void cleanup() {
        m_page.reset();
        m_backend.reset();
        m_display.reset();
    }

    void allStatesAreDrawn() {
        QVERIFY(m_backend->queries.empty());
        m_backend->ready();
        m_backend->live({});
        QCOMPARE(m_backend->queries.size(), 1U);
        QVERIFY(state()->text().contains("Reading"));
        base::Error missing = base::makeError(base::ErrorKind::SchemaMissing,
                                              base::Text::verbatim(std::string_view("The schema is not there.")),
                                              base::Text::verbatim(std::string_view("latchctl migrate")));
        m_backend->refuse(missing);
        QVERIFY(state()->text().contains("latchctl migrate"));
        QTest::mouseClick(find<QPushButton>("noticeActionPushButton"), Qt::LeftButton);
        QCOMPARE(m_backend->queries.size(), 2U);
        m_backend->answer({});
        QVERIFY(state()->text().contains("No run is in the history yet"));
        QTest::mouseClick(find<QPushButton>("noticeActionPushButton"), Qt::LeftButton);
        m_backend->finish(sync::Outcome::Success);
        m_backend->answer(runs(1, 3));
        QVERIFY(m_page->showsLiveData());
        QCOMPARE(table()->model()->rowCount(), 3);
        m_backend->stale();
        QVERIFY(state()->showsStale());
    }

    void pagesComeAsOneScrolls() {
        m_backend->ready();
        m_backend->live({});
        m_backend->answer(runs(1, 200), true);
        QCOMPARE(m_backend->queries.size(), 1U);
        table()->verticalScrollBar()->setValue(table()->verticalScrollBar()->maximum());
        QTRY_COMPARE_WITH_TIMEOUT(m_backend->queries.size(), 2U, 60'000);
        QCOMPARE(m_backend->queries.back().after->runId, std::string("run-200"));
        m_backend->answer(runs(201, 10), false);
        QCOMPARE(table()->model()->rowCount(), 210);
        QVERIFY(find<QLabel>("countLabel") == nullptr || !find<QLabel>("countLabel")->text().contains("scroll"));
    }

    void theServerSorts() {
        m_backend->ready();
        m_backend->live({});
        m_backend->answer(runs(1, 3));
        auto* header = table()->horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(header->sectionViewportPosition(RunModel::Duration) + 10, header->height() / 2));
        QVERIFY(m_backend->queries.back().sort == HistorySort::Duration);
        m_backend->answer(runs(2, 2));
        QCOMPARE(table()->model()->rowCount(), 2);
    }

    void filtersAreAskedOfTheServer() {
        m_backend->ready();
        m_backend->live({});
        m_backend->answer(runs(1, 3));
        find<QComboBox>("outcomeComboBox")->setCurrentIndex(2);
        QTest::keyClicks(find<QLineEdit>("textLineEdit"), "timeout");
        QTRY_COMPARE_WITH_TIMEOUT(m_backend->queries.back().filter.text, std::string("timeout"), 60'000);
        QVERIFY(m_backend->queries.back().filter.outcome == sync::Outcome::Failed);
        m_backend->answer({});
        QVERIFY(state()->text().contains("No run fits the filter"));
        QTest::mouseClick(find<QPushButton>("noticeActionPushButton"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_backend->queries.back().filter == HistoryFilter(), 60'000);
    }

    void aLateAnswerIsDropped() {
        m_backend->ready();
        m_backend->live({});
        HistoryPageRead late;
        late.ticket = m_backend->queries.back().ticket;
        late.runs = runs(1, 5);
        m_page->showStretch("order-sync", test::at("2026-03-04T10:00:00Z"), test::at("2026-03-04T11:00:00Z"));
        Q_EMIT m_backend->historyRead(late);
        QCOMPARE(table()->model()->rowCount(), 0);
        m_backend->answer(runs(2, 1));
        QCOMPARE(table()->model()->rowCount(), 1);
        const HistoryFilter& filter = m_backend->queries.back().filter;
        QCOMPARE(filter.job, std::string("order-sync"));
        QCOMPARE(*filter.since, test::at("2026-03-04T10:00:00Z"));
        QCOMPARE(*filter.until, test::at("2026-03-04T11:00:00Z"));
        QVERIFY(find<QDateTimeEdit>("sinceDateTimeEdit")->isVisible());
    }

    void aRunOpensAndRunsAgain() {
        m_backend->ready();
        m_backend->live({});
        m_backend->answer(runs(1, 3));
        table()->selectRow(1);
        QVERIFY(find<QLabel>("runHeadLabel")->text().contains("Success"));
        QTest::mouseClick(find<QPushButton>("rerunPushButton"), Qt::LeftButton);
        QCOMPARE(m_backend->begun.size(), 1U);
        QVERIFY(m_backend->begun.front().second.trigger == sync::Trigger::Backfill);
        QVERIFY(m_backend->begun.front().second.window == test::run(2).window);
    }

    void exportTellsHowFarItIs() {
        m_backend->ready();
        m_backend->live({});
        m_backend->answer(runs(1, 3));
        m_prompt.file.clear(); // the person thinks better of it
        QTest::mouseClick(find<QPushButton>("exportPushButton"), Qt::LeftButton);
        QVERIFY(m_backend->exportFile.isEmpty());
        m_prompt.file = QStringLiteral("history.csv");
        QTest::mouseClick(find<QPushButton>("exportPushButton"), Qt::LeftButton);
        QCOMPARE(m_backend->exportFile, "history.csv");
        QVERIFY(!m_backend->exportQuery->after);
        Q_EMIT m_backend->exportProgressed(1500);
        QVERIFY(find<QLabel>("exportTextLabel")->text().contains("1,500"));
        QTest::mouseClick(find<QPushButton>("exportCancelPushButton"), Qt::LeftButton);
        QCOMPARE(m_backend->exportCancels, 1);
        ExportEnd end;
        end.cancelled = true;
        Q_EMIT m_backend->exportEnded(end);
        QVERIFY(find<QLabel>("exportTextLabel")->text().contains("cancelled"));
        QVERIFY(find<QPushButton>("exportPushButton")->isEnabled());
    }
};

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    TestConsoleHistoryPage test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_console_history_page.moc"
