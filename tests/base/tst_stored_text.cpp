// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/stored_text.h"

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

const KnownSentences& sentences() {
    static const KnownSentences known({{"t", "%1: %2"},
                                       {"t", "no call is left"},
                                       {"t", "answered %1 with status %2 (%3): %4"},
                                       {"t", "answered %1"},
                                       {"t", "%1 It was asked %2 times."},
                                       {"t", "%2 of the orders, less %1"},
                                       {"t", "from %1 until %1 again"}});
    return known;
}

} // namespace

class TestStoredText : public QObject {
    Q_OBJECT
    UpperCase m_translator;

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(&m_translator); }
    void cleanup() { setKnownSentences(nullptr); }

    void recognised_data() {
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("translated");
        QTest::newRow("without values") << "no call is left"
                                        << "NO CALL IS LEFT";
        QTest::newRow("with values") << "answered GET /a with status 503 (x): no (body): at all"
                                     << "ANSWERED GET /a WITH STATUS 503 (x): no (body): at all";
        QTest::newRow("the one with the most words") << "answered x with status 1 (y): "
                                                     << "ANSWERED x WITH STATUS 1 (y): ";
        QTest::newRow("too few pieces for that one") << "answered x with status 1"
                                                     << "ANSWERED x with status 1";
        QTest::newRow("within another") << "answered x It was asked 3 times."
                                        << "ANSWERED x IT WAS ASKED 3 TIMES.";
        QTest::newRow("values in another order") << "7 of the orders, less 2"
                                                 << "7 OF THE ORDERS, LESS 2";
        QTest::newRow("a value twice") << "from a until a again"
                                       << "FROM a UNTIL a AGAIN";
        QTest::newRow("twice another value") << "from a until b again"
                                             << "from a until b again";
        QTest::newRow("a place in a value") << "answered %1 and %2"
                                            << "ANSWERED %1 and %2";
        QTest::newRow("a beginning only") << "no call is left today"
                                          << "no call is left today";
        QTest::newRow("hardly a word of its own") << "vendor: asked us"
                                                  << "vendor: asked us";
        QTest::newRow("beyond ASCII") << QStringLiteral("answered 주문") << QStringLiteral("ANSWERED 주문");
        QTest::newRow("nothing") << ""
                                 << "";
    }
    void recognised() {
        QFETCH(QString, english);
        QFETCH(QString, translated);
        const Text text = sentences().recognise(english);
        QCOMPARE(text.english(), english);
        QCOMPARE(text.translated(), translated);
    }

    void verbatimUntilTheSentencesAreKnown() {
        QCOMPARE(storedText("no call is left").translated(), QStringLiteral("no call is left"));
        setKnownSentences(&sentences());
        QCOMPARE(storedText("no call is left").translated(), QStringLiteral("NO CALL IS LEFT"));
        QCOMPARE(storedText("no call is left").english(), QStringLiteral("no call is left"));
    }
};

QTEST_GUILESS_MAIN(TestStoredText)
#include "tst_stored_text.moc"
