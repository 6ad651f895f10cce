// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/secret.h"
#include "demo/child_process.h"
#include "demo/instance_folder.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>

namespace latchboard::demo {

struct ClusterOptions {
    /// Where its data goes, in a subfolder `postgres`; none: an instance folder of its own.
    std::shared_ptr<InstanceFolder> folder{};
    int port = 0;         ///< of 127.0.0.1; 0: one that is free
    bool durable = false; ///< fsync, full_page_writes and synchronous_commit; off is quicker and enough for tests
    /// Settings of postgresql.conf by name, such as {"max_connections", "40"}; they win over the cluster's own.
    std::map<std::string, std::string> settings{};
};

/// A private PostgreSQL: initdb in a data folder of its own, one port of 127.0.0.1 and no Unix socket, SCRAM with a
/// random password for its superuser `postgres`. The server is our direct child, is not root, and dies with us. Start
/// and stop from one thread; the const functions from any.
class Cluster {
public:
    /// Configuration errors: programs not found, port taken, folder not usable. Internal: initdb or postgres failed,
    /// with the last lines of its log. Cancelled at a stop. A folder that was kept with its data starts with that data.
    static base::Result<std::unique_ptr<Cluster>> start(const ClusterOptions& options = {}, std::stop_token stop = {});
    ~Cluster(); ///< stop()

    Cluster(const Cluster&) = delete;
    Cluster& operator=(const Cluster&) = delete;

    /// Fast shutdown and a new start on the same port and data.
    base::Result<void> restart(std::stop_token stop = {});
    /// Fast shutdown, after 10 s immediate. The data folder goes with the last owner of the instance folder.
    void stop();
    [[nodiscard]] bool running() { return m_server && m_server->running(); }

    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] const base::Secret& password() const { return m_password; }
    /// Key/values for libpq, without a password.
    [[nodiscard]] std::string conninfo(const std::string& database = "postgres",
                                       const std::string& user = "postgres") const;
    /// The same with the superuser's password in it, for tests; never for a log.
    [[nodiscard]] base::Secret conninfoWithPassword(const std::string& database = "postgres") const;
    [[nodiscard]] const std::string& logFile() const { return m_logFile; }
    [[nodiscard]] const std::string& binFolder() const { return m_binFolder; }
    [[nodiscard]] const std::shared_ptr<InstanceFolder>& folder() const { return m_folder; }
    [[nodiscard]] int pid() const { return m_server ? m_server->pid() : 0; }

    /// Makes the database unless it is there.
    base::Result<void> createDatabase(const std::string& name) const;
    /// Runs statements as the superuser.
    base::Result<void> execute(const std::string& database, const std::string& statements) const;

private:
    Cluster() = default;
    base::Result<void> initialize(const ClusterOptions& options);
    base::Result<void> launch(int port, std::stop_token stop);
    base::Result<void> waitUntilReady(std::stop_token stop);

    std::shared_ptr<InstanceFolder> m_folder;
    std::string m_binFolder, m_dataFolder, m_logFile;
    base::Secret m_password;
    int m_port = 0;
    std::unique_ptr<ChildProcess> m_server;
};

} // namespace latchboard::demo
