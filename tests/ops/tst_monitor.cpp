// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/cluster.h"
#include "ops/monitor.h"
#include "ops/server_session.h"

#include <QTest>

#include <algorithm>
#include <mutex>
#include <thread>

using namespace latchboard;
using State = ops::MonitorUpdate::State;

/// The watcher of a server over its loss and return.
class TestMonitor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void seesALockTakenAndGivenBack();
    void aWaiterIsSeenBeforeTheNextScan();
    void staleWhenTheServerStopsAndLiveAgainWhenItReturns();
    void aWrongPasswordIsAStateAndNoEnd();

private:
    static ops::Profile profileOf(const demo::Cluster& cluster);
};

namespace {

/// Keeps what the monitor's thread said.
class Seen {
public:
    void take(const ops::MonitorUpdate& update) {
        const std::scoped_lock lock(m_mutex);
        m_last = update;
    }
    [[nodiscard]] ops::MonitorUpdate last() const {
        const std::scoped_lock lock(m_mutex);
        return m_last;
    }
    [[nodiscard]] State state() const { return last().state; }
    [[nodiscard]] size_t locks() const { return last().analysis ? last().analysis->locks.size() : 0; }
    [[nodiscard]] bool anyWaits() const {
        const auto analysis = last().analysis;
        return analysis && std::any_of(analysis->locks.begin(), analysis->locks.end(), [](const locks::LockView& lock) {
                   return lock.verdict == locks::Verdict::Waiting;
               });
    }

private:
    mutable std::mutex m_mutex;
    ops::MonitorUpdate m_last;
};

} // namespace

ops::Profile TestMonitor::profileOf(const demo::Cluster& cluster) {
    qputenv("LATCHBOARD_TEST_PASSWORD", cluster.password().reveal().c_str());
    ops::Profile profile;
    profile.name = "test";
    profile.conninfo = cluster.conninfo();
    profile.passwordReference = "env:LATCHBOARD_TEST_PASSWORD";
    profile.refresh = std::chrono::milliseconds(250);
    keys::KnownName name;
    name.name = "order-sync";
    name.scheme = keys::kDefaultScheme;
    profile.keys.push_back(name);
    return profile;
}

void TestMonitor::seesALockTakenAndGivenBack() {
    auto cluster = demo::Cluster::start();
    QVERIFY(cluster.ok());
    const ops::Profile profile = profileOf(**cluster);
    Seen seen;
    const ops::Monitor monitor(profile, {}, [&](const ops::MonitorUpdate& update) { seen.take(update); });
    QTRY_VERIFY_WITH_TIMEOUT(seen.state() == State::Live, 30'000);
    QCOMPARE(seen.locks(), 0U);

    auto session = ops::openSession(profile, "holder");
    QVERIFY(session.ok());
    QVERIFY((*session)->exec("select pg_advisory_lock(2882680683948311330)").ok());
    QTRY_COMPARE_WITH_TIMEOUT(seen.locks(), 1U, 30'000);
    const locks::LockView lock = seen.last().analysis->locks[0];
    QCOMPARE(QString::fromStdString(lock.title()), QStringLiteral("order-sync"));
    QCOMPARE(QString::fromStdString(lock.holder->applicationName), QStringLiteral("holder"));
    QTRY_VERIFY_WITH_TIMEOUT(seen.last().analysis->locks.at(0).level == locks::Level::Session, 30'000);
    QVERIFY((*session)->exec("select pg_advisory_unlock(2882680683948311330)").ok());
    QTRY_COMPARE_WITH_TIMEOUT(seen.locks(), 0U, 30'000);
}

void TestMonitor::aWaiterIsSeenBeforeTheNextScan() {
    auto cluster = demo::Cluster::start();
    QVERIFY(cluster.ok());
    ops::Profile profile = profileOf(**cluster);
    profile.refresh = std::chrono::hours(1); // only a beat can bring the second look
    Seen seen;
    auto holder = ops::openSession(profile, "holder");
    QVERIFY(holder.ok());
    QVERIFY((*holder)->exec("select pg_advisory_lock(1)").ok());
    const ops::Monitor monitor(profile, {}, [&](const ops::MonitorUpdate& update) { seen.take(update); });
    QTRY_VERIFY_WITH_TIMEOUT(seen.locks() == 1, 30'000);
    std::jthread waiter([&](const std::stop_token& stop) {
        if (auto session = ops::openSession(profile, "waiter"))
            (void)(*session)->exec("select pg_advisory_lock(1)", {}, {{stop, {}}});
    });
    QTRY_VERIFY_WITH_TIMEOUT(seen.anyWaits(), 30'000);
}

void TestMonitor::staleWhenTheServerStopsAndLiveAgainWhenItReturns() {
    demo::ClusterOptions options;
    options.folder = *demo::InstanceFolder::open({});
    auto cluster = demo::Cluster::start(options);
    QVERIFY(cluster.ok());
    options.port = (*cluster)->port();
    const ops::Profile profile = profileOf(**cluster);
    Seen seen;
    ops::Monitor monitor(profile, {}, [&](const ops::MonitorUpdate& update) { seen.take(update); });
    QTRY_VERIFY_WITH_TIMEOUT(seen.state() == State::Live, 30'000);
    const auto before = seen.last().analysis;
    (*cluster)->stop();
    QTRY_VERIFY_WITH_TIMEOUT(seen.state() == State::Stale, 30'000);
    QVERIFY(seen.last().error.has_value());
    QVERIFY(seen.last().retryAt.has_value());
    QVERIFY(seen.last().analysis != nullptr); // the last good look stays, greyed by who shows it
    auto again = demo::Cluster::start(options);
    QVERIFY2(again.ok(), again ? "" : qPrintable(again.error().message.english()));
    qputenv("LATCHBOARD_TEST_PASSWORD", (*again)->password().reveal().c_str());
    monitor.lookNow();
    QTRY_VERIFY_WITH_TIMEOUT(seen.state() == State::Live, 60'000);
    QVERIFY(seen.last().analysis != before);
}

void TestMonitor::aWrongPasswordIsAStateAndNoEnd() {
    auto cluster = demo::Cluster::start();
    QVERIFY(cluster.ok());
    const ops::Profile profile = profileOf(**cluster);
    qputenv("LATCHBOARD_TEST_PASSWORD", "wrong");
    Seen seen;
    ops::Monitor monitor(profile, {}, [&](const ops::MonitorUpdate& update) { seen.take(update); });
    QTRY_VERIFY_WITH_TIMEOUT(seen.state() == State::Stale, 30'000);
    QCOMPARE(seen.last().error->kind, base::ErrorKind::Authentication);
    QVERIFY(!seen.last().error->message.english().contains("wrong"));
    qputenv("LATCHBOARD_TEST_PASSWORD", (*cluster)->password().reveal().c_str());
    monitor.lookNow();
    QTRY_VERIFY_WITH_TIMEOUT(seen.state() == State::Live, 60'000);
}

QTEST_GUILESS_MAIN(TestMonitor)
#include "tst_monitor.moc"
