// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/cluster.h"

#include "base/clock.h"
#include "demo/machine.h"
#include "demo/sql.h"
#include "pg/parameters.h"

#include <filesystem>
#include <fstream>
#include <utility>

namespace latchboard::demo {

namespace fs = std::filesystem;

namespace {

constexpr int kPortTries = 5;

std::map<std::string, std::string> environmentFor(const std::string& home) {
    return {{"PATH", "/usr/bin:/bin"}, {"HOME", home}, {"LC_ALL", "C.UTF-8"}, {"TZ", "UTC"}};
}

std::string settingLine(const std::string& name, const std::string& value) {
    std::string quoted;
    for (const char c : value)
        quoted += c == '\'' ? std::string("''") : std::string(1, c);
    return name + " = '" + quoted + "'\n";
}

/// Lines of postmaster.pid: 1 the pid, 8 the state.
bool saysReady(const std::string& file, int pid) {
    std::ifstream stream(file);
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        if (number == 1 && line != std::to_string(pid))
            return false;
        if (number == 8)
            return line.starts_with("ready");
    }
    return false;
}

std::string readFirstLine(const std::string& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

} // namespace

base::Result<std::unique_ptr<Cluster>> Cluster::start(const ClusterOptions& options, std::stop_token stop) {
    std::unique_ptr<Cluster> cluster(new Cluster);
    auto bin = findPostgresFolder();
    if (!bin)
        return base::Unexpected(bin.error());
    cluster->m_binFolder = *bin;
    if (options.port != 0 && portTaken(options.port)) {
        return base::Unexpected(
            base::ErrorKind::Configuration,
            LB_TEXT("demo", "PostgreSQL can't listen on 127.0.0.1:%1: the port is taken.").arg(options.port),
            LB_TEXT("demo", "Choose other ports."));
    }
    cluster->m_folder = options.folder;
    if (!cluster->m_folder) {
        auto folder = InstanceFolder::open({});
        if (!folder)
            return base::Unexpected(folder.error());
        cluster->m_folder = *folder;
    }
    if (auto made = cluster->initialize(options); !made)
        return base::Unexpected(made.error());

    // Where any port will do, another program may take the one found before the server has it.
    base::Result<void> launched;
    for (int tries = options.port != 0 ? 1 : kPortTries; tries > 0; --tries) {
        const auto port = options.port != 0 ? base::Result<int>(options.port) : freePort();
        if (!port)
            return base::Unexpected(port.error());
        launched = cluster->launch(*port, stop);
        if (launched || launched.error().kind == base::ErrorKind::Cancelled || !portTaken(*port))
            break;
    }
    if (!launched)
        return base::Unexpected(launched.error());
    return cluster;
}

base::Result<void> Cluster::initialize(const ClusterOptions& options) {
    const auto user = unprivilegedUser();
    const std::string home = m_folder->path() + "/postgres";
    const std::string passwordFile = home + "/password";
    m_dataFolder = home + "/data";
    m_logFile = home + "/postgres.log";
    if (auto made = makeFolderFor(home, user); !made)
        return made;
    if (fs::exists(m_dataFolder + "/PG_VERSION")) {
        m_password = base::Secret(readFirstLine(passwordFile));
    } else {
        m_password = randomPassword();
        if (auto written = writePrivateFile(passwordFile, m_password.reveal() + "\n", user); !written)
            return written;
        auto made = runToEnd({.program = m_binFolder + "/initdb",
                              .arguments = {"--pgdata", m_dataFolder, "--username=postgres", "--pwfile", passwordFile,
                                            "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync",
                                            "--no-instructions"},
                              .environment = environmentFor(home),
                              .workingFolder = home,
                              .logFile = home + "/initdb.log",
                              .runAs = user},
                             std::chrono::minutes(2));
        if (!made)
            return made;
    }

    std::map<std::string, std::string> settings = {
        {"unix_socket_directories", ""},
        {"dynamic_shared_memory_type", "mmap"}, // in the data folder: a kill leaves nothing in /dev/shm
        {"shared_buffers", "32MB"},
        {"max_connections", "60"},
        {"timezone", "UTC"},
        {"log_timezone", "UTC"},
        {"lc_messages", "C"},
        {"jit", "off"},
    };
    if (!options.durable)
        settings.insert({{"fsync", "off"}, {"synchronous_commit", "off"}, {"full_page_writes", "off"}});
    for (const auto& [name, value] : options.settings)
        settings[name] = value;
    std::string text;
    for (const auto& [name, value] : settings)
        text += settingLine(name, value);
    return writePrivateFile(m_dataFolder + "/postgresql.auto.conf", text, user);
}

base::Result<void> Cluster::launch(int port, std::stop_token stop) {
    const std::string home = m_folder->path() + "/postgres";
    m_port = port;
    std::error_code ignored;
    fs::remove(m_dataFolder + "/postmaster.pid", ignored); // of a killed server, whose end is certain by now
    auto server = ChildProcess::start(
        {.program = m_binFolder + "/postgres",
         .arguments = {"-D", m_dataFolder, "-c", "listen_addresses=127.0.0.1", "-c", "port=" + std::to_string(port)},
         .environment = environmentFor(home),
         .workingFolder = home,
         .logFile = m_logFile,
         .runAs = unprivilegedUser(),
         .stopSignal = SIGINT});
    if (!server)
        return base::Unexpected(server.error());
    m_server = *std::move(server);
    if (auto noted = m_folder->note(m_server->identity(), SIGQUIT); !noted) {
        this->stop();
        return noted;
    }
    auto ready = waitUntilReady(stop);
    if (!ready)
        this->stop();
    return ready;
}

base::Result<void> Cluster::waitUntilReady(std::stop_token stop) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!saysReady(m_dataFolder + "/postmaster.pid", m_server->pid())) {
        if (stop.stop_requested())
            return base::cancelled();
        if (const auto code = m_server->waitForExit(std::chrono::milliseconds(20))) {
            return base::Unexpected(
                base::ErrorKind::Internal,
                LB_TEXT("demo", "PostgreSQL ended with code %1: %2").arg(*code).arg(m_server->lastLogLines()));
        }
        if (std::chrono::steady_clock::now() > end)
            return base::Unexpected(
                base::ErrorKind::Internal,
                LB_TEXT("demo", "PostgreSQL was not ready within a minute: %1").arg(m_server->lastLogLines()));
    }
    return {};
}

Cluster::~Cluster() {
    stop();
}

base::Result<void> Cluster::restart(std::stop_token stop) {
    this->stop();
    return launch(m_port, std::move(stop));
}

void Cluster::stop() {
    if (!m_server)
        return;
    m_server->signal(SIGINT);
    if (!m_server->waitForExit(std::chrono::seconds(10))) {
        m_server->signal(SIGQUIT);
        m_server->stop(std::chrono::seconds(5));
    }
    m_server.reset();
}

std::string Cluster::conninfo(const std::string& database, const std::string& user) const {
    return "host=127.0.0.1 port=" + std::to_string(m_port) + " dbname=" + database + " user=" + user;
}

base::Secret Cluster::conninfoWithPassword(const std::string& database) const {
    return base::Secret(conninfo(database) + " password=" + m_password.reveal());
}

base::Result<void> Cluster::createDatabase(const std::string& name) const {
    // CREATE DATABASE can't stand in a function or transaction; that it is there already is no failure here.
    auto made = execute("postgres", "create database " + pg::quotedIdentifier(name));
    if (!made && made.error().sqlstate == "42P04")
        return {};
    return made;
}

base::Result<void> Cluster::execute(const std::string& database, const std::string& statements) const {
    return runSql(conninfo(database), m_password, statements);
}

} // namespace latchboard::demo
