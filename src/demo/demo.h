// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "demo/cluster.h"
#include "demo/lock_traffic.h"
#include "demo/order_api.h"
#include "demo/pgbouncer.h"
#include "demo/pooled_app.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace latchboard::demo {

struct DemoOptions {
    std::string folder{}; ///< empty: one of its own under the temporary folder
    bool keep = false;    ///< leave the folder with its data at the end
    int portBase = 0;     ///< database, pooler and API take it and the next two; 0: free ones
    int workers = 3;      ///< 2 to 4
    base::Duration period = std::chrono::seconds(20); ///< of the sync job
    base::Duration leakAfter = std::chrono::seconds(20);
    int orders = 420;
    std::uint64_t seed = 1;
    std::string latchctl{}; ///< the worker's program; empty: beside this program, else of $PATH
    /// Called with what is under way, on the thread of start(). May be empty.
    std::function<void(const base::Text&)> progress{};
};

struct DemoInfo {
    std::string conninfo;   ///< of the role `latchboard`, without a password
    std::string configFile; ///< with profile and job below
    std::string folder;
    std::string apiUrl;
    std::string psqlLine; ///< how to connect, for a shell
    std::string profile, job;
    int databasePort = 0, poolerPort = 0, apiPort = 0;
};

/// The embedded demo: a private PostgreSQL with live named locks, PgBouncer before it, an order API, worker processes
/// that compete for one job, and an application that leaks a lock through the pooler. Everything is on the loopback,
/// and ends with this process whatever happens to it. Start and stop from one thread (it may block for some seconds).
class Demo {
public:
    /// Where a part can't start, the error says which and why, and what was started has been stopped.
    static base::Result<std::unique_ptr<Demo>> start(const DemoOptions& options, std::stop_token stop = {});
    ~Demo(); ///< stop()

    Demo(const Demo&) = delete;
    Demo& operator=(const Demo&) = delete;

    [[nodiscard]] const DemoInfo& info() const { return m_info; }
    /// Whether all parts still run; else which does not and why. From the thread of start().
    [[nodiscard]] base::Result<void> check();
    /// Ends all parts, the last started first.
    void stop();

    /// For tests and those who are curious.
    [[nodiscard]] const OrderApi& api() const { return *m_api; }
    [[nodiscard]] const PooledApp& pooledApp() const { return *m_app; }
    [[nodiscard]] const Cluster& cluster() const { return *m_cluster; }
    [[nodiscard]] std::vector<int> processes() const; ///< pids: database, pooler, workers

private:
    Demo() = default;
    base::Result<void> startServers(const DemoOptions& options, const std::stop_token& stop);
    base::Result<void> startPrograms(const DemoOptions& options);
    base::Result<void> startWorkers(const DemoOptions& options, const std::string& program);

    DemoInfo m_info;
    base::Secret m_appPassword;
    // In the order in which they start.
    std::shared_ptr<InstanceFolder> m_folder;
    std::unique_ptr<Cluster> m_cluster;
    std::unique_ptr<PgBouncer> m_pooler;
    std::unique_ptr<OrderApi> m_api;
    std::unique_ptr<LockTraffic> m_traffic;
    std::unique_ptr<PooledApp> m_app;
    std::vector<std::unique_ptr<ChildProcess>> m_workers;
};

} // namespace latchboard::demo
