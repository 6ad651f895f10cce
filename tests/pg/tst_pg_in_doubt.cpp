// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/engine_scene.h"
#include "pg/tcp_proxy.h"

using namespace latchboard;
using pg::test::TcpProxy;
using sync::Outcome;

namespace {

/// The end of its message is a part of it: BEGIN says "read committed".
const std::string kCommit("commit\0", 7);

} // namespace

/// The connection is cut between a COMMIT and its answer, at each transaction of a run and both ways: the token
/// decides, once the old backend is gone, and what is counted is what stands.
class PgInDoubtTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void everyCommit_data();
    void everyCommit();

private:
    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::test::EngineScene> m_scene;
    std::unique_ptr<TcpProxy> m_proxy;
};

void PgInDoubtTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_scene = std::make_unique<pg::test::EngineScene>(*m_server);
    m_proxy = std::make_unique<TcpProxy>(m_server->cluster().port());
}

void PgInDoubtTest::init() {
    m_scene->clear();
}

void PgInDoubtTest::everyCommit_data() {
    QTest::addColumn<int>("page"); // from which on commits are counted
    QTest::addColumn<int>("skip");
    QTest::addColumn<bool>("forwarded");
    QTest::addColumn<QString>("history");
    QTest::addColumn<QString>("ids");
    QTest::addColumn<int>("windows");
    QTest::addColumn<int>("left"); // new rows for the next run

    QTest::newRow("first page, committed") << 1 << 0 << true << "FAILED lock_lost new 2"
                                           << "10 11" << 0 << 4;
    QTest::newRow("first page, lost") << 1 << 0 << false << "FAILED lock_lost new 0"
                                      << "" << 0 << 6;
    QTest::newRow("middle page, committed") << 2 << 0 << true << "FAILED lock_lost new 4"
                                            << "10 11 20 21" << 0 << 2;
    QTest::newRow("middle page, lost") << 2 << 0 << false << "FAILED lock_lost new 2"
                                       << "10 11" << 0 << 4;
    QTest::newRow("last page, committed") << 3 << 0 << true << "FAILED lock_lost new 6"
                                          << "10 11 20 21 30 31" << 0 << 0;
    QTest::newRow("last page, lost") << 3 << 0 << false << "FAILED lock_lost new 4"
                                     << "10 11 20 21" << 0 << 2;
    QTest::newRow("closed window, committed") << 3 << 1 << true << "SUCCESS - new 6"
                                              << "10 11 20 21 30 31" << 1 << 0;
    QTest::newRow("closed window, lost") << 3 << 1 << false << "FAILED lock_lost new 6"
                                         << "10 11 20 21 30 31" << 0 << 0;
    QTest::newRow("history row, committed") << 3 << 2 << true << "SUCCESS - new 6"
                                            << "10 11 20 21 30 31" << 1 << 0;
    QTest::newRow("history row, lost") << 3 << 2 << false << "SUCCESS - new 6"
                                       << "10 11 20 21 30 31" << 1 << 0;
}

void PgInDoubtTest::everyCommit() {
    QFETCH(int, page);
    QFETCH(int, skip);
    QFETCH(bool, forwarded);
    QFETCH(QString, history);
    QFETCH(QString, ids);
    QFETCH(int, windows);
    QFETCH(int, left);
    pg::test::ThreePages source;
    source.beforeAnswer = [&](int asked, const base::Waiting&) -> base::Result<void> {
        if (asked == page)
            m_proxy->cutWhenClientSends(kCommit, forwarded ? TcpProxy::Cut::Forwarded : TcpProxy::Cut::Swallowed, skip);
        return {};
    };
    auto settings = m_server->settings(m_scene->database());
    settings.conninfo =
        "host=127.0.0.1 port=" + std::to_string(m_proxy->port()) + " dbname=" + m_scene->database() + " user=postgres";
    const auto run = m_scene->run(settings, source);
    QVERIFY(m_proxy->hasCut());
    QCOMPARE(QString::fromStdString(m_scene->history()), history);
    QCOMPARE(QString(sync::outcomeName(run.outcome)), history.section(' ', 0, 0));
    QCOMPARE(QString::fromStdString(m_scene->ids()), ids);
    QCOMPARE(m_scene->windows(), std::to_string(windows));
    QCOMPARE(m_scene->holders(), std::string("0"));

    pg::test::ThreePages again;
    const auto next = m_scene->run(settings, again);
    QCOMPARE(next.outcome, Outcome::Success);
    QCOMPARE(next.counts.created, left);
    QCOMPARE(next.counts.same, 6 - left);
    QCOMPARE(next.counts.changed, 0);
    QCOMPARE(m_scene->ids(), std::string("10 11 20 21 30 31"));
    // Tokens of a run whose end is known are not kept.
    QCOMPARE(pg::test::one(m_scene->super(), "select count(*) from latchboard.write_token"), std::string("0"));
}

QTEST_GUILESS_MAIN(PgInDoubtTest)
#include "tst_pg_in_doubt.moc"
