// SPDX-License-Identifier: GPL-3.0-or-later
#include "live_demo.h"

#include "base/clock.h"
#include "ops/configuration.h"
#include "pg/session.h"

#include <QFile>
#include <QProcess>

#include <csignal>

using namespace latchboard;

/// What a run says: a line a step with its id; and what nothing says: a secret, or a person's data. All that the
/// programs print, and all that they keep for good, is searched for what was planted.
class TestOutputs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aLineAStep();
    void nothingSecretNothingPersonal();

private:
    [[nodiscard]] QStringList backfill(const QStringList& more) const {
        return QStringList{"--config", m_live.config()} + more +
               QStringList{"sync",       "order-sync",
                           "--progress", "json",
                           "--from",     "2026-01-01T00:00:00Z",
                           "--until",    QString::fromStdString(base::toRfc3339(base::SystemClock().now()))};
    }
    QByteArray outputsOf(const QStringList& arguments, int* code = nullptr) const {
        QProcess process;
        process.start(m_live.program(), arguments);
        process.waitForFinished(120'000);
        if (code != nullptr)
            *code = process.exitCode();
        return process.readAllStandardOutput() + process.readAllStandardError();
    }
    void sql(const std::string& statements) const {
        const auto done = m_live.demo().cluster().execute("orders", statements);
        QVERIFY2(done.ok(), done ? "" : qPrintable(done.error().message.english()));
    }
    test::LiveDemo m_live;
};

void TestOutputs::initTestCase() {
    const auto started = m_live.start();
    QVERIFY2(started.ok(), started ? "" : qPrintable(started.error().message.english()));
    QTRY_VERIFY_WITH_TIMEOUT(m_live.successes() >= 1, 120'000);
    QTRY_VERIFY_WITH_TIMEOUT(m_live.lockNamed("order-sync").isEmpty(), 60'000);
}

void TestOutputs::aLineAStep() {
    QProcess process;
    process.start(m_live.program(), backfill({"--json", "-v"}));
    QVERIFY(process.waitForFinished(120'000));
    QCOMPARE(process.exitCode(), 0);
    const QJsonObject run = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    const QByteArray id = "run=" + run.value("run_id").toString().toUtf8() + " job=order-sync";
    QList<QByteArray> lines;
    for (const QByteArray& line : process.readAllStandardError().split('\n')) {
        if (line.contains("step="))
            lines += line;
    }
    QMap<QByteArray, int> steps;
    for (const QByteArray& line : lines) {
        QVERIFY2(line.contains(id), line.constData());
        const qsizetype at = line.indexOf("step=") + 5;
        ++steps[line.mid(at, line.indexOf(' ', at) - at)];
    }
    QCOMPARE(steps.value("lock"), 1);
    QCOMPARE(steps.value("window"), 1);
    QCOMPARE(steps.value("page"), run.value("pages").toInt());
    QCOMPARE(steps.value("call"), run.value("api_calls").toInt());
    QCOMPARE(steps.value("end"), 1);
    QVERIFY2(lines.last().contains("outcome=SUCCESS") &&
                 lines.last().contains("calls=" + QByteArray::number(run.value("api_calls").toInt())),
             lines.last().constData());
}

void TestOutputs::nothingSecretNothingPersonal() {
    QList<QByteArray> planted;
    for (const char* secret : {"file:secrets/latchboard", "file:secrets/order-api"}) {
        const auto value = ops::resolveSecret(secret, m_live.config().toStdString());
        QVERIFY(value.ok());
        planted += QByteArray::fromStdString(value->reveal());
    }
    // Every customer gets a name that stands nowhere else, and one of them is refused by the table.
    auto super = pg::Session::open([&] {
        pg::ConnectionSettings settings;
        settings.conninfo = m_live.demo().cluster().conninfoWithPassword("orders").reveal();
        return settings;
    }());
    QVERIFY(super.ok());
    const auto names = (*super)->exec("select distinct customer from orders");
    QVERIFY(names.ok() && names->rows() > 3);
    for (int row = 0; row < names->rows(); ++row)
        planted += QByteArray::fromStdString(names->text(row, 0));
    sql("alter table orders add constraint no_more check (customer <> " + pg::quotedLiteral(names->text(0, 0)) +
        ") not valid; update orders set status = 'old' where customer <> " + pg::quotedLiteral(names->text(0, 0)));

    QByteArray said;
    int code = 0;
    // A good run, one with a broken statement, one with a wrong key, one of an agent.
    said += outputsOf(backfill({"-v"}), &code);
    said += outputsOf(backfill({"-v", "--json"}));
    sql("create function broken() returns trigger language plpgsql as $$ begin perform 1 / 0; return new; end $$; "
        "update orders set amount = amount + 1 where customer <> " +
        pg::quotedLiteral(names->text(0, 0)) +
        "; create trigger broken before insert or update on orders for each row execute function broken()");
    said += outputsOf(backfill({"-v"}));
    sql("drop function broken cascade; alter table orders drop constraint no_more");
    const QString keyFile = m_live.config().section('/', 0, -2) + "/secrets/order-api";
    QFile key(keyFile);
    QVERIFY(key.open(QIODevice::ReadWrite | QIODevice::Truncate));
    planted += "planted-wrong-key";
    key.write("planted-wrong-key");
    key.close();
    said += outputsOf(backfill({"-v"}), &code);
    QVERIFY2(said.contains("status=401"), "the wrong key was not refused");
    for (const QStringList& command : {QStringList{"status"},
                                       {"history"},
                                       {"--json", "history"},
                                       {"limits"},
                                       {"--json", "limits"},
                                       {"locks"},
                                       {"--json", "locks"},
                                       {"--json", "status"}})
        said += outputsOf(QStringList{"--config", m_live.config(), "--profile", "demo", "-v"} + command);
    QVERIFY(said.size() > 10'000);

    // What is kept for good. The quarantine is made to keep a whole item, and is not searched.
    for (const char* table : {"run", "lock_attempt", "bucket", "audit", "job_window", "write_token", "lock_name"}) {
        const auto rows = (*super)->exec(
            std::string("select coalesce(string_agg(t::text, E'\\n'), '') from latchboard.") + table + " t");
        QVERIFY(rows.ok());
        said += QByteArray::fromStdString(rows->text(0, 0));
    }
    for (const QByteArray& what : planted)
        QVERIFY2(!said.contains(what),
                 (what + " in: " + said.mid(std::max<qsizetype>(0, said.indexOf(what) - 200), 400)).constData());
}

QTEST_GUILESS_MAIN(TestOutputs)
#include "tst_outputs.moc"
