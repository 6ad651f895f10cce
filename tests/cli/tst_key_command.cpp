// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_run.h"

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
    void refuses_data();
    void refuses();
    void lists();

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

QTEST_GUILESS_MAIN(TestKeyCommand)
#include "tst_key_command.moc"
