// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/style/colours.h"
#include "console/style/icons.h"
#include "console/text/words.h"

#include <QTest>

using namespace latchboard;
using namespace latchboard::console;

class TestConsoleColours : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { initResources(); }

    void contrastIsThatOfWcag() {
        QCOMPARE(qRound(contrast(Qt::black, Qt::white) * 100), 2100);
        QCOMPARE(qRound(contrast(QColor(0x77, 0x77, 0x77), Qt::white) * 100), 448);
        QCOMPARE(contrast(Qt::red, Qt::red), 1.0);
    }

    void tonesAreReadable_data() {
        QTest::addColumn<QPalette>("palette");
        QTest::addColumn<int>("tone");
        for (const Tone tone : kTones) {
            const int number = static_cast<int>(tone);
            QTest::addRow("light %d", number) << lightPalette() << number;
            QTest::addRow("dark %d", number) << darkPalette() << number;
            QTest::addRow("Qt's own %d", number) << QPalette(Qt::lightGray) << number;
        }
    }
    void tonesAreReadable() {
        QFETCH(QPalette, palette);
        QFETCH(int, tone);
        const ToneColours colours = toneColours(static_cast<Tone>(tone), palette);
        const QColor base = palette.color(QPalette::Base);
        QCOMPARE_GE(contrast(colours.text, colours.fill), 4.5);
        QCOMPARE_GE(contrast(colours.text, base), 4.5);
        QCOMPARE_GE(contrast(colours.mark, base), 3.0);
        QCOMPARE_GE(contrast(colours.mark, colours.fill), 3.0);
    }

    void palettesAreReadable_data() {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("light") << lightPalette();
        QTest::newRow("dark") << darkPalette();
    }
    void palettesAreReadable() {
        QFETCH(QPalette, palette);
        const auto ratio = [&palette](QPalette::ColorRole ink, QPalette::ColorRole ground) {
            return contrast(palette.color(QPalette::Active, ink), palette.color(QPalette::Active, ground));
        };
        QCOMPARE_GE(ratio(QPalette::Text, QPalette::Base), 7.0);
        QCOMPARE_GE(ratio(QPalette::Text, QPalette::AlternateBase), 7.0);
        QCOMPARE_GE(ratio(QPalette::WindowText, QPalette::Window), 7.0);
        QCOMPARE_GE(ratio(QPalette::ButtonText, QPalette::Button), 7.0);
        QCOMPARE_GE(ratio(QPalette::HighlightedText, QPalette::Highlight), 4.5);
        QCOMPARE_GE(ratio(QPalette::Link, QPalette::Base), 4.5);
        QCOMPARE_GE(ratio(QPalette::PlaceholderText, QPalette::Base), 4.5);
        QCOMPARE_GE(ratio(QPalette::PlaceholderText, QPalette::Window), 4.5);
    }

    void everyVerdictHasItsOwnShape() {
        QStringList shapes;
        for (const auto verdict :
             {locks::Verdict::Waiting, locks::Verdict::Unknown, locks::Verdict::LeakProven,
              locks::Verdict::ContextMismatch, locks::Verdict::LeakSuspected, locks::Verdict::BusySuspicious,
              locks::Verdict::BusyExpected, locks::Verdict::Held}) {
            const Sign sign = signOf(verdict);
            QVERIFY(!sign.word.isEmpty());
            QVERIFY2(!shapes.contains(sign.iconName), qPrintable(sign.iconName));
            shapes << sign.iconName;
            QVERIFY2(!icon(sign.iconName, Qt::black).isNull(), qPrintable(sign.iconName));
        }
    }
};

QTEST_MAIN(TestConsoleColours)
#include "tst_console_colours.moc"
