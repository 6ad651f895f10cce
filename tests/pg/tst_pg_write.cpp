// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/derive.h"
#include "pg/column_fit.h"
#include "pg/pg_server.h"
#include "pg/target_store.h"

#include <QTest>

#include <barrier>
#include <random>
#include <thread>

using namespace latchboard;
using namespace std::chrono_literals;
using base::ErrorKind;
using pg::TargetWriter;
using pg::test::one;
using sync::Order;
using sync::Page;
using sync::WriteCounts;

namespace {

constexpr int kMany = 2 * int(TargetWriter::kCopiedFrom);

Order order(int id, int minute, const std::string& status = "open", const std::string& amount = "10.00") {
    Order result;
    result.externalId = "id-" + std::to_string(100'000 + id);
    result.updatedAt = base::Instant(std::chrono::minutes(29'550'000 + minute));
    result.values = {{"status", status}, {"amount", amount}, {"note", R"({"n": )" + std::to_string(id) + "}"}};
    return result;
}

Order gone(int id, int minute) {
    Order result = order(id, minute);
    result.gone = true;
    return result;
}

Page pageOf(int first, int count, int minute, const std::string& status = "open") {
    Page page;
    for (int i = first; i < first + count; ++i)
        page.orders.push_back(order(i, minute, status));
    page.items = count;
    return page;
}

sync::Job ordersJob() {
    sync::Job job;
    job.name = job.lockName = "orders";
    job.lockTag = *keys::derive("blake2b64-be", "orders");
    job.target.table = "public.orders";
    job.target.key = {"source", "external_id"};
    job.target.sourceValue = "api";
    job.target.softDelete = "deleted_at";
    job.target.indexWhere = "deleted_at is null";
    job.target.updated = "source_updated_at";
    job.target.columns = {{"external_id", "external_id", "text", false},
                          {"status", "status", "text", false},
                          {"amount", "amount", "numeric(18,4)", true},
                          {"note", "note", "jsonb", true}};
    return job;
}

std::string text(const WriteCounts& c) {
    return "new " + std::to_string(c.created) + " changed " + std::to_string(c.changed) + " same " +
           std::to_string(c.same) + " stale " + std::to_string(c.stale) + " gone " + std::to_string(c.gone) +
           " quarantined " + std::to_string(c.quarantined);
}

/// A writer of its own session, as another process is.
class Writer {
public:
    Writer(const pg::ConnectionSettings& settings, std::string run, std::stop_token stop = {}, int attempts = 3)
        : m_session(settings, std::move(stop)), m_run(std::move(run)) {
        pg::RetryPolicy policy;
        policy.attempts = attempts;
        policy.step = 1ms;
        m_connected = m_session.connect();
        m_store = std::make_unique<pg::TargetStore>(m_session, ordersJob().lockTag, policy);
    }
    base::Result<WriteCounts> write(const Page& page, const sync::Job& job = ordersJob()) {
        if (!m_connected)
            return base::Unexpected(m_connected.error());
        WriteCounts counts;
        const auto written = m_store->write(job, m_run, ++m_batch, page, counts);
        m_retries += counts.retries40P01 + counts.retries40001;
        return written ? base::Result<WriteCounts>(counts)
                       : base::Result<WriteCounts>(base::Unexpected(written.error()));
    }
    [[nodiscard]] pg::TargetStore& store() { return *m_store; }
    [[nodiscard]] int backend() const { return m_session.identity().backendPid; }
    [[nodiscard]] std::int64_t retries() const { return m_retries; }

private:
    pg::RunSession m_session;
    std::string m_run;
    std::unique_ptr<pg::TargetStore> m_store;
    base::Result<void> m_connected;
    std::int64_t m_batch = 0, m_retries = 0;
};

} // namespace

/// How pages get into the table: few rows and many, in one order, and beside others.
class PgWriteTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void everySizeGivesTheSame_data();
    void everySizeGivesTheSame();
    void newRowsGoIntoTheTableItself_data();
    void newRowsGoIntoTheTableItself();
    void newRowsThatAreLeftToTheServer();
    void aHundredThousandOrders();
    void partsAreBoundedByBytes();
    void manyParametersAreNoLimit();
    void badOneAmongMany();
    void nothingFits();
    void badOnesThatComeFirst();
    void withoutTemporaryTables();
    void keysThatAppearMeanwhile();
    void hashSettlesWithoutContent();
    void hashIsForgottenByOthers();
    void lookupsUseTheIndexes();
    void mixedPagesLockInOneOrder();
    void locksBehindOurBack_data();
    void locksBehindOurBack();
    void stopInTheMiddleOfACopy();
    void columnFit_data();
    void columnFit();

private:
    [[nodiscard]] Writer writer(const std::string& run = "run-1", std::stop_token stop = {}, int attempts = 3) const {
        return Writer(m_server->settings(m_database), run, std::move(stop), attempts);
    }
    std::string sql(const std::string& statements) {
        const auto done = m_super->execSimple(statements);
        return done ? std::string() : done.error().message.englishUtf8();
    }
    std::string summary() {
        return one(*m_super, "select count(*) || ' ' || count(deleted_at) || ' ' || coalesce(string_agg(distinct "
                             "status, ','), '') from orders");
    }

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super;
    std::string m_database;
};

void PgWriteTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(true);
    m_super = m_server->open(m_database);
    QVERIFY(m_super);
    m_server->makeRole("plain"); // who may only what is granted
}

void PgWriteTest::init() {
    QCOMPARE(sql("drop table if exists orders, parents, totals cascade;"
                 "create table orders (id bigint generated always as identity primary key, source text not null, "
                 "external_id text not null, status text not null check (status <> 'impossible'), amount "
                 "numeric(18,4), note jsonb, source_updated_at timestamptz, deleted_at timestamptz, row_hash bigint);"
                 "create unique index orders_live on orders (source, external_id) where deleted_at is null;"
                 "create index orders_deleted on orders (source, external_id) where deleted_at is not null;"
                 "truncate latchboard.write_token, latchboard.quarantine"),
             std::string());
}

void PgWriteTest::everySizeGivesTheSame_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("table");
    for (const int rows : {1, 2, kMany / 2 - 1, kMany / 2, kMany, 3'000}) {
        QTest::addRow("%d", rows) << rows << "";
        // A type without binary form: many rows go through the staging table.
        QTest::addRow("%d, staged", rows) << rows << "alter table orders alter status type name";
    }
}

void PgWriteTest::everySizeGivesTheSame() {
    QFETCH(int, rows);
    QFETCH(QString, table);
    QCOMPARE(sql(table.toStdString()), std::string());
    auto own = writer();
    const auto counts = [&](int created, int changed, int same, int gone) {
        WriteCounts expected;
        expected.created = created;
        expected.changed = changed;
        expected.same = same;
        expected.gone = gone;
        return text(expected);
    };
    const auto first = own.write(pageOf(0, rows, 0));
    LB_VERIFY_OK(first);
    QCOMPARE(text(*first), counts(rows, 0, 0, 0));
    const auto again = own.write(pageOf(0, rows, 0));
    LB_VERIFY_OK(again);
    QCOMPARE(text(*again), counts(0, 0, rows, 0));
    // Half are changed, as many are new.
    const auto mixed = own.write(pageOf(rows / 2, rows, 1, "paid"));
    LB_VERIFY_OK(mixed);
    QCOMPARE(text(*mixed), counts(rows / 2, rows - rows / 2, 0, 0));
    Page leaving;
    for (int i = 0; i < rows; ++i)
        leaving.orders.push_back(i % 2 == 0 ? gone(i, 2) : order(i, 2, "shipped"));
    const auto left = own.write(leaving);
    LB_VERIFY_OK(left);
    QCOMPARE(text(*left), counts(0, rows / 2, 0, rows - rows / 2));
    const auto back = own.write(pageOf(0, rows, 3, "back"));
    LB_VERIFY_OK(back);
    QCOMPARE(text(*back), counts(0, rows, 0, 0));
    QCOMPARE(one(*m_super, "select count(*) || ' ' || count(deleted_at) || ' ' || count(*) filter (where status = "
                           "'back' and amount = 10 and note is not null) from orders"),
             std::to_string(rows + rows / 2) + " 0 " + std::to_string(rows));
    QCOMPARE(one(*m_super, "select count(*) from latchboard.quarantine"), std::string("0"));
}

void PgWriteTest::newRowsGoIntoTheTableItself_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<bool>("copies");
    QTest::newRow("plain") << "" << true;
    QTest::newRow("partitioned") << "drop table orders; create table orders (source text, external_id text, status "
                                    "text, amount numeric(18,4), note jsonb, source_updated_at timestamptz, deleted_at "
                                    "timestamptz) partition by hash (external_id); create table orders_all partition "
                                    "of orders for values with (modulus 1, remainder 0); create unique index on orders "
                                    "(source, external_id) where deleted_at is null"
                                 << true;
    QTest::newRow("domain") << "create domain money_text as numeric(18,4) check (value >= 0); alter table orders alter "
                               "amount type money_text"
                            << true;
    QTest::newRow("row security") << "alter table orders "
                                     "enable row level security; create policy all_rows on orders using (true)"
                                  << false;
    QTest::newRow("a type without binary form") << "alter table orders alter status type name" << false;
}

void PgWriteTest::newRowsGoIntoTheTableItself() {
    QFETCH(QString, change);
    QFETCH(bool, copies);
    QCOMPARE(sql(change.toStdString()), std::string());
    // Row security does not bind who may do everything.
    QCOMPARE(sql("grant all on orders to plain; grant usage, select on all sequences in schema public to plain; grant "
                 "usage on schema latchboard to plain; grant all on all tables in schema latchboard to plain"),
             std::string());
    const auto settings = m_server->settingsFor("plain", m_database);
    auto session = pg::Session::open(settings);
    LB_VERIFY_OK(session);
    const auto table = pg::readTargetTable(**session, ordersJob().target, {});
    LB_VERIFY_OK(table);
    QCOMPARE(!pg::planTarget(ordersJob().target, *table).copyNew.empty(), copies);
    const auto written = Writer(settings, "run-1").write(pageOf(0, kMany, 0));
    LB_VERIFY_OK(written);
    QCOMPARE(written->created, kMany);
    QCOMPARE(one(*m_super,
                 "select count(*) || ' ' || count(*) filter (where amount = 10 and note ->> 'n' is not null "
                 "and source_updated_at = $1::timestamptz) from orders",
                 {*order(0, 0).updatedAt}),
             std::to_string(kMany) + " " + std::to_string(kMany));
    QCOMPARE(sql("drop table orders; drop domain if exists money_text; drop owned by plain"), std::string());
}

void PgWriteTest::newRowsThatAreLeftToTheServer() {
    // Amounts that only the server reads, and one that nobody does, which is found by halving.
    Page page = pageOf(0, kMany, 0);
    page.orders[3].values["amount"] = "1e3";
    page.orders[5].values["amount"] = "a lot";
    const auto written = writer().write(page);
    LB_VERIFY_OK(written);
    QCOMPARE(written->created, kMany - 1);
    QCOMPARE(written->quarantined, 1);
    QCOMPARE(one(*m_super, "select external_id from orders where amount = 1000"), order(3, 0).externalId);
    QCOMPARE(one(*m_super, "select external_id || ' ' || (reason like '%numeric: \"a lot\"%') from "
                           "latchboard.quarantine"),
             order(5, 0).externalId + " true");
}

void PgWriteTest::aHundredThousandOrders() {
    auto own = writer();
    const auto first = own.write(pageOf(0, 100'000, 0));
    LB_VERIFY_OK(first);
    QCOMPARE(first->created, 100'000);
    QCOMPARE(one(*m_super, "select count(*) || ' ' || max(part) from latchboard.write_token"), std::string("10 10"));
    const auto again = own.write(pageOf(0, 100'000, 0));
    LB_VERIFY_OK(again);
    QCOMPARE(again->same, 100'000);
    QCOMPARE(one(*m_super, "select count(*) from latchboard.write_token"), std::string("10"));
}

void PgWriteTest::partsAreBoundedByBytes() {
    Page page = pageOf(0, 9, 0);
    const std::string large = "\"" + std::string(TargetWriter::kBytesAtOnce / 3, 'x') + "\"";
    for (Order& order : page.orders)
        order.values["note"] = large;
    auto own = writer();
    LB_VERIFY_OK(own.write(page));
    QCOMPARE(one(*m_super, "select count(*) from latchboard.write_token"), std::string("3"));
    QCOMPARE(one(*m_super, "select count(*) from orders where length(note::text) = $1::int", {large.size()}),
             std::string("9"));
}

void PgWriteTest::manyParametersAreNoLimit() {
    // Six values a row: more than 65,535 in one part, which no statement could take one by one.
    auto own = writer();
    LB_VERIFY_OK(own.write(pageOf(0, 11'000, 0)));
    Page page = pageOf(0, 11'000, 1, "paid");
    const auto changed = own.write(page);
    LB_VERIFY_OK(changed);
    QCOMPARE(changed->changed, 11'000);
}

void PgWriteTest::badOneAmongMany() {
    Page page = pageOf(0, 2'000, 0);
    page.orders[77].values["status"] = "impossible";
    page.orders[1'500].values["note"] = "{broken";
    page.orders[1'501].values["status"] = std::string("a\0b", 3);
    page.orders[1'999].values["amount"] = "1e400000";
    auto own = writer();
    const auto written = own.write(page);
    LB_VERIFY_OK(written);
    QCOMPARE(written->created, 1'996);
    QCOMPARE(written->quarantined, 4);
    QCOMPARE(one(*m_super, "select string_agg(external_id, ' ' order by external_id) from latchboard.quarantine"),
             std::string("id-100077 id-101500 id-101501 id-101999"));
    QCOMPARE(one(*m_super, "select count(distinct external_id) from orders"), std::string("1996"));
}

void PgWriteTest::nothingFits() {
    QCOMPARE(sql("alter table orders add constraint nobody check (status = 'nobody') not valid"), std::string());
    auto own = writer();
    const auto refused = own.write(pageOf(0, 100, 0));
    QVERIFY(!refused);
    QCOMPARE(refused.error().sqlstate, std::string("23514"));
    QCOMPARE(summary(), std::string("0 0 "));
    QCOMPARE(one(*m_super, "select count(*) from latchboard.quarantine"), std::string("0"));
    // One alone may be bad by itself.
    const auto one = own.write(pageOf(0, 1, 0));
    LB_VERIFY_OK(one);
    QCOMPARE(one->quarantined, 1);
}

void PgWriteTest::badOnesThatComeFirst() {
    // Halving finds them before any that is good: they must not be taken for a table that refuses everything.
    Page page = pageOf(0, 1'000, 0);
    for (size_t i = 0; i < 60; ++i)
        page.orders[i].values["status"] = "impossible";
    auto own = writer();
    const auto written = own.write(page);
    LB_VERIFY_OK(written);
    QCOMPARE(written->created, 940);
    QCOMPARE(written->quarantined, 60);
    // Beside rows that are the same already, too.
    for (size_t i = 60; i < 1'000; ++i)
        page.orders[i] = order(static_cast<int>(i), 0);
    const auto again = own.write(page);
    LB_VERIFY_OK(again);
    QCOMPARE(again->same, 940);
    QCOMPARE(again->quarantined, 60);
}

void PgWriteTest::withoutTemporaryTables() {
    QCOMPARE(sql("revoke temporary on database " + m_database +
                 " from public; grant usage on schema latchboard to plain; grant select, insert, update, delete on all "
                 "tables in schema latchboard to plain; grant usage on all sequences in schema latchboard to plain; "
                 "grant select, insert, update on orders to plain"),
             std::string());
    Writer own(m_server->settingsFor("plain", m_database), "run-1");
    const auto written = own.write(pageOf(0, kMany, 0));
    LB_VERIFY_OK(written);
    QCOMPARE(written->created, kMany);
    const auto changed = own.write(pageOf(0, kMany, 1, "paid"));
    LB_VERIFY_OK(changed);
    QCOMPARE(changed->changed, kMany);
    QCOMPARE(sql("grant temporary on database " + m_database + " to public; drop owned by plain"), std::string());
}

void PgWriteTest::keysThatAppearMeanwhile() {
    // An old worker without the lock commits one of the keys after we looked for it.
    QCOMPARE(sql("create extension if not exists dblink;"
                 "create function beside() returns trigger language plpgsql as $$ begin "
                 "if current_setting('application_name') <> 'beside' and not exists (select from orders) then "
                 "perform dblink_exec(" +
                 pg::quotedLiteral(m_server->cluster().conninfoWithPassword(m_database).reveal() +
                                   " application_name=beside") +
                 ", 'insert into orders (source, external_id, status, source_updated_at) values "
                 "(''api'', ''id-100005'', ''beside'', ''2000-01-01'')'); end if; return null; end $$;"
                 "create trigger beside before insert on orders for each statement execute function beside()"),
             std::string());
    auto own = writer();
    const auto written = own.write(pageOf(0, kMany, 0));
    LB_VERIFY_OK(written);
    QCOMPARE(written->created, kMany - 1);
    QCOMPARE(written->changed, 1);
    QCOMPARE(summary(), std::to_string(kMany) + " 0 open");
    QCOMPARE(one(*m_super, "select count(*) from latchboard.write_token"), std::string("1"));
    QCOMPARE(sql("drop function beside cascade"), std::string());
}

void PgWriteTest::hashSettlesWithoutContent() {
    sync::Job job = ordersJob();
    job.target.hash = "row_hash";
    auto own = writer();
    LB_VERIFY_OK(own.store().check(job));
    LB_VERIFY_OK(own.write(pageOf(0, kMany, 0), job));
    QCOMPARE(one(*m_super, "select count(distinct row_hash) from orders"), std::to_string(kMany));
    // Where the hash is the same the content is not looked at: it is the sync's own column.
    QCOMPARE(sql("update orders set status = 'by hand' where external_id = 'id-100003'"), std::string());
    const auto again = own.write(pageOf(0, kMany, 0), job);
    LB_VERIFY_OK(again);
    QCOMPARE(again->same, kMany);
    // A changed value changes it, however small.
    Page page = pageOf(0, kMany, 0);
    page.orders[9].values["amount"] = "10.01";
    const auto changed = own.write(page, job);
    LB_VERIFY_OK(changed);
    QCOMPARE(changed->changed, 1);
    // Other columns in the mapping make other hashes: all is written once more, and never again.
    job.target.columns.pop_back();
    const auto remapped = own.write(pageOf(0, kMany, 0), job);
    LB_VERIFY_OK(remapped);
    QCOMPARE(remapped->changed, kMany);
    const auto still = own.write(pageOf(0, kMany, 0), job);
    LB_VERIFY_OK(still);
    QCOMPARE(still->same, kMany);
}

void PgWriteTest::hashIsForgottenByOthers() {
    sync::Job job = ordersJob();
    job.target.hash = "row_hash";
    auto own = writer();
    LB_VERIFY_OK(own.write(pageOf(0, 3, 0), job));
    // Who writes beside the sync sets it to null, and the row is written again.
    QCOMPARE(sql("update orders set status = 'by hand', row_hash = null where external_id = 'id-100001'"),
             std::string());
    const auto again = own.write(pageOf(0, 3, 0), job);
    LB_VERIFY_OK(again);
    QCOMPARE(again->changed, 1);
    QCOMPARE(summary(), std::string("3 0 open"));
    Page leaving;
    leaving.orders = {gone(2, 1)};
    LB_VERIFY_OK(own.write(leaving, job));
    QCOMPARE(one(*m_super, "select count(*) from orders where row_hash is null and deleted_at is not null"),
             std::string("1"));
    // A type that can't hold it is named.
    QCOMPARE(sql("alter table orders alter row_hash type text"), std::string());
    const auto checked = own.store().check(job);
    QVERIFY(!checked);
    QVERIFY(checked.error().message.english().contains(QStringLiteral("column row_hash is text, not bigint")));
}

void PgWriteTest::lookupsUseTheIndexes() {
    auto own = writer();
    LB_VERIFY_OK(own.write(pageOf(0, 5'000, 0)));
    Page leaving;
    for (int i = 0; i < 50; ++i)
        leaving.orders.push_back(gone(i, 1));
    LB_VERIFY_OK(own.write(leaving));
    one(*m_super, "analyze orders");
    // Plans are asked of the plan's own statements.
    auto session = m_server->open(m_database);
    auto table = pg::readTargetTable(*session, ordersJob().target, {});
    LB_VERIFY_OK(table);
    const auto plan = pg::planTarget(ordersJob().target, *table);
    const std::string source = "api", id = "id-100001";
    const auto explained = [&](const std::string& statement) {
        const auto answer = session->exec("explain " + statement, {pg::Param::texts({&source}), pg::Param::texts({&id}),
                                                                   pg::Param::instants({base::Instant()})});
        std::string lines;
        for (int i = 0; answer && i < answer->rows(); ++i)
            lines += answer->text(i, 0) + "\n";
        return answer ? lines : answer.error().message.englishUtf8();
    };
    const std::string find = explained(plan.find), findDeleted = explained(plan.findDeleted);
    QVERIFY2(find.find("using orders_live") != std::string::npos, find.c_str());
    QVERIFY2(findDeleted.find("orders_deleted") != std::string::npos, findDeleted.c_str());
    QVERIFY2(find.find("Seq Scan on orders") == std::string::npos, find.c_str());
}

void PgWriteTest::mixedPagesLockInOneOrder() {
    const auto seed = std::random_device{}();
    qInfo("seed %u", seed);
    auto before = writer("before");
    Page all;
    for (int i = 0; i < 60; i += 2)
        all.orders.push_back(order(i, 0));
    LB_VERIFY_OK(before.write(all));
    // Both write new, changed and gone orders of the same ids, each in an order of its own.
    std::array<std::int64_t, 2> retries{};
    std::array<std::string, 2> failures;
    std::barrier together(2);
    {
        std::vector<std::jthread> threads;
        for (size_t number = 0; number < 2; ++number) {
            threads.emplace_back([&, number] {
                std::mt19937 random(seed + static_cast<unsigned>(number));
                auto own = writer("writer-" + std::to_string(number));
                for (int round = 1; round <= 25; ++round) {
                    Page page;
                    for (int i = 0; i < 60; ++i) {
                        const int minute = round * 2 + static_cast<int>(number);
                        page.orders.push_back(random() % 3 == 0 ? gone(i, minute)
                                                                : order(i, minute, "r" + std::to_string(minute)));
                    }
                    std::shuffle(page.orders.begin(), page.orders.end(), random);
                    together.arrive_and_wait();
                    if (const auto written = own.write(page); !written)
                        failures[number] = written.error().message.englishUtf8();
                }
                retries[number] = own.retries();
            });
        }
    }
    QCOMPARE(failures[0], std::string());
    QCOMPARE(failures[1], std::string());
    QCOMPARE(retries[0] + retries[1], 0);
    QCOMPARE(one(*m_super, "select count(*) from (select external_id from orders where deleted_at is null group by 1 "
                           "having count(*) > 1) twice"),
             std::string("0"));
}

void PgWriteTest::locksBehindOurBack_data() {
    QTest::addColumn<QByteArray>("hold"); // what another program locks first,
    QTest::addColumn<QByteArray>("want"); // and what it locks when we wait for that
    QTest::addColumn<bool>("ends");       // it lets go after one deadlock

    for (const bool ends : {true, false}) {
        const char* end = ends ? "once" : "to the limit";
        // Each order locks the row of its parent, the first one first.
        QTest::addRow("foreign key, %s", end) << QByteArray("select from parents where id = 'p9' for update")
                                              << QByteArray("select from parents where id = 'p0' for update") << ends;
        // The table's trigger adds to a total.
        QTest::addRow("trigger, %s", end)
            << QByteArray("update totals set orders = orders where id = 1")
            << QByteArray("select from orders where external_id = 'id-100000' for update") << ends;
    }
}

void PgWriteTest::locksBehindOurBack() {
    QFETCH(QByteArray, hold);
    QFETCH(QByteArray, want);
    QFETCH(bool, ends);
    QCOMPARE(sql("create table parents (id text primary key); insert into parents select 'p' || i from "
                 "generate_series(0, 9) i; alter table orders add parent text references parents;"
                 "create table totals (id integer primary key, orders integer); insert into totals values (1, 0);"
                 "create or replace function add_up() returns trigger language plpgsql as $$ begin "
                 "update totals set orders = orders + 1 where id = 1; return null; end $$;"
                 "create trigger add_up after update on orders for each statement execute function add_up()"),
             std::string());
    sync::Job job = ordersJob();
    job.target.columns.push_back({"parent", "parent", "", true});
    constexpr int kAttempts = 3;
    auto own = writer("run-1", {}, kAttempts);
    LB_VERIFY_OK(own.write(pageOf(0, 10, 0), job));
    Page page;
    for (int i = 0; i < 10; ++i) {
        page.orders.push_back(order(i, 1, "paid"));
        page.orders.back().values["parent"] = "p" + std::to_string(i);
    }
    std::atomic<bool> done = false, held = false;
    std::jthread other([&] {
        auto session = m_server->open(m_database);
        auto watcher = m_server->open(m_database);
        // We look for deadlocks, the other does not: it is we who are chosen.
        static_cast<void>(session->execSimple("set deadlock_timeout = '1h'; begin; " + hold.toStdString()));
        held = true;
        do {
            while (!done &&
                   one(*watcher,
                       "select count(*) from pg_stat_activity where pid = $1::int and wait_event_type = 'Lock'",
                       {own.backend()}) == "0")
                std::this_thread::yield();
            // What it gets by our rollback it gives back, and keeps what it held before.
            if (!done)
                static_cast<void>(
                    session->execSimple("savepoint before; " + want.toStdString() + "; rollback to before"));
        } while (!ends && !done);
        static_cast<void>(session->execSimple("rollback"));
    });
    while (!held)
        std::this_thread::yield();
    const auto written = own.write(page, job);
    done = true;
    other.join();
    if (ends) {
        LB_VERIFY_OK(written);
        QCOMPARE(own.retries(), 1);
        QCOMPARE(written->changed, 10);
        QCOMPARE(summary(), std::string("10 0 paid"));
    } else {
        QVERIFY(!written);
        QCOMPARE(written.error().sqlstate, std::string("40P01"));
        QVERIFY2(written.error().message.english().contains(QStringLiteral("Given up after 3 attempts")),
                 qPrintable(written.error().message.english()));
        QCOMPARE(summary(), std::string("10 0 open")); // nothing of the page stands
        QCOMPARE(one(*m_super, "select count(*) from latchboard.quarantine"), std::string("0"));
    }
    QCOMPARE(sql("drop function add_up cascade"), std::string());
}

void PgWriteTest::stopInTheMiddleOfACopy() {
    // The server takes the rows in and is stopped from reading on by a lock on what it copies into: a COPY into a
    // table that somebody else has locked.
    QCOMPARE(sql("create table incoming (line text)"), std::string());
    auto locker = m_server->open(m_database);
    LB_VERIFY_OK(locker->execSimple("begin; lock table incoming"));
    std::stop_source stop;
    auto session = m_server->open(m_database);
    const int pid = session->identity().backendPid;
    std::jthread stopper([&] {
        while (one(*m_super, "select count(*) from pg_stat_activity where pid = $1::int and wait_event_type = 'Lock'",
                   {pid}) == "0")
            std::this_thread::yield();
        stop.request_stop();
    });
    pg::Call call;
    call.waiting.stop = stop.get_token();
    const std::string lines(1'000'000, '\n');
    const auto copied = session->copyIn("copy incoming from stdin", lines, call);
    stopper.join();
    QVERIFY(!copied);
    QCOMPARE(copied.error().kind, ErrorKind::Cancelled);
    LB_VERIFY_OK(locker->execSimple("rollback"));
    // The session is good, and a COPY whose data is bad says so.
    const auto good = session->copyIn("copy incoming from stdin", "a\nb\n");
    LB_VERIFY_OK(good);
    QCOMPARE(good->tag(), std::string("COPY 2"));
    const auto bad = session->copyIn("copy incoming from stdin", std::string("a\tb\n") + std::string(3'000'000, 'x'));
    QVERIFY(!bad);
    QCOMPARE(bad.error().sqlstate, std::string("22P04"));
    const auto none = session->copyIn("copy incoming from stdin", "");
    LB_VERIFY_OK(none);
    QCOMPARE(one(*session, "select count(*) from incoming"), std::string("2"));
    QCOMPARE(sql("drop table incoming"), std::string());
}

void PgWriteTest::columnFit_data() {
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("fits");
    const auto row = [](const char* type, const char* value, bool fits) {
        QTest::addRow("%s: %s", type, value) << QByteArray(type) << QByteArray(value) << fits;
    };
    row("numeric(18,4)", "12.3456", true);
    row("numeric(18,4)", "12.34560", true);
    row("numeric(18,4)", "12.34567", false);
    row("numeric(18,4)", "1.5e-3", true);
    row("numeric(18,4)", "1.5e-4", false);
    row("numeric(18,4)", "-0.00005", false);
    row("numeric(18,4)", "0.00000", true);
    row("numeric(18,4)", "125e-2", true);
    row("numeric(6,-2)", "12300", true);
    row("numeric(6,-2)", "12340", false);
    row("numeric(6,-2)", "1.2E+3", true);
    row("numeric", "0.123456789012345678901234567890", true);
    row("varchar(3)", "abc", true);
    row("varchar(3)", "abcd", false);
    row("varchar(3)", "한국어", true);
    row("varchar(3)", "한국어요", false);
    row("varchar(3)", "abc  ", true);
    row("char(3)", "ab", true);
    row("char(3)", "abcd", false);
    row("timestamptz(3)", "2026-03-10T11:00:00.123Z", true);
    row("timestamptz(3)", "2026-03-10T11:00:00.123000Z", true);
    row("timestamptz(3)", "2026-03-10T11:00:00.1234Z", false);
    row("timestamp(0)", "2026-03-10 11:00:00", true);
    row("timestamp(0)", "2026-03-10 11:00:00.5", false);
    row("time(2)", "11:00:00.25", true);
    row("time(2)", "11:00:00.255", false);
    row("interval(1)", "1.5 s", true);
    row("interval(1)", "1.55 s", false);
    row("fitting", "1.23", true);
    row("fitting", "1.234", false);
    row("text", "anything at all", true);
}

void PgWriteTest::columnFit() {
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, value);
    QFETCH(bool, fits);
    QCOMPARE(sql("create domain inner_fitting as numeric(8,2); create domain fitting as inner_fitting; create table "
                 "fit (id integer primary key, v " +
                 type.toStdString() + ")"),
             std::string());
    sync::TargetMapping mapping;
    mapping.table = "fit";
    mapping.key = {"id"};
    const auto table = pg::readTargetTable(*m_super, mapping, {});
    LB_VERIFY_OK(table);
    const pg::TargetColumn& column = table->columns.at("v");
    QCOMPARE(pg::fitsColumn(column, value.toStdString()), fits);
    // The server's own word: an assignment that keeps every digit and character.
    const bool isText = type.contains("char") || type == "text";
    const bool kept =
        one(*m_super,
            "with put as (insert into fit select 1, ($1::text)::" + column.baseType + " returning v) select " +
                (isText ? "rtrim(v::text) = rtrim($1)" : "v = ($1::text)::" + column.baseType) + " from put",
            {value.toStdString()}) == "t";
    // Lengths the server refuses by itself; of a domain the digits are cut by the cast already.
    if (type != "fitting")
        QCOMPARE(kept, fits);
    QCOMPARE(sql("drop table fit; drop domain fitting; drop domain inner_fitting"), std::string());
}

QTEST_GUILESS_MAIN(PgWriteTest)
#include "tst_pg_write.moc"
