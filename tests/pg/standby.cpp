// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/standby.h"

#include "demo/machine.h"

#include <filesystem>

namespace latchboard::pg::test {

base::Result<std::unique_ptr<Standby>> Standby::start(const demo::Cluster& primary) {
    auto standby = std::make_unique<Standby>();
    auto folder = demo::InstanceFolder::open({});
    if (!folder)
        return base::Unexpected(folder.error());
    standby->m_folder = *folder;
    const auto user = demo::unprivilegedUser();
    const std::string home = standby->m_folder->path() + "/standby";
    if (auto made = demo::makeFolderFor(home, user); !made)
        return base::Unexpected(made.error());
    const std::map<std::string, std::string> environment = {
        {"PATH", "/usr/bin:/bin"}, {"HOME", home}, {"LC_ALL", "C.UTF-8"}, {"PGPASSWORD", primary.password().reveal()}};
    // The folder may hold links to the server's programs only.
    const std::string programs =
        std::filesystem::canonical(primary.binFolder() + "/postgres").parent_path().string() + "/";
    auto copied =
        demo::runToEnd({.program = programs + "pg_basebackup",
                        .arguments = {"--pgdata", home + "/data", "--write-recovery-conf", "--wal-method=stream",
                                      "--checkpoint=fast", "--no-sync", "--dbname", primary.conninfo()},
                        .environment = environment,
                        .workingFolder = home,
                        .logFile = home + "/basebackup.log",
                        .runAs = user},
                       std::chrono::minutes(2));
    if (!copied)
        return base::Unexpected(copied.error());
    const auto port = demo::freePort();
    if (!port)
        return base::Unexpected(port.error());
    standby->m_port = *port;
    auto server = demo::ChildProcess::start(
        {.program = programs + "postgres",
         .arguments = {"-D", home + "/data", "-c", "listen_addresses=127.0.0.1", "-c", "port=" + std::to_string(*port)},
         .environment = environment,
         .workingFolder = home,
         .logFile = home + "/standby.log",
         .runAs = user,
         .stopSignal = SIGINT});
    if (!server)
        return base::Unexpected(server.error());
    standby->m_server = *std::move(server);
    if (auto noted = standby->m_folder->note(standby->m_server->identity(), SIGQUIT); !noted)
        return base::Unexpected(noted.error());
    return standby;
}

std::string Standby::conninfo(const std::string& database) const {
    return "host=127.0.0.1 port=" + std::to_string(m_port) + " dbname=" + database + " user=postgres";
}

} // namespace latchboard::pg::test
