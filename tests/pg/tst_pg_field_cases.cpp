// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/engine_scene.h"
#include "pg/tcp_proxy.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <future>

using namespace latchboard;
using base::ErrorKind;
using pg::test::one;
using pg::test::TcpProxy;
using sync::Outcome;

namespace {

/// The end of its message is a part of it: BEGIN says "read committed".
const std::string kCommit("commit\0", 7);

QJsonObject caseFile(const char* name) {
    QFile file(QStringLiteral(LATCHBOARD_TEST_DATA "/retry/%1.json").arg(QLatin1String(name)));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no file %s", qPrintable(file.fileName()));
    return QJsonDocument::fromJson(file.readAll()).object();
}

/// A value of an expected row, as the server writes it.
std::string textOf(const QJsonValue& value) {
    if (value.isBool())
        return value.toBool() ? "t" : "f";
    return value.toVariant().toString().toStdString();
}

} // namespace

/// The cases of data/retry: their steps on a real server, through our sessions, and the outcome that they state for the
/// engine.
class PgFieldCasesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void steps_data();
    void steps();
    void C01_twoWritersOneOrder();
    void C03_commitMustSayCommit();
    void C04_lostAtCommit_data();
    void C04_lostAtCommit();
    void C07_whatIsTriedAgain_data();
    void C07_whatIsTriedAgain();
    void C08_noTransactionWhileTheSourceIsAsked();

private:
    /// Empty where the answer is what the step says.
    QString differs(const QJsonObject& step, const base::Result<pg::QueryResult>& answer) const;

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super;
    std::unique_ptr<pg::test::EngineScene> m_scene;
    std::unique_ptr<TcpProxy> m_proxy;
    std::string m_database;
};

void PgFieldCasesTest::initTestCase() {
    m_server = pg::test::Server::start({{"deadlock_timeout", "100ms"}});
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(false);
    m_super = m_server->open(m_database);
    QVERIFY(m_super);
    m_server->makeRole("fc_app");
    LB_VERIFY_OK(m_super->execSimple(
        "create table fc_orders (id bigint primary key, updated_at timestamptz not null, status text not null, "
        "currency text, total numeric, customer_note text, raw jsonb);"
        "create table fc_history (run_id bigint generated always as identity primary key, end_at timestamptz not null, "
        "outcome text not null);"
        "grant all on fc_orders, fc_history to fc_app"));
    m_scene = std::make_unique<pg::test::EngineScene>(*m_server);
    m_proxy = std::make_unique<TcpProxy>(m_server->cluster().port());
}

void PgFieldCasesTest::init() {
    m_scene->clear();
}

QString PgFieldCasesTest::differs(const QJsonObject& step, const base::Result<pg::QueryResult>& answer) const {
    if (step.contains(QStringLiteral("error"))) {
        if (answer)
            return QStringLiteral("no error");
        const QJsonValue error = step.value(QStringLiteral("error"));
        const QJsonArray permitted = error.isArray() ? error.toArray() : QJsonArray{error};
        const std::string state = answer.error().sqlstate;
        const bool lost = answer.error().kind == ErrorKind::Connection;
        for (const auto& one : permitted) {
            if (one.toString().toStdString() == state || (lost && one.toString() == QLatin1String("connection-lost")))
                return {};
        }
        return QStringLiteral("SQLSTATE %1: %2").arg(QString::fromStdString(state), answer.error().message.english());
    }
    if (!answer)
        return answer.error().message.english();
    if (const QString tag = step.value(QStringLiteral("tag")).toString();
        !tag.isEmpty() && tag.toStdString() != answer->tag())
        return QStringLiteral("tag %1").arg(QString::fromStdString(answer->tag()));
    if (step.contains(QStringLiteral("rows"))) {
        const QJsonArray rows = step.value(QStringLiteral("rows")).toArray();
        if (rows.size() != answer->rows())
            return QStringLiteral("%1 rows").arg(answer->rows());
        for (int row = 0; row < answer->rows(); ++row) {
            for (int column = 0; column < answer->columns(); ++column) {
                if (textOf(rows[row].toArray()[column]) != answer->text(row, column))
                    return QStringLiteral("row %1: %2").arg(row).arg(QString::fromStdString(answer->text(row, column)));
            }
        }
    }
    return {};
}

void PgFieldCasesTest::steps_data() {
    QTest::addColumn<QByteArray>("file");
    for (const char* file :
         {"C01-opposite-order-upserts", "C03-commit-that-rolls-back", "C04-connection-lost-at-commit",
          "C07-which-errors-are-retried", "C08-idle-in-transaction-kills-lock"})
        QTest::newRow(file) << QByteArray(file);
}

void PgFieldCasesTest::steps() {
    QFETCH(QByteArray, file);
    const QJsonObject all = caseFile(file.constData());
    std::map<QString, std::unique_ptr<pg::Session>> sessions;
    std::map<QString, int> pids;
    std::map<QString, std::future<base::Result<pg::QueryResult>>> running;
    const auto open = [&](const QString& name) -> pg::Session& {
        auto& session = sessions[name];
        if (!session) {
            const QJsonObject how = all.value(QStringLiteral("sessions")).toObject().value(name).toObject();
            auto settings = m_server->settingsFor("fc_app", m_database);
            settings.statementTimeout = settings.idleInTransactionTimeout = base::Duration::zero();
            if (how.value(QStringLiteral("via")) == QLatin1String("proxy"))
                settings.conninfo =
                    "host=127.0.0.1 port=" + std::to_string(m_proxy->port()) + " dbname=" + m_database + " user=fc_app";
            auto made = pg::Session::open(settings);
            if (!made)
                qFatal("no session: %s", qPrintable(made.error().message.english()));
            session = std::move(*made);
            pids[name] = session->identity().backendPid;
        }
        return *session;
    };
    const QJsonArray steps = all.value(QStringLiteral("steps")).toArray();
    bool settles = false; // the step before waits: what is looked at comes to be in its own time
    for (int number = 0; number < steps.size(); ++number) {
        const QJsonObject step = steps[number].toObject();
        const QString name = step.value(QStringLiteral("s")).toString();
        const std::string sql = step.value(QStringLiteral("sql")).toString().toStdString();
        QString difference;
        if (step.contains(QStringLiteral("super"))) {
            const std::string statement = step.value(QStringLiteral("super")).toString().toStdString();
            if (settles) {
                QTRY_COMPARE_WITH_TIMEOUT(differs(step, m_super->execSimple(statement)), QString(), 10'000);
            } else {
                difference = differs(step, m_super->execSimple(statement));
            }
        } else if (step.contains(QStringLiteral("snapshot"))) {
            const QJsonObject snapshot = step.value(QStringLiteral("snapshot")).toObject();
            const QJsonArray gone = snapshot.value(QStringLiteral("gone")).toArray();
            for (const auto& one : gone) {
                QTRY_COMPARE_WITH_TIMEOUT(pg::test::one(*m_super,
                                                        "select count(*) from pg_stat_activity where pid = $1::int",
                                                        {pids[one.toString()]}),
                                          std::string("0"), 10'000);
            }
            QStringList expected;
            for (const auto& lock : snapshot.value(QStringLiteral("advisory")).toArray())
                expected +=
                    QStringLiteral("%1 %2").arg(pids[lock.toArray()[0].toString()]).arg(lock.toArray()[3].toInt());
            QCOMPARE(QString::fromStdString(one(*m_super, "select coalesce(string_agg(pid || ' ' || objid, ','), '') "
                                                          "from pg_locks where locktype = 'advisory' and granted")),
                     expected.join(u','));
        } else if (step.contains(QStringLiteral("sleep_ms"))) {
            // Until the server's clock has gone on so far since the last statement; what is only waited for needs none.
            const QJsonObject next = number + 1 < steps.size() ? steps[number + 1].toObject() : QJsonObject();
            if (const QString who = next.value(QStringLiteral("s")).toString();
                !who.isEmpty() && !next.contains(QStringLiteral("error"))) {
                QTRY_COMPARE_WITH_TIMEOUT(one(*m_super,
                                              "select coalesce(bool_and(clock_timestamp() - state_change > $2), false) "
                                              "from pg_stat_activity where pid = $1::int",
                                              {pids[who], base::Duration(std::chrono::milliseconds(
                                                              step.value(QStringLiteral("sleep_ms")).toInt()))}),
                                          std::string("t"), 10'000);
            }
        } else if (step.contains(QStringLiteral("drop_when_client_sends"))) {
            open(name);
            m_proxy->cutWhenClientSends("COMMIT", step.value(QStringLiteral("forwarded")).toBool()
                                                      ? TcpProxy::Cut::Forwarded
                                                      : TcpProxy::Cut::Swallowed);
        } else if (step.value(QStringLiteral("background")).toBool()) {
            pg::Session& session = open(name);
            running[name] = std::async(std::launch::async, [&session, sql] { return session.execSimple(sql); });
            // It waits, or has ended already by then.
            QTRY_VERIFY_WITH_TIMEOUT(
                running[name].wait_for(std::chrono::seconds(0)) == std::future_status::ready ||
                    one(*m_super,
                        "select count(*) from pg_stat_activity where pid = $1::int and wait_event_type = 'Lock'",
                        {pids[name]}) == "1",
                10'000);
        } else if (step.value(QStringLiteral("finish")).toBool()) {
            difference = differs(step, running[name].get());
        } else {
            difference = differs(step, open(name).execSimple(sql));
        }
        QVERIFY2(difference.isEmpty(), qPrintable(QStringLiteral("step %1: %2").arg(number + 1).arg(difference)));
        settles = step.contains(QStringLiteral("sleep_ms"));
    }
}

void PgFieldCasesTest::C01_twoWritersOneOrder() {
    const QJsonObject expected = caseFile("C01-opposite-order-upserts")
                                     .value(QStringLiteral("expected"))
                                     .toObject()
                                     .value(QStringLiteral("engine"))
                                     .toObject();
    // Two writers with the same two orders, each in the other's order; the second is the later one.
    std::array<base::Result<void>, 2> done;
    std::array<sync::WriteCounts, 2> counts;
    sync::Job job = m_scene->job();
    {
        std::vector<std::jthread> threads;
        for (size_t writer = 0; writer < 2; ++writer) {
            threads.emplace_back([&, writer] {
                pg::RunSession session(m_server->settings(m_scene->database()), {});
                done[writer] = session.connect();
                pg::TargetStore store(session, job.lockTag);
                for (int round = 0; round < 30 && done[writer]; ++round) {
                    sync::Page page;
                    for (const char* id : {"1", "2"}) {
                        sync::Order order;
                        order.externalId = id;
                        order.updatedAt = base::Instant(std::chrono::seconds(round));
                        order.values = {{"status", "a"}};
                        page.orders.push_back(order);
                    }
                    if (writer == 1)
                        std::reverse(page.orders.begin(), page.orders.end());
                    done[writer] = store.write(job, "writer-" + std::to_string(writer), round, page, counts[writer]);
                }
            });
        }
    }
    LB_VERIFY_OK(done[0]);
    LB_VERIFY_OK(done[1]);
    QCOMPARE(counts[0].retries40P01 + counts[1].retries40P01, 0);
    QString rows;
    for (const auto& row : expected.value(QStringLiteral("rows_after")).toArray())
        rows += QStringLiteral("%1:%2 ").arg(row.toArray()[0].toInt()).arg(row.toArray()[1].toString());
    QCOMPARE(QString::fromStdString(one(m_scene->super(), "select string_agg(external_id || ':' || status || ' ', '' "
                                                          "order by external_id) from orders")),
             rows);
}

void PgFieldCasesTest::C03_commitMustSayCommit() {
    auto session = m_server->open(m_database);
    pg::RetryCounts retries;
    const auto done = pg::transact(*session, {}, retries, [&]() -> base::Result<void> {
        for (const char* values : {"now(), 'success'", "null, 'x'"})
            static_cast<void>(
                session->execSimple(std::string("insert into fc_history (end_at, outcome) values (") + values + ")"));
        return {}; // the body overlooks the error
    });
    QVERIFY(!done);
    QVERIFY2(done.error().message.english().contains(QStringLiteral("ROLLBACK")),
             qPrintable(done.error().message.english()));
    QCOMPARE(one(*m_super, "select count(*) from fc_history where outcome = 'success'"), std::string("0"));
}

void PgFieldCasesTest::C04_lostAtCommit_data() {
    QTest::addColumn<bool>("forwarded");
    QTest::addColumn<QString>("shown");
    QTest::newRow("the answer is lost") << true << "SUCCESS";
    QTest::newRow("the COMMIT is lost") << false << "FAILED";
}

void PgFieldCasesTest::C04_lostAtCommit() {
    QFETCH(bool, forwarded);
    QFETCH(QString, shown);
    pg::test::ThreePages source;
    source.beforeAnswer = [&](int asked, const base::Waiting&) -> base::Result<void> {
        if (asked == 3) // the COMMIT that closes the window
            m_proxy->cutWhenClientSends(kCommit, forwarded ? TcpProxy::Cut::Forwarded : TcpProxy::Cut::Swallowed, 1);
        return {};
    };
    auto settings = m_server->settings(m_scene->database());
    settings.conninfo =
        "host=127.0.0.1 port=" + std::to_string(m_proxy->port()) + " dbname=" + m_scene->database() + " user=postgres";
    const auto run = m_scene->run(settings, source);
    QVERIFY(m_proxy->hasCut());
    QCOMPARE(QString(sync::outcomeName(run.outcome)), shown);
    QCOMPARE(one(m_scene->super(), "select count(*) from latchboard.run"), std::string("1"));
    QCOMPARE(m_scene->windows(), std::string(forwarded ? "1" : "0"));
}

void PgFieldCasesTest::C07_whatIsTriedAgain_data() {
    QTest::addColumn<QJsonObject>("expected");
    const QJsonObject all = caseFile("C07-which-errors-are-retried");
    for (const auto& entry :
         all.value(QStringLiteral("expected")).toObject().value(QStringLiteral("engine")).toArray()) {
        const QJsonObject expected = entry.toObject();
        QTest::addRow("%s, %d times", qPrintable(expected.value(QStringLiteral("sqlstate")).toString()),
                      expected.value(QStringLiteral("fail_first")).toInt())
            << expected;
    }
}

void PgFieldCasesTest::C07_whatIsTriedAgain() {
    QFETCH(QJsonObject, expected);
    const std::string state = expected.value(QStringLiteral("sqlstate")).toString().toStdString();
    const int failFirst = expected.value(QStringLiteral("fail_first")).toInt();
    const bool succeeds = expected.value(QStringLiteral("outcome")) == QLatin1String("success");
    LB_VERIFY_OK(m_scene->super().execSimple(
        "drop sequence if exists fc_fail; create sequence fc_fail;"
        "create or replace function fc_fail() returns trigger language plpgsql as $$ begin "
        "if nextval('fc_fail') <= " +
        std::to_string(failFirst) + " then raise exception 'injected' using errcode = '" + state +
        "'; end if; return null; end $$;"
        "create or replace trigger fc_fail before insert on orders for each statement execute function fc_fail()"));
    // One page of many orders: that they are all refused is not the fault of any of them.
    class OnePage final : public sync::OrderSource {
    public:
        base::Result<sync::HttpAnswer> send(const sync::HttpRequest&, const base::Waiting&) override {
            std::string items;
            for (int i = 100; i < 150; ++i)
                items += (i == 100 ? "" : ",") + std::string(R"({"id":")") + std::to_string(i) +
                         R"(","updated_at":"2026-03-10T11:00:00Z","status":"open"})";
            sync::HttpAnswer answer;
            answer.status = 200;
            answer.body = "{\"orders\":[" + items + "]}";
            return answer;
        }
    } source;
    const auto run = m_scene->run(m_server->settings(m_scene->database()), source);
    const auto attempts = std::stoll(one(m_scene->super(), "select last_value from fc_fail"));
    LB_VERIFY_OK(m_scene->super().execSimple("drop function fc_fail cascade"));
    QCOMPARE(run.outcome == Outcome::Success, succeeds);
    QCOMPARE(m_scene->holders(), std::string("0"));
    QCOMPARE(one(m_scene->super(), "select count(*) from latchboard.run"), std::string("1"));
    QCOMPARE(one(m_scene->super(), "select count(*) from orders"), std::string(succeeds ? "50" : "0"));
    const QJsonValue tries = expected.value(QStringLiteral("attempts"));
    if (state == "23514") // halved, to see whether it is some of the rows
        QVERIFY(attempts > 1);
    else
        QCOMPARE(attempts, tries.isDouble() ? tries.toInt() : pg::RetryPolicy().attempts);
    if (succeeds) {
        QCOMPARE(run.counts.retries40001 + run.counts.retries40P01, failFirst);
    } else {
        const QString contains = expected.value(QStringLiteral("history_contains")).toString();
        const QString history = QString::fromStdString(
            one(m_scene->super(),
                "select coalesce(error_message, '') || ' ' || coalesce(error_sqlstate, '') from latchboard.run"));
        QVERIFY2(history.contains(contains), qPrintable(history));
        QCOMPARE(m_scene->windows(), std::string("0"));
    }
}

void PgFieldCasesTest::C08_noTransactionWhileTheSourceIsAsked() {
    pg::test::ThreePages source;
    QStringList states;
    source.beforeAnswer = [&](int, const base::Waiting&) -> base::Result<void> {
        states += QString::fromStdString(one(
            m_scene->super(), "select string_agg(distinct state, ',') from pg_stat_activity where datname = "
                              "current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"));
        return {};
    };
    const auto run = m_scene->run(m_server->settings(m_scene->database()), source);
    QCOMPARE(run.outcome, Outcome::Success);
    QCOMPARE(states, QStringList({QStringLiteral("idle"), QStringLiteral("idle"), QStringLiteral("idle")}));
}

QTEST_GUILESS_MAIN(PgFieldCasesTest)
#include "tst_pg_field_cases.moc"
