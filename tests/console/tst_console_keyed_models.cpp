// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/mirror.h"
#include "console/models/limit_model.h"
#include "console/models/lock_model.h"
#include "console/samples.h"

#include <QAbstractItemModelTester>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include <random>

using namespace latchboard;
using namespace latchboard::console;

namespace {

using FailureMode = QAbstractItemModelTester::FailureReportingMode;

locks::LockView randomLock(std::mt19937& random, int pid) {
    const auto pick = [&random](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
    locks::LockView view = test::lock(pid, "name-" + std::to_string(pid % 17), static_cast<locks::Verdict>(pick(8)));
    view.level = static_cast<locks::Level>(pick(3));
    view.holder->state = pick(2) == 0 ? "idle" : "active";
    view.heldSinceAtLatest = test::at("2026-03-04T11:00:00Z") + std::chrono::seconds(pick(4));
    for (int i = pick(3); i > 0; --i) {
        view.blocks.push_back(1000 + i);
    }
    return view;
}

std::vector<locks::LockView> randomLocks(std::mt19937& random) {
    std::vector<locks::LockView> locks;
    for (int pid = 100; pid < 140; ++pid) {
        if (random() % 3 != 0) {
            locks.push_back(randomLock(random, pid));
        }
    }
    return locks;
}

} // namespace

class TestConsoleKeyedModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lockModelFollowsRandomLooks() {
        const unsigned seed = 20260304;
        std::mt19937 random(seed);
        test::ManualClock clock;
        console::Display display(clock);
        LockModel model(display);
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        test::Mirror mirror(model);
        for (int look = 0; look < 300; ++look) {
            switch (random() % 8) {
            case 0:
                model.sort(static_cast<int>(random() % LockModel::ColumnCount),
                           random() % 2 == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
                break;
            case 1:
                model.setOrderHeld(random() % 2 == 0);
                break;
            case 2:
                model.setFilterText(random() % 2 == 0 ? QString() : QStringLiteral("name-%1").arg(random() % 17));
                break;
            case 3:
                clock.move(std::chrono::seconds(1));
                display.tick();
                break;
            default:
                model.setAnalysis(*test::analysis(randomLocks(random)));
                break;
            }
            QVERIFY2(mirror.agrees(), qPrintable(QStringLiteral("seed %1, step %2").arg(seed).arg(look)));
        }
        QCOMPARE(mirror.resets, 0);
    }

    void equalLookEmitsNothing() {
        test::ManualClock clock;
        console::Display display(clock);
        LockModel model(display);
        model.sort(LockModel::Verdict, Qt::AscendingOrder);
        const auto look = test::analysis({test::lock(1, "a"), test::lock(2, "b"), test::waiter(3, "a", 1)});
        model.setAnalysis(*look);
        const test::Mirror mirror(model);
        model.setAnalysis(*look);
        QCOMPARE(mirror.signalCount, 0);
    }

    void oneChangeIsOneSignal() {
        test::ManualClock clock;
        console::Display display(clock);
        LockModel model(display);
        model.setAnalysis(*test::analysis({test::lock(1, "a"), test::lock(2, "b"), test::lock(3, "c")}));
        const test::Mirror mirror(model);
        auto changed = test::lock(2, "b");
        changed.holder->state = "active";
        model.setAnalysis(*test::analysis({test::lock(1, "a"), changed, test::lock(3, "c")}));
        QCOMPARE(mirror.signalCount, 1);
        QVERIFY(mirror.agrees());
    }

    void theBeatRedrawsOneColumn() {
        test::ManualClock clock;
        console::Display display(clock);
        LockModel model(display);
        model.setAnalysis(*test::analysis({test::lock(1, "a"), test::lock(2, "b")}));
        int signalled = 0;
        connect(&model, &QAbstractItemModel::dataChanged, &model,
                [&signalled](const QModelIndex& topLeft, const QModelIndex& bottomRight) {
                    ++signalled;
                    QCOMPARE(topLeft.column(), static_cast<int>(LockModel::HeldFor));
                    QCOMPARE(bottomRight.column(), static_cast<int>(LockModel::HeldFor));
                });
        QCOMPARE(model.index(0, LockModel::HeldFor).data().toString(), "1 min");
        clock.move(std::chrono::minutes(13));
        display.tick();
        QCOMPARE(signalled, 1);
        QCOMPARE(model.index(0, LockModel::HeldFor).data().toString(), "14 min");
        model.setStale(true);
        QCOMPARE(model.index(0, LockModel::HeldFor).data().toString(), "1 min");
    }

    void rowsStandWhileTheOrderIsHeld() {
        test::ManualClock clock;
        console::Display display(clock);
        LockModel model(display);
        model.sort(LockModel::Verdict, Qt::AscendingOrder);
        model.setAnalysis(*test::analysis({test::lock(1, "a"), test::lock(2, "b")}));
        model.setOrderHeld(true);
        const int rowOfFirst = model.rowOf(test::lock(1, "a").id);
        model.setAnalysis(
            *test::analysis({test::lock(1, "a"), test::lock(2, "b"), test::lock(3, "c", locks::Verdict::LeakProven)}));
        QCOMPARE(model.rowOf(test::lock(1, "a").id), rowOfFirst);
        QCOMPARE(model.unsortedRows(), 1);
        QCOMPARE(model.rowOf(test::lock(3, "c").id), 2);
        model.setOrderHeld(false);
        QCOMPARE(model.unsortedRows(), 0);
        QCOMPARE(model.rowOf(test::lock(3, "c").id), 0);
    }

    void selectionAndScrollStay() {
        test::ManualClock clock;
        console::Display display(clock);
        LockModel model(display);
        QTableView view;
        view.setModel(&model);
        view.setSelectionBehavior(QAbstractItemView::SelectRows);
        view.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
        view.resize(600, 200);
        view.show();
        std::vector<locks::LockView> locks;
        for (int pid = 1; pid <= 100; ++pid) {
            locks.push_back(test::lock(pid, "n" + std::to_string(pid)));
        }
        model.setAnalysis(*test::analysis(locks));
        view.selectRow(60);
        const locks::LockId selected = model.keyAt(60);
        model.setOrderHeld(true);
        view.verticalScrollBar()->setValue(900);
        for (locks::LockView& lock : locks) {
            lock.holder->state = "active";
        }
        locks.push_back(test::lock(200, "new"));
        model.setAnalysis(*test::analysis(locks));
        QCOMPARE(view.verticalScrollBar()->value(), 900);
        QCOMPARE(view.selectionModel()->selectedRows().size(), 1);
        QVERIFY(model.keyAt(view.selectionModel()->selectedRows().first().row()) == selected);
    }

    void nameCellHidesNoOtherName_data() {
        QTest::addColumn<QStringList>("names"); // "?" before one that only could be it
        QTest::addColumn<QString>("cell");
        QTest::newRow("none") << QStringList{} << "2882680683948311330";
        QTest::newRow("one") << QStringList{"a"} << "a";
        QTest::newRow("two of one key") << QStringList{"a", "b"} << "a or b";
        QTest::newRow("could be one") << QStringList{"?a"} << "could be a";
        QTest::newRow("could be two") << QStringList{"?hv-50684", "?hv-108460"} << "could be hv-50684 or hv-108460";
        QTest::newRow("certain ones stand above") << QStringList{"a", "?b"} << "a";
        QTest::newRow("many") << QStringList{"a", "b", "c", "d", "e"} << "a or b or c (+2)";
    }
    void nameCellHidesNoOtherName() {
        QFETCH(QStringList, names);
        test::ManualClock clock;
        console::Display display(clock);
        LockModel model(display);
        locks::LockView view = test::lock(4312, "order-sync");
        view.names.clear();
        for (const QString& name : names) {
            keys::NameMatch match;
            match.couldBe = name.startsWith(u'?');
            match.known.name = name.mid(match.couldBe ? 1 : 0).toStdString();
            view.names.push_back(match);
        }
        model.setAnalysis(*test::analysis({view}));
        QTEST(model.index(0, LockModel::Name).data().toString(), "cell");
    }

    void keysSortByTheirNumbers() {
        test::ManualClock clock;
        console::Display display(clock);
        LockModel model(display);
        std::vector<locks::LockView> locks;
        for (const std::int64_t key : {std::int64_t{10}, std::int64_t{9}, std::int64_t{-1}, std::int64_t{0}}) {
            locks::LockView view = test::lock(static_cast<int>(100 + key), "x");
            view.names.clear();
            view.lock.tag = view.id.tag = keys::tagOfBigint(key);
            locks.push_back(view);
        }
        locks.push_back(test::lock(99, "a name"));
        model.setAnalysis(*test::analysis(locks));
        model.sort(LockModel::Name, Qt::AscendingOrder);
        QStringList cells;
        for (int row = 0; row < model.rowCount(); ++row) {
            cells << model.index(row, LockModel::Name).data().toString();
        }
        QCOMPARE(cells, QStringList({"-1", "0", "9", "10", "a name"}));
        model.sort(LockModel::Name, Qt::DescendingOrder);
        QCOMPARE(model.index(0, LockModel::Name).data().toString(), QStringLiteral("a name"));
    }

    void filterLooksAtNameKeyAndHolder_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("rows");
        QTest::newRow("nothing") << "" << 2;
        QTest::newRow("name") << "ORDER" << 1;
        QTest::newRow("key") << "2882680683948311330" << 1;
        QTest::newRow("hexadecimal") << "280156cf" << 1;
        QTest::newRow("pid") << "4312, web" << 1;
        QTest::newRow("application") << "web" << 2;
        QTest::newRow("verdict") << "leak proven" << 1;
        QTest::newRow("none") << "zzz" << 0;
    }
    void filterLooksAtNameKeyAndHolder() {
        QFETCH(QString, text);
        test::ManualClock clock;
        console::Display display(clock);
        LockModel model(display);
        model.setAnalysis(*test::analysis(
            {test::lock(4312, "order-sync", locks::Verdict::LeakProven), test::lock(99, "report:daily")}));
        model.setFilterText(text);
        QTEST(model.rowCount(), "rows");
    }

    void limitModelFollowsRandomUpdates() {
        std::mt19937 random(7);
        test::ManualClock clock;
        console::Display display(clock);
        LimitModel model(display);
        const QAbstractItemModelTester tester(&model, FailureMode::QtTest);
        test::Mirror mirror(model);
        for (int step = 0; step < 100; ++step) {
            LimitsUpdate update;
            update.readAt = update.databaseNow = clock.now();
            for (int bucket = 0; bucket < 8; ++bucket) {
                if (random() % 2 == 0) {
                    Limit limit =
                        test::limit("bucket-" + std::to_string(bucket), static_cast<Limit::State>(random() % 8));
                    limit.grantsToday = static_cast<std::int64_t>(random() % 3);
                    update.limits.push_back(limit);
                }
            }
            model.setUpdate(update);
            if (random() % 4 == 0) {
                model.sort(static_cast<int>(random() % LimitModel::ColumnCount), Qt::DescendingOrder);
            }
            QVERIFY(mirror.agrees());
        }
        QCOMPARE(mirror.resets, 0);
    }

    void countdownRunsByTheDatabasesClock() {
        test::ManualClock clock;
        console::Display display(clock);
        LimitModel model(display);
        LimitsUpdate update;
        update.readAt = clock.now();
        update.databaseNow = clock.now() + std::chrono::seconds(4); // our clock is behind
        update.limits = {test::limit("a", Limit::State::Resting)};
        model.setUpdate(update);
        QCOMPARE(model.index(0, LimitModel::NextCall).data().toString(), "3.0 s");
        clock.move(std::chrono::milliseconds(1500));
        QCOMPARE(model.index(0, LimitModel::NextCall).data().toString(), "1.5 s");
        clock.move(std::chrono::seconds(2));
        QCOMPARE(model.index(0, LimitModel::NextCall).data().toString(), "now");
    }
};

QTEST_MAIN(TestConsoleKeyedModels)
#include "tst_console_keyed_models.moc"
