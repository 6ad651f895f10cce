// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/explain.h"
#include "locks/readable.h"
#include "locks/scene.h"

#include <QTest>

using namespace latchboard;
using namespace latchboard::locks;
using namespace latchboard::tests;

namespace {

keys::NameMatch match(const char* name, bool couldBe = false) {
    keys::NameMatch result;
    result.known.name = name;
    result.couldBe = couldBe;
    return result;
}

QString ladder(const LockView& view) {
    QStringList lines;
    for (const base::Text& text : remedies(view))
        lines << text.english();
    return lines.join('\n');
}

LockView heldView(Verdict verdict, const char* state = "idle") {
    LockView view;
    view.lock = lockRow(11);
    view.id = {16384, kOrderSync, "ExclusiveLock", true, {11, at(kStarted)}, "advisory"};
    view.holder = session(11, state, -840);
    view.level = Level::Session;
    view.names = {match("order-sync")};
    view.heldSinceAtLatest = at(-840);
    view.verdict = verdict;
    return view;
}

} // namespace

class TestLockTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readableDurations_data();
    void readableDurations();
    void readableMoments();
    void titles_data();
    void titles();
    void sentences_data();
    void sentences();
    void remediesGoFromMildToHard();
    void cancelFreesNothingOfAnIdleHolder();
    void terminateOnlyWhereItMay();
    void poolerRemedies();
    void preparedRemedies();
    void waitRemedies();
    void unknownRemedies();
    void nothingToDo();
};

void TestLockTexts::readableDurations_data() {
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");

    const auto row = [](double seconds, const char* text) { QTest::newRow(text) << seconds << QString(text); };
    row(0, "0 s");
    row(0.45, "0.4 s");
    row(0.999, "0.9 s");
    row(1, "1 s");
    row(59.999999, "59 s");
    row(60, "1 min");
    row(61, "1 min 1 s");
    row(599, "9 min 59 s");
    row(840.2, "14 min");
    row(3599, "59 min");
    row(3600, "1 h");
    row(5210, "1 h 26 min");
    row(86399, "23 h 59 min");
    row(86400, "1 d");
    row(187200, "2 d 4 h");
}

void TestLockTexts::readableDurations() {
    QFETCH(double, seconds);
    QFETCH(QString, text);
    QCOMPARE(readable(base::fromSeconds(seconds)).english(), text);
    QCOMPARE(readable(-base::fromSeconds(seconds + 1)).english(), QString("0 s"));
}

void TestLockTexts::readableMoments() {
    const auto text = [](const char* rfc3339) { return readable(*base::fromRfc3339(rfc3339)); };
    QCOMPARE(text("2026-12-01T06:36:14.986718Z"), std::string("2026-12-01 06:36:14.987 UTC"));
    QCOMPARE(text("2026-12-01T06:36:14.9991Z"), std::string("2026-12-01 06:36:15 UTC"));
    QCOMPARE(text("2026-12-01T15:36:14+09:00"), std::string("2026-12-01 06:36:14 UTC"));
}

void TestLockTexts::titles_data() {
    QTest::addColumn<QStringList>("names"); // '?' at the end: could be
    QTest::addColumn<QString>("title");

    const QString key = "2882680683948311330";
    QTest::newRow("none") << QStringList{} << key;
    QTest::newRow("one") << QStringList{"order-sync"} << "order-sync";
    QTest::newRow("two") << QStringList{"a", "b"} << "a (or b)";
    QTest::newRow("certain and possible") << QStringList{"a", "b?"} << "a (or b)";
    QTest::newRow("possible ranked first") << QStringList{"b?", "a"} << "a (or b)";
    QTest::newRow("could be one") << QStringList{"a?"} << key + " (could be a)";
    QTest::newRow("could be two") << QStringList{"a?", "b?"} << key + " (could be a or b)";
    QTest::newRow("could be three") << QStringList{"a?", "b?", "c?"} << key + " (could be a, b or c)";
    QTest::newRow("could be many") << QStringList{"a?", "b?", "c?", "d?", "e?"} << key + " (could be a, b or 3 others)";
}

void TestLockTexts::titles() {
    QFETCH(QStringList, names);
    QFETCH(QString, title);

    LockView view;
    view.lock = lockRow(11);
    for (QString name : names) {
        const bool couldBe = name.endsWith('?');
        view.names.push_back(match(qPrintable(name.remove('?')), couldBe));
    }
    QCOMPARE(QString::fromStdString(view.title()), title);

    view.lock.lockType = "relation";
    QCOMPARE(view.title(), std::string("relation"));
    view.lock.relation = "public.orders";
    QCOMPARE(view.title(), std::string("relation public.orders"));
}

void TestLockTexts::sentences_data() {
    QTest::addColumn<int>("verdict");
    QTest::addColumn<QString>("text");

    const auto row = [](Verdict verdict, const char* text) {
        QTest::newRow(verdictName(verdict)) << static_cast<int>(verdict) << QString(text);
    };
    row(Verdict::Waiting, "Waits for order-sync behind pid 10 (1 min 30 s so far).");
    row(Verdict::Unknown, "order-sync is held by pid 11, whose state can't be seen: whether it works is not known.");
    row(Verdict::LeakProven, "order-sync has leaked: pid 11 has held it for at least 14 min, and who took it is gone.");
    row(Verdict::ContextMismatch, "order-sync is held for at least 14 min on a connection that a pooler shares among "
                                  "clients (pid 11): nobody owns that session.");
    row(Verdict::LeakSuspected,
        "order-sync looks leaked: pid 11 has held it for at least 14 min and does not seem to work "
        "for it.");
    row(Verdict::BusySuspicious, "order-sync is held longer than expected: for at least 14 min, by pid 11.");
    row(Verdict::BusyExpected, "order-sync is held by pid 11 for at least 14 min, and others wait for it.");
    row(Verdict::Held, "order-sync is held by pid 11 for at least 14 min; nobody waits for it.");
}

void TestLockTexts::sentences() {
    QFETCH(int, verdict);
    QFETCH(QString, text);

    LockView view = heldView(static_cast<Verdict>(verdict));
    if (view.verdict == Verdict::Waiting) {
        view.blockedBy = {10, 9};
        view.waitingSince = at(-90);
    }
    QCOMPARE(sentence(view, at(0)).english(), text);
    if (view.verdict == Verdict::Waiting) {
        view.waitingSince.reset();
        view.blockedBy = {0};
        QCOMPARE(sentence(view, at(0)).english(),
                 QString("Waits for order-sync behind a prepared transaction (since when is not known)."));
        view.blockedBy.clear();
        QCOMPARE(sentence(view, at(0)).english(), QString("Waits for order-sync (since when is not known)."));
    }
}

void TestLockTexts::remediesGoFromMildToHard() {
    for (const Verdict one : {Verdict::LeakProven, Verdict::ContextMismatch, Verdict::LeakSuspected}) {
        const QString text = ladder(heldView(one));
        const auto ask = text.indexOf("Mildest: let the application");
        const auto cancel = text.indexOf("pg_cancel_backend");
        const auto terminate = text.indexOf("Terminate pid 11");
        const auto prevent = text.indexOf("To prevent the next one: unlock");
        QVERIFY2(ask == 0 && ask < cancel && cancel < terminate && terminate < prevent, qPrintable(text));
        QVERIFY(text.contains("No other session can unlock it"));
        QVERIFY(text.contains("dedicated, direct connection"));
    }
}

void TestLockTexts::cancelFreesNothingOfAnIdleHolder() {
    QVERIFY(ladder(heldView(Verdict::LeakSuspected)).contains("Cancelling (pg_cancel_backend) frees nothing here"));
    const QString active = ladder(heldView(Verdict::BusySuspicious, "active"));
    QVERIFY2(active.contains("a lock of session level stays"), qPrintable(active));
    QVERIFY(active.contains("its open transaction is rolled back"));
    LockView unknownLevel = heldView(Verdict::BusySuspicious, "active");
    unknownLevel.level = Level::Undetermined;
    QVERIFY(ladder(unknownLevel).contains("only if it is held at transaction level"));
    QVERIFY(ladder(heldView(Verdict::BusySuspicious, "idle in transaction")).contains("frees nothing here"));
}

void TestLockTexts::terminateOnlyWhereItMay() {
    LockView view = heldView(Verdict::LeakSuspected);
    QVERIFY(ladder(view).contains("Terminate"));
    view.holder->backendType = "walsender";
    QVERIFY(!ladder(view).contains("Terminate"));
    view = heldView(Verdict::LeakSuspected);
    view.id.backend.backendStart.reset();
    QVERIFY(!ladder(view).contains("Terminate"));
    view = heldView(Verdict::LeakSuspected);
    view.holder.reset();
    QVERIFY(!ladder(view).contains("Terminate"));
}

void TestLockTexts::poolerRemedies() {
    LockView view = heldView(Verdict::LeakProven);
    view.pooler = PoolerWitness{"pgb1", "transaction", "idle", false};
    const QString text = ladder(view);
    QVERIFY2(text.startsWith("Milder than terminating: RECONNECT on the console of the pooler pgb1"), qPrintable(text));
    QVERIFY(text.contains("pool_mode = session"));
    QVERIFY(text.contains("server_reset_query_always = 1"));
}

void TestLockTexts::preparedRemedies() {
    LockView view = heldView(Verdict::BusyExpected);
    view.lock.pid = 0;
    view.id.backend = {};
    view.holder.reset();
    view.preparedGid = "fc-gid-20";
    for (const Verdict one : {Verdict::BusyExpected, Verdict::BusySuspicious, Verdict::Held}) {
        view.verdict = one;
        QVERIFY(ladder(view).contains("ROLLBACK PREPARED for \"fc-gid-20\""));
        QVERIFY(!ladder(view).contains("Terminate pid"));
    }
    QVERIFY(sentence(view, at(0)).english().contains("the prepared transaction \"fc-gid-20\""));
}

void TestLockTexts::waitRemedies() {
    LockView view = heldView(Verdict::Waiting);
    view.lock.granted = false;
    view.blockedBy = {10};
    QString text = ladder(view);
    QVERIFY(text.startsWith("Look at pid 10 first"));
    QVERIFY(!text.contains("Terminate"));
    QVERIFY(!text.contains("Cancelling this wait"));
    view.blocks = {12};
    text = ladder(view);
    QVERIFY(text.contains("Cancelling this wait (pid 11) lets those move on"));
}

void TestLockTexts::unknownRemedies() {
    LockView view = heldView(Verdict::Unknown, "");
    QVERIFY(ladder(view).contains("pg_monitor"));
    view.holder->state = "disabled";
    QVERIFY(ladder(view).contains("track_activities"));
    view.holder.reset();
    QVERIFY(ladder(view).contains("next look"));
}

void TestLockTexts::nothingToDo() {
    QVERIFY(remedies(heldView(Verdict::Held, "active")).empty());
    QCOMPARE(ladder(heldView(Verdict::BusyExpected, "active")),
             QString("Wait: the holder is within what is expected of it."));
}

QTEST_GUILESS_MAIN(TestLockTexts)
#include "tst_lock_texts.moc"
