// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result.h"

#include <QCoreApplication>
#include <QTest>
#include <QTranslator>

using namespace latchboard::base;

namespace {

/// Turns every source text into upper case, so that what was translated shows.
class UpperCase : public QTranslator {
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override {
        return QString::fromUtf8(source).toUpper();
    }
};

} // namespace

class TestText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fillsValues();
    void aPercentInAValueStays();
    void translatesNestedSentencesWhereShown();
    void everyKindHasItsOwnName();
};

void TestText::fillsValues() {
    QCOMPARE(LB_TEXT("t", "%2 of %1").arg("ten").arg(3).english(), QStringLiteral("3 of ten"));
    QCOMPARE(LB_TEXT("t", "100 %").english(), QStringLiteral("100 %"));
    QCOMPARE(LB_TEXT("t", "%1 and %2").arg("a").english(), QStringLiteral("a and %2"));
}

void TestText::aPercentInAValueStays() {
    QCOMPARE(LB_TEXT("t", "%1 %2").arg("%2").arg("x").english(), QStringLiteral("%2 x"));
}

void TestText::translatesNestedSentencesWhereShown() {
    UpperCase translator;
    QCoreApplication::installTranslator(&translator);
    const Text text = LB_TEXT("t", "held by %1: %2").arg("worker").arg(LB_TEXT("t", "idle"));
    QCOMPARE(text.translated(), QStringLiteral("HELD BY worker: IDLE"));
    QCOMPARE(text.english(), QStringLiteral("held by worker: idle"));
    QCoreApplication::removeTranslator(&translator);
    QCOMPARE(text.translated(), text.english());
}

void TestText::everyKindHasItsOwnName() {
    QSet<QString> names;
    for (int i = 0; i <= static_cast<int>(ErrorKind::Refused); ++i) {
        const auto kind = static_cast<ErrorKind>(i);
        names.insert(QString::fromLatin1(kindName(kind)));
        QCOMPARE(kindFromName(kindName(kind)), kind);
    }
    QCOMPARE(names.size(), static_cast<int>(ErrorKind::Refused) + 1);
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
