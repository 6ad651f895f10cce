// SPDX-License-Identifier: GPL-3.0-or-later
#include "state/audit_file.h"
#include "state/state_folder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <thread>
#include <vector>

#include <sys/stat.h>

using namespace latchboard;
using state::Act;

class TestAuditFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void nothingYet();
    void keepsWhatWasDone();
    void forTheUserAlone();
    void manyAtOnce();
    void aCutLine();
    void cantBeWritten();

private:
    static Act act(int number) {
        return {*base::fromRfc3339("2026-03-10T11:00:00.123456Z") + std::chrono::seconds(number),
                "kim@host",
                "production",
                "terminate",
                "pid 4711, key 42 (order-sync)",
                "a leak of \"web\"\nsince noon; 누수",
                "done",
                "number " + std::to_string(number)};
    }
    [[nodiscard]] std::string file() const { return m_home->path().toStdString() + "/latchboard/audit.jsonl"; }

    std::unique_ptr<QTemporaryDir> m_home;
};

void TestAuditFile::init() {
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", m_home->path().toUtf8());
}

void TestAuditFile::nothingYet() {
    const auto read = state::readActs();
    QVERIFY((read).ok());
    QVERIFY(read->acts.empty());
    QCOMPARE(read->skipped, 0);
}

void TestAuditFile::keepsWhatWasDone() {
    QVERIFY((state::checkAuditFile()).ok());
    for (int i = 0; i < 3; ++i)
        QVERIFY((state::appendAct(act(i))).ok());
    const auto read = state::readActs();
    QVERIFY((read).ok());
    QVERIFY((read->acts == std::vector<Act>{act(0), act(1), act(2)}));
}

void TestAuditFile::forTheUserAlone() {
    QVERIFY((state::appendAct(act(0))).ok());
    struct stat found {};
    QCOMPARE(::stat(file().c_str(), &found), 0);
    QCOMPARE(found.st_mode & 0777U, 0600U);
    QCOMPARE(::stat(state::stateFolder()->c_str(), &found), 0);
    QCOMPARE(found.st_mode & 0777U, 0700U);
}

void TestAuditFile::manyAtOnce() {
    constexpr int kEach = 50;
    {
        std::vector<std::jthread> writers;
        for (int w = 0; w < 4; ++w)
            writers.emplace_back([w] {
                for (int i = 0; i < kEach; ++i)
                    static_cast<void>(state::appendAct(act(w * kEach + i)));
            });
    }
    const auto read = state::readActs();
    QVERIFY((read).ok());
    QCOMPARE(read->acts.size(), size_t{4 * kEach});
    QCOMPARE(read->skipped, 0);
}

/// As a full disk or a crash leaves it: what stands before is there, and the next line is whole.
void TestAuditFile::aCutLine() {
    QVERIFY((state::appendAct(act(0))).ok());
    QFile cut(QString::fromStdString(file()));
    QVERIFY(cut.open(QIODevice::Append));
    cut.write("{\"at\":\"2026-03-10T11:0");
    cut.close();
    QVERIFY((state::appendAct(act(1))).ok());
    QVERIFY((state::appendAct(act(2))).ok());
    const auto read = state::readActs();
    QVERIFY((read).ok());
    QCOMPARE(read->skipped, 1);
    QVERIFY((read->acts == std::vector<Act>{act(0), act(1), act(2)}));
}

void TestAuditFile::cantBeWritten() {
    QVERIFY(QDir(m_home->path()).mkpath(QStringLiteral("latchboard/audit.jsonl"))); // a folder stands in its place
    const auto ready = state::checkAuditFile();
    QVERIFY(!ready);
    QVERIFY(ready.error().message.english().contains("audit.jsonl can't be written"));
    QVERIFY(!state::appendAct(act(0)));
    // The state folder itself can't be made.
    QFile plain(m_home->path() + QStringLiteral("/plain"));
    QVERIFY(plain.open(QIODevice::WriteOnly));
    qputenv("XDG_STATE_HOME", (m_home->path() + QStringLiteral("/plain")).toUtf8());
    QVERIFY(!state::stateFolder());
}

QTEST_GUILESS_MAIN(TestAuditFile)
#include "tst_audit_file.moc"
