// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/order_api.h"

#include <QTest>

using namespace latchboard;
using namespace latchboard::sync;
using namespace latchboard::sync::test;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(Faults::Mode)
Q_DECLARE_METATYPE(base::ErrorKind)
Q_DECLARE_METATYPE(OrderApi::Fault)

namespace {

/// 23 orders; while the first run reads, some change again, one goes, one comes back, two are new.
void fill(OrderApi& api) {
    for (int id = 1; id <= 23; ++id)
        api.orders[id] = {{at("2026-03-10T11:00:00Z") + std::chrono::seconds(id), "open", "1.10"}};
    api.orders[2].push_back({at("2026-03-10T12:00:01.5Z"), "paid", "1.10"});
    api.orders[11].push_back({at("2026-03-10T12:00:02.5Z"), "paid", "2.00"});
    api.orders[12].push_back({at("2026-03-10T11:30:00Z"), "gone", "1.10", true});
    api.orders[20].push_back({at("2026-03-10T12:00:03.5Z"), "gone", "1.10", true});
    api.orders[20].push_back({at("2026-03-10T12:20:00Z"), "back", "1.10"});
    api.orders[21].push_back({at("2026-03-10T12:00:00.5Z"), "paid", "1.10"});
    api.orders[30] = {{at("2026-03-10T12:00:02Z"), "open", "3.00"}};
    api.orders[31] = {{at("2026-03-10T12:40:00Z"), "open", "3.00"}};
}

Job makeJob(const std::string& paging) {
    return apiJob(paging, 5, "[[limit]]\nevery = \"1s\"\n[[limit.rest]]\npage_full = true\nrest = \"2s\"\n");
}

/// What one clean run an hour leaves.
std::vector<Row> expectedRows(const std::string& paging) {
    World world;
    OrderApi api(world.clock);
    fill(api);
    api.paging = paging;
    for (int run = 0; run < 2; ++run) {
        const RunRecord record = world.run(api, makeJob(paging));
        if (record.outcome != Outcome::Success)
            qFatal("the clean run failed: %s", record.error->message.englishUtf8().c_str());
        world.nextHour();
    }
    return world.database.sortedRows();
}

} // namespace

class TestSyncEngineFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanRunReachesTheApisState() {
        const std::vector<Row> rows = expectedRows("page");
        int live = 0;
        for (const Row& row : rows) {
            live += row.deleted ? 0 : 1;
            if (row.id == "11")
                QCOMPARE(row.values.at("total").value_or(""), std::string("2.00"));
            if (row.id == "20")
                QCOMPARE(row.values.at("status").value_or(""), std::string("back"));
        }
        QCOMPARE(live, 24); // 23 and two new ones, without number 12
    }

    void everyCallOfTheDatabase_data() {
        QTest::addColumn<QString>("paging");
        QTest::addColumn<Faults::Mode>("mode");
        QTest::addColumn<base::ErrorKind>("kind");
        QTest::newRow("connection lost before") << "page" << Faults::Mode::Before << base::ErrorKind::Connection;
        QTest::newRow("answer lost") << "page" << Faults::Mode::After << base::ErrorKind::Connection;
        QTest::newRow("lock lost") << "cursor" << Faults::Mode::Before << base::ErrorKind::LockLost;
        QTest::newRow("in doubt, done") << "page" << Faults::Mode::After << base::ErrorKind::InDoubt;
        QTest::newRow("in doubt, not done") << "page" << Faults::Mode::Before << base::ErrorKind::InDoubt;
        QTest::newRow("refused statement") << "offset" << Faults::Mode::Before << base::ErrorKind::Database;
        QTest::newRow("deadlocks without end") << "page" << Faults::Mode::Before << base::ErrorKind::Deadlock;
        QTest::newRow("killed") << "page" << Faults::Mode::Kill << base::ErrorKind::Connection;
        QTest::newRow("killed, by cursor") << "cursor" << Faults::Mode::Kill << base::ErrorKind::Connection;
    }
    void everyCallOfTheDatabase() {
        QFETCH(QString, paging);
        QFETCH(Faults::Mode, mode);
        QFETCH(base::ErrorKind, kind);
        const std::string kindOfPaging = paging.toStdString();
        const Job job = makeJob(kindOfPaging);
        const std::vector<Row> expected = expectedRows(kindOfPaging);
        int call = 0;
        for (bool reached = true; reached;) {
            ++call;
            World world;
            OrderApi api(world.clock);
            fill(api);
            api.paging = kindOfPaging;
            world.faults.failAt = call;
            world.faults.mode = mode;
            world.faults.kind = kind;
            const RunRecord first = world.run(api, job);
            reached = world.faults.calls >= call;
            const QByteArray where = "call " + QByteArray::number(call) + " " +
                                     (reached ? world.faults.names[size_t(call) - 1].c_str() : "none");
            checkFailed(world, first, reached, where);
            world.nextHour();
            const RunRecord good = world.run(api, job);
            QVERIFY2(good.outcome == Outcome::Success, where.constData());
            QVERIFY2(world.database.sortedRows() == expected, where.constData());
            QVERIFY2(!world.database.lockHeld, where.constData());
            world.nextHour();
            const std::int64_t writes = world.database.rowWrites;
            const RunRecord again = world.run(api, job);
            QVERIFY2(again.outcome == Outcome::Success, where.constData());
            QVERIFY2(again.counts.created + again.counts.changed + again.counts.gone == 0, where.constData());
            QVERIFY2(world.database.rowWrites == writes, where.constData());
            QVERIFY2(world.database.sortedRows() == expected, where.constData());
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(call > 30);
    }

    void everyRequest_data() {
        QTest::addColumn<QString>("paging");
        QTest::addColumn<OrderApi::Fault>("fault");
        QTest::addColumn<int>("failures");
        for (const char* paging : {"page", "offset", "cursor", "link_header", "next_url"}) {
            for (const int failures : {1, 100}) {
                QTest::addRow("%s, %d x no answer", paging, failures)
                    << paging << OrderApi::Fault::NoAnswer << failures;
                QTest::addRow("%s, %d x 500", paging, failures) << paging << OrderApi::Fault::ServerError << failures;
                QTest::addRow("%s, %d x cut body", paging, failures) << paging << OrderApi::Fault::CutBody << failures;
                QTest::addRow("%s, %d x html", paging, failures) << paging << OrderApi::Fault::Html << failures;
                QTest::addRow("%s, %d x no body", paging, failures) << paging << OrderApi::Fault::EmptyBody << failures;
                QTest::addRow("%s, %d x error object", paging, failures)
                    << paging << OrderApi::Fault::ErrorObject << failures;
            }
        }
    }
    void everyRequest() {
        QFETCH(QString, paging);
        QFETCH(OrderApi::Fault, fault);
        QFETCH(int, failures);
        const std::string kindOfPaging = paging.toStdString();
        const Job job = makeJob(kindOfPaging);
        const std::vector<Row> expected = expectedRows(kindOfPaging);
        int request = 0;
        for (bool reached = true; reached;) {
            ++request;
            World world;
            OrderApi api(world.clock);
            fill(api);
            api.paging = kindOfPaging;
            api.failAt = request;
            api.failures = failures;
            api.fault = fault;
            const RunRecord first = world.run(api, job);
            reached = static_cast<int>(api.urls.size()) >= request;
            const QByteArray where = "request " + QByteArray::number(request);
            QVERIFY2(first.apiCalls == static_cast<std::int64_t>(api.urls.size()), where.constData());
            QVERIFY2(!world.database.lockHeld, where.constData());
            QVERIFY2(world.database.bucket.lease == 0, where.constData());
            QVERIFY2(world.database.history.size() == 1, where.constData());
            if (reached && failures > 1) {
                QVERIFY2(first.outcome == Outcome::Failed, where.constData());
                QVERIFY2(first.error->kind == base::ErrorKind::SourceTransient, where.constData());
                QVERIFY2(static_cast<int>(api.urls.size()) == request + 2,
                         where.constData()); // three attempts, then the end
                QVERIFY2(world.database.windows["order-sync"].empty(), where.constData());
            } else {
                QVERIFY2(first.outcome == Outcome::Success, where.constData());
            }
            api.failAt = 0;
            world.nextHour();
            QVERIFY2(world.run(api, job).outcome == Outcome::Success, where.constData());
            QVERIFY2(world.database.sortedRows() == expected, where.constData());
            world.nextHour();
            const std::int64_t writes = world.database.rowWrites;
            QVERIFY2(world.run(api, job).outcome == Outcome::Success, where.constData());
            QVERIFY2(world.database.rowWrites == writes, where.constData());
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(request >= 5);
    }

    /// A stop at any call ends the run as cancelled, with the lock given back; the next one makes up for it.
    void stopAtEveryCall() {
        const Job job = makeJob("page");
        const std::vector<Row> expected = expectedRows("page");
        for (int call = 1;; ++call) {
            World world;
            OrderApi api(world.clock);
            fill(api);
            world.faults.onCall = [&](int now) {
                if (now == call)
                    world.stop.request_stop();
            };
            const RunRecord first = world.run(api, job);
            if (world.faults.calls < call)
                break;
            const QByteArray where =
                "call " + QByteArray::number(call) + " " + world.faults.names[size_t(call) - 1].c_str();
            QVERIFY2(!world.database.lockHeld, where.constData());
            QVERIFY2(world.database.bucket.lease == 0, where.constData());
            // Once the window is closed the run is done, and a stop comes too late.
            const auto& names = world.faults.names;
            const bool tooLate = std::find(names.begin(), names.end(), "closeWindow") != names.end();
            QVERIFY2(first.outcome == (tooLate ? Outcome::Success : Outcome::Cancelled), where.constData());
            QVERIFY2(world.faults.calls - call <= 6, where.constData());
            QVERIFY2(world.database.history.size() == 1, where.constData());
            QVERIFY2(world.database.history[0].outcome == first.outcome, where.constData());
            world.nextHour();
            QVERIFY2(world.run(api, job).outcome == Outcome::Success, where.constData());
            QVERIFY2(world.database.sortedRows() == expected, where.constData());
        }
    }

private:
    static void checkFailed(World& world, const RunRecord& first, bool reached, const QByteArray& where) {
        if (!reached) {
            QVERIFY2(first.outcome == Outcome::Success, where.constData());
            return;
        }
        if (world.faults.killed) {
            // Whatever the dead one thinks, the history never says that something is running.
            QVERIFY2(world.database.history.size() <= 1, where.constData());
            return;
        }
        const std::string& name = world.faults.names[size_t(world.faults.failAt) - 1];
        if (name == "recordAttempt") {
            QVERIFY2(first.outcome == Outcome::Success, where.constData());
            return;
        }
        if (name == "release") {
            QVERIFY2(first.outcome == Outcome::Success, where.constData());
            QVERIFY2(first.lock == LockOutcome::ReleaseFailed, where.constData());
            return;
        }
        QVERIFY2(first.outcome != Outcome::Success, where.constData());
        QVERIFY2(first.error.has_value(), where.constData());
        QVERIFY2(first.error->kind == world.faults.kind, where.constData());
        const bool inDoubt = world.faults.kind == base::ErrorKind::InDoubt;
        QVERIFY2(first.outcome == (inDoubt ? Outcome::InDoubt : Outcome::Failed), where.constData());
        // A fault before the lock with no server has nothing to be written to; else there is one row of history.
        if (name != "tryAcquire")
            QVERIFY2(world.database.history.size() == 1, where.constData());
        if (!world.faults.sessionLost)
            QVERIFY2(!world.database.lockHeld, where.constData());
    }
};

QTEST_GUILESS_MAIN(TestSyncEngineFaults)
#include "tst_sync_engine_faults.moc"
