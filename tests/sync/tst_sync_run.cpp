// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/run_json.h"
#include "sync/schedule.h"

#include <QJsonDocument>
#include <QTest>

using namespace latchboard;
using namespace latchboard::sync;
using namespace std::chrono_literals;

namespace {

base::Instant at(const char* text) {
    return *base::fromRfc3339(text);
}

} // namespace

class TestSyncRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesGoBothWays() {
        for (const auto outcome : {Outcome::Success, Outcome::Failed, Outcome::Cancelled, Outcome::Postponed,
                                   Outcome::InDoubt, Outcome::Busy, Outcome::NotDue})
            QCOMPARE(outcomeFromName(outcomeName(outcome)), std::optional(outcome));
        for (const auto trigger : {Trigger::Manual, Trigger::Schedule, Trigger::Cron, Trigger::Backfill})
            QCOMPARE(triggerFromName(triggerName(trigger)), std::optional(trigger));
        QVERIFY(!outcomeFromName("success"));
        QVERIFY(!triggerFromName(""));
        QCOMPARE(lockOutcomeName(LockOutcome::None), "");
        QCOMPARE(lockOutcomeName(LockOutcome::BusySuspicious), "LOCK_BUSY_SUSPICIOUS");
    }

    void holderInWords() {
        LockHolder holder;
        QCOMPARE(holder.describe(), std::string("somebody unknown"));
        holder.pid = 4312;
        holder.application = "web";
        holder.user = "app";
        holder.client = "10.0.0.7";
        QCOMPARE(holder.describe(), std::string("pid 4312, web, app@10.0.0.7"));
    }

    void runAsJson() {
        RunRecord run;
        run.job = "order-sync";
        run.runId = "id";
        run.outcome = Outcome::Failed;
        run.lock = LockOutcome::Acquired;
        run.trigger = Trigger::Schedule;
        run.window = Interval{at("2026-03-10T10:50:00Z"), at("2026-03-10T12:00:00Z")};
        run.startedAt = at("2026-03-10T12:00:00Z");
        run.finishedAt = at("2026-03-10T12:00:14.9Z");
        run.pages = 12;
        run.apiCalls = 13;
        run.fetched = 2300;
        run.counts = {20, 5, 2275, 0, 0, 0, 0, 1};
        run.limitWait = 11200ms;
        run.lockWait = 400us;
        run.lockHold = 14900ms;
        run.error = base::makeError(base::ErrorKind::SourceTransient, base::Text::verbatim(std::string_view("503")));
        run.error->httpStatus = 503;
        run.host = "h";
        run.pid = 77;
        run.backendStart = at("2026-03-10T11:59:59Z");
        const QByteArray expected =
            R"({"api_calls":13,"changed":5,"error":{"http_status":503,"kind":"source_transient","message":"503","remedy":null,)"
            R"("sqlstate":null},"fetched":2300,"finished_at":"2026-03-10T12:00:14.9Z","gone":0,"job":"order-sync",)"
            R"("limit_wait_s":11.2,"lock":"LOCK_ACQUIRED","lock_hold_s":14.9,"lock_wait_ms":0.4,"new":20,"outcome":"FAILED",)"
            R"("pages":12,"quarantined":0,"retries":{"40001":0,"40P01":1},"run_id":"id","same":2275,"stale":0,)"
            R"("started_at":"2026-03-10T12:00:00Z","trigger":"schedule",)"
            R"("window":{"from":"2026-03-10T10:50:00Z","until":"2026-03-10T12:00:00Z"}})";
        QCOMPARE(QJsonDocument(toJson(run)).toJson(QJsonDocument::Compact), expected);
        QJsonObject history = toJson(run, RunForm::History);
        QCOMPARE(history.take("host").toString(), QString("h"));
        QCOMPARE(history.take("pid").toInt(), 77);
        QCOMPARE(history.take("backend_start").toString(), QString("2026-03-10T11:59:59Z"));
        QCOMPARE(history, toJson(run));
    }

    void whatABusySkipAndOthersAdd() {
        RunRecord run;
        run.outcome = Outcome::Busy;
        run.lock = LockOutcome::BusyExpected;
        run.holder.pid = 5;
        run.warning = "w";
        run.dryRun = true;
        run.postponedUntil = at("2026-03-10T12:10:00Z");
        const QJsonObject json = toJson(run);
        QVERIFY(json["window"].isNull());
        QVERIFY(json["error"].isNull());
        QCOMPARE(json["holder"]["pid"].toInt(), 5);
        QVERIFY(json["holder"]["since_at_least"].isNull());
        QCOMPARE(json["warning"].toString(), QString("w"));
        QCOMPARE(json["dry_run"].toBool(), true);
        QCOMPARE(json["postponed_until"].toString(), QString("2026-03-10T12:10:00Z"));
    }

    void progressAsJson() {
        Progress progress;
        progress.job = "j";
        progress.runId = "r";
        progress.phase = Progress::Phase::WaitingForLimit;
        progress.page = 3;
        progress.rows = 200;
        progress.waitsFor = LB_TEXT("sync", "rests");
        const QJsonObject json = toJson(progress);
        QCOMPARE(json["phase"].toString(), QString("waiting_for_limit"));
        QCOMPARE(json["waits_for"].toString(), QString("rests"));
        QVERIFY(json["waits_until"].isNull());
        QVERIFY(json["total_rows"].isNull());
        QCOMPARE(json["rows"].toInt(), 200);
    }

    void cells_data() {
        QTest::addColumn<QString>("moment");
        QTest::addColumn<qint64>("everySeconds");
        QTest::addColumn<QString>("zone");
        QTest::addColumn<QString>("start");
        QTest::addColumn<QString>("next");
        const auto row = [](const char* name, const char* moment, int every, const char* zone, const char* start,
                            const char* next) {
            QTest::newRow(name) << moment << qint64(every) << zone << start << next;
        };
        constexpr int kHour = 3600, kDay = 24 * kHour;
        row("on the hour", "2026-03-10T12:00:00Z", kHour, "UTC", "2026-03-10T12:00:00Z", "2026-03-10T13:00:00Z");
        row("just before", "2026-03-10T11:59:59.999999Z", kHour, "UTC", "2026-03-10T11:00:00Z", "2026-03-10T12:00:00Z");
        row("ten seconds", "2026-03-10T11:59:59.5Z", 10, "UTC", "2026-03-10T11:59:50Z", "2026-03-10T12:00:00Z");
        row("a day", "2026-03-10T23:00:00Z", kDay, "UTC", "2026-03-10T00:00:00Z", "2026-03-11T00:00:00Z");
        row("before 1970", "1969-12-31T23:30:00Z", kHour, "UTC", "1969-12-31T23:00:00Z", "1970-01-01T00:00:00Z");
        row("a day in Seoul", "2026-03-10T14:59:59Z", kDay, "Asia/Seoul", "2026-03-09T15:00:00Z",
            "2026-03-10T15:00:00Z");
        row("half an hour off", "2026-03-10T12:10:00Z", kHour, "+05:30", "2026-03-10T11:30:00Z",
            "2026-03-10T12:30:00Z");
        // Berlin: forward at 01:00Z on 29 March, back at 01:00Z on 25 October 2026.
        row("a day of 23 hours", "2026-03-29T12:00:00Z", kDay, "Europe/Berlin", "2026-03-28T23:00:00Z",
            "2026-03-29T22:00:00Z");
        row("a day of 25 hours", "2026-10-25T22:30:00Z", kDay, "Europe/Berlin", "2026-10-24T22:00:00Z",
            "2026-10-25T23:00:00Z");
        row("six hours across", "2026-03-29T03:00:00Z", 6 * kHour, "Europe/Berlin", "2026-03-28T23:00:00Z",
            "2026-03-29T04:00:00Z");
        row("hours go on, forward", "2026-03-29T00:30:00Z", kHour, "Europe/Berlin", "2026-03-29T00:00:00Z",
            "2026-03-29T01:00:00Z");
        row("hours go on, back, first", "2026-10-25T00:30:00Z", kHour, "Europe/Berlin", "2026-10-25T00:00:00Z",
            "2026-10-25T01:00:00Z");
        row("hours go on, back, second", "2026-10-25T01:30:00Z", kHour, "Europe/Berlin", "2026-10-25T01:00:00Z",
            "2026-10-25T02:00:00Z");
    }
    void cells() {
        QFETCH(QString, moment);
        QFETCH(qint64, everySeconds);
        QFETCH(QString, zone);
        QFETCH(QString, start);
        QFETCH(QString, next);
        const Grid grid{std::chrono::seconds(everySeconds), *Zone::parse(zone.toStdString())};
        QCOMPARE(base::toRfc3339(cellStart(at(qPrintable(moment)), grid)), start.toStdString());
        QCOMPARE(base::toRfc3339(nextCell(at(qPrintable(moment)), grid)), next.toStdString());
        QCOMPARE(base::toRfc3339(cellStart(at(qPrintable(start)), grid)), start.toStdString());
        QCOMPARE(base::toRfc3339(nextCell(at(qPrintable(start)), grid)), next.toStdString());
    }

    void due_data() {
        QTest::addColumn<QString>("now");
        QTest::addColumn<QString>("last");
        QTest::addColumn<bool>("due");
        QTest::addColumn<QString>("next");
        QTest::newRow("never ran") << "2026-03-10T12:30:00Z"
                                   << "" << true << "2026-03-10T12:30:00Z";
        QTest::newRow("this cell") << "2026-03-10T12:30:00Z"
                                   << "2026-03-10T12:00:00Z" << false << "2026-03-10T13:00:00Z";
        QTest::newRow("end of the last cell") << "2026-03-10T12:00:00Z"
                                              << "2026-03-10T11:59:59Z" << true << "2026-03-10T12:00:00Z";
        QTest::newRow("hours ago") << "2026-03-10T12:30:00Z"
                                   << "2026-03-09T12:00:00Z" << true << "2026-03-10T12:30:00Z";
        QTest::newRow("clock set back") << "2026-03-10T12:30:00Z"
                                        << "2026-03-10T13:10:00Z" << false << "2026-03-10T14:00:00Z";
    }
    void due() {
        QFETCH(QString, now);
        QFETCH(QString, last);
        QFETCH(bool, due);
        QFETCH(QString, next);
        const auto success = last.isEmpty() ? std::nullopt : std::optional(at(qPrintable(last)));
        QCOMPARE(isDue(at(qPrintable(now)), Grid{1h, {}}, success), due);
        QCOMPARE(base::toRfc3339(nextDue(at(qPrintable(now)), Grid{1h, {}}, success)), next.toStdString());
    }

    void missed() {
        const auto cells =
            missedCells(at("2026-03-10T08:30:00Z"), at("2026-03-10T12:10:00Z"), Grid{1h, {}},
                        {at("2026-03-10T10:59:00Z"), at("2026-03-10T08:31:00Z"), at("2026-03-10T12:05:00Z")});
        QCOMPARE(cells, (std::vector{at("2026-03-10T09:00:00Z"), at("2026-03-10T11:00:00Z")}));
        QVERIFY(missedCells(at("2026-03-10T12:05:00Z"), at("2026-03-10T12:10:00Z"), Grid{1h, {}}, {}).empty());
    }
};

QTEST_GUILESS_MAIN(TestSyncRun)
#include "tst_sync_run.moc"
