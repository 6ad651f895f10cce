// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_run.h"
#include "keys/derive.h"
#include "pg/lock_names.h"
#include "pg/pg_server.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace latchboard;
using test::runCommand;

class TestKeyCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void derivesTheNameOfTheSync();
    void derivesInOneScheme();
    void decodes_data();
    void decodes();
    void readsAs_data();
    void readsAs();
    void refuses_data();
    void refuses();
    void lists();
    void namesOfTheServer();

private:
    QTemporaryDir m_folder;
    QString m_config;
};

void TestKeyCommand::initTestCase() {
    m_config = m_folder.filePath("latchboard.toml");
    QFile file(m_config);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[profile.p]\nconninfo = \"\"\n[[profile.p.key]]\nname = \"order-sync\"\n"
               "[[profile.p.key]]\ntemplate = \"tenant:{id}\"\nscheme = \"hashtext\"\nrange = [1, 3]\n"
               "[[profile.p.key]]\nname = \"leader\"\npair = [18028, -7]\n");
}

void TestKeyCommand::derivesTheNameOfTheSync() {
    const auto run = runCommand({"key", "derive", "order-sync", "--json"});
    QCOMPARE(run.code, 0);
    QVERIFY(run.err.isEmpty());
    const QJsonArray keys = run.json().object().value("keys").toArray();
    QJsonObject named;
    for (const auto& key : keys) {
        if (key.toObject().value("scheme") == "blake2b64-be")
            named = key.toObject();
    }
    QCOMPARE(named.value("value").toString(), QStringLiteral("2882680683948311330"));
    QCOMPARE(named.value("classid").toInteger(), 671176399);
    QCOMPARE(named.value("objid").toInteger(), 396264226);
    QCOMPARE(named.value("objsubid").toInteger(), 1);
    // For people: every scheme that takes the name, one line each.
    const auto table = runCommand({"key", "derive", "order-sync"});
    QVERIFY(table.out.contains("2882680683948311330"));
    QVERIFY(table.out.contains("hashtextextended"));
    QVERIFY(!table.out.contains("int4pair"));
}

void TestKeyCommand::derivesInOneScheme() {
    const auto run = runCommand({"key", "derive", "lock", "--scheme", "hashtext", "--json"});
    const QJsonArray keys = run.json().object().value("keys").toArray();
    QCOMPARE(keys.size(), 1);
    QCOMPARE(keys[0].toObject().value("value").toString(), QStringLiteral("377326227"));
}

void TestKeyCommand::decodes_data() {
    QTest::addColumn<QStringList>("numbers");
    QTest::addColumn<QString>("name");
    QTest::newRow("classid and objid") << QStringList{"671176399", "396264226"} << "order-sync";
    QTest::newRow("with objsubid") << QStringList{"671176399", "396264226", "1"} << "order-sync";
    QTest::newRow("bigint") << QStringList{"2882680683948311330"} << "order-sync";
    QTest::newRow("pair, second negative") << QStringList{"18028", "4294967289", "2"} << "leader";
    QTest::newRow("the same numbers as a bigint are another lock") << QStringList{"18028", "4294967289", "1"} << "";
    QTest::newRow("unknown") << QStringList{"-1"} << "";
}

void TestKeyCommand::decodes() {
    QFETCH(QStringList, numbers);
    QFETCH(QString, name);
    const auto run = runCommand(QStringList{"--config", m_config, "--json", "key", "decode"} + numbers);
    QVERIFY2(run.code == 0, qPrintable(run.err));
    const QJsonArray names = run.json().object().value("names").toArray();
    QCOMPARE(names.isEmpty() ? QString() : names[0].toObject().value("name").toString(), name);
}

void TestKeyCommand::readsAs_data() {
    QTest::addColumn<QStringList>("numbers");
    QTest::addColumn<QStringList>("ways");
    QTest::addColumn<QList<int>>("halves");
    QTest::addColumn<QString>("said");
    QTest::newRow("small") << QStringList{"42"} << QStringList{"bigint", "int4"} << QList<int>{0, 42}
                           << "an int4 that was widened";
    QTest::newRow("negative int4") << QStringList{"-1"} << QStringList{"bigint", "int4"} << QList<int>{-1, -1}
                                   << "an int4 that was widened";
    QTest::newRow("unsigned 32 bits are no int4")
        << QStringList{"4294967295"} << QStringList{"bigint"} << QList<int>{0, -1} << "reads as  a bigint;";
    QTest::newRow("high half of ones, low half positive")
        << QStringList{"4294967295", "7"} << QStringList{"bigint"} << QList<int>{-1, 7} << "reads as  a bigint;";
    QTest::newRow("pair") << QStringList{"18028", "4294967289", "2"} << QStringList{"int4pair"} << QList<int>{18028, -7}
                          << "two int4 (18028, -7)";
    QTest::newRow("extension") << QStringList{"1", "2", "9"} << QStringList{} << QList<int>{1, 2} << "objsubid 9";
}

void TestKeyCommand::readsAs() {
    QFETCH(QStringList, numbers);
    QFETCH(QStringList, ways);
    QFETCH(QList<int>, halves);
    QFETCH(QString, said);
    const QJsonObject json =
        runCommand(QStringList{"--config", m_config, "--json", "key", "decode"} + numbers).json().object();
    QCOMPARE(json.value("reads_as").toArray(), QJsonArray::fromStringList(ways));
    QCOMPARE(json.value("halves").toArray(), QJsonArray({halves[0], halves[1]}));
    const auto text = runCommand(QStringList{"--config", m_config, "key", "decode"} + numbers);
    QVERIFY2(text.out.contains(said), qPrintable(text.out));
}

void TestKeyCommand::refuses_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no number") << QStringList{"key", "decode", "abc"} << "\"abc\" is not a key";
    QTest::newRow("too large") << QStringList{"key", "decode", "9223372036854775808"} << "is not a key";
    QTest::newRow("oid too large") << QStringList{"key", "decode", "4294967296", "1"} << "is not a key";
    QTest::newRow("unknown scheme") << QStringList{"key", "derive", "a", "--scheme", "hashtxt"} << "hashtext";
    QTest::newRow("no constant") << QStringList{"key", "derive", "a", "--scheme", "constant"} << "\"a\"";
}

void TestKeyCommand::refuses() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, expected);
    const auto run = runCommand(arguments);
    QCOMPARE(run.code, 2);
    QVERIFY2(run.err.contains(expected), qPrintable(run.err));
    QCOMPARE(run.err.count(u'\n'), 1);
    QVERIFY(run.out.isEmpty());
}

void TestKeyCommand::lists() {
    const auto run = runCommand({"--config", m_config, "--json", "key", "list"});
    QCOMPARE(run.code, 0);
    const QJsonArray list = run.json().array();
    QCOMPARE(list.size(), 5);
    const auto table = runCommand({"--config", m_config, "key", "list"});
    QVERIFY(table.out.contains("tenant:2"));
}

/// With a server named, the names that its database and its queries give are known too.
void TestKeyCommand::namesOfTheServer() {
    const auto server = pg::test::Server::start();
    QVERIFY(server);
    const std::string database = server->freshDatabase(true);
    const auto session = server->open(database);
    QVERIFY(session);
    keys::KnownName registered;
    registered.name = "registered-by-a-program";
    LB_VERIFY_OK(pg::registerName(*session, registered));
    const QString conninfo = QString::fromStdString(server->cluster().conninfoWithPassword(database).reveal());
    const auto decoded = [](const QStringList& choice, const QString& name) {
        const auto tag = keys::derive(keys::kDefaultScheme, name.toStdString());
        const auto run =
            runCommand(choice + QStringList{"--json", "key", "decode", QString::number(keys::bigintOf(*tag))});
        const QJsonArray names = run.json().object().value("names").toArray();
        return QString::number(run.code) + " " + names.at(0).toObject().value("source").toString();
    };
    QCOMPARE(decoded({"--conninfo", conninfo}, "registered-by-a-program"), QStringLiteral("0 database"));
    QCOMPARE(decoded({"--config", m_config}, "registered-by-a-program"), QStringLiteral("0 "));
    QVERIFY(runCommand({"--conninfo", conninfo, "key", "list"}).out.contains("registered-by-a-program"));

    const QString config = m_folder.filePath(QStringLiteral("server.toml"));
    QFile file(config);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[profile.p]\nconninfo = \"host=127.0.0.1 port=1\"\n[[profile.p.key]]\nname = \"order-sync\"\n");
    file.close();
    // Out of reach: said, and the configuration's names are known all the same.
    QCOMPARE(decoded({"--config", config, "--profile", "p"}, "order-sync"), QStringLiteral("0 config"));
    const auto run = runCommand({"--config", config, "--profile", "p", "key", "list"});
    QVERIFY2(run.err.contains("Names of the server are left out"), qPrintable(run.err));
    QVERIFY(run.out.contains("order-sync"));
}

QTEST_GUILESS_MAIN(TestKeyCommand)
#include "tst_key_command.moc"
