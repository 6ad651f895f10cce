// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/order_api.h"
#include "pg/pg_server.h"
#include "sections.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

namespace latchboard::bench {

namespace {

constexpr base::Duration kSpacing = std::chrono::seconds(1), kRest = std::chrono::seconds(2);
constexpr int kPageSize = 100, kProcesses = 8;

[[noreturn]] void fail(const std::string& why) {
    std::fprintf(stderr, "runs: %s\n", why.c_str());
    std::exit(1);
}

/// The configuration of so many jobs that ask one source with one key: one bucket for all.
class Scene {
public:
    Scene() {
        m_server = pg::test::Server::start();
        if (!m_server)
            fail("no server");
        m_database = m_server->freshDatabase(true);
        m_super = m_server->open(m_database);
        write("password", m_server->cluster().password().reveal());
        write("key", "bench-key");
    }

    /// A book of `orders` that stand still, and an empty target for each job.
    void begin(int orders, int jobs) {
        demo::OrderApiOptions options;
        options.keys = {base::Secret(std::string("bench-key"))};
        options.orders = orders;
        options.largestPage = kPageSize;
        options.limit = {kSpacing, kPageSize, kRest};
        options.changeEvery = base::Duration::zero();
        options.changeOnRequest = false;
        auto api = demo::OrderApi::start(options);
        if (!api)
            fail(api.error().message.englishUtf8());
        m_api = std::move(*api);
        sql("truncate latchboard.run, latchboard.job_window, latchboard.bucket, latchboard.lock_attempt");
        std::string config = "[profile.bench]\nconninfo = \"" + m_server->cluster().conninfo(m_database) +
                             "\"\npassword = \"file:password\"\n";
        for (int job = 0; job < jobs; ++job) {
            const std::string name = "orders_" + std::to_string(job);
            sql("drop table if exists " + name + "; create table " + name +
                " (source text not null, external_id text not null, status text, source_updated_at timestamptz, "
                "deleted_at timestamptz); create unique index on " +
                name + " (source, external_id) where deleted_at is null");
            config += "[job." + name + "]\nprofile = \"bench\"\nlock = \"" + name +
                      "\"\nsource = \"api.toml\"\ntarget = \"" + name +
                      ".toml\"\nauto_sync = true\nstartup_delay = \"0s\"\nevery = \"1h\"\nfirst_window_start = "
                      "\"2020-01-01T00:00:00Z\"\n";
            write(name + ".toml", "schema = 1\n[target]\ntable = \"public." + name +
                                      "\"\nkey = [\"source\", \"external_id\"]\nsoft_delete = \"deleted_at\"\n"
                                      "index_where = \"deleted_at is null\"\nupdated = \"source_updated_at\"\n"
                                      "[target.columns]\nexternal_id = \"external_id\"\nstatus = \"status\"\n");
        }
        write("latchboard.toml", config);
        write("api.toml",
              "schema = 1\n[http]\nbase_url = \"" + m_api->baseUrl() +
                  "\"\n[secrets]\nkey = \"file:key\"\n[auth]\nkind = \"bearer\"\ntoken = \"${secret:key}\"\n"
                  "[window]\nbounds = \"[)\"\nformat = \"rfc3339\"\n[request]\npath = \"/orders\"\nquery = { "
                  "updated_from = \"${from}\", updated_until = \"${until}\", page = \"${page}\", size = \"${size}\" }\n"
                  "[pagination]\nkind = \"page\"\nsize = " +
                  std::to_string(kPageSize) +
                  "\ndirection = \"backward\"\ntotal = \"total\"\ntotal_pages = \"pages\"\n[response]\nitems = "
                  "\"orders\"\n[record]\nexternal_id = \"id\"\nupdated_at = \"updated_at\"\nstatus = \"status\"\n"
                  "[[limit]]\nname = \"orders\"\nevery = \"1s\"\ncrash_rest = \"2s\"\n[[limit.rest]]\n"
                  "items_at_least = " +
                  std::to_string(kPageSize) + "\nrest = \"2s\"\n");
    }

    /// Wall time of `latchctl sync` for all jobs at once.
    double run(int jobs) {
        std::vector<std::unique_ptr<QProcess>> processes;
        return seconds([&] {
            for (int job = 0; job < jobs; ++job) {
                processes.push_back(start({QStringLiteral("sync"), QStringLiteral("orders_%1").arg(job)}));
            }
            for (auto& process : processes) {
                if (!process->waitForFinished(-1) || process->exitCode() != 0)
                    fail("latchctl sync ended with " + std::to_string(process->exitCode()) + ": " +
                         process->readAllStandardError().toStdString());
            }
        });
    }
    std::unique_ptr<QProcess> start(const QStringList& arguments) {
        auto process = std::make_unique<QProcess>();
        process->start(QStringLiteral(LATCHBOARD_BINARY_DIR "/bin/latchctl"),
                       QStringList{QStringLiteral("--config"), m_folder.filePath(QStringLiteral("latchboard.toml")),
                                   QStringLiteral("--profile"), QStringLiteral("bench")} +
                           arguments);
        if (!process->waitForStarted())
            fail("latchctl can't be started");
        return process;
    }

    [[nodiscard]] demo::OrderApiCounters counters() const { return m_api->counters(); }
    std::string one(const std::string& text) { return pg::test::one(*m_super, text); }

private:
    void sql(const std::string& text) {
        if (auto done = m_super->execSimple(text); !done)
            fail(done.error().message.englishUtf8());
    }
    void write(const std::string& name, const std::string& text) {
        const std::string path = m_folder.filePath(QString::fromStdString(name)).toStdString();
        std::ofstream(path) << text;
        QFile::setPermissions(QString::fromStdString(path), QFile::ReadOwner | QFile::WriteOwner);
    }

    std::unique_ptr<pg::test::Server> m_server;
    std::unique_ptr<pg::Session> m_super;
    std::unique_ptr<demo::OrderApi> m_api;
    std::string m_database;
    QTemporaryDir m_folder;
};

/// Processor seconds and resident MiB of a process.
std::pair<double, double> usageOf(qint64 pid) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat"), statm("/proc/" + std::to_string(pid) + "/statm");
    std::string text((std::istreambuf_iterator<char>(stat)), {});
    std::istringstream rest(text.substr(text.rfind(')') + 2));
    std::string field;
    double ticks = 0;
    for (int i = 3; i <= 15 && rest >> field; ++i) {
        if (i >= 14)
            ticks += std::stod(field);
    }
    double pages = 0, resident = 0;
    statm >> pages >> resident;
    return {ticks / static_cast<double>(sysconf(_SC_CLK_TCK)),
            resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024 / 1024};
}

} // namespace

void measureRuns(Figures& figures, int rounds) {
    Scene scene;
    // Each call is followed by its rest or by the spacing, but the last, which is by neither.
    const auto least = [](int large, int small) {
        return large * std::chrono::duration<double>(kRest).count() +
               small * std::chrono::duration<double>(kSpacing).count();
    };
    Samples one, eight;
    int refused = 0;
    for (int round = 0; round < rounds; ++round) {
        scene.begin(950, 1);                       // ten pages, nine of them full
        one.push_back(scene.run(1) / least(8, 1)); // read backward, so that a full page is the last
        if (scene.counters().requests != 10)
            fail("expected 10 calls, saw " + std::to_string(scene.counters().requests));
        refused += scene.counters().violations;
        scene.begin(150, kProcesses); // two pages each, one of them full
        eight.push_back(scene.run(kProcesses) / least(kProcesses, kProcesses - 1));
        if (scene.counters().requests != 2 * kProcesses)
            fail("expected 16 calls, saw " + std::to_string(scene.counters().requests));
        refused += scene.counters().violations;
    }
    const char* bound = "start of the program, answers, pages in between";
    figures.add("", "a run of 10 calls to the least that the limit allows", one, " x", Figures::Goal::AtMost, 1.02,
                bound);
    figures.add("", "8 processes, 16 calls, one limit, to that least", eight, " x", Figures::Goal::AtMost, 1.02, bound);
    figures.add("", "requests that came too early", {static_cast<double>(refused)}, "", Figures::Goal::AtMost, 0, "");

    scene.begin(150, 1);
    auto agent = scene.start({QStringLiteral("agent")});
    QElapsedTimer since;
    since.start();
    while (scene.one("select count(*) from latchboard.run") == "0") {
        if (since.elapsed() > 60'000)
            fail("the agent did not run");
        QThread::msleep(100);
    }
    QThread::sleep(2);
    const auto before = usageOf(agent->processId());
    QThread::sleep(20);
    const auto after = usageOf(agent->processId());
    agent->terminate();
    agent->waitForFinished(-1);
    figures.add("", "an agent that waits for the hour: resident memory", {after.second}, " MiB", Figures::Goal::Shown,
                0, "");
    figures.add("", "an agent that waits for the hour: processor, ms an hour", {(after.first - before.first) * 180'000},
                " ms", Figures::Goal::Shown, 0, "");
}

} // namespace latchboard::bench
