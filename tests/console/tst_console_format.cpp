// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/samples.h"
#include "console/text/format.h"
#include "console/text/words.h"
#include "console/widgets/hour_strip.h"
#include "console/widgets/job_card.h"

#include <QLocale>
#include <QTest>

using namespace latchboard;
using namespace latchboard::console;
using namespace std::chrono_literals;

class TestConsoleFormat : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void durations_data() {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<bool>("fine");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << 0.0 << false << "0 s";
        QTest::newRow("negative") << -3.0 << false << "0 s";
        QTest::newRow("tenths") << 0.64 << true << "0.6 s";
        QTest::newRow("fine beyond ten") << 14.9 << true << "14 s";
        QTest::newRow("just below a minute") << 59.9 << false << "59 s";
        QTest::newRow("a minute") << 60.0 << false << "1 min";
        QTest::newRow("minutes") << 14.0 * 60 + 59 << false << "14 min";
        QTest::newRow("an hour") << 3600.0 << false << "1 h";
        QTest::newRow("hours") << 2 * 3600.0 + 5 * 60 << false << "2 h 5 min";
        QTest::newRow("a day") << 86400.0 << false << "1 d";
        QTest::newRow("days") << 3 * 86400.0 + 4 * 3600 + 10 << false << "3 d 4 h";
    }
    void durations() {
        QFETCH(double, seconds);
        QFETCH(bool, fine);
        QTEST(durationText(base::fromSeconds(seconds), fine), "text");
    }

    void momentsOfTodayAreShort() {
        const base::Instant now = test::at("2026-03-04T12:00:00Z");
        QCOMPARE(momentText(test::at("2026-03-04T11:00:14Z"), now, TimeStyle::Utc), "11:00:14 UTC");
        QCOMPARE(momentText(test::at("2026-03-03T11:00:14Z"), now, TimeStyle::Utc), "2026-03-03 11:00:14 UTC");
        QCOMPARE(agoText(now - 24min, now), "24 min ago");
        QCOMPARE(agoText(now, now), "just now");
    }

    void progressSaysWhatItWaitsFor() {
        sync::Progress progress;
        progress.page = 7;
        progress.rows = 412;
        progress.waitsFor = base::Text::verbatim(std::string_view("the limit"));
        progress.waitsUntil = test::at("2026-03-04T12:00:00.6Z");
        QCOMPARE(progressText(progress, test::at("2026-03-04T12:00:00Z")), "page 7, 412 rows, waits 0.6 s: the limit");
        progress.totalRows = 2300;
        QCOMPARE(progressText(progress, test::at("2026-03-04T12:00:01Z")),
                 "page 7, 412 of 2,300 rows, waits: the limit");
    }

    void hoursTakeTheCellThatMattersMost() {
        const base::Instant now = test::at("2026-03-04T12:30:00Z");
        std::vector<ops::GridCell> cells;
        const auto add = [&cells](const char* start, ops::GridCell::State state) {
            ops::GridCell cell;
            cell.start = test::at(start);
            cell.state = state;
            cells.push_back(cell);
        };
        add("2026-03-04T11:00:00Z", ops::GridCell::State::Success);
        add("2026-03-04T11:20:00Z", ops::GridCell::State::Missed);
        add("2026-03-04T11:40:00Z", ops::GridCell::State::Success);
        add("2026-02-26T00:00:00Z", ops::GridCell::State::Failed);
        add("2026-02-25T23:00:00Z", ops::GridCell::State::Failed); // eight days back
        const std::vector<StripHour> hours = stripHours(cells, now);
        QCOMPARE(hours.size(), 7U * 24U);
        const StripHour& eleven = hours[6 * 24 + 11];
        QCOMPARE(eleven.start, test::at("2026-03-04T11:00:00Z"));
        QVERIFY(eleven.state == ops::GridCell::State::Missed);
        QCOMPARE(eleven.succeeded, 2);
        QCOMPARE(eleven.missed, 1);
        QVERIFY(hours.front().state == ops::GridCell::State::Failed);
        QCOMPARE(hours.front().failed, 1);
        QVERIFY(hours[6 * 24 + 12].state == ops::GridCell::State::NotDue);
    }

    void endsOfRuns_data() {
        QTest::addColumn<int>("outcome");
        QTest::addColumn<QString>("part");
        QTest::newRow("success") << static_cast<int>(sync::Outcome::Success)
                                 << "Done: 2,300 orders, 20 new, 5 changed, 14 s.";
        QTest::newRow("busy") << static_cast<int>(sync::Outcome::Busy) << "since at least";
        QTest::newRow("not due") << static_cast<int>(sync::Outcome::NotDue) << "already has a success";
        QTest::newRow("failed") << static_cast<int>(sync::Outcome::Failed) << "Failed: it broke";
    }
    void endsOfRuns() {
        QFETCH(int, outcome);
        QFETCH(QString, part);
        test::ManualClock clock;
        const console::Display display(clock);
        sync::RunRecord record = test::run(0);
        record.outcome = static_cast<sync::Outcome>(outcome);
        record.holder.pid = 4312;
        record.holder.since = test::at("2026-03-04T11:58:02Z");
        record.error = base::makeError(base::ErrorKind::Database, base::Text::verbatim(std::string_view("it broke")));
        QVERIFY2(runEndText(record, display).contains(part), qPrintable(runEndText(record, display)));
    }
};

QTEST_MAIN(TestConsoleFormat)
#include "tst_console_format.moc"
