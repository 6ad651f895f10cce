// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/fake_backend.h"
#include "console/models/limit_model.h"
#include "console/pages/limits_page.h"
#include "console/style/icons.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace latchboard;
using namespace latchboard::console;

class TestConsoleLimitsPage : public QObject {
    Q_OBJECT
    test::ManualClock m_clock;
    std::unique_ptr<console::Display> m_display;
    std::unique_ptr<test::FakeBackend> m_backend;
    std::unique_ptr<LimitsPage> m_page;

    template<typename Widget>
    Widget* find(const char* name) {
        return m_page->findChild<Widget*>(QString::fromLatin1(name));
    }
    [[nodiscard]] PageState* state() { return m_page->findChild<PageState*>(); }
    void show(Limit::State bucketState) {
        LimitsUpdate update;
        update.limits = {test::limit("order-api|4f1c|/orders", bucketState)};
        update.databaseNow = update.readAt = m_clock.now();
        m_backend->publishLimits(update);
    }

private Q_SLOTS:
    void initTestCase() { initResources(); }
    void init() {
        m_display = std::make_unique<console::Display>(m_clock);
        m_backend = std::make_unique<test::FakeBackend>();
        m_page = std::make_unique<LimitsPage>(*m_backend, *m_display);
        m_page->resize(1100, 600);
        m_page->show();
    }
    void cleanup() {
        m_page.reset();
        m_backend.reset();
        m_display.reset();
    }

    void allStatesAreDrawn() {
        m_backend->ready();
        m_backend->live({});
        QVERIFY(state()->text().contains("Reading"));
        LimitsUpdate refused;
        refused.error =
            base::makeError(base::ErrorKind::SchemaMissing, base::Text::verbatim(std::string_view("no schema")),
                            base::Text::verbatim(std::string_view("latchctl migrate")));
        m_backend->publishLimits(refused);
        QVERIFY(state()->text().contains("latchctl migrate"));
        m_backend->publishLimits({});
        QVERIFY(state()->text().contains("No call has been made yet"));
        show(Limit::State::Free);
        QVERIFY(m_page->showsLiveData());
        m_backend->publishLimits(refused);
        QVERIFY(state()->showsStale());
    }

    void pauseWantsAReason() {
        m_backend->ready();
        m_backend->live({});
        show(Limit::State::Spacing);
        find<QTableView>("limitsTableView")->selectRow(0);
        auto* pause = find<QPushButton>("pausePushButton");
        QVERIFY(pause->isVisible());
        QVERIFY(!pause->isEnabled());
        QTest::keyClicks(find<QLineEdit>("reasonLineEdit"), "vendor asked");
        QVERIFY(pause->isEnabled());
        QTest::mouseClick(pause, Qt::LeftButton);
        QCOMPARE(m_backend->acts.size(), 1U);
        QCOMPARE(m_backend->acts.front().reason, std::string("vendor asked"));
        QVERIFY(m_backend->acts.front().kind == LimitAct::Kind::Pause);
        QVERIFY(!pause->isEnabled()); // one at a time
        Q_EMIT m_backend->limitActEnded({m_backend->acts.front(), {}});
        QVERIFY(find<QLabel>("limitResultLabel")->text().startsWith("Paused"));
        show(Limit::State::Paused);
        QVERIFY(find<QPushButton>("resumePushButton")->isVisible());
        QVERIFY(!pause->isVisible());
    }

    void aRefusedActSaysWhy() {
        m_backend->ready();
        m_backend->live({});
        show(Limit::State::Free);
        find<QTableView>("limitsTableView")->selectRow(0);
        QTest::keyClicks(find<QLineEdit>("reasonLineEdit"), "x");
        QTest::mouseClick(find<QPushButton>("pausePushButton"), Qt::LeftButton);
        LimitActEnd end;
        end.act = m_backend->acts.front();
        end.error = base::makeError(base::ErrorKind::Refused, base::Text::verbatim(std::string_view("not allowed")));
        Q_EMIT m_backend->limitActEnded(end);
        QVERIFY(find<QLabel>("limitResultLabel")->text().contains("not allowed"));
        QVERIFY(find<QPushButton>("pausePushButton")->isEnabled());
    }

    void callsOfAPeriod() {
        m_backend->ready();
        m_backend->live({});
        Limit limit = test::limit("order-api|4f1c|*|day", Limit::State::Spacing);
        limit.kind = Limit::Kind::Window;
        limit.spacing = base::Duration(0);
        limit.left = 0;
        limit.of = 1000;
        limit.fullAt = *base::fromRfc3339("2026-03-10T15:00:00Z");
        limit.period = std::chrono::hours(24);
        limit.periodZone = "Asia/Seoul";
        limit.waitsFor = Limit::Wait::Budget;
        LimitsUpdate update;
        update.limits = {limit};
        update.databaseNow = update.readAt = m_clock.now();
        m_backend->publishLimits(update);
        auto* table = find<QTableView>("limitsTableView");
        const auto cell = [&](int column) { return table->model()->index(0, column).data().toString(); };
        QCOMPARE(cell(LimitModel::Left), QStringLiteral("0 of 1,000"));
        QVERIFY2(cell(LimitModel::WaitsFor).startsWith("the next period, from"),
                 qPrintable(cell(LimitModel::WaitsFor)));
        QVERIFY2(cell(LimitModel::Pace).contains("Asia/Seoul"), qPrintable(cell(LimitModel::Pace)));
        table->selectRow(0);
        const QString words = find<QLabel>("limitLastLabel")->text();
        QVERIFY2(words.contains("Calls left: 0 of 1,000") && !words.contains("At least"), qPrintable(words));
        limit.kind = Limit::Kind::Bucket;
        limit.spacing = std::chrono::milliseconds(500);
        limit.of = 40;
        limit.left = 8;
        limit.waitsFor = Limit::Wait::Burst;
        update.limits = {limit};
        m_backend->publishLimits(update);
        QCOMPARE(cell(LimitModel::Left), QStringLiteral("8 of 40"));
        QVERIFY2(cell(LimitModel::Pace).startsWith("40 at once"), qPrintable(cell(LimitModel::Pace)));
        QCOMPARE(cell(LimitModel::WaitsFor), QStringLiteral("the next call of the burst"));
    }

    void readOnlyHasNoActs() {
        m_backend->ready(true);
        m_backend->live({});
        show(Limit::State::Free);
        QVERIFY(!find<QWidget>("limitActsWidget")->isVisible());
    }
};

QTEST_MAIN(TestConsoleLimitsPage)
#include "tst_console_limits_page.moc"
