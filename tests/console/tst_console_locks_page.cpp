// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/fake_backend.h"
#include "console/pages/locks_page.h"
#include "console/style/icons.h"
#include "console/widgets/wait_tree.h"

#include <QApplication>
#include <QClipboard>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace latchboard;
using namespace latchboard::console;

class TestConsoleLocksPage : public QObject {
    Q_OBJECT
    test::ManualClock m_clock;
    std::unique_ptr<console::Display> m_display;
    std::unique_ptr<test::FakeBackend> m_backend;
    std::unique_ptr<LocksPage> m_page;

    template<typename Widget>
    Widget* find(const char* name) {
        return m_page->findChild<Widget*>(QString::fromLatin1(name));
    }
    [[nodiscard]] QTableView* table() { return find<QTableView>("locksTableView"); }
    [[nodiscard]] PageState* state() { return m_page->findChild<PageState*>(); }
    [[nodiscard]] QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }

private Q_SLOTS:
    void initTestCase() { initResources(); }
    void init() {
        m_display = std::make_unique<console::Display>(m_clock);
        m_backend = std::make_unique<test::FakeBackend>();
        m_page = std::make_unique<LocksPage>(*m_backend, *m_display);
        m_page->resize(1100, 600);
        m_page->show();
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    }
    void cleanup() {
        m_page.reset();
        m_backend.reset();
        m_display.reset();
    }

    void allStatesAreDrawn() {
        QVERIFY(!state()->showsContent()); // starting
        m_backend->ready();
        QVERIFY(state()->text().contains("first answer"));
        m_backend->live({});
        QVERIFY(state()->text().contains("idle system"));
        QVERIFY(!m_page->showsLiveData());
        m_backend->live({test::lock(1, "a")});
        QVERIFY(m_page->showsLiveData());
        m_backend->stale();
        QVERIFY(state()->showsStale());
        QVERIFY2(state()->text().startsWith("Stale since 12:00:00"), qPrintable(state()->text()));
        QVERIFY(state()->text().contains("Trying again in 4 s"));
        QCOMPARE(table()->model()->rowCount(), 1); // the last rows stay
        QTest::mouseClick(find<QPushButton>("staleActionPushButton"), Qt::LeftButton);
        QCOMPARE(m_backend->looks, 1);
    }

    void whatMattersMostComesFirst() {
        m_backend->ready();
        m_backend->live({test::lock(1, "a"), test::lock(2, "b", locks::Verdict::LeakProven), test::waiter(3, "a", 1)});
        QCOMPARE(cell(0, LockModel::Verdict), "Leak proven");
        QCOMPARE(cell(1, LockModel::Verdict), "Waiting");
        QCOMPARE(cell(2, LockModel::Verdict), "Held");
        QCOMPARE(cell(0, LockModel::Holder), "2, web, app");
        QCOMPARE(cell(0, LockModel::Client), "10.0.0.7:50002");
        QCOMPARE(cell(0, LockModel::HeldFor), "1 min");
        QCOMPARE(cell(1, LockModel::HeldFor), "waits 30 s");
    }

    void detailFollowsTheSelectedLock() {
        m_backend->ready();
        m_backend->live({test::lock(1, "a"), test::lock(2, "b", locks::Verdict::LeakProven)});
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                          table()->visualRect(table()->model()->index(0, LockModel::Name)).center());
        QVERIFY(!find<QLabel>("sentenceLabel")->text().isEmpty());
        QVERIFY(find<QLabel>("evidenceLabel")->text().contains("held by a backend that is idle"));
        QVERIFY(!find<QLabel>("remediesLabel")->text().isEmpty());
        QTest::mouseClick(find<QPushButton>("copyTextPushButton"), Qt::LeftButton);
        QVERIFY(QApplication::clipboard()->text().contains("Leak proven"));
        QTest::mouseClick(find<QPushButton>("copyJsonPushButton"), Qt::LeftButton);
        const QJsonDocument json = QJsonDocument::fromJson(QApplication::clipboard()->text().toUtf8());
        QCOMPARE(json.object()["verdict"].toString(), "leak_proven");
        // New locks come in at the end while it is selected, and the count says so.
        m_backend->live({test::lock(1, "a"), test::lock(2, "b", locks::Verdict::LeakProven),
                         test::lock(3, "c", locks::Verdict::LeakProven)});
        QCOMPARE(table()->selectionModel()->selectedRows().first().row(), 0);
        QVERIFY(find<QLabel>("unsortedLabel")->isVisible());
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_Escape);
        QVERIFY(!table()->selectionModel()->hasSelection());
    }

    void filterCanComeToNothing() {
        m_backend->ready();
        m_backend->live({test::lock(1, "a"), test::lock(2, "b")});
        QTest::keyClicks(find<QLineEdit>("filterLineEdit"), "nothing like it");
        QVERIFY(state()->text().contains("No lock fits the filter"));
        QTest::mouseClick(find<QPushButton>("noticeActionPushButton"), Qt::LeftButton);
        QCOMPARE(table()->model()->rowCount(), 2);
        QVERIFY(state()->showsContent());
    }

    void treeKeepsItsItems() {
        m_backend->ready();
        auto holder = test::lock(1, "a");
        holder.blocks = {3};
        m_backend->live({holder, test::waiter(3, "a", 1)});
        QTest::mouseClick(find<QToolButton>("waitsToolButton"), Qt::LeftButton);
        auto* tree = find<WaitTree>("waitsTreeWidget");
        QVERIFY(tree->isVisible());
        QCOMPARE(tree->topLevelItemCount(), 1);
        QTreeWidgetItem* root = tree->topLevelItem(0);
        QCOMPARE(root->childCount(), 1);
        root->setExpanded(false);
        tree->setCurrentItem(root);
        holder.blocks = {3, 4};
        m_backend->live({holder, test::waiter(3, "a", 1), test::waiter(4, "a", 1)});
        QCOMPARE(tree->topLevelItem(0), root);
        QVERIFY(!root->isExpanded());
        QCOMPARE(root->childCount(), 2);
        QCOMPARE(tree->selectedPid(), 1);
        m_backend->live({test::lock(1, "a")});
        QCOMPARE(tree->topLevelItemCount(), 0);
    }
};

QTEST_MAIN(TestConsoleLocksPage)
#include "tst_console_locks_page.moc"
