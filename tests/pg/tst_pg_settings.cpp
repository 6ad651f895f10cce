// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/connect_error.h"
#include "pg/connection_settings.h"
#include "pg/parameters.h"

#include <QTest>

using namespace latchboard;

/// Connection settings before anything is sent: their grammar, what is refused, and that no secret gets into a message.
class PgSettingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void grammar_data();
    void grammar();
    void redactsSecrets();
    void namesTheTarget();
    void readsTheServersWords_data();
    void readsTheServersWords();
    void quotes();
};

void PgSettingsTest::grammar_data() {
    QTest::addColumn<QByteArray>("conninfo");
    QTest::addColumn<bool>("good");
    QTest::addColumn<QByteArray>("secretPart");

    const auto row = [](const char* name, const char* conninfo, bool good, const char* secret = "") {
        QTest::newRow(name) << QByteArray(conninfo) << good << QByteArray(secret);
    };
    row("empty", "", true);
    row("key values", "host=127.0.0.1 port=5432 dbname='fc main=1' user='o\\'brien'", true);
    row("uri", "postgresql://o%27brien@127.0.0.1:5432/fc%20main%3D1?application_name=x", true);
    row("several hosts", "host=a,b port=5432,5433", true);
    row("blank in a password", "password=p'a b", false, "p'a");
    row("quote in a password", "password='p'a'", false, "p'a");
    row("open quote", "password='abc", false, "abc");
    row("broken percent", "postgresql://u:p%zz@h/d", false, "zz");
    row("@ in a password of a URI", "postgresql://u:p@ss@h/d", false, "ss@h");
    row("slash in a password of a URI", "postgresql://u:pzz/w@h/d", false, "pzz");
    row("escaped blank", "password=a\\ b", true);
    row("empty password", "password=", true);
    row("unknown key", "hots=127.0.0.1", false);
}

void PgSettingsTest::grammar() {
    QFETCH(QByteArray, conninfo);
    QFETCH(bool, good);
    QFETCH(QByteArray, secretPart);
    const auto result = pg::checkConninfo(conninfo.toStdString());
    QCOMPARE(result.ok(), good);
    if (good)
        return;
    QCOMPARE(result.error().kind, base::ErrorKind::Configuration);
    QVERIFY(!result.error().message.empty());
    QVERIFY(!result.error().remedy.empty());
    if (!secretPart.isEmpty())
        QVERIFY(!result.error().message.english().contains(QString::fromUtf8(secretPart)));
}

void PgSettingsTest::redactsSecrets() {
    const std::string shown = pg::redacted("host=db user=app password='geheim x' sslpassword=auch dbname=orders");
    QVERIFY(shown.find("geheim") == std::string::npos);
    QVERIFY(shown.find("auch") == std::string::npos);
    QVERIFY(shown.find("host='db'") != std::string::npos);
    QVERIFY(shown.find("dbname='orders'") != std::string::npos);
    QVERIFY(pg::redacted("postgresql://u:geheim@h/d").find("geheim") == std::string::npos);
    QCOMPARE(pg::redacted("password='geheim"), std::string("(unreadable connection settings)"));
}

void PgSettingsTest::namesTheTarget() {
    QCOMPARE(pg::targetOf("host=db port=6000 dbname=orders user=app password=geheim"), std::string("db:6000/orders"));
    QCOMPARE(pg::targetOf("postgresql://app:geheim@db:6001/orders"), std::string("db:6001/orders"));
    QCOMPARE(pg::targetOf("service=orders-prod"), std::string("service orders-prod"));
}

void PgSettingsTest::readsTheServersWords_data() {
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("sqlstate");
    QTest::addColumn<QByteArray>("words");

    QTest::newRow("password") << QByteArray(
                                     "connection to server at \"h\", port 1 failed: FATAL:  28P01: password "
                                     "authentication failed for user \"u\"\nLOCATION:  auth_failed, auth.c:338\n")
                              << int(base::ErrorKind::Authentication) << QByteArray("28P01")
                              << QByteArray("password authentication failed for user \"u\"");
    QTest::newRow("other language") << QByteArray("FATAL:  3D000: Datenbank »x« existiert nicht\n")
                                    << int(base::ErrorKind::Database) << QByteArray("3D000")
                                    << QByteArray("Datenbank »x« existiert nicht");
    QTest::newRow("too many") << QByteArray("FATAL:  53300: sorry, too many clients already\n")
                              << int(base::ErrorKind::Connection) << QByteArray("53300")
                              << QByteArray("sorry, too many clients already");
    QTest::newRow("refused") << QByteArray("connection to server at \"127.0.0.1\", port 1 failed: Connection refused\n"
                                           "\tIs the server running on that host and accepting TCP/IP connections?\n")
                             << int(base::ErrorKind::Connection) << QByteArray("")
                             << QByteArray("connection to server at \"127.0.0.1\", port 1 failed: Connection refused");
    QTest::newRow("no password") << QByteArray("connection to server at \"h\", port 1 failed: fe_sendauth: no password "
                                               "supplied\n")
                                 << int(base::ErrorKind::Authentication) << QByteArray("")
                                 << QByteArray("connection to server at \"h\", port 1 failed: fe_sendauth: no password "
                                               "supplied");
}

void PgSettingsTest::readsTheServersWords() {
    QFETCH(QByteArray, message);
    QFETCH(int, kind);
    QFETCH(QByteArray, sqlstate);
    QFETCH(QByteArray, words);
    const base::Error error = pg::connectError("h:1/d", message.toStdString());
    QCOMPARE(int(error.kind), kind);
    QCOMPARE(error.sqlstate, sqlstate.toStdString());
    QCOMPARE(error.message.english(), QString::fromUtf8("No connection to h:1/d: " + words));
    QVERIFY(!error.remedy.empty());
}

void PgSettingsTest::quotes() {
    QCOMPARE(pg::quotedIdentifier("a\"b"), std::string("\"a\"\"b\""));
    QCOMPARE(pg::quotedLiteral("o'brien"), std::string("'o''brien'"));
    const std::string awkward = pg::arrayLiteral({"a", std::nullopt, "q\"\\,{}", ""});
    QCOMPARE(awkward, std::string("{\"a\",NULL,\"q\\\"\\\\,{}\",\"\"}"));
    QCOMPARE(pg::arrayLiteral({}), std::string("{}"));
}

QTEST_GUILESS_MAIN(PgSettingsTest)
#include "tst_pg_settings.moc"
