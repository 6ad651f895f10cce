// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/fake_backend.h"
#include "console/models/limit_model.h"
#include "console/pages/limits_page.h"
#include "console/style/icons.h"
#include "translations/install.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
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

    void reasonsAreInTheReadersLanguage_data() {
        QTest::addColumn<int>("waitsFor");
        QTest::addColumn<QString>("stored");
        QTest::addColumn<QString>("korean");
        const auto row = [](const char* name, Limit::Wait wait, const char* stored, const QString& korean) {
            QTest::newRow(name) << static_cast<int>(wait) << QString::fromUtf8(stored) << korean;
        };
        row("a large answer", Limit::Wait::Rest, "rest after a large answer: 60 items, 12162 bytes",
            QStringLiteral("큰 응답 뒤 휴지: 항목 60개, 12162바이트"));
        row("by a header", Limit::Wait::Told, "the answer's headers say that no call is left",
            QStringLiteral("응답 헤더에 따르면 남은 호출이 없음"));
        row("a failed call", Limit::Wait::Told,
            "The source answered GET https://api.example/v1/orders?page=1 with status 429 (rate_limited): (no body)",
            QStringLiteral("소스가 GET https://api.example/v1/orders?page=1에 상태 429(rate_limited)(으)로 "
                           "응답했습니다: (본문 없음)"));
        row("no answer", Limit::Wait::Rest, "The answer of https://api.example/v1 was cut short.",
            QStringLiteral("https://api.example/v1의 응답이 도중에 끊겼습니다."));
        row("a sentence of another version", Limit::Wait::Rest, "a rest as it was worded once",
            QStringLiteral("a rest as it was worded once"));
        row("a person's words", Limit::Wait::Operator, "the answer's headers say that no call is left",
            QStringLiteral("the answer's headers say that no call is left"));
    }
    void reasonsAreInTheReadersLanguage() {
        QFETCH(int, waitsFor);
        QFETCH(QString, stored);
        QFETCH(QString, korean);
        Limit limit = test::limit("order-api|4f1c|/orders", Limit::State::Resting);
        limit.waitsFor = static_cast<Limit::Wait>(waitsFor);
        limit.reason = stored.toStdString();
        const QLocale locale;
        translations::install(QStringLiteral("ko"));
        const QString shown = waitReason(limit);
        translations::install(QStringLiteral("en"));
        const QString english = waitReason(limit);
        QLocale::setDefault(locale);
        QCOMPARE(shown, korean);
        QCOMPARE(english, stored);
    }

    void theTableFitsItsWidth_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<QString>("language");
        for (const char* language : {"en", "ko"}) {
            for (const int width : {1137, 1777}) {
                QTest::addRow("%d, %s", width, language) << width << QString::fromLatin1(language);
            }
        }
    }
    void theTableFitsItsWidth() {
        QFETCH(int, width);
        QFETCH(QString, language);
        const QLocale locale;
        translations::install(language);
        m_page = std::make_unique<LimitsPage>(*m_backend, *m_display);
        m_page->resize(width, 600);
        m_page->show();
        m_backend->ready();
        m_backend->live({});
        Limit limit = test::limit("order-api|4f1c|/orders", Limit::State::Spacing);
        limit.waitsFor = Limit::Wait::Spacing;
        LimitsUpdate update;
        update.limits = {limit};
        update.databaseNow = update.readAt = m_clock.now();
        m_backend->publishLimits(update);
        auto* table = find<QTableView>("limitsTableView");
        QTRY_COMPARE(table->horizontalHeader()->length(), table->viewport()->width());
        QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
        QStringList cut;
        for (int column = 0; column < LimitModel::ColumnCount; ++column) {
            const QModelIndex cell = table->model()->index(0, column);
            const QString header = table->model()->headerData(column, Qt::Horizontal).toString();
            if (table->columnWidth(column) < table->horizontalHeader()->sectionSizeHint(column)) {
                cut << header;
            }
            QVERIFY2(!table->model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty(),
                     qPrintable(header));
            if (table->fontMetrics().horizontalAdvance(cell.data().toString()) > table->columnWidth(column) &&
                cell.data(Qt::ToolTipRole).toString().isEmpty()) {
                cut << cell.data().toString();
            }
        }
        translations::install(QStringLiteral("en"));
        QLocale::setDefault(locale);
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
    }

    void widthsOfAPersonStay() {
        m_backend->ready();
        m_backend->live({});
        show(Limit::State::Free);
        auto* table = find<QTableView>("limitsTableView");
        table->horizontalHeader()->resizeSection(LimitModel::Bucket, 333);
        m_page->resize(1500, 600);
        QTRY_VERIFY(table->viewport()->width() > 1300);
        QCOMPARE(table->columnWidth(LimitModel::Bucket), 333);
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
