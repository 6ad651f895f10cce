// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/currency.h"
#include "sync/decimal.h"
#include "sync/time_form.h"

#include <QTest>

#include <random>

using namespace latchboard;
using namespace latchboard::sync;

namespace {

QString text(const std::optional<std::string>& value) {
    return value ? QString::fromStdString(*value) : QStringLiteral("none");
}

TimeForm form(const char* format, const char* pattern = "", const char* zone = "", int fraction = -1,
              bool zulu = true) {
    return {format, pattern, zone, fraction, zulu};
}

} // namespace

Q_DECLARE_METATYPE(latchboard::sync::TimeForm)

/// How sources write amounts and times.
class TestSyncForms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void movesThePoint_data() {
        QTest::addColumn<QString>("number");
        QTest::addColumn<int>("places");
        QTest::addColumn<QString>("moved");
        const auto row = [](const char* number, int places, const char* moved) {
            QTest::addRow("%s by %d", number, places) << QString(number) << places << QString(moved);
        };
        row("1999", 2, "19.99");
        row("1990", 2, "19.90"); // the digits that came stay
        row("5", 2, "0.05");
        row("0", 2, "0.00");
        row("-1", 3, "-0.001");
        row("-0", 2, "0.00");
        row("12900", 0, "12900");
        row("12.5", 1, "1.25");
        row("9007199254740993123", 2, "90071992547409931.23");
        row("1e3", 0, "1000");
        row("1.5E-2", 0, "0.015");
        row("1e99999", 0, "none");
        row("12x", 2, "none");
        row("", 2, "none");
    }
    void movesThePoint() {
        QFETCH(QString, number);
        QFETCH(int, places);
        QFETCH(QString, moved);
        QCOMPARE(text(movedPoint(number.toStdString(), places)), moved);
    }

    void addsUp_data() {
        QTest::addColumn<QStringList>("numbers");
        QTest::addColumn<QString>("sum");
        QTest::newRow("none") << QStringList{} << "0";
        QTest::newRow("whole") << QStringList{"5000", "7000"} << "12000";
        QTest::newRow("no double would give it") << QStringList{"0.1", "0.2"} << "0.3";
        QTest::newRow("longest fraction") << QStringList{"1.5", "0.250", "-0.5"} << "1.250";
        QTest::newRow("below zero") << QStringList{"1.00", "-3.50"} << "-2.50";
        QTest::newRow("to zero") << QStringList{"1.10", "-1.10"} << "0.00";
        QTest::newRow("thirty digits") << QStringList{"123456789012345678901234567890", "0.01"}
                                       << "123456789012345678901234567890.01";
        QTest::newRow("too many digits") << QStringList{"1e40"} << "none";
        QTest::newRow("not a number") << QStringList{"1", "NaN"} << "none";
    }
    void addsUp() {
        QFETCH(QStringList, numbers);
        QFETCH(QString, sum);
        std::vector<std::string> parts;
        for (const QString& number : numbers)
            parts.push_back(number.toStdString());
        QCOMPARE(text(sumOf(parts)), sum);
    }

    /// Seeded: the sum of whole cents equals the sum of 64-bit numbers.
    void addsUpAsIntegersDo() {
        std::mt19937_64 random(20261201);
        for (int round = 0; round < 500; ++round) {
            std::vector<std::string> parts;
            std::int64_t cents = 0;
            for (std::uint64_t i = 0; i < random() % 20 + 1; ++i) {
                const auto part = static_cast<std::int64_t>(random() % 2'000'000'000) - 1'000'000'000;
                cents += part;
                parts.push_back(movedPoint(std::to_string(part), 2).value_or(""));
            }
            QCOMPARE(text(sumOf(parts)), text(movedPoint(std::to_string(cents), 2)));
        }
    }

    void smallestUnits() {
        QCOMPARE(minorDigits("KRW"), 0);
        QCOMPARE(minorDigits("jpy"), 0);
        QCOMPARE(minorDigits("EUR"), 2);
        QCOMPARE(minorDigits("KWD"), 3);
        QCOMPARE(minorDigits("CLF"), 4);
        QCOMPARE(minorDigits("XXX"), 2);
    }

    void writesTimes_data() {
        QTest::addColumn<QString>("utc");
        QTest::addColumn<TimeForm>("as");
        QTest::addColumn<QString>("written");
        const auto row = [](const char* utc, const TimeForm& as, const char* written) {
            QTest::newRow(written) << QString(utc) << as << QString(written);
        };
        const char* moment = "2026-11-30T00:30:00.1239Z";
        row(moment, form("rfc3339"), "2026-11-30T00:30:00.1239Z");
        row(moment, form("rfc3339", "", "UTC", 0), "2026-11-30T00:30:00Z");
        row(moment, form("rfc3339", "", "", 3, false), "2026-11-30T00:30:00.123+00:00");
        row(moment, form("rfc3339", "", "Asia/Seoul", 3), "2026-11-30T09:30:00.123+09:00");
        row("2026-07-01T12:00:00Z", form("rfc3339", "", "America/New_York"), "2026-07-01T08:00:00-04:00");
        row("2026-12-01T12:00:00Z", form("rfc3339", "", "America/New_York"), "2026-12-01T07:00:00-05:00");
        row(moment, form("epoch_s"), "1795998600");
        row(moment, form("epoch_ms"), "1795998600123");
        row(moment, form("rfc2822", "", "UTC"), "30 Nov 2026 00:30:00 +0000");
        row(moment, form("strftime", "%Y-%m-%d %H:%M:%S", "UTC"), "2026-11-30 00:30:00");
        row(moment, form("strftime", "%Y%m%d%H%M%S%L%z 100%%", "+09:00"), "20261130093000123+0900 100%");
        row("2026-11-29T15:00:00Z", form("strftime", "%Y%m%d", "Asia/Seoul"), "20261130");
    }
    void writesTimes() {
        QFETCH(QString, utc);
        QFETCH(TimeForm, as);
        QFETCH(QString, written);
        QCOMPARE(QString::fromStdString(formatInstant(*base::fromRfc3339(utc.toStdString()), as)), written);
    }

    void readsTimes_data() {
        QTest::addColumn<QString>("written");
        QTest::addColumn<TimeForm>("as");
        QTest::addColumn<QString>("utc");
        const auto row = [](const char* written, const TimeForm& as, const char* utc) {
            QTest::addRow("%s as %s", written, as.format.c_str()) << QString(written) << as << QString(utc);
        };
        row("20261130093000", form("strftime", "%Y%m%d%H%M%S", "Asia/Seoul"), "2026-11-30T00:30:00Z");
        row("20261130", form("strftime", "%Y%m%d", "UTC"), "2026-11-30T00:00:00Z");
        row("30.11.2026 09:30", form("strftime", "%d.%m.%Y %H:%M", "+09:00"), "2026-11-30T00:30:00Z");
        row("2026-11-30 09:30:00.250 +0900", form("strftime", "%Y-%m-%d %H:%M:%S.%L %z"), "2026-11-30T00:30:00.25Z");
        row("20261131", form("strftime", "%Y%m%d", "UTC"), "none"); // November has 30 days
        row("2026113", form("strftime", "%Y%m%d", "UTC"), "none");
        row("20261130x", form("strftime", "%Y%m%d", "UTC"), "none");
        row("20261130", form("strftime", "%Y%m%d"), "none"); // neither offset nor zone
        row("Mon, 30 Nov 2026 00:30:00 +0000", form("rfc2822"), "2026-11-30T00:30:00Z");
        row("30 Nov 2026 09:30:00 +0900", form("rfc2822"), "2026-11-30T00:30:00Z");
        row("yesterday", form("rfc2822"), "none");
    }
    void readsTimes() {
        QFETCH(QString, written);
        QFETCH(TimeForm, as);
        QFETCH(QString, utc);
        const auto read = parseInstant(written.toStdString(), as, Zone::parse(as.zone));
        QCOMPARE(read ? QString::fromStdString(base::toRfc3339(*read)) : QStringLiteral("none"), utc);
    }

    void patterns() {
        QVERIFY(isPattern("%Y-%m-%dT%H:%M:%S.%L%z"));
        QVERIFY(isPattern("100%%"));
        QVERIFY(!isPattern(""));
        QVERIFY(!isPattern("%"));
        QVERIFY(!isPattern("%Q"));
    }
};

QTEST_GUILESS_MAIN(TestSyncForms)
#include "tst_sync_forms.moc"
