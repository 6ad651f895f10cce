// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc of Qt 6.4 can't parse libstdc++'s <compare> before another header

#include "keys/lock_tag.h"

#include <limits>
#include <random>

using namespace latchboard::keys;

class TestLockTag : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bigint_data();
    void bigint();
    void pair_data();
    void pair();
    void otherForms();
    void formsAreDifferentLocks();
    void everyBigintComesBack();
    void order();
};

/// As a person sorts the numbers.
void TestLockTag::order() {
    const std::vector<LockTag> sorted = {tagOfBigint(std::numeric_limits<std::int64_t>::min()),
                                         tagOfBigint(-1),
                                         tagOfBigint(0),
                                         tagOfBigint(9),
                                         tagOfBigint(10),
                                         tagOfBigint(8675309000000001),
                                         tagOfPair(-2, 5),
                                         tagOfPair(-1, -1),
                                         tagOfPair(-1, 0),
                                         tagOfPair(3, -7),
                                         {0, 1, 11}};
    for (size_t a = 0; a < sorted.size(); ++a) {
        for (size_t b = 0; b < sorted.size(); ++b)
            QCOMPARE(lessByValue(sorted[a], sorted[b]), a < b);
    }
}

void TestLockTag::bigint_data() {
    QTest::addColumn<qint64>("key");
    QTest::addColumn<quint32>("classid");
    QTest::addColumn<quint32>("objid");
    QTest::addColumn<QString>("hex");

    const auto row = [](const char* name, qint64 key, quint32 classid, quint32 objid, const char* hex) {
        QTest::newRow(name) << key << classid << objid << QString(hex);
    };
    row("order-sync", 2882680683948311330, 671176399, 396264226, "280156cf 179e8322");
    row("zero", 0, 0, 0, "00000000 00000000");
    row("minus one", -1, 4294967295U, 4294967295U, "ffffffff ffffffff");
    row("low half all ones", 4294967295, 0, 4294967295U, "00000000 ffffffff");
    row("high half one", 4294967296, 1, 0, "00000001 00000000");
    row("low half's sign bit", 2147483648, 0, 2147483648U, "00000000 80000000");
    row("largest", std::numeric_limits<qint64>::max(), 2147483647U, 4294967295U, "7fffffff ffffffff");
    row("smallest", std::numeric_limits<qint64>::min(), 2147483648U, 0, "80000000 00000000");
    row("negative high half", -4294967296, 4294967295U, 0, "ffffffff 00000000");
    row("a migration tool's", 72707369, 0, 72707369, "00000000 04556d29");
    row("beyond 2^53", 8675309000000001, 2019877, 3343057409U, "001ed225 c7430201");
}

void TestLockTag::bigint() {
    QFETCH(qint64, key);
    QFETCH(quint32, classid);
    QFETCH(quint32, objid);
    QFETCH(QString, hex);

    const LockTag tag = tagOfBigint(key);
    QCOMPARE(tag.classid, classid);
    QCOMPARE(tag.objid, objid);
    QCOMPARE(tag.objsubid, std::uint16_t{1});
    QVERIFY(formOf(tag) == KeyForm::Bigint);
    QCOMPARE(qint64{bigintOf(tag)}, key);
    QCOMPARE(QString::fromStdString(keyText(tag)), QString::number(key));
    QCOMPARE(QString::fromStdString(keyHex(tag)), hex);
}

void TestLockTag::pair_data() {
    QTest::addColumn<qint32>("first");
    QTest::addColumn<qint32>("second");
    QTest::addColumn<quint32>("classid");
    QTest::addColumn<quint32>("objid");
    QTest::addColumn<QString>("text");

    QTest::newRow("small") << 18028 << 7 << 18028U << 7U << "(18028, 7)";
    QTest::newRow("negative") << -1 << -2 << 4294967295U << 4294967294U << "(-1, -2)";
    QTest::newRow("limits") << std::numeric_limits<qint32>::min() << std::numeric_limits<qint32>::max() << 2147483648U
                            << 2147483647U << "(-2147483648, 2147483647)";
}

void TestLockTag::pair() {
    QFETCH(qint32, first);
    QFETCH(qint32, second);
    QFETCH(quint32, classid);
    QFETCH(quint32, objid);
    QFETCH(QString, text);

    const LockTag tag = tagOfPair(first, second);
    QCOMPARE(tag.classid, classid);
    QCOMPARE(tag.objid, objid);
    QCOMPARE(tag.objsubid, std::uint16_t{2});
    QVERIFY(formOf(tag) == KeyForm::Int4Pair);
    QCOMPARE(firstOf(tag), first);
    QCOMPARE(secondOf(tag), second);
    QCOMPARE(QString::fromStdString(keyText(tag)), text);
}

void TestLockTag::otherForms() {
    for (const std::uint16_t objsubid : {std::uint16_t{0}, std::uint16_t{3}, std::uint16_t{11}, std::uint16_t{29749}}) {
        const LockTag tag{18028, 7, objsubid};
        QVERIFY(formOf(tag) == KeyForm::Other);
        QCOMPARE(QString::fromStdString(keyText(tag)), QString("(18028, 7)/%1").arg(objsubid));
    }
    QCOMPARE(QString(formName(KeyForm::Bigint)), QString("bigint"));
    QCOMPARE(QString(formName(KeyForm::Int4Pair)), QString("int4pair"));
    QCOMPARE(QString(formName(KeyForm::Other)), QString("other"));
}

/// The pair (1, 2) and the bigint 4294967298 have the same two numbers and are different locks.
void TestLockTag::formsAreDifferentLocks() {
    const LockTag pair = tagOfPair(1, 2);
    const LockTag number = tagOfBigint(4294967298);
    QCOMPARE(pair.classid, number.classid);
    QCOMPARE(pair.objid, number.objid);
    QVERIFY(pair != number);
    QCOMPARE(QString::fromStdString(keyText(pair)), QString("(1, 2)"));
    QCOMPARE(QString::fromStdString(keyText(number)), QString("4294967298"));
}

void TestLockTag::everyBigintComesBack() {
    const unsigned seed = 20260101;
    std::mt19937_64 random(seed);
    for (int i = 0; i < 10'000; ++i) {
        const auto key = static_cast<std::int64_t>(random() >> (random() % 64));
        QCOMPARE(bigintOf(tagOfBigint(key)), key);
        QCOMPARE(bigintOf(tagOfBigint(-key)), -key);
    }
}

QTEST_GUILESS_MAIN(TestLockTag)
#include "tst_lock_tag.moc"
