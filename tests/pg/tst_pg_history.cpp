// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/history_query.h"
#include "pg/pg_server.h"
#include "pg/run_history.h"

#include <QTest>

#include <set>

using namespace latchboard;
using namespace std::chrono_literals;
using pg::HistorySort;
using sync::Outcome;
using sync::RunRecord;
using sync::Trigger;

namespace {

constexpr int kRuns = 60;

base::Instant moment(int minute) {
    return *base::fromRfc3339("2026-03-10T00:00:00.000001Z") + std::chrono::minutes(minute);
}

/// Run i; many have equal values, so that only the keyset's last parts tell them apart.
RunRecord runOf(int i) {
    RunRecord run;
    run.job = i % 3 == 0 ? "orders" : "returns";
    run.runId = "run-" + std::to_string(1000 + i * 37 % kRuns);
    run.outcome = i % 5 == 0 ? Outcome::Failed : Outcome::Success;
    run.trigger = i % 4 == 0 ? Trigger::Manual : Trigger::Schedule;
    run.startedAt = moment(i / 2);
    run.finishedAt = run.startedAt + std::chrono::seconds(i % 7);
    run.pages = i % 6;
    run.counts.created = i % 2;
    run.counts.retries40P01 = i % 3;
    run.limitWait = std::chrono::milliseconds(i % 4);
    if (run.outcome == Outcome::Failed) {
        run.error = base::makeError(base::ErrorKind::SourceTransient,
                                    base::Text::verbatim(std::string_view("HTTP 503_100% %1")));
        run.error->httpStatus = 503;
    }
    return run;
}

} // namespace

/// The history: what is written comes back, filtered and page by page.
class PgHistoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyFieldComesBack();
    void filters_data();
    void filters();
    void pagesMissNothing_data();
    void pagesMissNothing();

private:
    std::vector<RunRecord> read(const pg::HistoryPageQuery& query);

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_session;
};

void PgHistoryTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_session = m_server->open(m_server->freshDatabase(true));
    QVERIFY(m_session);
    for (int i = 0; i < kRuns; ++i)
        LB_VERIFY_OK(pg::recordRun(*m_session, runOf(i)));
}

std::vector<RunRecord> PgHistoryTest::read(const pg::HistoryPageQuery& query) {
    const pg::SqlText text = pg::historySql(query);
    const auto rows = m_session->exec(text.sql, text.params);
    if (!rows) {
        qWarning("%s", qPrintable(rows.error().message.english()));
        return {};
    }
    return pg::readRuns(*rows);
}

void PgHistoryTest::everyFieldComesBack() {
    RunRecord run;
    run.job = "full";
    run.runId = "7b1f0a52-0000-4000-8000-000000000001";
    run.outcome = Outcome::Postponed;
    run.lock = sync::LockOutcome::ReleaseFailed;
    run.trigger = Trigger::Cron;
    run.window = sync::Interval{moment(0), moment(60)};
    run.startedAt = moment(1000);
    run.finishedAt = moment(1001) + 123'456us;
    run.pages = 12;
    run.apiCalls = 13;
    run.fetched = 2'300;
    run.counts.created = 20;
    run.counts.changed = 5;
    run.counts.same = 2'275;
    run.counts.stale = 1;
    run.counts.gone = 2;
    run.counts.quarantined = 3;
    run.counts.retries40001 = 4;
    run.counts.retries40P01 = 6;
    run.limitWait = 11'200'001us;
    run.lockWait = 400us;
    run.lockHold = 14'900'000us;
    run.error = base::makeError(base::ErrorKind::SourceRateLimited,
                                base::Text::verbatim(std::string_view("told \"wait\"\n한국어 \0 after", 26)),
                                base::Text::verbatim(std::string_view("wait")));
    run.error->sqlstate = "40P01";
    run.error->httpStatus = 429;
    run.postponedUntil = moment(2000);
    run.warning = "skew";
    run.host = "worker-1";
    run.pid = 4711;
    run.backendStart = moment(999);
    LB_VERIFY_OK(pg::recordRun(*m_session, run));
    pg::HistoryPageQuery query;
    query.filter.job = "full";
    const auto runs = read(query);
    QCOMPARE(runs.size(), size_t(1));
    const RunRecord& back = runs.front();
    QCOMPARE(back.runId, run.runId);
    QCOMPARE(back.outcome, run.outcome);
    QCOMPARE(back.lock, run.lock);
    QCOMPARE(back.trigger, run.trigger);
    QVERIFY(back.window == run.window);
    QVERIFY(back.startedAt == run.startedAt && back.finishedAt == run.finishedAt);
    QCOMPARE(back.pages, run.pages);
    QCOMPARE(back.apiCalls, run.apiCalls);
    QCOMPARE(back.fetched, run.fetched);
    QVERIFY(back.counts == run.counts);
    QVERIFY(back.limitWait == run.limitWait && back.lockWait == run.lockWait && back.lockHold == run.lockHold);
    QVERIFY(back.error.has_value());
    QCOMPARE(back.error->kind, run.error->kind);
    QCOMPARE(back.error->sqlstate, run.error->sqlstate);
    QCOMPARE(back.error->httpStatus, 429);
    QVERIFY(back.error->message.english().startsWith(QStringLiteral("told \"wait\"\n한국어")));
    QVERIFY(back.postponedUntil == run.postponedUntil);
    QCOMPARE(back.warning, run.warning);
    QCOMPARE(back.host, run.host);
    QCOMPARE(back.pid, run.pid);
    QVERIFY(back.backendStart == run.backendStart);
    QVERIFY(!back.dryRun);
    LB_VERIFY_OK(m_session->exec("delete from latchboard.run where job = 'full'"));
}

void PgHistoryTest::filters_data() {
    QTest::addColumn<QByteArray>("what");
    for (const char* what :
         {"none", "job", "outcome", "trigger", "text", "text with signs", "since", "until", "several"})
        QTest::newRow(what) << QByteArray(what);
}

void PgHistoryTest::filters() {
    QFETCH(QByteArray, what);
    pg::HistoryPageQuery query;
    query.limit = 0;
    std::function<bool(const RunRecord&)> fits = [](const RunRecord&) { return true; };
    if (what == "job") {
        query.filter.job = "orders";
        fits = [](const RunRecord& run) { return run.job == "orders"; };
    } else if (what == "outcome") {
        query.filter.outcome = Outcome::Failed;
        fits = [](const RunRecord& run) { return run.outcome == Outcome::Failed; };
    } else if (what == "trigger") {
        query.filter.trigger = Trigger::Manual;
        fits = [](const RunRecord& run) { return run.trigger == Trigger::Manual; };
    } else if (what == "text" || what == "text with signs") {
        query.filter.text = what == "text" ? "http 503" : "503_100%";
        fits = [](const RunRecord& run) { return run.error.has_value(); };
    } else if (what == "since") {
        query.filter.since = moment(10);
        fits = [](const RunRecord& run) { return run.startedAt >= moment(10); };
    } else if (what == "until") {
        query.filter.until = moment(10);
        fits = [](const RunRecord& run) { return run.startedAt < moment(10); };
    } else if (what == "several") {
        query.filter.job = "returns";
        query.filter.outcome = Outcome::Success;
        query.filter.since = moment(5);
        query.filter.until = moment(20);
        fits = [](const RunRecord& run) {
            return run.job == "returns" && run.outcome == Outcome::Success && run.startedAt >= moment(5) &&
                   run.startedAt < moment(20);
        };
    }
    std::set<std::string> expected, found;
    for (int i = 0; i < kRuns; ++i) {
        if (const RunRecord run = runOf(i); fits(run))
            expected.insert(run.runId);
    }
    for (const RunRecord& run : read(query))
        found.insert(run.runId);
    QVERIFY(!expected.empty());
    QVERIFY(found == expected);
}

void PgHistoryTest::pagesMissNothing_data() {
    QTest::addColumn<int>("sort");
    QTest::addColumn<bool>("descending");
    for (int sort = int(HistorySort::StartedAt); sort <= int(HistorySort::Error); ++sort) {
        QTest::addRow("sort %d, descending", sort) << sort << true;
        QTest::addRow("sort %d, ascending", sort) << sort << false;
    }
}

void PgHistoryTest::pagesMissNothing() {
    QFETCH(int, sort);
    QFETCH(bool, descending);
    pg::HistoryPageQuery query;
    query.sort = HistorySort(sort);
    query.descending = descending;
    query.limit = 0;
    std::vector<std::string> whole, paged;
    for (const RunRecord& run : read(query))
        whole.push_back(run.runId);
    QCOMPARE(whole.size(), size_t(kRuns));
    query.limit = 7;
    for (int page = 0; page <= kRuns / query.limit + 1; ++page) {
        const auto runs = read(query);
        for (const RunRecord& run : runs)
            paged.push_back(run.runId);
        if (runs.empty())
            break;
        query.after = runs.back();
    }
    QVERIFY(paged == whole);
}

QTEST_GUILESS_MAIN(PgHistoryTest)
#include "tst_pg_history.moc"
