// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/pg_server.h"
#include "pg/session.h"

#include "demo/pgbouncer.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <csignal>

#include <thread>

using namespace latchboard;
using base::ErrorKind;
using pg::test::one;

/// One connection against a real server: its settings, its stop, its errors.
class PgSessionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void knowsItself();
    void roleSettingsChangeNothing_data();
    void roleSettingsChangeNothing();
    void readsValues_data();
    void readsValues();
    void stopCancelsTheStatement();
    void stopBeforeSendingSendsNothing();
    void stopGivesUpASilentServer();
    void stopEndsAConnect();
    void someoneElsesCancelIsNotOurs();
    void statementTimeoutIsNotAStop();
    void pulseEndsAStatement();
    void sessionWorksAfterAStop();
    void tooManyParameters();
    void nulIsRefused();
    void preparedOnce();
    void noticesALostConnection();
    void connectErrors_data();
    void connectErrors();
    void poolerIsSeen();
    void poolerGetsNoSettings();

private:
    std::unique_ptr<pg::test::Server> m_server;
};

void PgSessionTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
}

void PgSessionTest::knowsItself() {
    auto session = m_server->open();
    QVERIFY(session);
    const auto& who = session->identity();
    QVERIFY(who.direct);
    QVERIFY(!who.inRecovery);
    QVERIFY(who.versionNum >= 150000);
    QCOMPARE(std::to_string(who.backendPid), one(*session, "select pg_backend_pid()"));
    QVERIFY(who.backendStart.has_value());
    QCOMPARE(one(*session, "select backend_start = $1::timestamptz from pg_stat_activity where pid = pg_backend_pid()",
                 {who.backendStart}),
             std::string("t"));
    QCOMPARE(who.user, std::string("postgres"));
    QCOMPARE(who.database, std::string("postgres"));
    QVERIFY(session->isAlive());
    QVERIFY(!session->transactionOpen());
}

void PgSessionTest::roleSettingsChangeNothing_data() {
    QTest::addColumn<QByteArray>("zone");
    QTest::addColumn<QByteArray>("style");

    QTest::newRow("Tokyo, German") << QByteArray("Asia/Tokyo") << QByteArray("German");
    QTest::newRow("New York, SQL") << QByteArray("America/New_York") << QByteArray("SQL, DMY");
    QTest::newRow("Kolkata, ISO") << QByteArray("Asia/Kolkata") << QByteArray("ISO, MDY");
    QTest::newRow("UTC, Postgres") << QByteArray("UTC") << QByteArray("Postgres, MDY");
}

void PgSessionTest::roleSettingsChangeNothing() {
    QFETCH(QByteArray, zone);
    QFETCH(QByteArray, style);
    const std::string role = "odd_" + std::to_string(qHash(zone + style) % 1'000'000);
    m_server->makeRole(role);
    auto super = m_server->open();
    QVERIFY(super);
    for (const auto& [name, value] :
         std::initializer_list<std::pair<std::string, std::string>>{{"timezone", zone.toStdString()},
                                                                    {"datestyle", style.toStdString()},
                                                                    {"default_transaction_isolation", "serializable"},
                                                                    {"default_transaction_read_only", "on"},
                                                                    {"statement_timeout", "1ms"},
                                                                    {"lock_timeout", "1ms"},
                                                                    {"idle_session_timeout", "5min"},
                                                                    {"search_path", "nowhere"},
                                                                    {"client_encoding", "LATIN1"}})
        LB_VERIFY_OK(super->execSimple("alter role " + role + " set " + name + " = " + pg::quotedLiteral(value)));

    // The role's statement timeout of 1 ms may hit before ours is set; it is part of what this test wants to survive,
    // and the server applies it only to statements that take longer.
    auto opened = pg::Session::open(m_server->settingsFor(role, "postgres"));
    for (int attempt = 0; !opened && opened.error().kind == ErrorKind::StatementTimeout && attempt < 50; ++attempt)
        opened = pg::Session::open(m_server->settingsFor(role, "postgres"));
    LB_VERIFY_OK(opened);
    pg::Session& session = **opened;
    const std::string instant = "select timestamptz '2026-03-10T12:00:00.5Z'";
    const auto expected = base::fromRfc3339("2026-03-10T12:00:00.5Z");
    QVERIFY(expected);
    const auto text = session.exec(instant);
    LB_VERIFY_OK(text);
    QCOMPARE(text->text(0, 0), std::string("2026-03-10 12:00:00.5+00"));
    QCOMPARE(text->instant(0, 0), expected);
    pg::Call binary;
    binary.binary = true;
    const auto bytes = session.exec(instant, {}, binary);
    LB_VERIFY_OK(bytes);
    QCOMPARE(bytes->instant(0, 0), expected);
    QCOMPARE(one(session, "show transaction_isolation"), std::string("read committed"));
    QCOMPARE(one(session, "show transaction_read_only"), std::string("off"));
    QCOMPARE(one(session, "show statement_timeout"), std::string("30s"));
    QCOMPARE(one(session, "show idle_in_transaction_session_timeout"), std::string("1min"));
    QCOMPARE(one(session, "show lock_timeout"), std::string("0"));
    QCOMPARE(one(session, "show idle_session_timeout"), std::string("0"));
    QCOMPARE(one(session, "show search_path"), std::string("public"));
    QCOMPARE(one(session, "show client_encoding"), std::string("UTF8"));
    QCOMPARE(one(session, "show tcp_keepalives_idle"), std::string("10"));
    QCOMPARE(one(session, "show tcp_user_timeout"), std::string("25000"));
    QCOMPARE(one(session, "show application_name"), std::string("latchboard test"));
}

void PgSessionTest::readsValues_data() {
    QTest::addColumn<bool>("binary");
    QTest::newRow("text") << false;
    QTest::newRow("binary") << true;
}

void PgSessionTest::readsValues() {
    QFETCH(bool, binary);
    auto session = m_server->open();
    QVERIFY(session);
    pg::Call call;
    call.binary = binary;
    const auto row =
        session->exec("select 9223372036854775807::bigint, -5::int, (-7)::smallint, 4294967295::oid, true, "
                      "0.25::float8, -1.5::float4, 'é\"{'::text, null::bigint, 'infinity'::timestamptz, "
                      "'1999-12-31 23:59:59.000001+00'::timestamptz as late",
                      {}, call);
    LB_VERIFY_OK(row);
    QCOMPARE(row->integer(0, 0), std::numeric_limits<std::int64_t>::max());
    QCOMPARE(row->integer(0, 1), -5);
    QCOMPARE(row->integer(0, 2), -7);
    QCOMPARE(row->integer(0, 3), 4294967295LL);
    QVERIFY(row->boolean(0, 4));
    QCOMPARE(row->number(0, 5), 0.25);
    QCOMPARE(row->number(0, 6), -1.5);
    QCOMPARE(row->text(0, 7), std::string("é\"{"));
    QVERIFY(row->isNull(0, 8));
    QVERIFY(!row->optionalInteger(0, 8));
    QVERIFY(!row->instant(0, 9));
    QCOMPARE(row->column("late"), 10);
    QCOMPARE(row->column("absent"), -1);
    QCOMPARE(row->instant(0, 10), base::fromRfc3339("1999-12-31T23:59:59.000001Z"));
}

void PgSessionTest::stopCancelsTheStatement() {
    auto session = m_server->open();
    auto watcher = m_server->open();
    QVERIFY(session && watcher);
    std::stop_source stop;
    pg::Call call;
    call.waiting.stop = stop.get_token();
    const std::string pid = std::to_string(session->identity().backendPid);
    std::jthread presser([&] {
        while (one(*watcher, "select wait_event from pg_stat_activity where pid = " + pid) != "PgSleep") {
        }
        stop.request_stop();
    });
    const auto answer = session->exec("select pg_sleep(600)", {}, call);
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, ErrorKind::Cancelled);
    presser.join();
    QCOMPARE(one(*watcher, "select state from pg_stat_activity where pid = " + pid), std::string("idle"));
}

void PgSessionTest::stopBeforeSendingSendsNothing() {
    auto session = m_server->open();
    QVERIFY(session);
    QCOMPARE(one(*session, "create table never (x int)"), std::string("<none>"));
    std::stop_source stop;
    stop.request_stop();
    pg::Call call;
    call.waiting.stop = stop.get_token();
    const auto answer = session->exec("drop table never", {}, call);
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, ErrorKind::Cancelled);
    QCOMPARE(one(*session, "drop table never"), std::string("<none>"));
}

void PgSessionTest::stopGivesUpASilentServer() {
    // The backend is frozen, so that neither an answer nor the effect of a cancel can come.
    auto session = m_server->open();
    QVERIFY(session);
    session->setCancelGrace(std::chrono::milliseconds(50));
    const int pid = session->identity().backendPid;
    std::stop_source stop;
    pg::Call call;
    call.waiting.stop = stop.get_token();
    QCOMPARE(::kill(pid, SIGSTOP), 0);
    std::jthread presser([&] { stop.request_stop(); });
    const auto answer = session->exec("select 1", {}, call);
    ::kill(pid, SIGCONT);
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, ErrorKind::Cancelled);
}

void PgSessionTest::stopEndsAConnect() {
    QTcpServer silent; // accepts and never says a word
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    pg::ConnectionSettings settings;
    settings.conninfo = "host=127.0.0.1 sslmode=disable gssencmode=disable port=" + std::to_string(silent.serverPort());
    settings.connectTimeout = std::chrono::hours(1);
    std::stop_source stop;
    base::Waiting waiting;
    waiting.stop = stop.get_token();
    std::jthread presser([&] { stop.request_stop(); });
    const auto stopped = pg::Session::open(settings, waiting);
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().kind, ErrorKind::Cancelled);

    settings.connectTimeout = std::chrono::milliseconds(20);
    const auto late = pg::Session::open(settings);
    QVERIFY(!late);
    QCOMPARE(late.error().kind, ErrorKind::Connection);
    QVERIFY(late.error().message.english().contains(QStringLiteral("no answer within 20ms")));
}

void PgSessionTest::someoneElsesCancelIsNotOurs() {
    auto session = m_server->open();
    auto other = m_server->open();
    QVERIFY(session && other);
    const std::string pid = std::to_string(session->identity().backendPid);
    std::stop_source never;
    pg::Call call;
    call.waiting.stop = never.get_token();
    std::jthread canceller([&] {
        while (one(*other, "select wait_event from pg_stat_activity where pid = " + pid) != "PgSleep") {
        }
        one(*other, "select pg_cancel_backend(" + pid + ")");
    });
    const auto answer = session->exec("select pg_sleep(600)", {}, call);
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, ErrorKind::StatementTimeout);
    QCOMPARE(answer.error().sqlstate, std::string("57014"));
}

void PgSessionTest::statementTimeoutIsNotAStop() {
    auto settings = m_server->settings();
    settings.statementTimeout = std::chrono::milliseconds(50);
    auto session = pg::Session::open(settings);
    LB_VERIFY_OK(session);
    std::stop_source never;
    pg::Call call;
    call.waiting.stop = never.get_token();
    const auto answer = (*session)->exec("select pg_sleep(600)", {}, call);
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, ErrorKind::StatementTimeout);
    QVERIFY((*session)->isAlive());
}

void PgSessionTest::pulseEndsAStatement() {
    auto session = m_server->open();
    QVERIFY(session);
    pg::Call call;
    call.waiting.pulse = [] { return base::Unexpected(ErrorKind::LockLost, LB_TEXT("test", "gone")); };
    const auto answer = session->exec("select pg_sleep(600)", {}, call);
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, ErrorKind::LockLost);
}

void PgSessionTest::sessionWorksAfterAStop() {
    auto session = m_server->open();
    QVERIFY(session);
    for (int i = 0; i < 20; ++i) {
        std::stop_source stop;
        pg::Call call;
        call.waiting.stop = stop.get_token();
        std::jthread presser([&] { stop.request_stop(); });
        const auto answer = session->exec("select pg_sleep(0.002)", {}, call);
        if (!answer)
            QCOMPARE(answer.error().kind, ErrorKind::Cancelled);
        QCOMPARE(one(*session, "select 'next'"), std::string("next"));
    }
}

void PgSessionTest::tooManyParameters() {
    auto session = m_server->open();
    QVERIFY(session);
    const auto answer = session->exec("select 1", pg::Params(65'536, pg::Param(1)));
    QVERIFY(!answer);
    QVERIFY(answer.error().message.english().contains(QStringLiteral("65536")));
    QVERIFY(answer.error().message.english().contains(QStringLiteral("65535")));
    QCOMPARE(one(*session, "select 1"), std::string("1"));
}

void PgSessionTest::nulIsRefused() {
    auto session = m_server->open();
    QVERIFY(session);
    const auto answer = session->exec("select $1::text", {std::string("A\0B", 3)});
    QVERIFY(!answer);
    QCOMPARE(answer.error().sqlstate, std::string("22021"));
}

void PgSessionTest::preparedOnce() {
    auto session = m_server->open();
    QVERIFY(session);
    for (int i = 0; i < 3; ++i) {
        const auto answer = session->execPrepared("add", "select $1::int + 1", {i});
        LB_VERIFY_OK(answer);
        QCOMPARE(answer->integer(0, 0), i + 1);
    }
    QCOMPARE(one(*session, "select count(*) from pg_prepared_statements where name = 'add'"), std::string("1"));
}

void PgSessionTest::noticesALostConnection() {
    auto session = m_server->open();
    auto other = m_server->open();
    QVERIFY(session && other);
    QVERIFY(session->isAlive());
    QCOMPARE(one(*other, "select pg_terminate_backend($1::int, 60000)", {session->identity().backendPid}),
             std::string("t"));
    QTRY_VERIFY_WITH_TIMEOUT(!session->isAlive(), 60'000);
    const auto answer = session->exec("select 1");
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, ErrorKind::Connection);
    QCOMPARE(answer.error().sqlstate, std::string("57P01"));

    // In the middle of a statement the loss is the statement's error.
    auto busy = m_server->open();
    QVERIFY(busy);
    const std::string pid = std::to_string(busy->identity().backendPid);
    std::jthread killer([&] {
        while (one(*other, "select wait_event from pg_stat_activity where pid = " + pid) != "PgSleep") {
        }
        one(*other, "select pg_terminate_backend(" + pid + ")");
    });
    const auto cut = busy->exec("select pg_sleep(600)");
    QVERIFY(!cut);
    QCOMPARE(cut.error().kind, ErrorKind::Connection);
}

void PgSessionTest::connectErrors_data() {
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<QByteArray>("password");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("sqlstate");
    QTest::addColumn<QByteArray>("remedy");

    QTest::newRow("wrong password") << QByteArray("") << QByteArray("wrong-one") << int(ErrorKind::Authentication)
                                    << QByteArray("28P01") << QByteArray("password");
    QTest::newRow("no such role") << QByteArray(" user=nobody_here") << QByteArray("wrong-one")
                                  << int(ErrorKind::Authentication) << QByteArray("28P01") << QByteArray("password");
    QTest::newRow("no such database") << QByteArray(" dbname=nothing_here") << QByteArray() << int(ErrorKind::Database)
                                      << QByteArray("3D000") << QByteArray("dbname");
    QTest::newRow("no server") << QByteArray(" port=1") << QByteArray() << int(ErrorKind::Connection) << QByteArray("")
                               << QByteArray("listens");
    QTest::newRow("no such host") << QByteArray(" host=no-such-host.invalid") << QByteArray()
                                  << int(ErrorKind::Connection) << QByteArray("") << QByteArray("name");
}

void PgSessionTest::connectErrors() {
    QFETCH(QByteArray, change);
    QFETCH(QByteArray, password);
    QFETCH(int, kind);
    QFETCH(QByteArray, sqlstate);
    QFETCH(QByteArray, remedy);
    auto settings = m_server->settings();
    settings.conninfo += change.toStdString();
    if (!password.isEmpty())
        settings.password = base::Secret(password.toStdString());
    const auto session = pg::Session::open(settings);
    QVERIFY(!session);
    const base::Error& error = session.error();
    QCOMPARE(int(error.kind), kind);
    QCOMPARE(error.sqlstate, sqlstate.toStdString());
    QVERIFY2(error.remedy.english().contains(QString::fromUtf8(remedy)), qPrintable(error.remedy.english()));
    QVERIFY(error.message.english().contains(QString::fromStdString(pg::targetOf(settings.conninfo))));
    QVERIFY(!error.message.english().contains(QString::fromStdString(settings.password.reveal())));
}

void PgSessionTest::poolerIsSeen() {
    demo::PgBouncerOptions options;
    options.users = {{"postgres", m_server->cluster().password()}};
    for (const char* mode : {"transaction", "session"}) {
        options.poolMode = mode;
        options.name = std::string("pooler-") + mode;
        auto pooler = demo::PgBouncer::start(m_server->cluster(), options);
        LB_VERIFY_OK(pooler);
        auto settings = m_server->settings();
        settings.conninfo = (*pooler)->conninfo("postgres");
        settings.sessionPooling = options.poolMode == "session";
        auto session = pg::Session::open(settings);
        LB_VERIFY_OK(session);
        QVERIFY(!(*session)->identity().direct);
        QCOMPARE(std::to_string((*session)->identity().backendPid), one(**session, "select pg_backend_pid()"));
        const auto prepared = (*session)->execPrepared("p", "select 5");
        LB_VERIFY_OK(prepared);
        QCOMPARE(prepared->integer(0, 0), 5);
    }
}

void PgSessionTest::poolerGetsNoSettings() {
    demo::PgBouncerOptions options;
    options.users = {{"postgres", m_server->cluster().password()}};
    options.name = "pooler-clean";
    auto pooler = demo::PgBouncer::start(m_server->cluster(), options);
    LB_VERIFY_OK(pooler);
    auto settings = m_server->settings();
    settings.conninfo = (*pooler)->conninfo("postgres");
    settings.statementTimeout = std::chrono::seconds(7);
    auto session = pg::Session::open(settings);
    LB_VERIFY_OK(session);
    QVERIFY(one(**session, "show statement_timeout") != std::string("7s"));
    QCOMPARE(one(**session, "select count(*) from pg_settings where source = 'session' and name in "
                            "('search_path', 'statement_timeout', 'jit', 'lock_timeout')"),
             std::string("0"));
}

QTEST_GUILESS_MAIN(PgSessionTest)
#include "tst_pg_session.moc"
