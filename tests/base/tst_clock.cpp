// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"

#include <QTest>

#include <thread>

using namespace latchboard::base;

class TestClock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aStopEndsAWait();
    void anErrorOfThePulseEndsAWait();
    void aShortWaitEnds();
};

void TestClock::aStopEndsAWait() {
    std::stop_source source;
    std::jthread stopper([&] { source.request_stop(); });
    const auto result = SystemClock().wait(std::chrono::hours(1), {source.get_token(), {}});
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Cancelled);
}

void TestClock::anErrorOfThePulseEndsAWait() {
    int calls = 0;
    const auto result =
        SystemClock().wait(std::chrono::hours(1), {{}, [&]() -> Result<void> {
                                                       if (++calls == 2)
                                                           return Unexpected(ErrorKind::LockLost, LB_TEXT("t", "gone"));
                                                       return {};
                                                   }});
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::LockLost);
    QCOMPARE(calls, 2);
}

void TestClock::aShortWaitEnds() {
    QVERIFY(SystemClock().wait(std::chrono::milliseconds(1), {}).ok());
    QVERIFY(SystemClock().wait(std::chrono::milliseconds(-1), {}).ok());
}

QTEST_GUILESS_MAIN(TestClock)
#include "tst_clock.moc"
