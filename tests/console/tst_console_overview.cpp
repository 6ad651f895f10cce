// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/fake_backend.h"
#include "console/pages/overview_page.h"
#include "console/style/icons.h"
#include "console/widgets/hour_strip.h"

#include <QDateTimeEdit>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace latchboard;
using namespace latchboard::console;

class TestConsoleOverview : public QObject {
    Q_OBJECT
    test::ManualClock m_clock;
    std::unique_ptr<console::Display> m_display;
    std::unique_ptr<test::FakeBackend> m_backend;
    std::unique_ptr<OverviewPage> m_page;

    template<typename Widget>
    Widget* find(const char* name) {
        return m_page->findChild<Widget*>(QString::fromLatin1(name));
    }
    void click(const char* name) { QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton); }
    [[nodiscard]] QString message() {
        auto* label = find<QLabel>("messageLabel");
        return label->isVisible() ? label->text() : QString();
    }
    [[nodiscard]] PageState* state() { return m_page->findChild<PageState*>(); }

private Q_SLOTS:
    void initTestCase() { initResources(); }
    void init() {
        m_display = std::make_unique<console::Display>(m_clock);
        m_backend = std::make_unique<test::FakeBackend>();
        m_page = std::make_unique<OverviewPage>(*m_backend, *m_display);
        m_page->resize(1100, 700);
        m_page->show();
    }
    void goLive() {
        m_backend->ready();
        m_backend->live({test::lock(1, "report:daily")});
        JobsUpdate update;
        update.jobs = {test::status("order-sync")};
        m_backend->publishJobs(update);
    }
    void cleanup() {
        m_page.reset();
        m_backend.reset();
        m_display.reset();
    }

    void allStatesAreDrawn() {
        Setup setup;
        setup.doing = base::Text::verbatim(std::string_view("Starting the demo: PostgreSQL..."));
        m_backend->publishSetup(setup);
        QVERIFY(state()->text().contains("PostgreSQL"));
        setup.state = Setup::State::Failed;
        setup.error = base::makeError(base::ErrorKind::Configuration, base::Text::verbatim(std::string_view("no file")),
                                      base::Text::verbatim(std::string_view("write one")));
        m_backend->publishSetup(setup);
        QVERIFY(state()->text().contains("no file"));
        QVERIFY(state()->text().contains("write one"));
        click("noticeActionPushButton");
        QCOMPARE(m_backend->looks, 1);
        m_backend->ready();
        QVERIFY(state()->text().contains("first answer"));
        ops::MonitorUpdate refused;
        refused.error =
            base::makeError(base::ErrorKind::Authentication, base::Text::verbatim(std::string_view("wrong password")));
        refused.retryAt = m_clock.now() + std::chrono::seconds(4);
        m_backend->publishMonitor(refused);
        QVERIFY(state()->text().contains("wrong password"));
        QVERIFY(state()->text().contains("Trying again in 4 s"));
        QVERIFY(!m_page->showsLiveData());
        goLive();
        QVERIFY(state()->showsContent());
        QVERIFY(m_page->showsLiveData());
        m_backend->stale();
        QVERIFY(state()->showsStale());
        QVERIFY(state()->text().contains("does not answer"));
        click("staleActionPushButton");
        QCOMPARE(m_backend->looks, 2);
        m_backend->live({});
        QVERIFY(!state()->showsStale());
    }

    void cardTellsTheState() {
        goLive();
        QCOMPARE(find<QLabel>("jobStateLabel")->text(), "OK");
        QVERIFY(find<QLabel>("jobSentenceLabel")->text().contains("2,300 orders, 20 new, 5 changed"));
        QCOMPARE(find<QLabel>("nextDueLabel")->text(), "next 13:00:00");
    }

    void secondPressIsToldItRunsHere() {
        goLive();
        click("syncNowPushButton");
        QCOMPARE(m_backend->begun.size(), 1U);
        QVERIFY(find<QPushButton>("cancelPushButton")->isVisible());
        QCOMPARE(message(), QString());
        click("syncNowPushButton");
        QCOMPARE(m_backend->begun.size(), 1U);
        QVERIFY2(message().contains("already running here"), qPrintable(message()));
        m_backend->finish(sync::Outcome::Success);
        QVERIFY(message().startsWith("Done:"));
        QVERIFY(!find<QPushButton>("cancelPushButton")->isVisible());
    }

    void progressIsShownAndCancelAsks() {
        goLive();
        click("syncNowPushButton");
        sync::Progress progress;
        progress.job = "order-sync";
        progress.page = 7;
        progress.rows = 412;
        progress.phase = sync::Progress::Phase::Fetching;
        m_backend->publishProgress(progress);
        QCOMPARE(find<QLabel>("runTextLabel")->text(), "page 7, 412 rows, fetching");
        click("cancelPushButton");
        QCOMPARE(m_backend->cancelled, std::vector<std::string>{"order-sync"});
        m_backend->finish(sync::Outcome::Cancelled);
        QVERIFY(message().startsWith("Cancelled"));
    }

    void busySaysWhoAndThatItIsNormal() {
        goLive();
        for (int press = 1; press <= 3; ++press) {
            click("syncNowPushButton");
            m_backend->finish(sync::Outcome::Busy);
            QVERIFY2(message().contains("Busy: held by") && message().contains("4312"), qPrintable(message()));
            QVERIFY(message().contains("since at least"));
            QVERIFY(message().contains("normal"));
            QCOMPARE(find<QPushButton>("whenFreePushButton")->isVisible(), press == 3);
        }
        // One queued request: it starts once, when a look shows the lock free.
        click("whenFreePushButton");
        QVERIFY(m_backend->queuedUntilFree("order-sync"));
        m_backend->live({test::lock(4312, "order-sync")});
        QCOMPARE(m_backend->begun.size(), 3U);
        m_backend->live({});
        QCOMPARE(m_backend->begun.size(), 4U);
        QVERIFY(!m_backend->queuedUntilFree("order-sync"));
        m_backend->finish(sync::Outcome::Busy);
        m_backend->live({});
        QCOMPARE(m_backend->begun.size(), 4U);
    }

    void backfillAsksForItsWindow() {
        goLive();
        click("backfillPushButton");
        auto* from = find<QDateTimeEdit>("fromDateTimeEdit");
        auto* until = find<QDateTimeEdit>("untilDateTimeEdit");
        QVERIFY(from->isVisible());
        from->setDateTime(QDateTime(QDate(2026, 3, 2), QTime(1, 0)));
        until->setDateTime(QDateTime(QDate(2026, 3, 1), QTime(1, 0)));
        click("startPushButton");
        QVERIFY(m_backend->begun.empty());
        QVERIFY(!find<QLabel>("problemLabel")->text().isEmpty());
        until->setDateTime(QDateTime(QDate(2026, 3, 3), QTime(1, 0)));
        click("startPushButton");
        QCOMPARE(m_backend->begun.size(), 1U);
        const sync::RunRequest& request = m_backend->begun.front().second;
        QVERIFY(request.trigger == sync::Trigger::Backfill);
        QCOMPARE((request.window->until - request.window->from) / std::chrono::hours(1), 24);
    }

    void aJobThatLacksSomethingCannotStart() {
        goLive();
        JobsUpdate update;
        update.jobs = {test::status("order-sync")};
        update.jobs.front().missing = {base::Text::verbatim(std::string_view("The secret TOKEN is not set."))};
        m_backend->publishJobs(update);
        QVERIFY(!find<QPushButton>("syncNowPushButton")->isEnabled());
        QVERIFY(find<QLabel>("jobSentenceLabel")->text().contains("TOKEN"));
    }

    void hoursOpenByClickAndByKey() {
        goLive();
        auto* strip = find<HourStrip>("hourStripWidget");
        std::vector<base::Instant> opened;
        connect(m_page.get(), &OverviewPage::hourActivated, m_page.get(),
                [&opened](const std::string& job, base::Instant start) {
                    QCOMPARE(job, std::string("order-sync"));
                    opened.push_back(start);
                });
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->cellRect(6 * 24 + 11).center());
        QCOMPARE(opened.size(), 1U);
        strip->setFocus();
        QTest::keyClick(strip, Qt::Key_Left);
        QTest::keyClick(strip, Qt::Key_Return);
        QCOMPARE(opened.size(), 2U);
        QCOMPARE((opened[0] - opened[1]) / std::chrono::hours(1), 1);
    }

    void attentionLeadsToTheLock() {
        goLive();
        auto* line = find<QPushButton>("attentionPushButton");
        QVERIFY(line == nullptr || !line->isVisible());
        m_backend->live({test::lock(7, "order-sync", locks::Verdict::LeakProven)});
        int asked = 0;
        connect(m_page.get(), &OverviewPage::lockActivated, m_page.get(), [&asked] { ++asked; });
        click("attentionPushButton");
        QCOMPARE(asked, 1);
    }
};

QTEST_MAIN(TestConsoleOverview)
#include "tst_console_overview.moc"
