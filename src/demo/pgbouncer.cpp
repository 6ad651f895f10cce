// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/pgbouncer.h"

#include "base/clock.h"
#include "demo/machine.h"
#include "demo/sql.h"
#include "pg/parameters.h"

namespace latchboard::demo {

namespace {

constexpr int kPortTries = 5;

std::string iniText(const Cluster& cluster, const PgBouncerOptions& options, int port, const std::string& folder) {
    std::map<std::string, std::string> settings = {
        {"listen_addr", "127.0.0.1"},    {"unix_socket_dir", ""},
        {"auth_type", "scram-sha-256"},  {"auth_file", folder + "/users.txt"},
        {"admin_users", "admin"},        {"stats_users", "stats"},
        {"pool_mode", options.poolMode}, {"default_pool_size", std::to_string(options.poolSize)},
        {"max_client_conn", "200"},      {"ignore_startup_parameters", "extra_float_digits,options"},
        {"log_connections", "0"},        {"log_disconnections", "0"},
    };
    for (const auto& [name, value] : options.settings)
        settings[name] = value;
    settings["listen_port"] = std::to_string(port);
    std::string text = "[databases]\n" + options.database + " = host=127.0.0.1 port=" + std::to_string(cluster.port()) +
                       " dbname=" + options.database + "\n\n[pgbouncer]\n";
    for (const auto& [name, value] : settings)
        text += name + " = " + value + "\n";
    return text;
}

} // namespace

base::Result<std::unique_ptr<PgBouncer>> PgBouncer::start(const Cluster& cluster, const PgBouncerOptions& options,
                                                          std::stop_token stop) {
    auto program = findProgram("pgbouncer", "pgbouncer");
    if (!program)
        return base::Unexpected(program.error());
    if (options.port != 0 && portTaken(options.port)) {
        return base::Unexpected(
            base::ErrorKind::Configuration,
            LB_TEXT("demo", "PgBouncer can't listen on 127.0.0.1:%1: the port is taken.").arg(options.port),
            LB_TEXT("demo", "Choose other ports."));
    }
    std::unique_ptr<PgBouncer> pooler(new PgBouncer);
    pooler->m_database = options.database;
    pooler->m_statsPassword = randomPassword();
    pooler->m_adminPassword = randomPassword();
    base::Result<void> launched;
    for (int tries = options.port != 0 ? 1 : kPortTries; tries > 0; --tries) {
        const auto port = options.port != 0 ? base::Result<int>(options.port) : freePort();
        if (!port)
            return base::Unexpected(port.error());
        launched = pooler->launch(cluster, options, *port, *program, stop);
        if (launched || launched.error().kind == base::ErrorKind::Cancelled || !portTaken(*port))
            break;
    }
    if (!launched)
        return base::Unexpected(launched.error());
    return pooler;
}

base::Result<void> PgBouncer::launch(const Cluster& cluster, const PgBouncerOptions& options, int port,
                                     const std::string& program, std::stop_token stop) {
    const auto user = unprivilegedUser();
    const std::string folder = cluster.folder()->path() + "/" + options.name;
    m_port = port;
    m_logFile = folder + "/pgbouncer.log";
    std::string users;
    auto all = options.users;
    all["stats"] = m_statsPassword;
    all["admin"] = m_adminPassword;
    for (const auto& [name, password] : all)
        users += pg::quotedIdentifier(name) + " " + pg::quotedIdentifier(password.reveal()) + "\n";
    if (auto made = makeFolderFor(folder, user); !made)
        return made;
    if (auto written = writePrivateFile(folder + "/users.txt", users, user); !written)
        return written;
    if (auto written = writePrivateFile(folder + "/pgbouncer.ini", iniText(cluster, options, port, folder), user);
        !written)
        return written;
    auto process =
        ChildProcess::start({.program = program,
                             .arguments = {folder + "/pgbouncer.ini"},
                             .environment = {{"PATH", "/usr/bin:/bin"}, {"LC_ALL", "C.UTF-8"}, {"TZ", "UTC"}},
                             .workingFolder = folder,
                             .logFile = m_logFile,
                             .runAs = user});
    if (!process)
        return base::Unexpected(process.error());
    m_process = *std::move(process);
    auto ready = cluster.folder()->note(m_process->identity(), SIGTERM);
    if (ready)
        ready = waitUntilReady(stop);
    if (!ready)
        this->stop();
    return ready;
}

base::Result<void> PgBouncer::waitUntilReady(std::stop_token stop) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (;;) {
        if (stop.stop_requested())
            return base::cancelled();
        if (const auto code = m_process->waitForExit(std::chrono::milliseconds(20))) {
            return base::Unexpected(
                base::ErrorKind::Internal,
                LB_TEXT("demo", "PgBouncer ended with code %1: %2").arg(*code).arg(m_process->lastLogLines()));
        }
        // Only ours knows this password: another program on the port can't pass for it.
        if (runSql(statsConninfo(), m_statsPassword, "show version"))
            return {};
        if (std::chrono::steady_clock::now() > end)
            return base::Unexpected(
                base::ErrorKind::Internal,
                LB_TEXT("demo", "PgBouncer was not ready within 20 s: %1").arg(m_process->lastLogLines()));
    }
}

PgBouncer::~PgBouncer() {
    stop();
}

void PgBouncer::stop() {
    if (!m_process)
        return;
    m_process->stop(std::chrono::seconds(5));
    m_process.reset();
}

std::string PgBouncer::conninfo(const std::string& user) const {
    return "host=127.0.0.1 port=" + std::to_string(m_port) + " dbname=" + m_database + " user=" + user;
}

std::string PgBouncer::statsConninfo() const {
    return "host=127.0.0.1 port=" + std::to_string(m_port) + " dbname=pgbouncer user=stats";
}

std::string PgBouncer::adminConninfo() const {
    return "host=127.0.0.1 port=" + std::to_string(m_port) + " dbname=pgbouncer user=admin";
}

} // namespace latchboard::demo
