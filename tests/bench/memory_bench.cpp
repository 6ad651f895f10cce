// SPDX-License-Identifier: GPL-3.0-or-later
#include "order_pages.h"
#include "pg/engine_scene.h"
#include "sections.h"

#include <QCoreApplication>
#include <QProcess>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace latchboard::bench {

namespace {

/// An order API whose pages are made when they are asked for.
class MadePages final : public sync::OrderSource {
public:
    MadePages(int pages, int size) : m_pages(pages), m_size(size) {}

    base::Result<sync::HttpAnswer> send(const sync::HttpRequest&, const base::Waiting&) override {
        sync::HttpAnswer answer;
        answer.status = 200;
        answer.body = m_sent < m_pages ? pageBody(m_sent * m_size, m_size) : "{\"orders\":[]}";
        ++m_sent;
        m_bytes += static_cast<double>(answer.body.size());
        return answer;
    }
    [[nodiscard]] double bytes() const { return m_bytes; }

private:
    int m_pages, m_size, m_sent = 0;
    double m_bytes = 0;
};

/// The process's largest resident size so far, in MiB.
double peak() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.rfind("VmHWM:", 0) == 0)
            return std::atof(line.c_str() + 6) / 1024;
    }
    return 0;
}

/// Runs the engine on the pages and prints peak before, peak after, MiB that came, seconds.
int runEngine(const std::string& conninfo, int pages, int size) {
    pg::ConnectionSettings settings;
    settings.conninfo = conninfo;
    sync::Job job = ordersJob(true);
    job.source.pageSize = size;
    MadePages source(pages, size);
    pg::RunSession session(settings, {});
    pg::AdvisoryJobLock lock(session);
    pg::TargetStore store(session, job.lockTag);
    pg::test::FreeBuckets buckets;
    const base::SystemClock clock;
    const double before = peak();
    sync::RunRecord run;
    const double took =
        seconds([&] { run = sync::Engine(source, buckets, lock, store, clock).run(job, {}, std::stop_token()); });
    if (run.outcome != sync::Outcome::Success || run.counts.created != std::int64_t{pages} * size) {
        std::fprintf(stderr, "run: %s, new %lld: %s\n", sync::outcomeName(run.outcome),
                     static_cast<long long>(run.counts.created),
                     run.error ? run.error->message.englishUtf8().c_str() : "");
        return 1;
    }
    std::printf("%f %f %f %f\n", before, peak(), source.bytes() / 1024 / 1024, took);
    return 0;
}

} // namespace

int largePage(const std::string& conninfo) {
    return runEngine(conninfo, 1, 190'000);
}

int longWindow(const std::string& conninfo) {
    return runEngine(conninfo, 1'000, 1'000);
}

void measureMemory(Figures& figures) {
    auto server = pg::test::Server::start({{"autovacuum", "off"}, {"shared_buffers", "1GB"}, {"max_wal_size", "8GB"}});
    if (!server)
        std::exit(1);
    const auto child = [&](const char* what) {
        const std::string database = server->freshDatabase(true);
        auto super = server->open(database);
        if (const auto made = super->execSimple(ordersTable()); !made)
            std::exit(1);
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(),
                      {QString::fromLatin1(what),
                       QString::fromStdString(server->cluster().conninfoWithPassword(database).reveal())});
        if (!process.waitForFinished(-1) || process.exitCode() != 0) {
            std::fprintf(stderr, "%s: %s\n", what, process.readAllStandardError().constData());
            std::exit(1);
        }
        std::vector<double> numbers;
        for (const QByteArray& number : process.readAllStandardOutput().simplified().split(' '))
            numbers.push_back(number.toDouble());
        return numbers;
    };
    const auto page = child("--large-page");
    figures.add("", "peak memory for one page of " + std::to_string(static_cast<int>(page[2])) + " MiB", {page[1]},
                " MiB", Figures::Goal::Shown, 0, "body, places of its values, the orders");
    figures.add("", "the same, to the page", {(page[1] - page[0]) / page[2]}, " x", Figures::Goal::Shown, 0, "");
    const auto window = child("--long-window");
    figures.add("", "peak memory for a window of 1,000,000 orders", {window[1]}, " MiB", Figures::Goal::Shown, 0,
                "one page of 1,000");
    figures.add("", "orders a second of that run, no limit, pages of 1,000", {1e6 / window[3]}, "",
                Figures::Goal::Shown, 0, "writing");
}

} // namespace latchboard::bench
