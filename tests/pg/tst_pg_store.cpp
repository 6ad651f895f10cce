// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/derive.h"
#include "pg/advisory_lock.h"
#include "pg/pg_server.h"
#include "pg/target_batch.h"
#include "pg/target_store.h"

#include <QTest>

#include <array>
#include <random>
#include <thread>

using namespace latchboard;
using namespace std::chrono_literals;
using base::ErrorKind;
using pg::test::one;
using sync::Order;
using sync::Page;
using sync::WriteCounts;

namespace {

base::Instant at(const char* time) {
    return base::fromRfc3339(std::string("2026-03-10T") + time + "Z").value_or(base::Instant());
}

Order order(const std::string& id, const char* time, const std::string& status = "open",
            const std::string& amount = "10.00") {
    Order result;
    result.externalId = id;
    result.updatedAt = at(time);
    result.values = {{"status", status}, {"amount", amount}, {"note", std::nullopt}};
    return result;
}

Order gone(const std::string& id, const char* time) {
    Order result = order(id, time);
    result.gone = true;
    result.values.clear();
    return result;
}

Page pageOf(std::vector<Order> orders) {
    Page page;
    page.items = static_cast<std::int64_t>(orders.size());
    page.orders = std::move(orders);
    return page;
}

sync::Job ordersJob() {
    sync::Job job;
    job.name = "orders";
    job.lockName = "orders";
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

WriteCounts counts(std::int64_t created, std::int64_t changed = 0, std::int64_t same = 0, std::int64_t stale = 0,
                   std::int64_t goneCount = 0, std::int64_t quarantined = 0) {
    WriteCounts result;
    result.created = created;
    result.changed = changed;
    result.same = same;
    result.stale = stale;
    result.gone = goneCount;
    result.quarantined = quarantined;
    return result;
}

std::string text(const WriteCounts& c) {
    return "new " + std::to_string(c.created) + " changed " + std::to_string(c.changed) + " same " +
           std::to_string(c.same) + " stale " + std::to_string(c.stale) + " gone " + std::to_string(c.gone) +
           " quarantined " + std::to_string(c.quarantined);
}

} // namespace

/// Orders into a user's table.
class PgStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void writesAndCounts_data();
    void writesAndCounts();
    void partitionedTable();
    void sameRowsAreNotTouched();
    void staleNeverOverwrites();
    void goneAndBack();
    void goneAndBackAsANewRow();
    void refusedItemsAreFoundAndKept();
    void whatATriggerThrowsAwayIsNoSuccess();
    void digitsAreNotLost();
    void awkwardTexts();
    void idsBeyondDoubles();
    void pageLargerThanATransaction();
    void randomPagesGiveTheNewest();
    void twoWritersNeitherBlockNorBreak();
    void sourceHasTheProfilesName();
    void checkNamesWhatIsMissing_data();
    void checkNamesWhatIsMissing();
    void checkNamesMissingGrants();
    void lockLostInTheMiddle();
    void inDoubtIsLookedUp();
    void windows();
    void recordsOnce();
    void countsRefusalsInARow();
    void batches();

private:
    base::Result<WriteCounts> write(const Page& page, const sync::Job& job = ordersJob());
    std::string rows() {
        return one(*m_super, "select coalesce(string_agg(external_id || ':' || status || ':' || amount || ':' || "
                             "(deleted_at is null), ' ' order by external_id, id), '') from orders");
    }

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super;
    std::unique_ptr<pg::RunSession> m_session;
    std::unique_ptr<pg::AdvisoryJobLock> m_lock;
    std::unique_ptr<pg::TargetStore> m_store;
    std::string m_database;
    std::int64_t m_batch = 0;
};

void PgStoreTest::initTestCase() {
    m_server = pg::test::Server::start();
    QVERIFY(m_server);
    m_database = m_server->freshDatabase(true);
    m_super = m_server->open(m_database);
    QVERIFY(m_super);
}

void PgStoreTest::init() {
    LB_VERIFY_OK(m_super->execSimple(
        "drop table if exists orders;"
        "create table orders (id bigint generated always as identity primary key, source text not null, "
        "external_id text not null, status text not null check (status <> 'impossible'), amount numeric(18,4), note "
        "jsonb, "
        "source_updated_at timestamptz, deleted_at timestamptz);"
        "create unique index on orders (source, external_id) where deleted_at is null;"
        "truncate latchboard.run, latchboard.job_window, latchboard.lock_attempt, latchboard.write_token, "
        "latchboard.quarantine"));
    m_session = std::make_unique<pg::RunSession>(m_server->settings(m_database), std::stop_token());
    m_lock = std::make_unique<pg::AdvisoryJobLock>(*m_session);
    LB_VERIFY_OK(m_lock->tryAcquire(ordersJob(), "run-1"));
    m_store = std::make_unique<pg::TargetStore>(*m_session, ordersJob().lockTag);
    m_batch = 0;
}

void PgStoreTest::cleanup() {
    static_cast<void>(m_lock->release());
}

base::Result<WriteCounts> PgStoreTest::write(const Page& page, const sync::Job& job) {
    WriteCounts counts;
    const auto written = m_store->write(job, "run-1", ++m_batch, page, counts);
    return written ? base::Result<WriteCounts>(counts) : base::Result<WriteCounts>(base::Unexpected(written.error()));
}

void PgStoreTest::writesAndCounts_data() {
    QTest::addColumn<bool>("partial");
    QTest::newRow("partial index") << true;
    QTest::newRow("index over all rows") << false;
}

void PgStoreTest::writesAndCounts() {
    QFETCH(bool, partial);
    sync::Job job = ordersJob();
    if (!partial) {
        LB_VERIFY_OK(m_super->execSimple("drop index orders_source_external_id_idx;"
                                         "create unique index on orders (source, external_id)"));
        job.target.indexWhere.clear();
    }
    LB_VERIFY_OK(m_store->check(job));
    const auto first = write(pageOf({order("b", "11:00:00"), order("a", "11:00:00"), order("c", "11:00:00")}), job);
    LB_VERIFY_OK(first);
    QCOMPARE(text(*first), text(counts(3)));
    QCOMPARE(rows(), std::string("a:open:10.0000:true b:open:10.0000:true c:open:10.0000:true"));
    const auto second = write(pageOf({order("a", "11:00:00"), order("b", "11:05:00", "paid"), order("d", "11:00:00"),
                                      order("d", "11:01:00", "paid"), gone("c", "11:06:00"), gone("x", "11:00:00")}),
                              job);
    LB_VERIFY_OK(second);
    QCOMPARE(text(*second), text(counts(1, 1, 2, 1, 1)));
    QCOMPARE(rows(), std::string("a:open:10.0000:true b:paid:10.0000:true c:open:10.0000:false d:paid:10.0000:true"));
    QCOMPARE(one(*m_super, "select count(*) from latchboard.write_token"), std::string("2"));
    QVERIFY(!m_session->session()->transactionOpen());
}

void PgStoreTest::partitionedTable() {
    LB_VERIFY_OK(m_super->execSimple(
        "drop table orders; create table orders (id bigint, source text not null, external_id text not null, "
        "status text not null, amount numeric(18,4), note jsonb, source_updated_at timestamptz, deleted_at "
        "timestamptz) "
        "partition by hash (external_id);"
        "create table orders_0 partition of orders for values with (modulus 2, remainder 0);"
        "create table orders_1 (deleted_at timestamptz, note jsonb, id bigint, source text not null, "
        "external_id text not null, status text not null, amount numeric(18,4), source_updated_at timestamptz);"
        "alter table orders attach partition orders_1 for values with (modulus 2, remainder 1);"
        "create unique index on orders (source, external_id) where deleted_at is null"));
    LB_VERIFY_OK(m_store->check(ordersJob()));
    Page page;
    for (int i = 0; i < 20; ++i)
        page.orders.push_back(order(std::to_string(100 + i), "11:00:00"));
    const auto first = write(page);
    LB_VERIFY_OK(first);
    QCOMPARE(text(*first), text(counts(20)));
    page.orders[5] = order("105", "11:01:00", "paid");
    page.orders[6] = gone("106", "11:01:00");
    const auto second = write(page);
    LB_VERIFY_OK(second);
    QCOMPARE(text(*second), text(counts(0, 1, 18, 0, 1)));
    page.orders[6] = order("106", "11:02:00", "back");
    const auto third = write(page);
    LB_VERIFY_OK(third);
    QCOMPARE(text(*third), text(counts(0, 1, 19)));
}

void PgStoreTest::sameRowsAreNotTouched() {
    Page page;
    for (int i = 0; i < 300; ++i)
        page.orders.push_back(order("id-" + std::to_string(i), "11:00:00", "open", std::to_string(i) + ".5"));
    page.orders[7].values["note"] = R"({"b": 1.0, "a": [null, "ü"]})";
    LB_VERIFY_OK(write(page));
    const std::string identity =
        "select md5(string_agg(external_id || xmin::text || ctid::text, ',' order by id)) from orders";
    const std::string before = one(*m_super, identity);
    // A trigger sees every row that an upsert would touch, also one that it would then leave as it is.
    LB_VERIFY_OK(m_super->execSimple("create or replace function forbid() returns trigger language plpgsql as "
                                     "$$ begin raise exception 'touched'; end $$;"
                                     "create trigger forbid before insert or update or delete on orders "
                                     "for each statement execute function forbid()"));
    const std::string lsn = one(*m_super, "select pg_current_wal_insert_lsn()");
    const auto again = write(page);
    LB_VERIFY_OK(again);
    QCOMPARE(text(*again), text(counts(0, 0, 300)));
    QCOMPARE(one(*m_super, identity), before);
    QCOMPARE(one(*m_super, "select count(*) from latchboard.write_token"), std::string("1"));
    // Other processes of the server log a little of their own (a snapshot of running transactions): far below a row
    // each.
    QVERIFY(one(*m_super, "select pg_current_wal_insert_lsn() - $1::pg_lsn < 3000", {lsn}) == "t");
}

void PgStoreTest::staleNeverOverwrites() {
    LB_VERIFY_OK(write(pageOf({order("5", "11:10:00", "paid")})));
    const auto late = write(pageOf({order("5", "11:05:00", "open"), order("6", "11:08:00")}));
    LB_VERIFY_OK(late);
    QCOMPARE(text(*late), text(counts(1, 0, 0, 1)));
    QCOMPARE(rows(), std::string("5:paid:10.0000:true 6:open:10.0000:true"));
    const auto equallyOld = write(pageOf({order("5", "11:10:00", "refunded")}));
    LB_VERIFY_OK(equallyOld);
    QCOMPARE(text(*equallyOld), text(counts(0, 1)));
    QCOMPARE(rows(), std::string("5:refunded:10.0000:true 6:open:10.0000:true"));
    const auto goneLate = write(pageOf({gone("5", "11:00:00")}));
    LB_VERIFY_OK(goneLate);
    QCOMPARE(text(*goneLate), text(counts(0, 0, 0, 1)));
    // Content alone stays the same while its time moves on: a version between the two must then be stale.
    LB_VERIFY_OK(write(pageOf({order("6", "11:30:00")})));
    const auto between = write(pageOf({order("6", "11:20:00", "paid")}));
    LB_VERIFY_OK(between);
    QCOMPARE(text(*between), text(counts(0, 0, 0, 1)));
    // Without the guard the later answer wins.
    sync::Job job = ordersJob();
    job.target.staleGuard = false;
    const auto unguarded = write(pageOf({order("6", "11:20:00", "paid")}), job);
    LB_VERIFY_OK(unguarded);
    QCOMPARE(text(*unguarded), text(counts(0, 1)));
}

void PgStoreTest::goneAndBack() {
    LB_VERIFY_OK(write(pageOf({order("1", "11:00:00")})));
    const auto left = write(pageOf({gone("1", "11:10:00")}));
    LB_VERIFY_OK(left);
    QCOMPARE(text(*left), text(counts(0, 0, 0, 0, 1)));
    const auto again = write(pageOf({gone("1", "11:10:00")}));
    LB_VERIFY_OK(again);
    QCOMPARE(text(*again), text(counts(0, 0, 1)));
    const auto older = write(pageOf({order("1", "11:05:00")}));
    LB_VERIFY_OK(older);
    QCOMPARE(text(*older), text(counts(0, 0, 0, 1)));
    QCOMPARE(rows(), std::string("1:open:10.0000:false"));
    const auto back = write(pageOf({order("1", "11:20:00", "reopened")}));
    LB_VERIFY_OK(back);
    QCOMPARE(text(*back), text(counts(0, 1)));
    QCOMPARE(rows(), std::string("1:reopened:10.0000:true"));
    sync::Job ignoring = ordersJob();
    ignoring.target.whenGone = "ignore";
    const auto ignored = write(pageOf({gone("1", "11:30:00")}), ignoring);
    LB_VERIFY_OK(ignored);
    QCOMPARE(text(*ignored), text(counts(0, 0, 1)));
    QCOMPARE(rows(), std::string("1:reopened:10.0000:true"));
}

void PgStoreTest::goneAndBackAsANewRow() {
    sync::Job job = ordersJob();
    job.target.whenBack = "insert";
    LB_VERIFY_OK(write(pageOf({order("1", "11:00:00")}), job));
    LB_VERIFY_OK(write(pageOf({gone("1", "11:10:00")}), job));
    const auto back = write(pageOf({order("1", "11:20:00", "again")}), job);
    LB_VERIFY_OK(back);
    QCOMPARE(text(*back), text(counts(1)));
    QCOMPARE(rows(), std::string("1:open:10.0000:false 1:again:10.0000:true"));
}

void PgStoreTest::refusedItemsAreFoundAndKept() {
    Page page;
    for (int i = 0; i < 40; ++i)
        page.orders.push_back(order("id-" + std::to_string(100 + i), "11:00:00"));
    page.orders[3].values["amount"] = "a lot";
    page.orders[11].values["status"] = "impossible"; // the table's own CHECK
    page.orders[17].values["note"] = std::string("{\"a\": \"b\\u0000c\"}");
    page.orders[23].values["status"] = std::string("A\0B", 3);
    page.orders[29].values["amount"] = "1e30";
    page.orders[31].values["status"] = std::nullopt;
    page.quarantined.push_back({"id-999", "no such thing", "{}"});
    const auto written = write(page);
    LB_VERIFY_OK(written);
    QCOMPARE(text(*written), text(counts(34, 0, 0, 0, 0, 7)));
    QCOMPARE(one(*m_super, "select count(*) from orders"), std::string("34"));
    QCOMPARE(one(*m_super, "select string_agg(external_id, ' ' order by external_id) from latchboard.quarantine"),
             std::string("id-103 id-111 id-117 id-123 id-129 id-131 id-999"));
    QCOMPARE(one(*m_super, "select count(*) from latchboard.quarantine where reason = '' or item = ''"),
             std::string("0"));
    // The same page again keeps them once.
    const auto again = write(page);
    LB_VERIFY_OK(again);
    QCOMPARE(text(*again), text(counts(0, 0, 34, 0, 0, 7)));
    QCOMPARE(one(*m_super, "select count(*) from latchboard.quarantine"), std::string("7"));
}

void PgStoreTest::whatATriggerThrowsAwayIsNoSuccess() {
    one(*m_super, "create or replace function throw_away() returns trigger language plpgsql as $$ begin "
                  "return case when new.external_id like 'drop-%' then null else new end; end $$");
    const auto trigger = [&](const char* event) {
        one(*m_super, std::string("create or replace trigger throw_away before ") + event +
                          " on orders for each row execute function throw_away()");
    };
    Page page;
    for (const char* id : {"drop-1", "keep-1", "drop-2", "keep-2"})
        page.orders.push_back(order(id, "11:00:00"));
    trigger("insert");
    const auto inserted = write(page);
    LB_VERIFY_OK(inserted);
    QCOMPARE(text(*inserted), text(counts(2, 0, 0, 0, 0, 2)));
    QCOMPARE(one(*m_super, "select string_agg(external_id || ':' || reason, ' ' order by external_id) from "
                           "latchboard.quarantine"),
             std::string("drop-1:the table threw the row away: a trigger of it returns null "
                         "drop-2:the table threw the row away: a trigger of it returns null"));

    one(*m_super, "drop trigger throw_away on orders");
    LB_VERIFY_OK(write(page));
    trigger("update");
    for (sync::Order& changed : page.orders)
        changed.values["amount"] = "99.5";
    const auto updated = write(page);
    LB_VERIFY_OK(updated);
    QCOMPARE(text(*updated), text(counts(0, 2, 0, 0, 0, 2)));

    for (sync::Order& gone : page.orders)
        gone.gone = true;
    const auto marked = write(page);
    LB_VERIFY_OK(marked);
    QCOMPARE(text(*marked), text(counts(0, 0, 0, 0, 2, 2)));
    one(*m_super, "drop function throw_away() cascade");
}

void PgStoreTest::digitsAreNotLost() {
    LB_VERIFY_OK(m_super->execSimple("alter table orders alter column status type varchar(6)"));
    const auto written =
        write(pageOf({order("1", "11:00:00", "open", "12345678901234.1234"), order("2", "11:00:00", "open", "1.00005"),
                      order("3", "11:00:00", "toolong", "1"), order("4", "11:00:00", "fits", "1.10000")}));
    LB_VERIFY_OK(written);
    QCOMPARE(text(*written), text(counts(2, 0, 0, 0, 0, 2)));
    QCOMPARE(rows(), std::string("1:open:12345678901234.1234:true 4:fits:1.1000:true"));
    QCOMPARE(
        one(*m_super, "select string_agg(reason, '|' order by external_id) from latchboard.quarantine"),
        std::string("column amount is too small for the value: digits or characters would be lost|column status is too "
                    "small for the value: digits or characters would be lost"));
}

void PgStoreTest::awkwardTexts() {
    const std::vector<std::string> texts = {"",       "NULL",    "null", "\"quoted\"", "back\\slash",
                                            "{a,b}",  " blank ", "a\nb", "한국어",     "👩‍👩‍👧",
                                            "it's",   "$1",      "%s",   "\t",         "é",
                                            "e\u0301"};
    Page page;
    for (size_t i = 0; i < texts.size(); ++i)
        page.orders.push_back(order("t" + std::to_string(100 + i), "11:00:00", texts[i]));
    const auto written = write(page);
    LB_VERIFY_OK(written);
    QCOMPARE(text(*written), text(counts(static_cast<std::int64_t>(texts.size()))));
    const auto stored = m_super->exec("select status from orders order by external_id");
    LB_VERIFY_OK(stored);
    for (size_t i = 0; i < texts.size(); ++i)
        QCOMPARE(stored->text(static_cast<int>(i), 0), texts[i]);
    const auto again = write(page);
    LB_VERIFY_OK(again);
    QCOMPARE(text(*again), text(counts(0, 0, static_cast<std::int64_t>(texts.size()))));
}

void PgStoreTest::idsBeyondDoubles() {
    sync::Job job = ordersJob();
    LB_VERIFY_OK(
        m_super->execSimple("alter table orders alter column external_id type bigint using external_id::bigint"));
    job.target.columns[0].type = "bigint";
    LB_VERIFY_OK(m_store->check(job));
    const auto written =
        write(pageOf({order("9007199254740993", "11:00:00"), order("9007199254740992", "11:00:00"),
                      order("9223372036854775807", "11:00:00"), order("9223372036854775808", "11:00:00"),
                      order("7", "11:00:00"), order("007", "11:01:00", "same id in other letters")}),
              job);
    LB_VERIFY_OK(written);
    QCOMPARE(written->quarantined, 1);
    QCOMPARE(one(*m_super, "select string_agg(external_id::text, ' ' order by external_id) from orders"),
             std::string("7 9007199254740992 9007199254740993 9223372036854775807"));
    QCOMPARE(one(*m_super, "select status from orders where external_id = 7"), std::string("same id in other letters"));
}

void PgStoreTest::pageLargerThanATransaction() {
    Page page;
    constexpr int kRows = 2 * int(pg::TargetWriter::kRowsAtOnce) + 500;
    for (int i = 0; i < kRows; ++i)
        page.orders.push_back(order("id-" + std::to_string(i), "11:00:00"));
    const auto written = write(page);
    LB_VERIFY_OK(written);
    QCOMPARE(text(*written), text(counts(kRows)));
    QCOMPARE(one(*m_super, "select count(distinct xmin::text) from orders"), std::string("3"));
    QCOMPARE(one(*m_super, "select string_agg(batch || '.' || part, ' ' order by part) from latchboard.write_token"),
             std::string("1.1 1.2 1.3"));
}

void PgStoreTest::randomPagesGiveTheNewest() {
    const auto seed = std::random_device{}();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    std::map<std::string, std::pair<base::Instant, std::string>> newest; // status empty: gone
    int moments = 0;
    for (int round = 0; round < 60; ++round) {
        Page page;
        std::map<std::string, const Order*> newestOfPage;
        const int size = std::uniform_int_distribution(1, 40)(random);
        page.orders.reserve(static_cast<size_t>(size));
        for (int i = 0; i < size; ++i) {
            const std::string id = std::to_string(std::uniform_int_distribution(1, 15)(random));
            // Each version has a moment of its own: two of one moment have no newest.
            const int moment = ++moments * 7919 % 100'003;
            Order made = order(id, "00:00:00", "s" + std::to_string(moment));
            made.updatedAt = at("00:00:00") + std::chrono::seconds(moment);
            made.gone = std::uniform_int_distribution(0, 4)(random) == 0;
            page.orders.push_back(std::move(made));
            const Order*& best = newestOfPage[id];
            if (best == nullptr || best->updatedAt < page.orders.back().updatedAt)
                best = &page.orders.back();
        }
        for (const auto& [id, version] : newestOfPage) {
            const auto known = newest.find(id);
            // Only a live row is marked: what is gone already, or was never there, takes no note of a later end.
            const bool live = known != newest.end() && !known->second.second.empty();
            if (version->gone && !live)
                continue;
            if (known == newest.end() || *version->updatedAt > known->second.first)
                newest[id] = {*version->updatedAt, version->gone ? "" : *version->values.at("status")};
        }
        LB_VERIFY_OK(write(page));
        std::string expected;
        for (const auto& [id, state] : newest) {
            if (!state.second.empty())
                expected += (expected.empty() ? "" : " ") + id + ":" + state.second;
        }
        const std::string found = one(*m_super, "select coalesce(string_agg(external_id || ':' || status, ' ' order by "
                                                "external_id collate \"C\"), '') from orders where deleted_at is null");
        QCOMPARE(found, expected);
    }
}

void PgStoreTest::twoWritersNeitherBlockNorBreak() {
    // An old worker without the lock beside a new one, with the same orders the other way round.
    std::array<WriteCounts, 2> all;
    std::array<std::string, 2> failures;
    {
        std::vector<std::jthread> writers;
        for (size_t writer = 0; writer < 2; ++writer) {
            writers.emplace_back([&, writer] {
                pg::RunSession session(m_server->settings(m_database), {});
                static_cast<void>(session.connect());
                pg::TargetStore store(session, ordersJob().lockTag);
                const std::string run = "writer-" + std::to_string(writer);
                for (int round = 0; round < 15; ++round) {
                    Page page;
                    for (int i = 0; i < 60; ++i) {
                        const int number = writer == 0 ? i : 59 - i;
                        Order made = order(std::to_string(100 + number), "00:00:00", "round " + std::to_string(round));
                        made.updatedAt = at("00:00:00") + std::chrono::minutes(round);
                        page.orders.push_back(std::move(made));
                    }
                    const auto written = store.write(ordersJob(), run, round, page, all[writer]);
                    if (!written)
                        failures[writer] = written.error().message.englishUtf8();
                }
            });
        }
    }
    QCOMPARE(failures[0], std::string());
    QCOMPARE(failures[1], std::string());
    QCOMPARE(all[0].retries40P01 + all[1].retries40P01, 0);
    QCOMPARE(all[0].created + all[1].created, 60);
    QCOMPARE(one(*m_super, "select count(*) || ' ' || min(status) || ' ' || max(status) from orders"),
             std::string("60 round 14 round 14"));
}

void PgStoreTest::sourceHasTheProfilesName() {
    sync::Job job = ordersJob();
    job.source.name = "order-api";
    job.target.sourceValue.clear();
    LB_VERIFY_OK(write(pageOf({order("1", "11:00:00")}), job));
    QCOMPARE(one(*m_super, "select source from orders"), std::string("order-api"));
}

void PgStoreTest::checkNamesWhatIsMissing_data() {
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<QByteArray>("remedy");

    const auto row = [](const char* name, const char* sql, const char* says, const char* remedy) {
        QTest::newRow(name) << QByteArray(sql) << QByteArray(says) << QByteArray(remedy);
    };
    row("no table", "drop table orders", "has no table \"public\".\"orders\"", "Create it");
    row("no column", "alter table orders drop column note", "no column note", "add column \"note\" jsonb");
    row("other type", "alter table orders alter column amount type text", "column amount is text, not numeric(18,4)",
        "alter column \"amount\" type numeric(18,4)");
    row("fewer digits", "alter table orders alter column amount type numeric(10,2)",
        "column amount is numeric(10,2), not numeric(18,4)", "alter column \"amount\" type numeric(18,4)");
    row("no index", "drop index orders_source_external_id_idx", "no unique index on (\"source\", \"external_id\")",
        "create unique index on \"public\".\"orders\" (\"source\", \"external_id\") where (deleted_at is null)");
    row("other predicate",
        "drop index orders_source_external_id_idx; create unique index on orders (source, external_id) where status = "
        "'x'",
        "no unique index", "where (deleted_at is null)");
    row("deferrable",
        "drop index orders_source_external_id_idx; alter table orders add constraint one unique (source, external_id) "
        "deferrable",
        "the constraint one is deferrable", "drop constraint \"one\", add constraint \"one\" unique (\"source\"");
    row("local time", "alter table orders alter column source_updated_at type timestamp",
        "column source_updated_at is timestamp without time zone, not timestamptz", "type timestamptz");
    row("no soft delete", "drop index orders_source_external_id_idx; alter table orders drop column deleted_at",
        "no column deleted_at", "add column \"deleted_at\" timestamptz");
    row("a column nobody fills", "alter table orders add column shop int not null", "column shop needs a value",
        "alter column \"shop\" drop not null");
}

void PgStoreTest::checkNamesWhatIsMissing() {
    QFETCH(QByteArray, sql);
    QFETCH(QByteArray, says);
    QFETCH(QByteArray, remedy);
    LB_VERIFY_OK(m_store->check(ordersJob()));
    LB_VERIFY_OK(m_super->execSimple(sql.toStdString()));
    const auto checked = m_store->check(ordersJob());
    QVERIFY(!checked);
    QCOMPARE(checked.error().kind, ErrorKind::SchemaMissing);
    QVERIFY2(checked.error().message.english().contains(QString::fromUtf8(says)),
             qPrintable(checked.error().message.english()));
    QVERIFY2(checked.error().remedy.english().contains(QString::fromUtf8(remedy)),
             qPrintable(checked.error().remedy.english()));
}

void PgStoreTest::checkNamesMissingGrants() {
    m_server->makeRole("engine");
    auto settings = m_server->settingsFor("engine", m_database);
    pg::RunSession session(settings, {});
    LB_VERIFY_OK(session.connect());
    pg::TargetStore store(session, ordersJob().lockTag);
    const auto refused = store.check(ordersJob());
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Privilege);
    // What it says makes it work.
    QString remedy = refused.error().remedy.english();
    QVERIFY(remedy.startsWith(QStringLiteral("Have this run: ")));
    LB_VERIFY_OK(m_super->execSimple(remedy.mid(15).toStdString()));
    LB_VERIFY_OK(store.check(ordersJob()));
    WriteCounts counts;
    LB_VERIFY_OK(store.write(ordersJob(), "run-2", 1, pageOf({order("1", "11:00:00")}), counts));
    LB_VERIFY_OK(m_super->execSimple("drop owned by engine"));
}

void PgStoreTest::lockLostInTheMiddle() {
    LB_VERIFY_OK(write(pageOf({order("1", "11:00:00")})));
    one(*m_super, "select pg_terminate_backend($1::int, 60000)", {m_session->identity().backendPid});
    Page page = pageOf({order("2", "11:00:00")});
    page.quarantined.push_back({"3", "no status", "{}"});
    WriteCounts counted;
    const auto written = m_store->write(ordersJob(), "run-1", ++m_batch, page, counted);
    QVERIFY(!written);
    QCOMPARE(written.error().kind, ErrorKind::LockLost);
    QVERIFY(counted == WriteCounts()); // neither the row stands, nor is the item kept
    QCOMPARE(one(*m_super, "select count(*) from latchboard.quarantine"), std::string("0"));
    QCOMPARE(rows(), std::string("1:open:10.0000:true"));
    // The run's record may go through a fresh session; the target may not.
    sync::RunRecord record;
    record.job = "orders";
    record.runId = "run-1";
    record.outcome = sync::Outcome::Failed;
    record.error = written.error();
    LB_VERIFY_OK(m_store->record(record));
    QCOMPARE(one(*m_super, "select error_kind from latchboard.run"), std::string("lock_lost"));
}

void PgStoreTest::inDoubtIsLookedUp() {
    // A deferred trigger runs inside COMMIT and ends the session there: no answer, and nothing stands.
    LB_VERIFY_OK(m_super->execSimple(
        "create or replace function die() returns trigger language plpgsql as "
        "$$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); return null; end $$;"
        "create constraint trigger die after insert on orders deferrable initially deferred for each row "
        "execute function die()"));
    const auto written = write(pageOf({order("1", "11:00:00")}));
    QVERIFY(!written);
    QCOMPARE(written.error().kind, ErrorKind::LockLost);
    QVERIFY(written.error().message.english().contains(QStringLiteral("rolled back")));
    QCOMPARE(rows(), std::string());
    QVERIFY(m_session->session() == nullptr);
}

void PgStoreTest::windows() {
    const sync::Job job = ordersJob();
    const auto last = [&] { return m_store->lastWindowEnd("orders"); };
    LB_VERIFY_OK(last());
    QVERIFY(!*last());
    LB_VERIFY_OK(m_store->closeWindow(job, "run-1", {at("10:00:00"), at("11:00:00")}));
    QCOMPARE(*last(), std::optional(at("11:00:00")));
    LB_VERIFY_OK(m_store->closeWindow(job, "run-1", {at("10:50:00"), at("12:00:00")}));
    QCOMPARE(*last(), std::optional(at("12:00:00")));
    LB_VERIFY_OK(m_store->closeWindow(job, "run-1", {at("10:50:00"), at("12:00:00")})); // again
    LB_VERIFY_OK(m_store->closeWindow(job, "run-1", {at("10:00:00"), at("10:30:00")})); // never back
    QCOMPARE(*last(), std::optional(at("12:00:00")));
    LB_VERIFY_OK(m_store->closeWindow(job, "run-1", {at("13:00:00"), at("14:00:00")})); // a gap before it
    QCOMPARE(*last(), std::optional(at("12:00:00")));
    LB_VERIFY_OK(m_store->closeWindow(job, "run-1", {at("12:00:00"), at("13:00:00")})); // closes the gap
    QCOMPARE(*last(), std::optional(at("14:00:00")));
    LB_VERIFY_OK(m_store->closeWindow(job, "run-1", {at("01:00:00"), at("02:00:00")})); // long past
    QCOMPARE(*last(), std::optional(at("14:00:00")));
    QVERIFY(!*m_store->lastWindowEnd("another"));
}

void PgStoreTest::recordsOnce() {
    sync::RunRecord run;
    run.job = "orders";
    run.runId = "run-1";
    run.outcome = sync::Outcome::Success;
    run.startedAt = at("11:00:00");
    run.finishedAt = at("11:00:30");
    QVERIFY(!*m_store->lastSuccessStart("orders"));
    LB_VERIFY_OK(write(pageOf({order("1", "11:00:00")})));
    LB_VERIFY_OK(m_store->record(run));
    LB_VERIFY_OK(m_store->record(run));
    QCOMPARE(one(*m_super, "select count(*) from latchboard.run"), std::string("1"));
    QCOMPARE(one(*m_super, "select count(*) from latchboard.write_token"), std::string("0"));
    QCOMPARE(one(*m_super, "select ended_at is not null and released_at is null from latchboard.lock_attempt"),
             std::string("t"));
    QCOMPARE(*m_store->lastSuccessStart("orders"), std::optional(at("11:00:00")));
    run.runId = "run-2";
    run.trigger = sync::Trigger::Backfill;
    run.startedAt = at("12:00:00");
    LB_VERIFY_OK(m_store->record(run));
    run.runId = "run-3";
    run.trigger = sync::Trigger::Cron;
    run.outcome = sync::Outcome::Failed;
    LB_VERIFY_OK(m_store->record(run));
    QCOMPARE(*m_store->lastSuccessStart("orders"), std::optional(at("11:00:00")));
    run.outcome = sync::Outcome::Busy;
    QVERIFY(!m_store->record(run).ok());
}

void PgStoreTest::countsRefusalsInARow() {
    const auto refusals = [&] {
        return m_store->refusalsInARow("orders").ok() ? *m_store->refusalsInARow("orders") : -1;
    };
    int number = 0;
    const auto ended = [&](const char* job, std::optional<ErrorKind> kind) {
        sync::RunRecord run;
        run.job = job;
        run.runId = "run-" + std::to_string(++number);
        run.startedAt = run.finishedAt = at("10:00:00") + std::chrono::minutes(number);
        run.outcome = kind ? sync::Outcome::Failed : sync::Outcome::Success;
        if (kind)
            run.error = base::makeError(*kind, base::Text::verbatim(std::string_view("x")));
        return m_store->record(run).ok();
    };
    QCOMPARE(refusals(), 0);
    QVERIFY(ended("orders", ErrorKind::SourceAuth) && ended("orders", ErrorKind::SourceAuth));
    QVERIFY(ended("another", std::nullopt));
    QCOMPARE(refusals(), 2);
    QVERIFY(ended("orders", ErrorKind::SourceLockout));
    QCOMPARE(refusals(), 2);
    QVERIFY(ended("orders", std::nullopt));
    QCOMPARE(refusals(), 0);
    // A run that ended before it was let in says nothing about the credential.
    QVERIFY(ended("orders", ErrorKind::SourceAuth) && ended("orders", ErrorKind::Cancelled));
    QVERIFY(ended("orders", ErrorKind::SourceTransient));
    QCOMPARE(refusals(), 1);
}

void PgStoreTest::batches() {
    Order timeless = order("2", "11:00:00", "second");
    timeless.updatedAt.reset();
    const std::vector<Order> orders = {order("2", "11:00:00", "first"), order("1", "11:05:00", "new"),
                                       order("1", "11:00:00", "old"),   timeless,
                                       order("3", "11:00:00"),          order("3", "11:00:00")};
    const pg::TargetBatch batch = pg::batchOf(orders);
    QCOMPARE(batch.orders.size(), size_t(3));
    QCOMPARE(*batch.orders[0]->values.at("status"), std::string("new"));
    QCOMPARE(*batch.orders[1]->values.at("status"), std::string("second"));
    QCOMPARE(batch.stale, 2);
    QCOMPARE(batch.same, 1);
    const std::string json = pg::orderJson(order("x\"y", "11:00:00"));
    const std::string id = "\"external_id\":\"x\\\"y\"";
    QVERIFY(json.find(id) != std::string::npos);
}

QTEST_GUILESS_MAIN(PgStoreTest)
#include "tst_pg_store.moc"
