// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/fake_backend.h"
#include "console/fake_prompt.h"
#include "console/screenshots.h"
#include "console/window_host.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace latchboard;
using namespace latchboard::console;

class TestConsoleWindow : public QObject {
    Q_OBJECT
    test::ManualClock m_clock;
    std::unique_ptr<test::FakePrompt> m_prompt;
    std::unique_ptr<console::Display> m_display;
    std::unique_ptr<test::FakeBackend> m_backend;
    std::unique_ptr<WindowHost> m_host;

    template<typename Widget>
    Widget* find(const QString& name) {
        return m_host->window()->findChild<Widget*>(name);
    }
    void fill() {
        m_backend->ready();
        auto leak = test::lock(7, "order-sync", locks::Verdict::LeakProven);
        m_backend->live({leak, test::lock(1, "report:daily"), test::lock(2, "x", locks::Verdict::LeakSuspected)});
        m_backend->publishJobs({{test::status("order-sync")}, m_clock.now()});
        LimitsUpdate limits;
        limits.limits = {test::limit("order-api|4f1c|/orders", Limit::State::Resting)};
        limits.readAt = limits.databaseNow = m_clock.now();
        m_backend->publishLimits(limits);
        m_backend->answer({test::run(1), test::run(2)});
    }

private Q_SLOTS:
    void init() {
        m_prompt = std::make_unique<test::FakePrompt>();
        m_display = std::make_unique<console::Display>(m_clock);
        m_backend = std::make_unique<test::FakeBackend>();
        m_host = std::make_unique<WindowHost>(*m_backend, *m_display, *m_prompt, QStringLiteral("en"));
        m_host->window()->show();
        m_host->window()->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_host->window()));
    }
    void cleanup() {
        m_host.reset();
        m_backend.reset();
        m_display.reset();
        m_prompt.reset();
    }

    void topLineAndCounts() {
        fill();
        QCOMPARE(find<QLabel>("profileLabel")->text(), "prod: orders");
        QCOMPARE(find<QLabel>("environmentLabel")->text(), "production");
        QCOMPARE(find<QLabel>("serverLabel")->text(), "primary 15.20, direct");
        m_clock.move(std::chrono::seconds(2));
        m_display->tick();
        QCOMPARE(find<QLabel>("freshLabel")->text(), "live, 2 s ago");
        QCOMPARE(find<QToolButton>("locksToolButton")->text(), "Locks (2)");
        QVERIFY(find<QPushButton>("leaksPushButton")->isVisible());
        QCOMPARE(find<QPushButton>("leaksPushButton")->text(), "1 leak proven");
        m_backend->stale();
        QVERIFY(find<QLabel>("freshLabel")->text().startsWith("stale since"));
    }

    void everyPageByKeyAndByClick() {
        fill();
        for (size_t i = 0; i < std::size(kPages); ++i) {
            QTest::keyClick(m_host->window(), static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i)),
                            Qt::ControlModifier);
            QVERIFY(m_host->window()->currentPage() == kPages[i]);
            QVERIFY2(m_host->window()->page(kPages[i]).showsLiveData(), qPrintable(pageName(kPages[i])));
        }
        QTest::mouseClick(find<QToolButton>("overviewToolButton"), Qt::LeftButton);
        QVERIFY(m_host->window()->currentPage() == PageId::Overview);
        QTest::mouseClick(find<QPushButton>("attentionPushButton"), Qt::LeftButton);
        QVERIFY(m_host->window()->currentPage() == PageId::Locks);
        QVERIFY(find<QTableView>("locksTableView")->selectionModel()->hasSelection());
    }

    void everyControlHasANameAndTakesTheKeyboard() {
        fill();
        for (QWidget* widget : m_host->window()->findChildren<QWidget*>()) {
            if (const auto* button = qobject_cast<QAbstractButton*>(widget);
                button != nullptr && button->isVisible() && widget->objectName() != "qt_toolbar_ext_button") {
                QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty() ||
                             widget->inherits("QLineEditIconButton"),
                         qPrintable(widget->objectName()));
                if (!widget->inherits("QLineEditIconButton")) {
                    QVERIFY2(widget->focusPolicy() & Qt::TabFocus, qPrintable(button->text()));
                }
            }
        }
    }

    void closingWithARunAsksAndEndsIt() {
        fill();
        QSignalSpy closed(m_host.get(), &WindowHost::closed);
        QVERIFY(m_backend->startRun("order-sync", {}).ok());
        m_host->window()->close();
        QCOMPARE(m_prompt->questions.size(), 1);
        QVERIFY(m_host->window()->isVisible());
        QVERIFY(m_backend->cancelled.empty());
        m_prompt->agrees = true;
        m_host->window()->close();
        QCOMPARE(m_backend->cancelled.size(), 1U);
        QVERIFY(closed.isEmpty());
        m_backend->finish(sync::Outcome::Cancelled);
        QTRY_COMPARE_WITH_TIMEOUT(closed.count(), 1, 60'000);
        QVERIFY(!m_host->window()->isVisible());
    }

    void closingIdleAsksNothing() {
        fill();
        QSignalSpy closed(m_host.get(), &WindowHost::closed);
        m_host->window()->close();
        QCOMPARE(closed.count(), 1);
        QVERIFY(m_prompt->questions.isEmpty());
    }

    void languageChangesTheWholeWindow() {
        fill();
        m_host->window()->showPage(PageId::Limits);
        find<QAction>("language_ko_QAction")->trigger();
        QCOMPARE(m_host->language(), "ko");
        QVERIFY(m_host->window()->currentPage() == PageId::Limits);
        QCOMPARE(find<QToolButton>("historyToolButton")->text(), QStringLiteral("이력"));
        QVERIFY(m_host->window()->page(PageId::Overview).showsLiveData());
        m_host->setLanguage(QStringLiteral("en"));
        QCOMPARE(find<QToolButton>("historyToolButton")->text(), "History");
    }

    void koreanLeavesNoEnglishBehind() {
        fill();
        m_host->setLanguage(QStringLiteral("ko"));
        m_backend->answer({test::run(1), test::run(2)});
        find<QTableView>("locksTableView")->selectRow(0);
        find<QTableView>("runsTableView")->selectRow(0);
        find<QTableView>("limitsTableView")->selectRow(0);
        // Names, keys and words that PostgreSQL and HTTP themselves use.
        const QRegularExpression data(
            QStringLiteral("^(prod: orders|order-sync|Latchboard|classid, objid|Exclusive\\W*Lock|orders|idle|select "
                           "1|worker-1|run-\\d+|"
                           "[0-9a-f\\W]+|.*UTC|\\d+, web, app|blake2b.*|.*blake2b64-be.*|SQLSTATE|.*held by a "
                           "backend.*|.*objsubid.*|UTC)$"));
        const QRegularExpression hangul(QStringLiteral("[\\x{AC00}-\\x{D7A3}]"));
        const QRegularExpression letters(QStringLiteral("[A-Za-z]{2}"));
        QStringList english;
        const auto look = [&](const QString& text) {
            const QString shown = QString(text).remove(QChar(0x200B));
            if (shown.contains(letters) && !shown.contains(hangul) && !data.match(shown).hasMatch()) {
                english << shown;
            }
        };
        for (const PageId page : kPages) {
            m_host->window()->showPage(page);
            for (const QWidget* widget : m_host->window()->findChildren<QWidget*>()) {
                if (!widget->isVisible()) {
                    continue;
                }
                if (const auto* label = qobject_cast<const QLabel*>(widget)) {
                    look(label->text());
                } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
                    look(button->text());
                } else if (const auto* table = qobject_cast<const QTableView*>(widget)) {
                    for (int column = 0; column < table->model()->columnCount(); ++column) {
                        look(table->model()->headerData(column, Qt::Horizontal).toString());
                    }
                }
            }
        }
        QVERIFY2(english.isEmpty(), qPrintable(english.join(QLatin1Char('\n'))));
    }

    void timesAreSwitchedForTheWholeWindow() {
        fill();
        find<QAction>("times_2_QAction")->trigger();
        const auto* model = find<QTableView>("runsTableView")->model();
        QCOMPARE(model->index(0, 0).data().toString(), "11:00:00 UTC");
    }

    void bottomStripShowsTheRunOnEveryPage() {
        fill();
        QVERIFY(m_backend->startRun("order-sync", {}).ok());
        sync::Progress progress;
        progress.job = "order-sync";
        progress.page = 7;
        progress.rows = 412;
        m_backend->publishProgress(progress);
        QVERIFY(find<QLabel>("stripTextLabel")->text().contains("page 7, 412 rows"));
        QTest::mouseClick(find<QPushButton>("stripCancelPushButton"), Qt::LeftButton);
        QCOMPARE(m_backend->cancelled.size(), 1U);
    }

    void picturesOfAllPages() {
        const QTemporaryDir folder;
        fill();
        Screenshots screenshots(*m_host, allShots(folder.path()), std::chrono::seconds(60));
        QSignalSpy ended(&screenshots, &Screenshots::ended);
        connect(m_backend.get(), &Backend::jobsChanged, this, [] {});
        screenshots.start();
        // A new window asks for its history anew.
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                if (m_backend->queries.back().ticket != 0) {
                    m_backend->answer({test::run(1), test::run(2)});
                }
                return ended.count() == 1;
            }(),
            30'000);
        QCOMPARE(ended.front().front().toString(), QString());
        QCOMPARE(QDir(folder.path()).entryList({"*.png"}).size(), 16);
    }

    void noPictureWithoutLiveData() {
        const QTemporaryDir folder;
        Screenshots screenshots(*m_host, {{PageId::Locks, "en", Theme::Light, folder.filePath("a.png")}},
                                std::chrono::milliseconds(300));
        QSignalSpy ended(&screenshots, &Screenshots::ended);
        screenshots.start();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60'000);
        QVERIFY(ended.front().front().toString().contains("no live data"));
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

QTEST_MAIN(TestConsoleWindow)
#include "tst_console_window.moc"
