// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo.h"

#include "demo/demo_database.h"
#include "demo/demo_files.h"
#include "demo/machine.h"

#include <QCoreApplication>

#include <algorithm>

#include <unistd.h>

namespace latchboard::demo {

namespace {

constexpr std::int64_t kPageSize = 60;
constexpr auto kHistory = std::chrono::hours(6);
constexpr int kBusyEvery = 17;

void say(const DemoOptions& options, const base::Text& what) {
    if (options.progress)
        options.progress(what);
}

base::Result<std::string> findLatchctl(const DemoOptions& options) {
    const std::string path = options.latchctl.empty()
                                 ? QCoreApplication::applicationDirPath().toStdString() + "/latchctl"
                                 : options.latchctl;
    if (::access(path.c_str(), X_OK) == 0)
        return path;
    if (options.latchctl.empty()) {
        if (auto installed = findProgram("latchctl", "latchboard"))
            return installed;
    }
    return base::Unexpected(
        base::ErrorKind::Configuration,
        LB_TEXT("demo", "The workers can't start: the program latchctl was not found (%1).").arg(path));
}

int portOf(const DemoOptions& options, int offset) {
    return options.portBase == 0 ? 0 : options.portBase + offset;
}

std::string shellQuoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

pg::ConnectionSettings settingsOf(const std::string& conninfo, const base::Secret& password, const char* application) {
    pg::ConnectionSettings settings;
    settings.conninfo = conninfo;
    settings.password = password;
    settings.applicationName = application;
    return settings;
}

} // namespace

base::Result<std::unique_ptr<Demo>> Demo::start(const DemoOptions& options, std::stop_token stop) {
    std::unique_ptr<Demo> demo(new Demo);
    const auto latchctl = findLatchctl(options);
    if (!latchctl)
        return base::Unexpected(latchctl.error());
    if (auto up = demo->startServers(options, stop); !up)
        return base::Unexpected(up.error());
    if (auto up = demo->startPrograms(options); !up)
        return base::Unexpected(up.error());
    say(options, LB_TEXT("demo", "Starting the workers"));
    if (auto up = demo->startWorkers(options, *latchctl); !up)
        return base::Unexpected(up.error());
    return demo;
}

base::Result<void> Demo::startServers(const DemoOptions& options, const std::stop_token& stop) {
    auto folder = InstanceFolder::open(options.folder);
    if (!folder)
        return base::Unexpected(folder.error());
    m_folder = *folder;
    if (options.keep) {
        if (auto kept = m_folder->keep(); !kept)
            return kept;
    }

    say(options, LB_TEXT("demo", "Starting a private PostgreSQL"));
    auto cluster = Cluster::start({.folder = m_folder, .port = portOf(options, 0), .durable = options.keep}, stop);
    if (!cluster)
        return base::Unexpected(cluster.error());
    m_cluster = *std::move(cluster);
    const auto roles = prepareDatabase(*m_cluster, stop);
    if (!roles)
        return base::Unexpected(roles.error());
    m_appPassword = roles->app;

    say(options, LB_TEXT("demo", "Starting PgBouncer"));
    auto pooler = PgBouncer::start(*m_cluster,
                                   {.poolMode = "transaction",
                                    .database = kDatabase,
                                    .users = {{"app", roles->app}},
                                    .port = portOf(options, 1),
                                    // A leaked lock stays until somebody looks after it.
                                    .settings = {{"server_idle_timeout", "0"}, {"server_lifetime", "86400"}}},
                                   stop);
    if (!pooler)
        return base::Unexpected(pooler.error());
    m_pooler = *std::move(pooler);

    say(options, LB_TEXT("demo", "Starting the order API"));
    const GateRule limit{.largeAnswer = kPageSize};
    const base::Secret key = randomPassword();
    auto api = OrderApi::start({.port = portOf(options, 2),
                                .keys = {key},
                                .seed = options.seed,
                                .orders = options.orders,
                                .history = kHistory,
                                .limit = limit,
                                .busyEvery = kBusyEvery});
    if (!api)
        return base::Unexpected(api.error());
    m_api = *std::move(api);

    m_info = {.conninfo = latchboardConninfo(m_cluster->port()),
              .configFile = configFileOf(m_folder->path()),
              .folder = m_folder->path(),
              .apiUrl = m_api->baseUrl(),
              .psqlLine = "PGPASSFILE=" + shellQuoted(passFileOf(m_folder->path())) + " psql " +
                          shellQuoted(latchboardConninfo(m_cluster->port())),
              .profile = kProfile,
              .job = kJob,
              .databasePort = m_cluster->port(),
              .poolerPort = m_pooler->port(),
              .apiPort = m_api->port()};
    return writeDemoFiles(
        {.folder = m_folder->path(),
         .databasePort = m_cluster->port(),
         .poolerPort = m_pooler->port(),
         .apiUrl = m_api->baseUrl(),
         .latchboardPassword = roles->latchboard,
         .statsPassword = m_pooler->statsPassword(),
         .apiKey = key,
         .period = options.period,
         .firstWindowStart = std::chrono::floor<std::chrono::seconds>(base::SystemClock().now() - kHistory),
         .pageSize = kPageSize,
         .spacing = limit.spacing,
         .cooldown = limit.cooldown});
}

base::Result<void> Demo::startPrograms(const DemoOptions& options) {
    say(options, LB_TEXT("demo", "Starting the applications"));
    m_traffic = std::make_unique<LockTraffic>(settingsOf(m_cluster->conninfo(kDatabase, "app"), m_appPassword, "app"),
                                              demoActors());
    PooledAppOptions app;
    app.settings = settingsOf(m_pooler->conninfo("app"), m_appPassword, "invoice-service");
    app.leakAfter = options.leakAfter;
    app.leakedKey = lockNumber(kLeakedLock);
    m_app = std::make_unique<PooledApp>(std::move(app));
    return {};
}

base::Result<void> Demo::startWorkers(const DemoOptions& options, const std::string& program) {
    const int count = std::clamp(options.workers, 2, 4);
    for (int number = 1; number <= count; ++number) {
        std::map<std::string, std::string> environment = {
            {"PATH", "/usr/bin:/bin"}, {"HOME", m_folder->path()}, {"LC_ALL", "C.UTF-8"}, {"TZ", "UTC"}};
        // What says where shared libraries are goes along.
        if (qEnvironmentVariableIsSet("LD_LIBRARY_PATH"))
            environment["LD_LIBRARY_PATH"] = qgetenv("LD_LIBRARY_PATH").toStdString();
        auto worker =
            ChildProcess::start({.program = program,
                                 .arguments = {"--config", m_info.configFile, "agent"},
                                 .environment = std::move(environment),
                                 .workingFolder = m_folder->path(),
                                 .logFile = m_folder->path() + "/logs/worker-" + std::to_string(number) + ".log"});
        if (!worker)
            return base::Unexpected(worker.error());
        m_workers.push_back(*std::move(worker));
        if (auto noted = m_folder->note(m_workers.back()->identity(), SIGTERM); !noted)
            return noted;
    }
    return {};
}

base::Result<void> Demo::check() {
    const auto ended = [](const char* what) {
        return base::Unexpected(base::ErrorKind::Internal,
                                LB_TEXT("demo", "%1 of the demo ended by itself.").arg(what));
    };
    if (!m_cluster || !m_cluster->running())
        return ended("PostgreSQL");
    if (!m_pooler || !m_pooler->running())
        return ended("PgBouncer");
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        if (const auto code = m_workers[i]->waitForExit(base::Duration::zero()))
            return base::Unexpected(base::ErrorKind::Internal, LB_TEXT("demo", "Worker %1 ended with code %2: %3")
                                                                   .arg(i + 1)
                                                                   .arg(*code)
                                                                   .arg(m_workers[i]->lastLogLines()));
    }
    return {};
}

std::vector<int> Demo::processes() const {
    std::vector<int> pids;
    if (m_cluster)
        pids.push_back(m_cluster->pid());
    if (m_pooler)
        pids.push_back(m_pooler->pid());
    for (const auto& worker : m_workers)
        pids.push_back(worker->pid());
    return pids;
}

Demo::~Demo() {
    stop();
}

void Demo::stop() {
    for (const auto& worker : m_workers)
        worker->signal(SIGTERM); // all at once, then each is waited for
    m_workers.clear();
    m_app.reset();
    m_traffic.reset();
    m_api.reset();
    m_pooler.reset();
    m_cluster.reset();
    m_folder.reset();
}

} // namespace latchboard::demo
