// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/runs.h"

#include <QTest>

#include <condition_variable>

using namespace latchboard;

/// Runs on threads of their own: one a job, cancelled by request, ended by the destructor.
class TestRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSecondStartIsRefusedUntilTheFirstHasFinished();
    void theDestructorEndsAllCleanly();
};

namespace {

/// A sink that holds its run back until it is let go, and keeps its record.
class Gate {
public:
    void hold(const sync::Progress&) {
        std::unique_lock lock(m_mutex);
        m_reached = true;
        m_wake.notify_all();
        m_wake.wait(lock, [this] { return m_open; });
    }
    void open() {
        const std::scoped_lock lock(m_mutex);
        m_open = true;
        m_wake.notify_all();
    }
    void waitUntilReached() {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, [this] { return m_reached; });
    }
    void finish(const sync::RunRecord& run) {
        const std::scoped_lock lock(m_mutex);
        m_records.push_back(run);
    }
    [[nodiscard]] size_t finished() {
        const std::scoped_lock lock(m_mutex);
        return m_records.size();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_open = false, m_reached = false;
    std::vector<sync::RunRecord> m_records;
};

ops::Profile nobody() {
    ops::Profile profile;
    profile.name = "nobody";
    profile.conninfo = "host=127.0.0.1 port=1 dbname=x user=y connect_timeout=2";
    return profile;
}

sync::Job job(const char* name) {
    sync::Job result;
    result.name = name;
    return result;
}

} // namespace

void TestRuns::aSecondStartIsRefusedUntilTheFirstHasFinished() {
    ops::Runs runs;
    Gate gate;
    const auto progress = [&](const sync::Progress& p) { gate.hold(p); };
    const auto finished = [&](const sync::RunRecord& r) { gate.finish(r); };
    QVERIFY(runs.start(nobody(), job("a"), {}, progress, finished).ok());
    gate.waitUntilReached();
    QVERIFY(runs.running("a"));
    const auto second = runs.start(nobody(), job("a"), {}, progress, finished);
    QVERIFY(!second.ok());
    QCOMPARE(second.error().kind, base::ErrorKind::Refused);
    QVERIFY(second.error().message.english().contains("already running here"));
    QVERIFY(runs.start(nobody(), job("b"), {}, {}, finished).ok());
    gate.open();
    QTRY_COMPARE_WITH_TIMEOUT(gate.finished(), 2U, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(!runs.running("a"), 60'000);
    QVERIFY(runs.start(nobody(), job("a"), {}, {}, finished).ok());
    QTRY_COMPARE_WITH_TIMEOUT(gate.finished(), 3U, 60'000);
}

void TestRuns::theDestructorEndsAllCleanly() {
    Gate gate;
    gate.open();
    {
        ops::Runs runs;
        for (const char* name : {"a", "b", "c"})
            QVERIFY(runs.start(nobody(), job(name), {}, {}, [&](const sync::RunRecord& r) { gate.finish(r); }).ok());
    }
    QCOMPARE(gate.finished(), 3U);
}

QTEST_GUILESS_MAIN(TestRuns)
#include "tst_runs.moc"
