// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/instant.h"

#include <QRandomGenerator>
#include <QTest>

using namespace latchboard::base;

class TestInstant : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rfc3339_data();
    void rfc3339();
    void rfc3339RoundTrip();
    void httpDate_data();
    void httpDate();
    void durations_data();
    void durations();
    void sizes_data();
    void sizes();
    void secondsAreRounded();
    void postgresEpoch();
};

void TestInstant::rfc3339_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("utc"); // empty: refused
    QTest::newRow("zulu") << "2026-11-30T01:00:00Z"
                          << "2026-11-30T01:00:00Z";
    QTest::newRow("offset") << "2026-11-30T10:00:00+09:00"
                            << "2026-11-30T01:00:00Z";
    QTest::newRow("offset without colon") << "2026-11-30T10:00:00+0900"
                                          << "2026-11-30T01:00:00Z";
    QTest::newRow("hours only") << "2026-11-30 10:00:00+09"
                                << "2026-11-30T01:00:00Z";
    QTest::newRow("negative offset") << "2026-11-29T20:30:00-04:30"
                                     << "2026-11-30T01:00:00Z";
    QTest::newRow("fraction") << "2026-11-30T01:00:00.120Z"
                              << "2026-11-30T01:00:00.12Z";
    QTest::newRow("nanoseconds are cut") << "2026-11-30T01:00:00.123456789Z"
                                         << "2026-11-30T01:00:00.123456Z";
    QTest::newRow("leap second") << "2016-12-31T23:59:60Z"
                                 << "2017-01-01T00:00:00Z";
    QTest::newRow("leap day") << "2024-02-29T00:00:00Z"
                              << "2024-02-29T00:00:00Z";
    QTest::newRow("before 1970") << "1969-12-31T23:59:59.5Z"
                                 << "1969-12-31T23:59:59.5Z";
    QTest::newRow("lower case") << "2026-11-30t01:00:00z"
                                << "2026-11-30T01:00:00Z";
    QTest::newRow("no offset") << "2026-11-30T01:00:00"
                               << "";
    QTest::newRow("no such day") << "2026-02-29T00:00:00Z"
                                 << "";
    QTest::newRow("hour 24") << "2026-02-28T24:00:00Z"
                             << "";
    QTest::newRow("rest") << "2026-11-30T01:00:00Zulu"
                          << "";
    QTest::newRow("empty fraction") << "2026-11-30T01:00:00.Z"
                                    << "";
    QTest::newRow("date only") << "2026-11-30"
                               << "";
    QTest::newRow("empty") << ""
                           << "";
}

void TestInstant::rfc3339() {
    QFETCH(QString, text);
    QFETCH(QString, utc);
    const auto instant = fromRfc3339(text.toStdString());
    QCOMPARE(instant.has_value(), !utc.isEmpty());
    if (instant)
        QCOMPARE(QString::fromStdString(toRfc3339(*instant)), utc);
}

void TestInstant::rfc3339RoundTrip() {
    QRandomGenerator random(20261201);
    for (int i = 0; i < 2000; ++i) {
        const Instant instant{
            Duration(static_cast<qint64>(random.generate64() % 8'000'000'000'000'000ULL) - 2'000'000'000'000'000)};
        const auto back = fromRfc3339(toRfc3339(instant));
        QVERIFY(back.has_value());
        QCOMPARE(back->time_since_epoch().count(), instant.time_since_epoch().count());
    }
}

void TestInstant::httpDate_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("utc");
    QTest::newRow("RFC 9110's example") << "Sun, 06 Nov 1994 08:49:37 GMT"
                                        << "1994-11-06T08:49:37Z";
    QTest::newRow("no such month") << "Sun, 06 Nok 1994 08:49:37 GMT"
                                   << "";
    QTest::newRow("no such day name") << "Xun, 06 Nov 1994 08:49:37 GMT"
                                      << "";
    QTest::newRow("another zone") << "Sun, 06 Nov 1994 08:49:37 CET"
                                  << "";
    QTest::newRow("number") << "120"
                            << "";
    QTest::newRow("empty") << ""
                           << "";
}

void TestInstant::httpDate() {
    QFETCH(QString, text);
    QFETCH(QString, utc);
    const auto instant = fromHttpDate(text.toStdString());
    QCOMPARE(instant.has_value(), !utc.isEmpty());
    if (instant) {
        QCOMPARE(QString::fromStdString(toRfc3339(*instant)), utc);
        QCOMPARE(QString::fromStdString(toHttpDate(*instant)), text);
    }
}

void TestInstant::durations_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("micros"); // -1: refused
    QTest::addColumn<QString>("back");
    QTest::newRow("s") << "90s" << qint64(90'000'000) << "90s";
    QTest::newRow("ms") << "250ms" << qint64(250'000) << "250ms";
    QTest::newRow("m") << "10m" << qint64(600'000'000) << "10m";
    QTest::newRow("h") << "1h" << qint64(3'600'000'000) << "1h";
    QTest::newRow("d") << "7d" << qint64(604'800'000'000) << "7d";
    QTest::newRow("us") << "7us" << qint64(7) << "7us";
    QTest::newRow("fraction") << "1.5s" << qint64(1'500'000) << "1500ms";
    QTest::newRow("blank") << "5 m" << qint64(300'000'000) << "5m";
    QTest::newRow("zero") << "0s" << qint64(0) << "0s";
    QTest::newRow("no unit") << "90" << qint64(-1) << "";
    QTest::newRow("unknown unit") << "90sec" << qint64(-1) << "";
    QTest::newRow("negative") << "-1s" << qint64(-1) << "";
    QTest::newRow("words") << "soon" << qint64(-1) << "";
    QTest::newRow("not a number") << "nans" << qint64(-1) << "";
    QTest::newRow("beyond 64 bits") << "999999999999d" << qint64(-1) << "";
}

void TestInstant::durations() {
    QFETCH(QString, text);
    QFETCH(qint64, micros);
    QFETCH(QString, back);
    const auto duration = parseDuration(text.toStdString());
    QCOMPARE(duration ? duration->count() : -1, micros);
    if (duration)
        QCOMPARE(QString::fromStdString(formatDuration(*duration)), back);
}

void TestInstant::sizes_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("bytes");
    QTest::newRow("MiB") << "200MiB" << qint64(209'715'200);
    QTest::newRow("B") << "512B" << qint64(512);
    QTest::newRow("decimal unit is refused") << "1MB" << qint64(-1);
    QTest::newRow("no unit") << "1024" << qint64(-1);
}

void TestInstant::sizes() {
    QFETCH(QString, text);
    QFETCH(qint64, bytes);
    QCOMPARE(parseSize(text.toStdString()).value_or(-1), bytes);
}

void TestInstant::secondsAreRounded() {
    QCOMPARE(fromSeconds(5.000001).count(), 5'000'001LL); // the double lies just below
    QCOMPARE(fromSeconds(-0.000001).count(), -1LL);
    QCOMPARE(fromSeconds(0).count(), 0LL);
}

void TestInstant::postgresEpoch() {
    // The server's own: select extract(epoch from '2000-01-01Z'::timestamptz) = 946684800.
    QCOMPARE(fromPostgresMicros(0).time_since_epoch().count(), 946'684'800'000'000LL);
    QCOMPARE(toPostgresMicros(fromPostgresMicros(-17)), -17LL);
}

QTEST_GUILESS_MAIN(TestInstant)
#include "tst_instant.moc"
