// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/pg_server.h"
#include "pg/signal.h"

#include <QTest>

#include <thread>

#include <csignal>

using namespace latchboard;
using namespace std::chrono_literals;
using base::ErrorKind;
using pg::Signal;
using pg::SignalTarget;
using pg::test::one;

/// Ending other people's sessions: only the one that was looked at, and only where it helps.
class PgSignalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void terminates();
    void tellsWhoIsNext();
    void lookTellsWhatIsLost();
    void identityChanged();
    void keyIsNotHeldAnyMore();
    void ownSession();
    void notAClient();
    void cancelFreesAStatement();
    void cancelOfAnIdleHolderFreesNothing();
    void privileges_data();
    void privileges();
    void aBackendThatDoesNotReact();

private:
    [[nodiscard]] SignalTarget targetOf(const pg::Session& session, std::optional<int> key) const {
        SignalTarget target{session.identity().backendPid, *session.identity().backendStart, {}};
        if (key)
            target.key = keys::tagOfBigint(*key);
        return target;
    }
    void refuses(Signal signal, const SignalTarget& target, ErrorKind kind, const char* words) {
        for (const bool look : {true, false}) {
            const auto done = look ? [&]() -> base::Result<void> {
                const auto looked = pg::lookAtTarget(*m_ops, signal, target);
                return looked ? base::Result<void>() : base::Result<void>(base::Unexpected(looked.error()));
            }()
                : pg::sendSignal(*m_ops, signal, target);
            QVERIFY(!done);
            QVERIFY2(done.error().message.english().contains(QString::fromUtf8(words)),
                     qPrintable(done.error().message.english()));
            QCOMPARE(done.error().kind, kind);
        }
    }

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_ops, m_holder;
    std::string m_database;
};

void PgSignalTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(false);
    for (const auto& [role, attributes] :
         std::map<std::string, std::string>{{"app", "login"},
                                            {"nobody_special", "login"},
                                            {"watcher", "login in role pg_monitor"},
                                            {"signaller", "login in role pg_monitor, pg_signal_backend"},
                                            {"colleague", "login in role app, pg_monitor"}})
        m_server->makeRole(role, attributes);
}

void PgSignalTest::init() {
    m_holder.reset();
    m_ops = m_server->open(m_database);
    QTRY_COMPARE_WITH_TIMEOUT(one(*m_ops, "select count(*) from pg_locks where locktype = 'advisory'"),
                              std::string("0"), 60'000);
    auto holder = pg::Session::open(m_server->settingsFor("app", m_database));
    QVERIFY(m_ops && holder);
    m_holder = std::move(*holder);
    QCOMPARE(one(*m_holder, "select pg_try_advisory_lock(42)"), std::string("t"));
}

void PgSignalTest::terminates() {
    const SignalTarget target = targetOf(*m_holder, 42);
    const auto before = pg::lookAtTarget(*m_ops, Signal::Terminate, target);
    LB_VERIFY_OK(before);
    QCOMPARE(before->user, std::string("app"));
    QCOMPARE(before->database, m_database);
    QCOMPARE(before->state, std::string("idle"));
    QVERIFY(before->otherKeys.empty() && before->waiters.empty() && !before->transactionStart && !before->hasWritten);
    LB_VERIFY_OK(pg::sendSignal(*m_ops, Signal::Terminate, target));
    const auto result = pg::awaitSignal(*m_ops, Signal::Terminate, target, *before, 60s);
    LB_VERIFY_OK(result);
    QVERIFY(result->ended);
    QVERIFY(result->released);
    QVERIFY(!result->nextHolder);
    refuses(Signal::Terminate, target, ErrorKind::Refused, "There is no session with pid");
}

void PgSignalTest::tellsWhoIsNext() {
    auto settings = m_server->settings(m_database);
    settings.applicationName = "next in the queue";
    auto next = pg::Session::open(settings);
    LB_VERIFY_OK(next);
    const int nextPid = (*next)->identity().backendPid;
    std::jthread waiting([&] { one(**next, "select pg_advisory_lock(42)"); });
    const SignalTarget target = targetOf(*m_holder, 42);
    std::vector<int> waiters;
    QTRY_COMPARE_WITH_TIMEOUT((waiters = pg::lookAtTarget(*m_ops, Signal::Terminate, target)->waiters).size(), 1U,
                              60'000);
    QCOMPARE(waiters.front(), nextPid);
    const auto before = pg::lookAtTarget(*m_ops, Signal::Terminate, target);
    LB_VERIFY_OK(pg::sendSignal(*m_ops, Signal::Terminate, target));
    waiting.join();
    const auto result = pg::awaitSignal(*m_ops, Signal::Terminate, target, *before, 60s);
    LB_VERIFY_OK(result);
    QVERIFY(result->released);
    QVERIFY(result->nextHolder.has_value());
    QCOMPARE(result->nextHolder->pid, nextPid);
    QCOMPARE(result->nextHolder->application, std::string("next in the queue"));
    QVERIFY(!result->nextHolder->user.empty());
}

void PgSignalTest::lookTellsWhatIsLost() {
    one(*m_holder, "select pg_advisory_lock(7, 8)");
    one(*m_holder, "begin");
    auto before = pg::lookAtTarget(*m_ops, Signal::Terminate, targetOf(*m_holder, 42));
    LB_VERIFY_OK(before);
    QVERIFY(before->transactionStart.has_value());
    QVERIFY(!before->hasWritten);
    QVERIFY((before->otherKeys == std::vector<keys::LockTag>{keys::tagOfPair(7, 8)}));
    one(*m_holder, "select pg_current_xact_id()");
    before = pg::lookAtTarget(*m_ops, Signal::Terminate, targetOf(*m_holder, 42));
    LB_VERIFY_OK(before);
    QVERIFY(before->hasWritten);
    QCOMPARE(before->state, std::string("idle in transaction"));
}

void PgSignalTest::identityChanged() {
    SignalTarget target = targetOf(*m_holder, 42);
    target.backendStart -= 1us;
    refuses(Signal::Terminate, target, ErrorKind::Refused, "The session has changed");
    QVERIFY(m_holder->isAlive());
    QCOMPARE(one(*m_holder, "select 1"), std::string("1"));
}

void PgSignalTest::keyIsNotHeldAnyMore() {
    QCOMPARE(one(*m_holder, "select pg_advisory_unlock(42)"), std::string("t"));
    refuses(Signal::Terminate, targetOf(*m_holder, 42), ErrorKind::Refused, "does not hold the lock 42 any more");
    refuses(Signal::Terminate, targetOf(*m_holder, 43), ErrorKind::Refused, "does not hold the lock 43 any more");
    // The same number as a pair is another key.
    one(*m_holder, "select pg_advisory_lock(0, 42)");
    refuses(Signal::Terminate, targetOf(*m_holder, 42), ErrorKind::Refused, "does not hold the lock 42 any more");
    QCOMPARE(one(*m_holder, "select 1"), std::string("1"));
}

void PgSignalTest::ownSession() {
    QCOMPARE(one(*m_ops, "select pg_try_advisory_lock(50)"), std::string("t"));
    refuses(Signal::Terminate, targetOf(*m_ops, 50), ErrorKind::Refused, "this program's own session");
}

void PgSignalTest::notAClient() {
    const int pid = std::stoi(one(*m_ops, "select pid from pg_stat_activity where backend_type = 'walwriter'"));
    const auto start =
        base::fromRfc3339(one(*m_ops,
                              "select to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') "
                              "from pg_stat_activity where pid = $1::int",
                              {pid}));
    QVERIFY(start.has_value());
    refuses(Signal::Terminate, {pid, *start, keys::tagOfBigint(42)}, ErrorKind::Refused,
            "is a walwriter of the server and no client's session");
    refuses(Signal::Cancel, {pid, *start, {}}, ErrorKind::Refused, "no client's session");
}

void PgSignalTest::cancelFreesAStatement() {
    const SignalTarget target = targetOf(*m_holder, std::nullopt);
    std::string answer;
    std::jthread working([&] { answer = one(*m_holder, "select pg_sleep(3600)"); });
    base::Result<pg::SignalOutlook> before = base::Unexpected(ErrorKind::Internal, {});
    QTRY_VERIFY_WITH_TIMEOUT((before = pg::lookAtTarget(*m_ops, Signal::Cancel, target)).ok(), 60'000);
    QCOMPARE(before->state, std::string("active"));
    // Sent a moment before the statement begins, a cancel is lost: until it is seen to sleep.
    QTRY_COMPARE_WITH_TIMEOUT(one(*m_ops, "select wait_event from pg_stat_activity where pid = $1::int", {target.pid}),
                              std::string("PgSleep"), 60'000);
    LB_VERIFY_OK(pg::sendSignal(*m_ops, Signal::Cancel, target));
    const auto result = pg::awaitSignal(*m_ops, Signal::Cancel, target, *before, 60s);
    LB_VERIFY_OK(result);
    QVERIFY(result->ended);
    working.join();
    QVERIFY2(answer.find("57014") != std::string::npos, answer.c_str());
}

void PgSignalTest::cancelOfAnIdleHolderFreesNothing() {
    refuses(Signal::Cancel, targetOf(*m_holder, std::nullopt), ErrorKind::Refused, "there is no statement to cancel");
    one(*m_holder, "begin");
    refuses(Signal::Cancel, targetOf(*m_holder, std::nullopt), ErrorKind::Refused, "is idle in transaction");
}

void PgSignalTest::privileges_data() {
    QTest::addColumn<QString>("actor");
    QTest::addColumn<bool>("ofASuperuser");
    QTest::addColumn<QString>("words"); // empty: it may
    QTest::newRow("may not even see it") << "nobody_special" << false << "is hidden from the role nobody_special";
    QTest::newRow("may see it") << "watcher" << false << "which the role \"watcher\" may not signal";
    QTest::newRow("pg_signal_backend") << "signaller" << false << "";
    QTest::newRow("a member of its role") << "colleague" << false << "";
    QTest::newRow("pg_signal_backend, of a superuser") << "signaller" << true << "which only a superuser may signal";
}

void PgSignalTest::privileges() {
    QFETCH(QString, actor);
    QFETCH(bool, ofASuperuser);
    QFETCH(QString, words);
    auto session = pg::Session::open(m_server->settingsFor(actor.toStdString(), m_database));
    LB_VERIFY_OK(session);
    auto root = m_server->open(m_database);
    QCOMPARE(one(*root, "select pg_try_advisory_lock(60)"), std::string("t"));
    const SignalTarget target = ofASuperuser ? targetOf(*root, 60) : targetOf(*m_holder, 42);
    const auto sent = pg::sendSignal(**session, Signal::Terminate, target);
    if (words.isEmpty()) {
        LB_VERIFY_OK(sent);
        return;
    }
    QVERIFY(!sent);
    QCOMPARE(sent.error().kind, ErrorKind::Privilege);
    QVERIFY2(sent.error().message.english().contains(words), qPrintable(sent.error().message.english()));
    QVERIFY(!sent.error().remedy.empty());
    QCOMPARE(one(ofASuperuser ? *root : *m_holder, "select 1"), std::string("1"));
}

/// A process that is stopped takes the signal and does nothing with it.
void PgSignalTest::aBackendThatDoesNotReact() {
    const SignalTarget target = targetOf(*m_holder, 42);
    const auto before = pg::lookAtTarget(*m_ops, Signal::Terminate, target);
    LB_VERIFY_OK(before);
    QCOMPARE(::kill(target.pid, SIGSTOP), 0);
    LB_VERIFY_OK(pg::sendSignal(*m_ops, Signal::Terminate, target));
    const auto result = pg::awaitSignal(*m_ops, Signal::Terminate, target, *before, 100ms);
    QCOMPARE(::kill(target.pid, SIGCONT), 0);
    LB_VERIFY_OK(result);
    QVERIFY(!result->ended);
    QVERIFY(!result->released);
    const auto later = pg::awaitSignal(*m_ops, Signal::Terminate, target, *before, 60s);
    LB_VERIFY_OK(later);
    QVERIFY(later->ended && later->released);
}

QTEST_GUILESS_MAIN(PgSignalTest)
#include "tst_pg_signal.moc"
