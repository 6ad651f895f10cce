// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/live/history_database.h"
#include "console/live/history_sql.h"
#include "console/samples.h"
#include "pg/pg_server.h"
#include "pg/run_history.h"
#include "sync/history_csv.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <random>
#include <set>

using namespace latchboard;
using namespace latchboard::console;

namespace {

constexpr int kRuns = 57;

sync::RunRecord variedRun(std::mt19937& random, int number) {
    const auto pick = [&random](unsigned below) { return static_cast<std::int64_t>(random() % below); };
    sync::RunRecord run = test::run(number % 20, pick(2) == 0 ? "order-sync" : "stock, \"daily\"");
    run.runId = "run-" + std::to_string(1000 + number);
    run.startedAt += std::chrono::microseconds(pick(3) * 250'001); // ties and odd microseconds
    run.finishedAt = run.startedAt + std::chrono::microseconds(pick(4) * 1'234'567);
    run.pages = pick(3);
    run.apiCalls = pick(4);
    run.counts.created = pick(3);
    run.counts.changed = pick(3);
    run.counts.stale = pick(2);
    run.counts.retries40P01 = pick(2);
    run.limitWait = base::Duration(pick(3) * 700'001);
    run.trigger = static_cast<sync::Trigger>(pick(4));
    if (pick(3) == 0) {
        run.outcome = sync::Outcome::Failed;
        run.error = base::makeError(base::ErrorKind::SourceTransient,
                                    base::Text::verbatim(std::string_view("no answer, \"in\" time\nat all")));
        run.error->httpStatus = 503;
    }
    return run;
}

} // namespace

class TestConsoleHistoryDatabase : public QObject {
    Q_OBJECT
    std::unique_ptr<pg::test::Server> m_server;
    ops::Profile m_profile;
    std::vector<sync::RunRecord> m_runs;

    [[nodiscard]] ops::Profile profileOf(const std::string& database) {
        ops::Profile profile;
        profile.name = "test";
        profile.conninfo = m_server->settings(database).conninfo;
        qputenv("LATCHBOARD_TEST_PASSWORD", QByteArray::fromStdString(m_server->cluster().password().reveal()));
        profile.passwordReference = "env:LATCHBOARD_TEST_PASSWORD";
        return profile;
    }
    [[nodiscard]] std::string csvOf(const std::vector<sync::RunRecord>& runs) {
        std::string bytes;
        sync::HistoryCsv csv([&bytes](std::string_view part) { bytes += part; });
        for (const sync::RunRecord& run : runs) {
            csv.write(run);
        }
        return bytes;
    }

private Q_SLOTS:
    void initTestCase() {
        m_server = pg::test::Server::start();
        QVERIFY(m_server);
        const std::string database = m_server->freshDatabase(true);
        m_profile = profileOf(database);
        const auto session = m_server->open(database);
        QVERIFY(session);
        std::mt19937 random(42);
        for (int i = 0; i < kRuns; ++i) {
            m_runs.push_back(variedRun(random, i));
            LB_VERIFY_OK(pg::recordRun(*session, m_runs.back()));
        }
        std::sort(m_runs.begin(), m_runs.end(), [](const auto& a, const auto& b) {
            return std::tie(a.startedAt, a.runId) > std::tie(b.startedAt, b.runId);
        });
    }

    void pagesGiveEveryRunOnceInOrder_data() {
        QTest::addColumn<int>("sort");
        QTest::addColumn<bool>("descending");
        for (int sort = 0; sort <= static_cast<int>(HistorySort::Error); ++sort) {
            QTest::addRow("%d down", sort) << sort << true;
            QTest::addRow("%d up", sort) << sort << false;
        }
    }
    void pagesGiveEveryRunOnceInOrder() {
        QFETCH(int, sort);
        QFETCH(bool, descending);
        HistoryDatabase database(m_profile);
        HistoryQuery query;
        query.sort = static_cast<HistorySort>(sort);
        query.descending = descending;
        query.limit = 10;
        std::vector<sync::RunRecord> all;
        for (bool more = true; more;) {
            query.ticket = all.size();
            const HistoryPageRead page = database.read(query);
            QVERIFY2(!page.error, page.error ? qPrintable(page.error->message.english()) : "");
            QCOMPARE(page.ticket, static_cast<quint64>(all.size()));
            QVERIFY(page.runs.size() <= 10U);
            all.insert(all.end(), page.runs.begin(), page.runs.end());
            more = page.more;
            query.after = all.back();
        }
        std::set<std::string> ids;
        for (const sync::RunRecord& run : all) {
            ids.insert(run.runId);
        }
        QCOMPARE(static_cast<int>(ids.size()), kRuns);
        QCOMPARE(static_cast<int>(all.size()), kRuns);
        // The same order as all of them at once.
        query.after.reset();
        query.limit = kRuns;
        const HistoryPageRead whole = database.read(query);
        QVERIFY(!whole.more);
        QVERIFY(std::equal(all.begin(), all.end(), whole.runs.begin(), whole.runs.end(),
                           [](const auto& a, const auto& b) { return a.runId == b.runId; }));
        if (query.sort == HistorySort::Duration) {
            QVERIFY(std::is_sorted(all.begin(), all.end(), [descending](const auto& a, const auto& b) {
                const auto first = a.finishedAt - a.startedAt;
                const auto second = b.finishedAt - b.startedAt;
                return descending ? first > second : first < second;
            }));
        }
    }

    void filters_data() {
        QTest::addColumn<int>("which");
        for (int which = 0; which < 5; ++which) {
            QTest::addRow("%d", which) << which;
        }
    }
    void filters() {
        QFETCH(int, which);
        HistoryQuery query;
        query.limit = 1000;
        const auto since = test::at("2026-03-04T00:00:00Z");
        const auto until = test::at("2026-03-04T06:00:00.25Z");
        std::function<bool(const sync::RunRecord&)> fits;
        switch (which) {
        case 0:
            query.filter.job = "stock, \"daily\"";
            fits = [](const auto& run) { return run.job == "stock, \"daily\""; };
            break;
        case 1:
            query.filter.outcome = sync::Outcome::Failed;
            fits = [](const auto& run) { return run.outcome == sync::Outcome::Failed; };
            break;
        case 2:
            query.filter.trigger = sync::Trigger::Cron;
            fits = [](const auto& run) { return run.trigger == sync::Trigger::Cron; };
            break;
        case 3:
            query.filter.text = "NO ANSWER, \"IN";
            fits = [](const auto& run) { return run.error.has_value(); };
            break;
        default:
            query.filter.since = since;
            query.filter.until = until;
            fits = [since, until](const auto& run) { return run.startedAt >= since && run.startedAt < until; };
            break;
        }
        HistoryDatabase database(m_profile);
        const HistoryPageRead page = database.read(query);
        QVERIFY(!page.error);
        const auto expected = std::count_if(m_runs.begin(), m_runs.end(), fits);
        QCOMPARE(static_cast<long>(page.runs.size()), static_cast<long>(expected));
        QVERIFY(expected > 0);
        QVERIFY(std::all_of(page.runs.begin(), page.runs.end(), fits));
    }

    void csvHasTheBytesOfTheCommand() {
        const QTemporaryDir folder;
        HistoryDatabase database(m_profile);
        const QString file = folder.filePath("history.csv");
        const ExportEnd end = database.writeCsv({}, file, {}, [](qint64) {});
        QVERIFY2(!end.error, end.error ? qPrintable(end.error->message.english()) : "");
        QCOMPARE(end.rows, kRuns);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll().toStdString(), csvOf(m_runs));
    }

    void aStoppedExportLeavesNoFile() {
        const QTemporaryDir folder;
        std::stop_source stop;
        stop.request_stop();
        HistoryDatabase database(m_profile);
        const ExportEnd end = database.writeCsv({}, folder.filePath("history.csv"), stop.get_token(), [](qint64) {});
        QVERIFY(end.cancelled);
        QVERIFY(QDir(folder.path()).isEmpty());
        // The connection is made anew for what comes next.
        QVERIFY(!database.read({}).error);
    }

    void aFileThatCannotBeWritten() {
        HistoryDatabase database(m_profile);
        const ExportEnd end = database.writeCsv({}, "/nonexistent/history.csv", {}, [](qint64) {});
        QVERIFY(end.error);
        QVERIFY(end.error->message.english().contains("/nonexistent/history.csv"));
    }

    void withoutTheSchemaItSaysHowToGetIt() {
        HistoryDatabase database(profileOf(m_server->freshDatabase(false)));
        const HistoryPageRead page = database.read({});
        QVERIFY(page.error);
        QVERIFY(page.error->kind == base::ErrorKind::SchemaMissing);
        QVERIFY(page.error->remedy.english().contains("latchctl migrate"));
    }

    void aWrongPasswordIsAuthentication() {
        ops::Profile profile = m_profile;
        qputenv("LATCHBOARD_TEST_WRONG", "wrong");
        profile.passwordReference = "env:LATCHBOARD_TEST_WRONG";
        HistoryDatabase database(profile);
        const HistoryPageRead page = database.read({});
        QVERIFY(page.error);
        QVERIFY2(page.error->kind == base::ErrorKind::Authentication, base::kindName(page.error->kind));
    }

    void aServerThatIsGoneIsAConnectionError() {
        const auto session = m_server->open();
        HistoryDatabase database(m_profile);
        QVERIFY(!database.read({}).error);
        pg::test::one(*session, "select count(pg_terminate_backend(pid)) from pg_stat_activity "
                                "where application_name = 'latchboard history'");
        const HistoryPageRead lost = database.read({});
        QVERIFY(lost.error);
        QVERIFY(!database.read({}).error); // and the next read makes a new connection
    }
};

QTEST_GUILESS_MAIN(TestConsoleHistoryDatabase)
#include "tst_console_history_database.moc"
