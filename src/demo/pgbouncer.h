// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/secret.h"
#include "demo/child_process.h"
#include "demo/cluster.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>

namespace latchboard::demo {

struct PgBouncerOptions {
    std::string poolMode = "transaction"; ///< session | transaction | statement
    std::string database = "postgres";    ///< of the cluster; has the same name at the pooler
    /// Who may come through it, with the password that the cluster knows too.
    std::map<std::string, base::Secret> users{};
    int port = 0;     ///< of 127.0.0.1; 0: one that is free
    int poolSize = 5; ///< server connections for each user and database
    /// Further lines of [pgbouncer], such as {"server_idle_timeout", "30"}.
    std::map<std::string, std::string> settings{};
    std::string name = "pgbouncer"; ///< subfolder of the instance folder; another for each pooler of one cluster
};

/// A PgBouncer of our own before a cluster: own ini, SCRAM with an own list of users, admin console for `stats`.
/// Our direct child, not root, dies with us. Start and stop from one thread; the const functions from any.
class PgBouncer {
public:
    /// Configuration errors: program not found, port taken. Internal: it ended, with the last lines of its log.
    static base::Result<std::unique_ptr<PgBouncer>> start(const Cluster& cluster, const PgBouncerOptions& options,
                                                          std::stop_token stop = {});
    ~PgBouncer(); ///< stop()

    PgBouncer(const PgBouncer&) = delete;
    PgBouncer& operator=(const PgBouncer&) = delete;

    /// At once; its clients lose their connection.
    void stop();
    [[nodiscard]] bool running() { return m_process && m_process->running(); }

    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] int pid() const { return m_process ? m_process->pid() : 0; }
    /// Key/values for libpq, without a password: through the pooler as this user.
    [[nodiscard]] std::string conninfo(const std::string& user) const;
    /// Of the admin console (database pgbouncer, user stats: it may look, not act), without a password.
    [[nodiscard]] std::string statsConninfo() const;
    [[nodiscard]] const base::Secret& statsPassword() const { return m_statsPassword; }
    /// Of the admin console as one who may act (PAUSE, RECONNECT, KILL), user `admin`.
    [[nodiscard]] std::string adminConninfo() const;
    [[nodiscard]] const base::Secret& adminPassword() const { return m_adminPassword; }
    [[nodiscard]] const std::string& logFile() const { return m_logFile; }

private:
    PgBouncer() = default;
    base::Result<void> launch(const Cluster& cluster, const PgBouncerOptions& options, int port,
                              const std::string& program, std::stop_token stop);
    base::Result<void> waitUntilReady(std::stop_token stop);

    std::string m_logFile, m_database;
    base::Secret m_statsPassword, m_adminPassword;
    int m_port = 0;
    std::unique_ptr<ChildProcess> m_process;
};

} // namespace latchboard::demo
