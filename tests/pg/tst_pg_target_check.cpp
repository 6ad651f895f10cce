// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/derive.h"
#include "pg/advisory_lock.h"
#include "pg/pg_server.h"
#include "pg/target_check.h"
#include "pg/target_check_index.h"
#include "pg/target_findings.h"
#include "pg/target_store.h"

#include <QTest>

using namespace latchboard;
using base::ErrorKind;
using pg::test::one;
using sync::Order;
using sync::Page;
using sync::WriteCounts;

namespace {

Order order(const std::string& id, int minute, const std::string& status = "1") {
    Order result;
    result.externalId = id;
    result.updatedAt =
        base::fromRfc3339("2026-03-10T11:" + std::to_string(10 + minute) + ":00Z").value_or(base::Instant());
    result.values = {{"status", status}, {"amount", "10.00"}};
    return result;
}

Order gone(const std::string& id, int minute) {
    Order result = order(id, minute);
    result.gone = true;
    result.values.clear();
    return result;
}

sync::Job ordersJob() {
    sync::Job job;
    job.name = "orders";
    job.lockName = "orders";
    job.lockTag = *keys::derive("blake2b64-be", "orders");
    job.target.table = "public.orders";
    job.target.key = {"source", "external_id"};
    job.target.sourceValue = "1"; // also of a numeric type
    job.target.softDelete = "deleted_at";
    job.target.indexWhere = "deleted_at is null";
    job.target.updated = "source_updated_at";
    job.target.columns = {{"external_id", "external_id", "", false},
                          {"status", "status", "", false},
                          {"amount", "amount", "numeric(18,4)", true}};
    return job;
}

constexpr const char* kTable =
    "create table orders (id bigint generated always as identity primary key, source text not null, "
    "external_id text not null, status text not null, amount numeric(18,4), source_updated_at timestamptz, "
    "deleted_at timestamptz);"
    "create unique index orders_key on orders (source, external_id) where deleted_at is null;"
    "create index orders_deleted on orders (source, external_id) where deleted_at is not null";

/// The statements of a remedy, one by one: some of them can't run in a transaction.
std::vector<std::string> statements(const base::Error& error) {
    const QString remedy = error.remedy.english();
    const QString head = QStringLiteral("Have this run: ");
    const auto at = remedy.indexOf(head);
    std::vector<std::string> result;
    if (at < 0)
        return result;
    for (const QString& statement : remedy.mid(at + head.size()).split(QStringLiteral("; ")))
        result.push_back(statement.toStdString());
    return result;
}

} // namespace

/// What of a user's table does not fit, and that the SQL which is offered mends it.
class PgTargetCheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void everyRemedyMends_data();
    void everyRemedyMends();
    void awkwardNames();
    void allInOneList();
    void whatIsNoTable_data();
    void whatIsNoTable();
    void whatNoStatementMends_data();
    void whatNoStatementMends();
    void partitionedTables();
    void partitionAsTarget();
    void flagAsSoftDelete();
    void widerColumnsFit_data();
    void widerColumnsFit();
    void columnGrantsAreEnough();
    void eachMissingGrant_data();
    void eachMissingGrant();
    void rowSecurity_data();
    void rowSecurity();
    void indexForDeletedRows_data();
    void indexForDeletedRows();
    void namesInAnExpression();

private:
    [[nodiscard]] base::Result<void> check(const sync::Job& job = ordersJob()) {
        return pg::checkTarget(*m_session->session(), job.target, {});
    }
    void run(const base::Error& error);
    void writesAllWays(const sync::Job& job);
    void engineRole();

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super;
    std::unique_ptr<pg::RunSession> m_session;
    std::string m_database;
    std::int64_t m_batch = 0;
};

void PgTargetCheckTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(true);
    m_super = m_server->open(m_database);
    QVERIFY(m_super);
    m_server->makeRole("engine");
}

void PgTargetCheckTest::init() {
    LB_VERIFY_OK(m_super->execSimple(
        "drop schema public cascade; create schema public; drop schema if exists \"Shop. 1\" cascade;"
        "drop owned by engine; alter role engine nobypassrls; truncate latchboard.write_token, latchboard.quarantine"));
    LB_VERIFY_OK(m_super->execSimple(kTable));
    m_session = std::make_unique<pg::RunSession>(m_server->settings(m_database), std::stop_token());
    LB_VERIFY_OK(m_session->connect());
    m_batch = 0;
}

void PgTargetCheckTest::cleanup() {
    m_session.reset();
}

/// The engine is a role of its own from here on, with all rights but those to the table.
void PgTargetCheckTest::engineRole() {
    LB_VERIFY_OK(
        m_super->execSimple("grant usage on schema public, latchboard to engine;"
                            "grant select, insert, update, delete on all tables in schema latchboard to engine;"
                            "grant usage on all sequences in schema latchboard to engine"));
    m_session = std::make_unique<pg::RunSession>(m_server->settingsFor("engine", m_database), std::stop_token());
    LB_VERIFY_OK(m_session->connect());
}

void PgTargetCheckTest::run(const base::Error& error) {
    QVERIFY2(!statements(error).empty(), qPrintable(error.remedy.english()));
    for (const std::string& statement : statements(error)) {
        const auto done = m_super->execSimple(statement);
        QVERIFY2(done.ok(), qPrintable(QString::fromStdString(statement) + QStringLiteral(" -- ") +
                                       (done.ok() ? QString() : done.error().message.english())));
    }
}

/// New, changed, gone and back, each as it has to come out.
void PgTargetCheckTest::writesAllWays(const sync::Job& job) {
    pg::TargetStore store(*m_session, job.lockTag);
    const auto write = [&](std::vector<Order> orders) {
        Page page;
        page.orders = std::move(orders);
        WriteCounts counts;
        const auto written = store.write(job, "run-1", ++m_batch, page, counts);
        if (!written)
            return written.error().message.englishUtf8();
        return std::to_string(counts.created) + " " + std::to_string(counts.changed) + " " +
               std::to_string(counts.same) + " " + std::to_string(counts.gone) + " " +
               std::to_string(counts.quarantined);
    };
    QCOMPARE(write({order("21", 0), order("22", 0), order("23", 0)}), std::string("3 0 0 0 0"));
    QCOMPARE(write({order("21", 1, "2"), order("22", 0), gone("23", 1)}), std::string("0 1 1 1 0"));
    QCOMPARE(write({order("23", 2, "3")}), std::string("0 1 0 0 0"));
}

void PgTargetCheckTest::everyRemedyMends_data() {
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<QByteArray>("remedy");
    QTest::addColumn<QByteArray>("kept"); // a question whose answer is "t" after the remedy

    const auto row = [](const char* name, const char* sql, const char* says, const char* remedy,
                        const char* kept = "select true") {
        QTest::newRow(name) << QByteArray(sql) << QByteArray(says) << QByteArray(remedy) << QByteArray(kept);
    };
    const char* old = "insert into orders (source, external_id, status) values ('1', '7', '5');";
    const auto withRow = [&](const char* sql) { return std::string(old) + sql; };
    row("column missing", "alter table orders drop column amount", "no column amount",
        "add column \"amount\" numeric(18,4)");
    row("key column missing", "alter table orders drop column external_id", "no unique index", "create unique index");
    row("soft delete missing", "alter table orders drop column deleted_at", "no column deleted_at",
        "add column \"deleted_at\" timestamptz");
    row("change time missing", "alter table orders drop column source_updated_at", "no column source_updated_at",
        "timestamptz");
    row("text to numeric", withRow("alter table orders alter amount type text using '1.5'").c_str(),
        "column amount is text, not numeric(18,4)", "type numeric(18,4) using \"amount\"::numeric",
        "select amount = 1.5 from orders where external_id = '7'");
    row("text with a default to numeric",
        withRow("alter table orders alter amount type text using '1.5', alter amount set default '0'").c_str(),
        "column amount is text", "set default ('0'::text)::numeric",
        "select column_default like '%0%' from information_schema.columns where column_name = 'amount'");
    row("boolean to numeric", "alter table orders drop amount, add amount boolean", "column amount is boolean",
        "using \"amount\"::text::numeric");
    row("integer to numeric", "alter table orders alter amount type integer", "column amount is integer",
        "using \"amount\"::numeric");
    row("identity to numeric", "alter table orders drop amount, add amount int generated always as identity",
        "column amount is integer", "drop identity");
    row("fewer digits before the point",
        withRow("update orders set amount = 1.123456; alter table orders alter amount type numeric(12,6)").c_str(),
        "column amount is numeric(12,6)", "type numeric(20,6)", "select scale(amount) = 6 from orders");
    row("generated column over it",
        withRow("alter table orders alter amount type text using '1.5', "
                "add twice text generated always as (upper(amount)) stored")
            .c_str(),
        "column amount is text", "drop column \"twice\"",
        "select twice = '1.5000' from orders where external_id = '7'");
    row("generated column that reads on",
        "alter table orders alter amount type integer, "
        "add twice numeric generated always as (amount * 2) stored",
        "column amount is integer", "generated always as ((amount * 2)) stored");
    row("local time",
        withRow("update orders set source_updated_at = '2026-01-01 00:00Z'; set timezone = 'UTC'; "
                "alter table orders alter source_updated_at type timestamp; reset timezone")
            .c_str(),
        "column source_updated_at is timestamp without time zone", "at time zone 'UTC'",
        "select source_updated_at = '2026-01-01 00:00Z' from orders where external_id = '7'");
    row("date", "alter table orders alter source_updated_at type date", "is date", "::timestamp at time zone 'UTC'");
    row("deleted as text",
        "drop index orders_key, orders_deleted; alter table orders alter deleted_at type text; "
        "create unique index orders_key on orders (source, external_id) where deleted_at is null",
        "column deleted_at is text", "using \"deleted_at\"::timestamp with time zone");
    row("generated column", "alter table orders drop status, add status text generated always as ('x') stored not null",
        "column status is generated", "drop expression");
    row("generated column of another type",
        "alter table orders drop amount, add amount text generated always as ('1') stored", "column amount is text",
        "drop expression");
    row("identity always",
        "alter table orders drop source, add source int generated always as identity; "
        "create unique index on orders (source, external_id) where deleted_at is null",
        "column source is always generated as an identity", "set generated by default");
    row("needed column", "alter table orders add shop int not null", "column shop needs a value", "drop not null");
    row("primary key of a number", withRow("alter table orders alter id drop identity").c_str(),
        "column id needs a value", "add generated by default as identity");
    row("primary key of a small number", "alter table orders drop id, add id smallint primary key",
        "column id needs a value", "setval(");
    row("primary key of a uuid", "alter table orders drop id, add id uuid primary key", "column id needs a value",
        "set default gen_random_uuid()");
    row("primary key of a text", "alter table orders drop id, add id text primary key", "column id needs a value",
        "set default gen_random_uuid()::text");
    row("primary key of a time",
        "alter table orders drop id, add id timestamptz, add n serial, "
        "add primary key (id, n)",
        "column id needs a value", "set default clock_timestamp()");
    row("replica identity",
        "alter table orders add r bigint not null; create unique index r on orders (r); "
        "alter table orders replica identity using index r",
        "column r needs a value", "add generated by default as identity");
    row("domain without null", "create domain filled as text not null; alter table orders add f filled",
        "column f needs a value", "alter domain filled drop not null");
    row("soft delete that is never null", "alter table orders alter deleted_at set not null",
        "column deleted_at can't be null", "drop not null");
    row("no index", "drop index orders_key", "no unique index", "create unique index");
    row("invalid index", "update pg_index set indisvalid = false where indexrelid = 'orders_key'::regclass",
        "the unique index public.orders_key is not valid", "reindex index concurrently public.orders_key");
    row("index that is not ready",
        "update pg_index set indisvalid = false, indisready = false where indexrelid = 'orders_key'::regclass",
        "is not valid", "reindex index concurrently");
    row("invalid index of another predicate",
        "drop index orders_key; create unique index orders_key on orders (source, external_id) where status = 'x';"
        "update pg_index set indisvalid = false where indexrelid = 'orders_key'::regclass",
        "no unique index", "create unique index");
    row("deferrable",
        "drop index orders_key; alter table orders add constraint \"One Only\" unique (source, "
        "external_id) deferrable",
        "the constraint One Only is deferrable", "drop constraint \"One Only\", add constraint \"One Only\"");
}

void PgTargetCheckTest::everyRemedyMends() {
    QFETCH(QByteArray, sql);
    QFETCH(QByteArray, says);
    QFETCH(QByteArray, remedy);
    QFETCH(QByteArray, kept);
    LB_VERIFY_OK(check());
    LB_VERIFY_OK(m_super->execSimple(sql.toStdString()));
    const auto refused = check();
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::SchemaMissing);
    QVERIFY2(refused.error().message.english().contains(QString::fromUtf8(says)),
             qPrintable(refused.error().message.english()));
    QVERIFY2(refused.error().remedy.english().contains(QString::fromUtf8(remedy)),
             qPrintable(refused.error().remedy.english()));
    run(refused.error());
    LB_VERIFY_OK(check());
    QCOMPARE(one(*m_super, kept.toStdString()), std::string("t"));
    writesAllWays(ordersJob());
}

void PgTargetCheckTest::awkwardNames() {
    sync::Job job = ordersJob();
    job.target.table = R"("Shop. 1"."Best""ell.Liste 주문")";
    job.target.key = {"source", "외부 ID"};
    job.target.softDelete = R"(Gel"öscht.am)";
    job.target.indexWhere = R"("Gel""öscht.am" is null)";
    job.target.updated = "ÄnderungsZeit";
    job.target.columns = {{"외부 ID", "external_id", "text", false},
                          {"select", "status", "text", false},
                          {"Betrag.Summe'", "amount", "numeric(18,4)", true}};
    LB_VERIFY_OK(m_super->execSimple(
        R"(create schema "Shop. 1"; create table "Shop. 1"."Best""ell.Liste 주문" ("Nr." bigint primary key, )"
        R"("select" int, "Betrag.Summe'" text default '0', "외부 ID" text, )"
        R"("Über" int generated always as ("select" + length("Betrag.Summe'")) stored, "Noch eins" int not null))"));
    engineRole();
    const auto refused = check(job);
    QVERIFY(!refused);
    for (const char* part :
         {"no column source", "no column ÄnderungsZeit", "no column Gel\"öscht.am", "column select is integer",
          "column Betrag.Summe' is text", "column Nr. needs a value", "column Noch eins needs a value",
          "no unique index", "no usage of schema Shop. 1", "no right to select"})
        QVERIFY2(refused.error().message.english().contains(QString::fromUtf8(part)),
                 qPrintable(refused.error().message.english()));
    run(refused.error());
    LB_VERIFY_OK(check(job));
    writesAllWays(job);
}

void PgTargetCheckTest::allInOneList() {
    LB_VERIFY_OK(m_super->execSimple("drop index orders_key; alter table orders drop amount, alter id drop identity;"
                                     "alter table orders enable row level security"));
    engineRole();
    for (const bool schemaToo : {false, true}) {
        if (schemaToo)
            LB_VERIFY_OK(m_super->execSimple("revoke usage on schema public from engine"));
        const auto refused = check();
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, ErrorKind::SchemaMissing);
        for (const char* part :
             {"no column amount", "column id needs a value", "no unique index", "no right to select", "row-level"})
            QVERIFY2(refused.error().message.english().contains(QString::fromUtf8(part)),
                     qPrintable(refused.error().message.english()));
        QCOMPARE(refused.error().message.english().contains(QStringLiteral("no usage of schema public")), schemaToo);
        if (schemaToo)
            run(refused.error());
    }
    LB_VERIFY_OK(check());
    writesAllWays(ordersJob());
}

void PgTargetCheckTest::whatIsNoTable_data() {
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<QByteArray>("remedy");
    QTest::newRow("view") << QByteArray("create view shown as select * from orders") << QByteArray("is a view")
                          << QByteArray("it reads public.orders");
    QTest::newRow("materialized view") << QByteArray("create materialized view shown as select * from orders")
                                       << QByteArray("is a materialized view") << QByteArray("it reads public.orders");
    QTest::newRow("foreign table") << QByteArray(
                                          "create foreign data wrapper w; create server s foreign data wrapper w; "
                                          "create foreign table shown (source text, external_id text) server s")
                                   << QByteArray("is a foreign table")
                                   << QByteArray("on the server that holds the table");
    QTest::newRow("sequence") << QByteArray("create sequence shown") << QByteArray("is a sequence")
                              << QByteArray("Name a table");
    QTest::newRow("nothing") << QByteArray("select 1") << QByteArray("has no table") << QByteArray("Create it");
}

void PgTargetCheckTest::whatIsNoTable() {
    QFETCH(QByteArray, sql);
    QFETCH(QByteArray, says);
    QFETCH(QByteArray, remedy);
    LB_VERIFY_OK(m_super->execSimple("drop foreign data wrapper if exists w cascade"));
    LB_VERIFY_OK(m_super->execSimple(sql.toStdString()));
    sync::Job job = ordersJob();
    job.target.table = "public.shown";
    const auto refused = check(job);
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::SchemaMissing);
    QVERIFY2(refused.error().message.english().contains(QString::fromUtf8(says)),
             qPrintable(refused.error().message.english()));
    QVERIFY2(refused.error().remedy.english().contains(QString::fromUtf8(remedy)),
             qPrintable(refused.error().remedy.english()));
}

void PgTargetCheckTest::whatNoStatementMends_data() {
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<QByteArray>("remedy");
    const auto row = [](const char* name, const char* sql, const char* says, const char* remedy) {
        QTest::newRow(name) << QByteArray(sql) << QByteArray(says) << QByteArray(remedy);
    };
    const char* parted = "drop table orders; create table orders (id int, source text not null, external_id text not "
                         "null, status text, amount numeric(18,4), source_updated_at timestamptz, deleted_at "
                         "timestamptz, day date not null default current_date) ";
    row("partitioned by another column", (std::string(parted) + "partition by range (day)").c_str(),
        "orders is partitioned by day, which is not in the key", "Add day to `key`");
    row("partitioned below by another column",
        (std::string(parted) + "partition by hash (external_id); create table part partition of orders for values "
                               "with (modulus 1, remainder 0) partition by range (day)")
            .c_str(),
        "part is partitioned by day, which is not in the key", "Add day to `key`");
    row("partitioned by an expression", (std::string(parted) + "partition by hash (lower(external_id))").c_str(),
        "is partitioned by an expression (HASH (lower(external_id)))", "partitioned by columns of the key");
    row("a rule on insert", "create rule copied as on insert to orders do also notify orders",
        "has the rule \"copied\"", "Let a trigger do what the rule \"copied\" does");
    row("a rule on update", "create rule \"Kept\" as on update to orders do instead nothing", "has the rule \"Kept\"",
        "Let a trigger do what the rule \"Kept\" does");
    row("a view reads the column",
        "alter table orders alter amount type text; create view shown as select amount from orders",
        "column amount is text", "rule _RETURN on view shown");
    row("a constraint reads it as a text",
        "alter table orders alter amount type text, add constraint looks check (amount like '1%')",
        "column amount is text", "constraint looks");
    row("a trigger reads it",
        "alter table orders alter amount type text; create function f() returns trigger language plpgsql as $$ begin "
        "return new; end $$; create trigger watch before update of amount on orders for each row execute function f()",
        "column amount is text", "trigger watch on table orders");
    row("a generated column would depend on settings",
        "alter table orders alter source_updated_at type text, "
        "add said text generated always as ('at ' || source_updated_at) stored",
        "column source_updated_at is text", "column said");
    row("a primary key of another type", "alter table orders drop id, add id bytea primary key",
        "column id needs a value", "Give the column id a default");
}

void PgTargetCheckTest::whatNoStatementMends() {
    QFETCH(QByteArray, sql);
    QFETCH(QByteArray, says);
    QFETCH(QByteArray, remedy);
    LB_VERIFY_OK(m_super->execSimple(sql.toStdString()));
    const auto refused = check();
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::SchemaMissing);
    QVERIFY2(refused.error().message.english().contains(QString::fromUtf8(says)),
             qPrintable(refused.error().message.english()));
    QVERIFY2(refused.error().remedy.english().contains(QString::fromUtf8(remedy)),
             qPrintable(refused.error().remedy.english()));
    QVERIFY(statements(refused.error()).empty()); // nothing that would fail is offered
}

void PgTargetCheckTest::partitionedTables() {
    LB_VERIFY_OK(m_super->execSimple(
        "drop table orders; create table orders (id bigint not null, source text not null, external_id text not null, "
        "status text not null, amount numeric(18,4), source_updated_at timestamptz, deleted_at timestamptz, "
        "primary key (id, external_id)) partition by hash (external_id);"
        "create table orders_0 partition of orders for values with (modulus 2, remainder 0);"
        "create table orders_1 partition of orders for values with (modulus 2, remainder 1);"
        "create unique index orders_key on only orders (source, external_id) where deleted_at is null;"
        "create unique index on orders_1 (source, external_id) where deleted_at is null"));
    engineRole();
    LB_VERIFY_OK(m_super->execSimple("grant select (source), insert, update on orders to engine"));
    const auto refused = check();
    QVERIFY(!refused);
    for (const char* part : {"the unique index public.orders_key is not valid", "column id needs a value",
                             "no right to select (external_id, status, amount, source_updated_at, deleted_at, ctid)"})
        QVERIFY2(refused.error().message.english().contains(QString::fromUtf8(part)),
                 qPrintable(refused.error().message.english()));
    run(refused.error());
    LB_VERIFY_OK(check());
    writesAllWays(ordersJob());
}

/// Its columns can be altered through the partitioned table only.
void PgTargetCheckTest::partitionAsTarget() {
    LB_VERIFY_OK(m_super->execSimple(
        "drop table orders; create table \"All orders\" (source text not null, external_id text not null, status text, "
        "amount text, shop int not null) partition by list (source);"
        "create table orders partition of \"All orders\" for values in ('1')"));
    const auto refused = check();
    QVERIFY(!refused);
    QVERIFY2(refused.error().remedy.english().contains(
                 QStringLiteral("alter table public.\"All orders\" add column \"deleted_at\"")),
             qPrintable(refused.error().remedy.english()));
    run(refused.error());
    LB_VERIFY_OK(check());
    writesAllWays(ordersJob());
}

/// "gone is null" would hold for no row at all.
void PgTargetCheckTest::flagAsSoftDelete() {
    LB_VERIFY_OK(
        m_super->execSimple("drop index orders_key; alter table orders add gone boolean not null default false;"
                            "create unique index on orders (source, external_id)"));
    sync::Job job = ordersJob();
    job.target.softDelete = "gone";
    job.target.indexWhere.clear();
    const auto refused = check(job);
    QVERIFY(!refused);
    QCOMPARE(refused.error().remedy.english(),
             QStringLiteral("Add to the target file: index_where = '\"gone\" is not true'"));
    job.target.indexWhere = "\"gone\" is not true";
    LB_VERIFY_OK(check(job));
    writesAllWays(job);
}

void PgTargetCheckTest::widerColumnsFit_data() {
    QTest::addColumn<QByteArray>("column");
    QTest::addColumn<QByteArray>("wanted");
    QTest::addColumn<bool>("fits");
    const auto row = [](const char* column, const char* wanted, bool fits) {
        QTest::newRow((std::string(wanted) + " into " + column).c_str())
            << QByteArray(column) << QByteArray(wanted) << fits;
    };
    row("numeric", "numeric(18,4)", true);
    row("numeric(18,4)", "numeric(18,4)", true);
    row("numeric(20,6)", "numeric(18,4)", true);
    row("numeric(18,6)", "numeric(18,4)", false);
    row("numeric(20,2)", "numeric(18,4)", false);
    row("numeric(18,4)", "numeric", false);
    row("varchar(50)", "varchar(20)", true);
    row("varchar(10)", "varchar(20)", false);
    row("text", "varchar(20)", false);
    row("positive", "positive", true);
    row("numeric", "positive", false);
    row("state", "state", true);
    row("timestamptz(0)", "timestamptz", false);
    row("numeric(4,-2)", "numeric(4,-2)", true);
}

void PgTargetCheckTest::widerColumnsFit() {
    QFETCH(QByteArray, column);
    QFETCH(QByteArray, wanted);
    QFETCH(bool, fits);
    LB_VERIFY_OK(m_super->execSimple("create domain positive as numeric not null check (value > 0); "
                                     "create type state as enum ('10.00'); alter table orders drop amount, "
                                     "add amount " +
                                     column.toStdString()));
    sync::Job job = ordersJob();
    job.target.columns[2].type = wanted.toStdString();
    const auto checked = check(job);
    QCOMPARE(checked.ok(), fits);
    if (!fits) {
        run(checked.error());
        LB_VERIFY_OK(check(job));
    }
    job.target.columns[2].type = "no_such_type";
    const auto unknown = check(job);
    QVERIFY(!unknown);
    QVERIFY(unknown.error().message.english().contains(QStringLiteral("there is no type no_such_type")));
    QVERIFY(statements(unknown.error()).empty());
}

void PgTargetCheckTest::columnGrantsAreEnough() {
    engineRole();
    LB_VERIFY_OK(m_super->execSimple(
        "grant select (source, external_id, status, amount, source_updated_at, deleted_at, ctid, xmax), "
        "insert (source, external_id, status, amount, source_updated_at), "
        "update (status, amount, source_updated_at, deleted_at) on orders to engine;"
        "revoke temp on database " +
        pg::quotedIdentifier(m_database) + " from public"));
    LB_VERIFY_OK(check());
    writesAllWays(ordersJob());
    LB_VERIFY_OK(m_super->execSimple("grant temp on database " + pg::quotedIdentifier(m_database) + " to public"));
}

void PgTargetCheckTest::eachMissingGrant_data() {
    QTest::addColumn<QByteArray>("granted");
    QTest::addColumn<QByteArray>("remedy");
    const auto row = [](const char* name, const char* granted, const char* remedy) {
        QTest::newRow(name) << QByteArray(granted) << QByteArray(remedy);
    };
    row("none", "select 1", "grant select, insert, update on \"public\".\"orders\" to \"engine\"");
    row("no update", "grant select, insert on orders to engine", "grant update on");
    row("some columns",
        "grant select, insert (source, external_id, status), update (status, amount, source_updated_at) on orders to "
        "engine",
        "grant insert (amount, source_updated_at), update (deleted_at) on");
    row("no system columns",
        "grant select (source, external_id, status, amount, source_updated_at, deleted_at), insert, update on orders "
        "to engine",
        "grant select (ctid, xmax) on");
    row("sequence of a default",
        "create sequence \"Numbers\"; alter table orders add n int default nextval('\"Numbers\"'); "
        "grant select, insert, update on orders to engine",
        "grant usage on sequence public.\"Numbers\" to \"engine\"");
}

void PgTargetCheckTest::eachMissingGrant() {
    QFETCH(QByteArray, granted);
    QFETCH(QByteArray, remedy);
    engineRole();
    LB_VERIFY_OK(m_super->execSimple(granted.toStdString()));
    const auto refused = check();
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Privilege);
    QVERIFY2(refused.error().remedy.english().contains(QString::fromUtf8(remedy)),
             qPrintable(refused.error().remedy.english()));
    run(refused.error());
    LB_VERIFY_OK(check());
    writesAllWays(ordersJob());
}

void PgTargetCheckTest::rowSecurity_data() {
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QByteArray>("remedy"); // empty: nothing is hidden
    const auto row = [](const char* name, const char* sql, const char* remedy) {
        QTest::newRow(name) << QByteArray(sql) << QByteArray(remedy);
    };
    row("no policy", "select 1", "create policy \"latchboard engine\" on");
    row("some rows", "create policy own on orders using (status = '1')", "create policy \"latchboard engine\" on");
    row("all rows for another role", "create policy own on orders to pg_monitor using (true)", "create policy");
    row("rows to read alone", "create policy own on orders for select using (true)", "create policy");
    row("rows that can't be written", "create policy own on orders using (true) with check (status = '1')",
        "create policy");
    row("a policy of our name", "create policy \"latchboard engine\" on orders using (false)",
        "drop policy \"latchboard engine\" on");
    row("restrictive",
        "create policy own on orders using (true); create policy less on orders as restrictive to "
        "engine using (status = '1')",
        "alter role \"engine\" bypassrls");
    row("all rows", "create policy own on orders to engine using (true)", "");
    row("all rows, by command",
        "create policy s on orders for select using (true); create policy i on orders for insert with check (true); "
        "create policy u on orders for update using (true)",
        "");
    row("for another role",
        "create policy own on orders to engine using (true); create policy less on orders as "
        "restrictive to pg_monitor using (false)",
        "");
    row("of rows to delete",
        "create policy own on orders using (true); create policy less on orders as restrictive "
        "for delete using (false)",
        "");
}

void PgTargetCheckTest::rowSecurity() {
    QFETCH(QByteArray, sql);
    QFETCH(QByteArray, remedy);
    engineRole();
    LB_VERIFY_OK(m_super->execSimple("grant select, insert, update on orders to engine;"
                                     "alter table orders enable row level security;" +
                                     sql.toStdString()));
    const auto checked = check();
    QCOMPARE(checked.ok(), remedy.isEmpty());
    if (!checked) {
        QCOMPARE(checked.error().kind, ErrorKind::Privilege);
        QVERIFY(checked.error().message.english().contains(QStringLiteral("row-level security hides rows")));
        QVERIFY2(checked.error().remedy.english().contains(QString::fromUtf8(remedy)),
                 qPrintable(checked.error().remedy.english()));
        run(checked.error());
        LB_VERIFY_OK(check());
    }
    writesAllWays(ordersJob());
}

void PgTargetCheckTest::indexForDeletedRows_data() {
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QByteArray>("softDelete");
    QTest::addColumn<QByteArray>("offered"); // empty: none is lacking
    const auto row = [](const char* name, const char* sql, const char* offered,
                        const char* where = "deleted_at is null", const char* softDelete = "deleted_at") {
        QTest::newRow(name) << QByteArray(sql) << QByteArray(where) << QByteArray(softDelete) << QByteArray(offered);
    };
    const char* create = "create index on \"public\".\"orders\" (\"source\", \"external_id\") where (\"deleted_at\" is "
                         "not null)";
    row("over deleted rows", "select 1", "");
    row("none", "drop index orders_deleted", create);
    row("over all rows", "drop index orders_deleted; create index on orders (source, external_id)", "");
    row("over the id", "drop index orders_deleted; create index on orders (external_id)", "");
    row("over the source", "drop index orders_deleted; create index on orders (source)", create);
    row("over other rows", "drop index orders_deleted; create index on orders (source, external_id) where status = 'x'",
        create);
    row("unique over all rows", "drop index orders_deleted; create unique index on orders (source, external_id)", "",
        "");
    row("no soft delete", "drop index orders_deleted; create unique index on orders (source, external_id)", "", "", "");
    row("a flag",
        "drop index orders_deleted, orders_key; alter table orders add gone boolean not null default false; "
        "create unique index on orders (source, external_id) where not gone",
        "create index on \"public\".\"orders\" (\"source\", \"external_id\") where ((not gone) is not true)",
        "not gone", "gone");
}

void PgTargetCheckTest::indexForDeletedRows() {
    QFETCH(QByteArray, sql);
    QFETCH(QByteArray, where);
    QFETCH(QByteArray, softDelete);
    QFETCH(QByteArray, offered);
    LB_VERIFY_OK(m_super->execSimple(sql.toStdString()));
    sync::Job job = ordersJob();
    job.target.indexWhere = where.toStdString();
    job.target.softDelete = softDelete.toStdString();
    LB_VERIFY_OK(check(job)); // it is no error
    pg::Session& session = *m_session->session();
    const auto lacking = [&]() -> std::string {
        const auto table = pg::readTargetTable(session, job.target, {});
        if (!table)
            return table.error().message.englishUtf8();
        const auto answer = pg::lackingDeletedIndex(session, job.target, *table, {});
        return answer ? answer->value_or("") : answer.error().message.englishUtf8();
    };
    QCOMPARE(lacking(), offered.toStdString());
    QVERIFY(!session.transactionOpen());
    QCOMPARE(one(session, "show enable_seqscan"), std::string("on"));
    if (!offered.isEmpty()) {
        LB_VERIFY_OK(m_super->execSimple(offered.toStdString()));
        QCOMPARE(lacking(), std::string());
    }
}

void PgTargetCheckTest::namesInAnExpression() {
    using Names = std::vector<std::string>;
    QCOMPARE(pg::namesIn(R"(Deleted_At IS null AND "A""b.C" <> 'it''s "x" y' and 1e5 < 주문)"),
             (Names{"deleted_at", "is", "null", "and", "A\"b.C", "and", "주문"}));
    QCOMPARE(pg::namesIn(""), Names());
    QCOMPARE(pg::withReplaced("upper(n) || 'n' || \"n\" || nn", {{"n", "(n)::text"}}),
             std::string("upper((n)::text) || 'n' || (n)::text || nn"));
}

QTEST_GUILESS_MAIN(PgTargetCheckTest)
#include "tst_pg_target_check.moc"
