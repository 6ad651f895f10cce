// SPDX-License-Identifier: GPL-3.0-or-later
#include "order_pages.h"
#include "pg/pg_server.h"
#include "pg/target_store.h"
#include "sections.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace latchboard::bench {

namespace {

constexpr int kPages = 10, kPageRows = 10'000, kDjangoRows = 3'000;
/// What COPY writes: all columns but the hash.
constexpr const char* kColumns = "source, external_id, order_number, status, currency, amount, ordered_at, customer, "
                                 "items, payload, source_updated_at";

[[noreturn]] void fail(const std::string& what, const std::string& why) {
    std::fprintf(stderr, "%s: %s\n", what.c_str(), why.c_str());
    std::exit(1);
}

class Bench {
public:
    Bench() {
        m_server = pg::test::Server::start({{"fsync", "on"},
                                            {"full_page_writes", "on"},
                                            {"synchronous_commit", "on"},
                                            {"autovacuum", "off"},
                                            {"shared_buffers", "2GB"},
                                            {"max_wal_size", "16GB"},
                                            {"checkpoint_timeout", "1h"}});
        if (!m_server)
            fail("no server", "see above");
        m_database = m_server->freshDatabase(true);
        m_super = m_server->open(m_database);
        sql(ordersTable());
        m_run = std::make_unique<pg::RunSession>(m_server->settings(m_database), std::stop_token());
        if (auto made = m_run->connect(); !made)
            fail("no session", made.error().message.englishUtf8());
        m_store = std::make_unique<pg::TargetStore>(*m_run, ordersJob(true).lockTag);
        for (int page = 0; page < kPages; ++page)
            m_pages.push_back(decodedPage(pageBody(page * kPageRows, kPageRows), ordersJob(true)));
        write(m_pages, true, "made");
        m_file = one("show data_directory") + "/rows.copy";
        toFile();
    }

    void sql(const std::string& text) {
        if (auto done = m_super->execSimple(text); !done)
            fail(text.substr(0, 80), done.error().message.englishUtf8());
    }
    std::string one(const std::string& text, const pg::Params& params = {}) {
        return pg::test::one(*m_super, text, params);
    }
    void empty() { sql("truncate orders"); }
    void settle() { sql("checkpoint"); }

    /// All rows of the table as binary COPY: what the floor and the obvious way are given.
    void toFile() {
        sql(std::string("copy (select ") + kColumns + " from orders) to '" + m_file + "' (format binary)");
        std::ifstream file(m_file, std::ios::binary);
        m_binary.assign(std::istreambuf_iterator<char>(file), {});
        if (m_binary.empty())
            fail(m_file, "can't be read");
    }

    double floorCopy() {
        empty();
        settle();
        return seconds([&] { copy("orders"); });
    }
    void copy(const std::string& table) {
        pg::Session& session = *m_run->session();
        if (auto done = session.copyIn("copy " + table + " (" + kColumns + ") from stdin (format binary)", m_binary);
            !done)
            fail("COPY", done.error().message.englishUtf8());
    }

    /// Counts what was written, to be compared with what must be.
    void write(const std::vector<sync::Page>& pages, bool hash, const std::string& what) {
        const sync::Job job = ordersJob(hash);
        m_counts = {};
        for (const sync::Page& page : pages) {
            if (auto done = m_store->write(job, "bench", ++m_batch, page, m_counts); !done)
                fail(what, done.error().message.englishUtf8());
        }
    }
    double timed(const std::vector<sync::Page>& pages, bool hash, const std::string& what) {
        settle();
        m_lsn = one("select pg_current_wal_insert_lsn()");
        m_before = touched();
        return seconds([&] { write(pages, hash, what); });
    }
    void expect(const std::string& what, std::int64_t created, std::int64_t changed, std::int64_t same) {
        if (m_counts.created != created || m_counts.changed != changed || m_counts.same != same ||
            m_counts.quarantined != 0)
            fail(what, "counts are wrong: new " + std::to_string(m_counts.created) + ", changed " +
                           std::to_string(m_counts.changed) + ", same " + std::to_string(m_counts.same));
    }
    double walSince() { return std::stod(one("select pg_current_wal_insert_lsn() - $1::pg_lsn", {m_lsn})); }
    double touchedSince() { return touched() - m_before; }

    /// The obvious way: everything into a temporary table, then one upsert that writes where something differs.
    double obvious() {
        settle();
        m_lsn = one("select pg_current_wal_insert_lsn()");
        return seconds([&] {
            pg::Session& session = *m_run->session();
            const auto run = [&](const std::string& text) {
                if (auto done = session.execSimple(text); !done)
                    fail("upsert", done.error().message.englishUtf8());
            };
            run("begin; create temporary table incoming (like orders) on commit drop");
            copy("incoming");
            run(std::string("insert into orders as t (") + kColumns + ") select " + kColumns +
                " from incoming on conflict (source, external_id) where deleted_at is null do update set "
                "order_number = excluded.order_number, status = excluded.status, currency = excluded.currency, "
                "amount = excluded.amount, ordered_at = excluded.ordered_at, customer = excluded.customer, items = "
                "excluded.items, payload = excluded.payload, source_updated_at = excluded.source_updated_at "
                "where (t.order_number, t.status, t.currency, t.amount, t.ordered_at, t.customer, t.items, t.payload, "
                "t.source_updated_at) is distinct from (excluded.order_number, excluded.status, excluded.currency, "
                "excluded.amount, excluded.ordered_at, excluded.customer, excluded.items, excluded.payload, "
                "excluded.source_updated_at); commit");
        });
    }

    /// Select, compare, save, order by order: seconds that Django takes for the file's page.
    double django(const std::string& file) {
        QProcess python;
        python.start(QStringLiteral("/usr/bin/python3"),
                     {QStringLiteral(LATCHBOARD_BENCH_FOLDER "/django_loop.py"),
                      QString::fromStdString(m_server->cluster().conninfoWithPassword(m_database).reveal()),
                      QString::fromStdString(file)});
        if (!python.waitForFinished(-1) || python.exitCode() != 0)
            fail("Django", python.readAllStandardError().toStdString());
        return python.readAllStandardOutput().trimmed().toDouble();
    }

    [[nodiscard]] const std::vector<sync::Page>& pages() const { return m_pages; }
    pg::TargetStore& store() { return *m_store; }
    std::string fileOf(const std::string& name, const std::string& body) {
        const std::string path = m_temporary.filePath(QString::fromStdString(name)).toStdString();
        std::ofstream(path, std::ios::binary) << body;
        return path;
    }

private:
    double touched() {
        one("select pg_stat_force_next_flush()");
        pg::test::one(*m_run->session(), "select pg_stat_force_next_flush()");
        return std::stod(one("select n_tup_ins + n_tup_upd + n_tup_del from pg_stat_all_tables where relname = 'orders'"));
    }

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super;
    std::unique_ptr<pg::RunSession> m_run;
    std::unique_ptr<pg::TargetStore> m_store;
    std::string m_database, m_binary, m_file, m_lsn;
    std::vector<sync::Page> m_pages;
    sync::WriteCounts m_counts;
    std::int64_t m_batch = 0;
    double m_before = 0;
    QTemporaryDir m_temporary;
};

std::vector<sync::Page> changedPages(int version) {
    std::vector<sync::Page> pages;
    for (int page = 0; page < kPages; ++page)
        pages.push_back(decodedPage(pageBody(page * kPageRows, kPageRows, version), ordersJob(true)));
    return pages;
}

void measureTables(Bench& bench, Figures& figures, int rounds) {
    // The probe reads no payload: small rows make the large table quick to fill.
    const auto fill = [&](int rows) {
        bench.sql("truncate orders; insert into orders (source, external_id, status) select 'bench', 'other-' || "
                  "to_char(i, 'FM000000000'), 'open' from generate_series(1, " +
                  std::to_string(rows) + ") i");
        bench.write({bench.pages().front()}, true, "page");
        bench.sql("vacuum analyze orders");
    };
    Samples small, large;
    for (const bool isLarge : {false, true}) {
        fill(isLarge ? 1'000'000 : 100'000);
        for (int round = 0; round < rounds; ++round)
            (isLarge ? large : small).push_back(bench.timed({bench.pages().front()}, true, "probe"));
    }
    figures.add("P9", "an unchanged page in a table of 1,000,000 to one of 100,000", {median(large) / median(small)},
                " x", Figures::Goal::AtMost, 1.3, "one index look-up a row");
    bench.empty();
}

void measureDjango(Bench& bench, Figures& figures, int rounds) {
    const std::string small = bench.fileOf("new.json", pageBody(0, kDjangoRows));
    const std::string page = bench.fileOf("page.json", pageBody(0, kPageRows));
    const std::string body = pageBody(0, kPageRows);
    const sync::Job job = ordersJob(true);
    const std::vector<sync::Page> smallPage = {decodedPage(pageBody(0, kDjangoRows), job)};
    Samples fresh, freshDjango, whole, wholeDjango;
    for (int round = 0; round < rounds; ++round) {
        bench.empty();
        freshDjango.push_back(bench.django(small));
        bench.empty();
        fresh.push_back(bench.timed(smallPage, true, "new"));
        bench.expect("new", kDjangoRows, 0, 0);
        bench.empty();
        bench.write({decodedPage(body, job)}, true, "page");
        bench.settle();
        whole.push_back(seconds([&] { bench.write({decodedPage(body, job)}, true, "page"); }));
        bench.expect("page", 0, 0, kPageRows);
        wholeDjango.push_back(bench.django(page));
    }
    figures.add("P8", "Django's select, compare, save to ours, 3,000 new orders", ratios(freshDjango, fresh), " x",
                Figures::Goal::AtLeast, 40, "the server's input of jsonb");
    figures.add("P12", "an unchanged page of 10,000 orders, bytes to nothing to do", whole, " s", Figures::Goal::AtMost, 0.1,
                "decoding, hashing, the look-up");
    figures.add("P12", "Django's loop over the same page to ours", ratios(wholeDjango, whole), " x",
                Figures::Goal::AtLeast, 80, "");
}

} // namespace

void measureWriting(Figures& figures, int rounds) {
    Bench bench;
    constexpr int kRows = kPages * kPageRows;
    Samples floor, fresh, same, compared, changed, obvious, walSame, walChanged, walObvious, touched;
    for (int round = 0; round < rounds; ++round) {
        const std::vector<sync::Page> next = changedPages(round + 1);
        floor.push_back(bench.floorCopy());
        bench.empty();
        fresh.push_back(bench.timed(bench.pages(), true, "new"));
        bench.expect("new", kRows, 0, 0);
        same.push_back(bench.timed(bench.pages(), true, "unchanged"));
        bench.expect("unchanged", 0, 0, kRows);
        walSame.push_back(bench.walSince() / kRows);
        touched.push_back(bench.touchedSince());
        compared.push_back(bench.timed(bench.pages(), false, "compared"));
        bench.expect("compared", 0, 0, kRows);
        touched.back() += bench.touchedSince();
        changed.push_back(bench.timed(next, true, "a tenth changed"));
        bench.expect("a tenth changed", 0, kRows / 10, kRows - kRows / 10);
        walChanged.push_back(bench.walSince());
        // The obvious way brings the same rows into the same table.
        bench.empty();
        bench.write(changedPages(round + 100), true, "again");
        obvious.push_back(bench.obvious());
        walObvious.push_back(bench.walSince());
    }
    const auto goal = Figures::Goal::AtMost;
    figures.add("P8", "100,000 new orders to binary COPY into the same table", ratios(fresh, floor), " x", goal, 1.3,
                "the server's input of jsonb");
    figures.add("", "new orders a second", [&] {
        Samples rate;
        for (const double s : fresh)
            rate.push_back(kRows / s);
        return rate;
    }(), "", Figures::Goal::Shown, 0, "");
    figures.add("P9", "unchanged, with a hash, to that COPY", ratios(same, floor), " x", goal, 0.25,
                "one index look-up a row");
    figures.add("P9", "unchanged, content compared, to that COPY", ratios(compared, floor), " x", goal, 0.5,
                "the server's input of jsonb");
    figures.add("P9", "log written for an unchanged row, bytes", walSame, "", goal, 1, "");
    figures.add("P9", "unchanged rows that were written", touched, "", goal, 0, "");
    figures.add("P10", "a tenth changed, to that COPY", ratios(changed, floor), " x", goal, 0.55, "the rows written");
    figures.add("P10", "a tenth changed, to COPY and ON CONFLICT .. WHERE", ratios(changed, obvious), " x", goal, 0.5, "");
    figures.add("P10", "the log of that, to ON CONFLICT .. WHERE", ratios(walChanged, walObvious), " x", goal, 0.65, "");
    measureTables(bench, figures, rounds);
    measureDjango(bench, figures, rounds);
}

} // namespace latchboard::bench
