// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/derive.h"
#include "keys/pg_hash.h"

#include <QFile>
#include <QTest>

using namespace latchboard;
using namespace latchboard::keys;

namespace {

/// The lines of a tab-separated table in the data folder; lines that begin with '#' are for people.
QList<QList<QByteArray>> readTable(const QString& name) {
    QFile file(QStringLiteral(LATCHBOARD_TEST_DATA "/") + name);
    QList<QList<QByteArray>> rows;
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    for (const QByteArray& line : file.readAll().split('\n')) {
        if (!line.isEmpty() && !line.startsWith('#'))
            rows.append(line.split('\t'));
    }
    return rows;
}

} // namespace

class TestDerive : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void orderSync();
    void names_data();
    void names();
    void products_data();
    void products();
    void serverHash();
    void serverHashSeed();
    void numbers_data();
    void numbers();
    void schemesAreListed();
    void unknownScheme_data();
    void unknownScheme();
};

void TestDerive::orderSync() {
    const auto tag = derive(kDefaultScheme, "order-sync");
    QVERIFY(tag.ok());
    QCOMPARE(bigintOf(*tag), std::int64_t{2882680683948311330});
    QCOMPARE(tag->classid, 671176399U);
    QCOMPARE(tag->objid, 396264226U);
    QCOMPARE(tag->objsubid, std::uint16_t{1});
}

void TestDerive::names_data() {
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<QString>("name");
    QTest::addColumn<qint64>("key");

    const auto row = [](const char* scheme, const QString& name, qint64 key) {
        QTest::addRow("%s %s", scheme, qPrintable(name.left(20) + QString::number(name.size())))
            << QString(scheme) << name << key;
    };
    row("blake2b64-be", "lock", 8968890271275116801);
    row("blake2b64-be", "ключ", 5536099946253895712);
    // Python's hashlib.blake2b(name, digest_size=8), around the block of 128 bytes and beyond the Basic Plane.
    row("blake2b64-be", "", -1970711489451281740);
    row("blake2b64-be", "주문-동기화", -8587128165720437246);
    row("blake2b64-be", "😀", -724925694778611856);
    row("blake2b64-be", QString(127, 'a'), 276595060939944330);
    row("blake2b64-be", QString(128, 'a'), -1124136296156096294);
    row("blake2b64-be", QString(129, 'a'), -1989936432071466343);
    row("blake2b64-be", QString(1000, 'a'), 2293761261577118168);
    row("blake2b64-be", "order-sync:7", -5030438666321678716);
    row("hashtext", "lock", 377326227);
    row("hashtext", "ключ", -884514432);
    row("hashtext", "foobar", 289967942);
    row("hashtext", "é", -983094517);
    // Two names with one 32-bit hash, and a third.
    row("hashtext", "orders-sync:shop-102316", 225151325);
    row("hashtext", "orders-sync:shop-85116", 225151325);
    row("hashtext", "orders-sync:shop-1", 1224017276);
    row("crc32", "lock", 2274335502);
    row("crc32", "ключ", 212833818);
    row("crc32", "", 0);
    row("crc32-i32", "lock", -2020631794);
    row("crc32-i32", "ключ", 212833818);
    row("hashtextextended", "lock", 865887028116294291);
    row("hashtextextended", "ключ", 2835016810653770112);
}

void TestDerive::names() {
    QFETCH(QString, scheme);
    QFETCH(QString, name);
    QFETCH(qint64, key);

    const auto tag = derive(scheme.toStdString(), name.toStdString());
    QVERIFY(tag.ok());
    QVERIFY(formOf(*tag) == KeyForm::Bigint);
    QCOMPARE(qint64{bigintOf(*tag)}, key);
}

void TestDerive::products_data() {
    QTest::addColumn<QByteArray>("scheme");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<quint32>("classid");
    QTest::addColumn<quint32>("objid");
    QTest::addColumn<quint32>("objsubid");

    for (const auto& row : readTable("products.tsv"))
        QTest::addRow("%s %s", row[0].constData(), row[2].constData())
            << row[1] << row[2] << row[3].toUInt() << row[4].toUInt() << row[5].toUInt();
}

void TestDerive::products() {
    QFETCH(QByteArray, scheme);
    QFETCH(QByteArray, name);
    QFETCH(quint32, classid);
    QFETCH(quint32, objid);
    QFETCH(quint32, objsubid);

    const auto tag = derive(scheme.toStdString(), name.toStdString());
    QVERIFY(tag.ok());
    QCOMPARE(tag->classid, classid);
    QCOMPARE(tag->objid, objid);
    QCOMPARE(quint32{tag->objsubid}, objsubid);
}

void TestDerive::serverHash() {
    const auto rows = readTable("pg_hash.tsv");
    QVERIFY(rows.size() > 100);
    for (const auto& row : rows) {
        const std::string text = QByteArray::fromHex(row[0]).toStdString();
        QCOMPARE(qint64{pgHashText(text)}, row[1].toLongLong());
        QCOMPARE(qint64{pgHashTextExtended(text)}, row[2].toLongLong());
        QCOMPARE(qint64{pgHashTextExtended(text, 7)}, row[3].toLongLong());
    }
}

void TestDerive::serverHashSeed() {
    QCOMPARE(pgHashTextExtended("lock", 7), std::int64_t{-2191946359506810906});
    QCOMPARE(static_cast<std::int32_t>(pgHashTextExtended("lock", 0)), pgHashText("lock"));
}

void TestDerive::numbers_data() {
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("key"); // empty: refused

    const auto row = [](const char* scheme, const char* name, const char* key) {
        QTest::addRow("%s \"%s\"", scheme, name) << QString(scheme) << QString(name) << QString(key);
    };
    row("constant", "0", "0");
    row("constant", "-0", "0");
    row("constant", "72707369", "72707369");
    row("constant", "+72707369", "72707369");
    row("constant", " 42 ", "42");
    row("constant", "-1", "-1");
    row("constant", "0x10", "16");
    row("constant", "0X1f", "31");
    row("constant", "-0x10", "-16");
    row("constant", "007", "7");
    row("constant", "9223372036854775807", "9223372036854775807");
    row("constant", "0x7fffffffffffffff", "9223372036854775807");
    row("constant", "-9223372036854775808", "-9223372036854775808");
    row("constant", "-0x8000000000000000", "-9223372036854775808");
    row("constant", "9223372036854775808", "");
    row("constant", "0x8000000000000000", "");
    row("constant", "-9223372036854775809", "");
    row("constant", "18446744073709551616", "");
    row("constant", "", "");
    row("constant", "-", "");
    row("constant", "--1", "");
    row("constant", "-+1", "");
    row("constant", "0x", "");
    row("constant", "0x-1", "");
    row("constant", "1f", "");
    row("constant", "1.5", "");
    row("constant", "1 2", "");
    row("constant", "order-sync", "");
    row("int4pair", "18028,7", "(18028, 7)");
    row("int4pair", "18028, 7", "(18028, 7)");
    row("int4pair", "(18028, 7)", "(18028, 7)");
    row("int4pair", "-1,-2147483648", "(-1, -2147483648)");
    row("int4pair", "0x466c,0x7", "(18028, 7)");
    row("int4pair", "2147483647,0", "(2147483647, 0)");
    row("int4pair", "2147483648,0", "");
    row("int4pair", "0,-2147483649", "");
    row("int4pair", "4294967295,0", "");
    row("int4pair", "1", "");
    row("int4pair", "1,", "");
    row("int4pair", ",1", "");
    row("int4pair", "1,2,3", "");
    row("int4pair", "a,b", "");
    row("int4pair", "", "");
}

void TestDerive::numbers() {
    QFETCH(QString, scheme);
    QFETCH(QString, name);
    QFETCH(QString, key);

    const auto tag = derive(scheme.toStdString(), name.toStdString());
    QCOMPARE(tag.ok(), !key.isEmpty());
    if (tag) {
        QCOMPARE(QString::fromStdString(keyText(*tag)), key);
    } else {
        QVERIFY(tag.error().kind == base::ErrorKind::Usage);
        QVERIFY(tag.error().message.english().contains("\"" + name + "\""));
    }
}

void TestDerive::schemesAreListed() {
    QStringList ids;
    for (const Scheme& scheme : schemes()) {
        ids << QString::fromStdString(scheme.id);
        QVERIFY(!scheme.about.empty());
        QCOMPARE(findScheme(scheme.id), &scheme);
        QCOMPARE(scheme.bareHash32, scheme.id == "hashtext" || scheme.id.starts_with("crc32"));
        // Every scheme that is listed can be derived.
        QVERIFY(derive(scheme.id, scheme.id == "int4pair" ? "1,2" : "1").ok());
    }
    QCOMPARE(ids, QStringList(
                      {"blake2b64-be", "hashtext", "hashtextextended", "crc32", "crc32-i32", "constant", "int4pair"}));
    QVERIFY(findScheme("md5") == nullptr);
}

void TestDerive::unknownScheme_data() {
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<QString>("near");

    QTest::newRow("one letter") << "hashtex"
                                << "hashtext";
    QTest::newRow("other byte order") << "blake2b64-le"
                                      << "blake2b64-be";
    QTest::newRow("case") << "Constant"
                          << "constant";
    QTest::newRow("nothing near") << "zzzzzzzz"
                                  << "";
    QTest::newRow("empty") << ""
                           << "";
}

void TestDerive::unknownScheme() {
    QFETCH(QString, scheme);
    QFETCH(QString, near);

    const auto tag = derive(scheme.toStdString(), "order-sync");
    QVERIFY(!tag.ok());
    QVERIFY(tag.error().kind == base::ErrorKind::Usage);
    const QString message = tag.error().message.english();
    QVERIFY2(message.contains("\"" + scheme + "\""), qPrintable(message));
    QCOMPARE(message.contains("did you mean"), !near.isEmpty());
    QVERIFY2(message.contains(near), qPrintable(message));
    QVERIFY(tag.error().remedy.english().contains("int4pair"));
}

QTEST_GUILESS_MAIN(TestDerive)
#include "tst_derive.moc"
