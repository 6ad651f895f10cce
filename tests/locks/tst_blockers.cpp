// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/blockers.h"
#include "locks/scene.h"

#include <QTest>

#include <functional>

using namespace latchboard;
using namespace latchboard::locks;
using namespace latchboard::tests;

namespace {

/// "11[12 13*[14]]": a pid, '*' where it only queues, and what waits behind it.
QString forestText(const std::vector<WaitNode>& nodes) {
    QStringList parts;
    for (const WaitNode& node : nodes) {
        QString part = QString::number(node.pid) + (node.soft ? "*" : "");
        if (!node.children.empty())
            part += "[" + forestText(node.children) + "]";
        parts << part;
    }
    return parts.join(' ');
}

QString list(const std::vector<int>& pids) {
    QStringList texts;
    for (const int pid : pids)
        texts << QString::number(pid);
    return texts.join(' ');
}

Snapshot queue(std::initializer_list<LockRow> rows, std::map<int, std::vector<int>> blockedBy) {
    Snapshot snapshot = look(0);
    snapshot.locks = rows;
    snapshot.blockedBy = std::move(blockedBy);
    for (const LockRow& row : rows) {
        if (row.pid != 0)
            snapshot.sessions.push_back(session(row.pid, "active", -5));
    }
    return snapshot;
}

const keys::LockTag kOther = keys::tagOfBigint(7);

} // namespace

class TestBlockers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void conflicts();
    void queueOfFour();
    void sharedBehindExclusive();
    void upgrade();
    void repeatedPids();
    void parallelWorkers();
    void chainOverTwoLocks();
    void severalHolders();
    void circle();
    void layersStaySmall();
    void prepared();
    void blockerWithoutARow();
    void onlyOnItsKey();
    void nobodyWaits();
    void longQueueIsCutInWords();
};

void TestBlockers::conflicts() {
    QVERIFY(conflict("ExclusiveLock", "ExclusiveLock"));
    QVERIFY(conflict("ExclusiveLock", "ShareLock"));
    QVERIFY(conflict("ShareLock", "ExclusiveLock"));
    QVERIFY(!conflict("ShareLock", "ShareLock"));
    QVERIFY(conflict("AccessExclusiveLock", "ShareLock"));
    // The table of PostgreSQL's documentation, "Explicit Locking".
    const QStringList modes = {
        "AccessShareLock", "RowShareLock",          "RowExclusiveLock", "ShareUpdateExclusiveLock",
        "ShareLock",       "ShareRowExclusiveLock", "ExclusiveLock",    "AccessExclusiveLock"};
    const QStringList rows = {"       x", "      xx", "    xxxx", "   xxxxx",
                              "  xx xxx", "  xxxxxx", " xxxxxxx", "xxxxxxxx"};
    for (int a = 0; a < modes.size(); ++a) {
        for (int b = 0; b < modes.size(); ++b)
            QCOMPARE(conflict(modes[a].toStdString(), modes[b].toStdString()), rows[a][b] == u'x');
    }
    QVERIFY(conflict("ALockOfTomorrow", "ALockOfTomorrow"));
}

void TestBlockers::queueOfFour() {
    Court court;
    const Analysis analysis = court.hear(queue(
        {lockRow(11), lockRow(12, kOrderSync, false), lockRow(13, kOrderSync, false), lockRow(14, kOrderSync, false)},
        {{12, {11}}, {13, {11, 12}}, {14, {12, 11, 13}}}));
    QCOMPARE(list(viewOf(analysis, 11)->blocks), QString("12 13 14"));
    QCOMPARE(list(viewOf(analysis, 11)->blockedBy), QString());
    // The root first, whatever the server's order.
    const LockView* last = viewOf(analysis, 14, false);
    QCOMPARE(list(last->blockedBy), QString("11 12 13"));
    QCOMPARE(list(last->softBlockers), QString("12 13"));
    QVERIFY(evidence(*last).startsWith("Pid 11 holds the lock"));
    QVERIFY(evidence(*last).contains("Pid 12 does not hold the lock"));
    QCOMPARE(list(viewOf(analysis, 12, false)->blocks), QString("13 14"));
    QCOMPARE(verdict(viewOf(analysis, 11)), QString("busy_expected"));
    const auto forest = waitForest(analysis);
    QCOMPARE(forestText(forest), QString("11[12 13 14]"));
    QCOMPARE(forest[0].victims, 3);
    QCOMPARE(forest[0].children[0].victims, 2);
    QCOMPARE(forest[0].children[2].victims, 0);
}

void TestBlockers::sharedBehindExclusive() {
    Court court;
    const Analysis analysis =
        court.hear(queue({lockRow(11, kOrderSync, true, "ShareLock"), lockRow(12, kOrderSync, false),
                          lockRow(13, kOrderSync, false, "ShareLock")},
                         {{12, {11}}, {13, {12}}}));
    QCOMPARE(list(viewOf(analysis, 13, false)->softBlockers), QString("12"));
    QVERIFY(evidence(*viewOf(analysis, 13, false)).startsWith("At the root of the chain stands pid 11"));
    const auto forest = waitForest(analysis);
    QCOMPARE(forestText(forest), QString("11[12[13*]]"));
    QCOMPARE(forest[0].victims, 2);
}

/// It holds the lock in a mode that does not conflict and waits for more: to a third one it only stands in the queue.
void TestBlockers::upgrade() {
    Court court;
    const Analysis analysis = court.hear(queue(
        {lockRow(10, kOrderSync, true, "ShareLock"), lockRow(11, kOrderSync, true, "ShareLock"),
         lockRow(11, kOrderSync, false), lockRow(12, kOrderSync, false, "ShareLock"), lockRow(13, kOrderSync, false)},
        {{11, {10}}, {12, {11}}, {13, {10, 11}}}));
    QCOMPARE(list(viewOf(analysis, 12, false)->softBlockers), QString("11"));
    QCOMPARE(list(viewOf(analysis, 13, false)->softBlockers), QString());
    QCOMPARE(list(viewOf(analysis, 11, true)->blocks), QString("12 13"));
}

void TestBlockers::repeatedPids() {
    Court court;
    const Analysis analysis =
        court.hear(queue({lockRow(11), lockRow(12, kOrderSync, false)}, {{12, {11, 11, 12, 11}}}));
    QCOMPARE(list(viewOf(analysis, 12, false)->blockedBy), QString("11"));
    QCOMPARE(list(viewOf(analysis, 11)->blocks), QString("12"));
}

void TestBlockers::parallelWorkers() {
    Court court;
    Snapshot snapshot = queue(
        {lockRow(11), lockRow(21, kOrderSync, false), lockRow(22, kOrderSync, false), lockRow(31, kOrderSync, false)},
        {{21, {11}}, {22, {11, 21}}, {31, {21, 22, 11}}});
    for (SessionRow& row : snapshot.sessions) {
        if (row.id.pid == 21 || row.id.pid == 22) {
            row.leaderPid = 20;
            row.backendType = "parallel worker";
        }
    }
    snapshot.sessions.push_back(session(20, "active", -5));
    const Analysis analysis = court.hear(snapshot);
    QCOMPARE(list(viewOf(analysis, 11)->blocks), QString("20 31"));
    QCOMPARE(list(viewOf(analysis, 22, false)->blockedBy), QString("11")); // not its own leader
    QCOMPARE(list(viewOf(analysis, 31, false)->blockedBy), QString("11 20"));
    QCOMPARE(list(viewOf(analysis, 31, false)->softBlockers), QString("20"));
    QCOMPARE(list(viewOf(analysis, 21, false)->blocks), QString("31"));
    const auto forest = waitForest(analysis);
    QCOMPARE(forestText(forest), QString("11[20 31]"));
    QCOMPARE(forest[0].victims, 2);
}

void TestBlockers::chainOverTwoLocks() {
    Court court;
    const Analysis analysis =
        court.hear(queue({lockRow(11), lockRow(12, kOther), lockRow(12, kOrderSync, false), lockRow(13, kOther, false)},
                         {{12, {11}}, {13, {12}}}));
    const LockView* last = viewOf(analysis, 13, false);
    QCOMPARE(list(last->blockedBy), QString("12"));
    QCOMPARE(list(last->softBlockers), QString());
    QVERIFY2(evidence(*last).startsWith("At the root of the chain stands pid 11, which waits for nobody.\n"
                                        "Pid 12 holds the lock and itself waits for pid 11."),
             qPrintable(evidence(*last)));
    const auto forest = waitForest(analysis);
    QCOMPARE(forestText(forest), QString("11[12[13]]"));
    QCOMPARE(forest[0].victims, 2);
}

void TestBlockers::severalHolders() {
    Court court;
    const Analysis analysis =
        court.hear(queue({lockRow(11, kOrderSync, true, "ShareLock"), lockRow(12, kOrderSync, true, "ShareLock"),
                          lockRow(12, kOther), lockRow(13, kOrderSync, false), lockRow(14, kOther, false)},
                         {{13, {11, 12}}, {14, {12}}}));
    const auto forest = waitForest(analysis);
    QCOMPARE(forestText(forest), QString("12[13 14] 11[13]")); // the one with more victims first
    QCOMPARE(forest[0].victims, 2);
    QCOMPARE(forest[1].victims, 1);
}

void TestBlockers::circle() {
    Court court;
    const Analysis analysis = court.hear(queue({lockRow(12), lockRow(13, kOther), lockRow(12, kOther, false),
                                                lockRow(13, kOrderSync, false), lockRow(11, kOrderSync, false)},
                                               {{12, {13}}, {13, {12}}, {11, {12, 13}}}));
    const auto forest = waitForest(analysis);
    QCOMPARE(forestText(forest), QString("12[13[12] 11]"));
    QCOMPARE(forest[0].victims, 2);
    QVERIFY(!evidence(*viewOf(analysis, 11, false)).contains("At the root"));
}

/// Layers of two holders each would double a naive tree with every layer.
void TestBlockers::layersStaySmall() {
    Snapshot snapshot = look(0);
    for (int layer = 0; layer < 40; ++layer) {
        const keys::LockTag tag = keys::tagOfBigint(layer);
        for (const int side : {0, 1}) {
            const int pid = 100 + 2 * layer + side;
            snapshot.locks.push_back(lockRow(pid, tag, true, "ShareLock"));
            snapshot.sessions.push_back(session(pid));
            if (layer > 0) {
                snapshot.locks.push_back(lockRow(pid, keys::tagOfBigint(layer - 1), false));
                snapshot.blockedBy[pid] = {pid - 2 - side, pid - 1 - side};
            }
        }
    }
    Court court;
    const auto forest = waitForest(court.hear(snapshot));
    QCOMPARE(forest.size(), size_t{2});
    QCOMPARE(forest[0].victims, 78);
    const std::function<int(const WaitNode&)> size = [&](const WaitNode& node) {
        int nodes = 1;
        for (const WaitNode& child : node.children)
            nodes += size(child);
        return nodes;
    };
    QVERIFY(size(forest[0]) + size(forest[1]) <= 2 + 39 * 4);
}

void TestBlockers::prepared() {
    Court court;
    Snapshot snapshot = queue({lockRow(0), lockRow(12, kOrderSync, false)}, {{12, {0, 0}}});
    snapshot.preparedHolders = {{kDatabase, kOrderSync, "fc-gid-20"}};
    const Analysis analysis = court.hear(snapshot);
    QCOMPARE(list(viewOf(analysis, 12, false)->blockedBy), QString("0"));
    QCOMPARE(list(viewOf(analysis, 0)->blocks), QString("12"));
    QVERIFY(evidence(*viewOf(analysis, 12, false)).startsWith("The prepared transaction \"fc-gid-20\" holds the lock"));
    QCOMPARE(forestText(waitForest(analysis)), QString("0[12]"));
}

void TestBlockers::blockerWithoutARow() {
    Court court;
    const Analysis analysis = court.hear(queue({lockRow(12, kOrderSync, false)}, {{12, {11}}}));
    const LockView* view = viewOf(analysis, 12, false);
    QCOMPARE(list(view->blockedBy), QString("11"));
    QCOMPARE(list(view->softBlockers), QString());
    QVERIFY(evidence(*view).startsWith("The server names pid 11 as in the way"));
}

/// A holder of two locks blocks on the one that is waited for only.
void TestBlockers::onlyOnItsKey() {
    Court court;
    Snapshot snapshot = queue({lockRow(11), lockRow(11, kOther), lockRow(12, kOrderSync, false)}, {{12, {11}}});
    LockRow elsewhere = lockRow(13, kOrderSync);
    elsewhere.databaseOid = 5;
    snapshot.locks.push_back(elsewhere);
    const Analysis analysis = court.hear(snapshot);
    for (const LockView& view : analysis.locks)
        QCOMPARE(list(view.blocks), QString(view.id.tag == kOrderSync && view.id.backend.pid == 11 ? "12" : ""));
}

void TestBlockers::nobodyWaits() {
    Court court;
    const Analysis analysis = court.hear(queue({lockRow(11)}, {}));
    QVERIFY(waitForest(analysis).empty());
    QVERIFY(analysis.locks.at(0).blocks.empty());
}

void TestBlockers::longQueueIsCutInWords() {
    Snapshot snapshot = look(0);
    snapshot.locks = {lockRow(10)};
    std::vector<int> before{10};
    for (int pid = 11; pid < 60; ++pid) {
        snapshot.locks.push_back(lockRow(pid, kOrderSync, false));
        snapshot.sessions.push_back(session(pid));
        snapshot.blockedBy[pid] = before;
        before.push_back(pid);
    }
    snapshot.sessions.push_back(session(10));
    Court court;
    const Analysis analysis = court.hear(snapshot);
    const LockView* last = viewOf(analysis, 59, false);
    QCOMPARE(last->blockedBy.size(), size_t{49});
    QVERIFY2(evidence(*last).contains("44 more sessions stand before this one."), qPrintable(evidence(*last)));
    QVERIFY(evidence(*viewOf(analysis, 10))
                .startsWith("Sessions that wait for this lock: 49 (pid 11, 12, 13, 14, 15 ...)."));
}

QTEST_GUILESS_MAIN(TestBlockers)
#include "tst_blockers.moc"
