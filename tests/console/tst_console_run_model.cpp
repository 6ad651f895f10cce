// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/mirror.h"
#include "console/models/run_model.h"
#include "console/samples.h"
#include "console/text/words.h"
#include "pg/history_query.h"
#include "translations/install.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <random>

using namespace latchboard;
using namespace latchboard::console;

class TestConsoleRunModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void followsRandomPages() {
        std::mt19937 random(11);
        test::ManualClock clock;
        console::Display display(clock);
        RunModel model(display);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        test::Mirror mirror(model);
        int newest = 1000; // run() numbers grow into the past
        for (int step = 0; step < 200; ++step) {
            std::vector<sync::RunRecord> runs;
            switch (random() % 4) {
            case 0: // another filter
                for (int i = 0; i < static_cast<int>(random() % 5); ++i) {
                    runs.push_back(test::run(newest + i));
                }
                model.replace(runs, random() % 2 == 0);
                break;
            case 1: // the next page
                if (!model.runs().empty()) {
                    const int last = std::stoi(model.runs().back().runId.substr(4));
                    runs = {test::run(last + 1), test::run(last + 2)};
                    model.append(runs, random() % 2 == 0);
                }
                break;
            default: // some runs have ended meanwhile
                newest -= static_cast<int>(random() % 3);
                for (int i = 0; i < 4; ++i) {
                    runs.push_back(test::run(newest + i));
                }
                model.refreshHead(runs, true);
                QCOMPARE(model.runs().front().runId, runs.front().runId);
                break;
            }
            QVERIFY(mirror.agrees());
        }
        QCOMPARE(mirror.resets, 0);
    }

    void storedWordsAreInTheReadersLanguage() {
        const QLocale locale;
        translations::install(QStringLiteral("ko"));
        std::vector<std::optional<std::string>> columns(pg::kHistoryColumns);
        columns[23] = "source_transient";
        columns[26] = "The answer of https://api.example/v1 was cut short. It was asked 5 times.";
        columns[27] = "Nothing is lost: the next run reads the same window again.";
        columns[29] = "received 2 of 3 orders that the source announced; a warning of another version";
        const sync::RunRecord run = pg::readRun(columns);
        QVERIFY(run.error);
        QCOMPARE(errorText(*run.error), QStringLiteral("https://api.example/v1의 응답이 도중에 끊겼습니다. 5번 "
                                                       "요청했습니다. 잃은 것은 없습니다. 다음 실행이 같은 구간을 다시 "
                                                       "읽습니다."));
        QCOMPARE(run.error->message.englishUtf8(), *columns[26]);
        QCOMPARE(warningText(run),
                 QStringLiteral("소스가 알린 주문 3건 가운데 2건을 받았습니다; a warning of another version"));
        translations::install(QStringLiteral("en"));
        QCOMPARE(run.error->message.translated().toStdString(), *columns[26]);
        QCOMPARE(warningText(run).toStdString(), *columns[29]);
        QLocale::setDefault(locale);
    }

    void sameHeadEmitsNothing() {
        test::ManualClock clock;
        console::Display display(clock);
        RunModel model(display);
        model.replace({test::run(1), test::run(2)}, false);
        const test::Mirror mirror(model);
        model.refreshHead({test::run(1), test::run(2)}, false);
        QCOMPARE(mirror.signalCount, 0);
        model.refreshHead({test::run(0), test::run(1), test::run(2)}, false);
        QCOMPARE(mirror.signalCount, 1);
        QCOMPARE(model.rowCount(), 3);
    }

    void asksForOnePageAtATime() {
        test::ManualClock clock;
        console::Display display(clock);
        RunModel model(display);
        int asked = 0;
        connect(&model, &RunModel::moreWanted, &model, [&asked] { ++asked; });
        model.replace({test::run(1)}, true);
        QVERIFY(model.canFetchMore({}));
        model.fetchMore({});
        model.fetchMore({});
        QCOMPARE(asked, 1);
        model.append({test::run(2)}, false);
        QVERIFY(!model.canFetchMore({}));
    }
};

QTEST_MAIN(TestConsoleRunModel)
#include "tst_console_run_model.moc"
