// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/connector.h"

#include "pg/connect_error.h"
#include "pg/socket_wait.h"

#include <libpq-fe.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace latchboard::pg {

using base::Result;
using base::Unexpected;
using Connection = std::unique_ptr<PGconn, decltype(&PQfinish)>;

namespace {

struct Keywords {
    std::vector<std::pair<std::string, std::string>> pairs;

    explicit Keywords(const ConnectionSettings& settings) {
        if (!settings.conninfo.empty())
            pairs.emplace_back("dbname", settings.conninfo); // expanded: it may hold all the others
        if (!settings.password.empty())
            pairs.emplace_back("password", settings.password.reveal());
        pairs.emplace_back("application_name", settings.applicationName);
        pairs.emplace_back("client_encoding", "UTF8");
        pairs.emplace_back("keepalives", "1");
        pairs.emplace_back("keepalives_idle", "10");
        pairs.emplace_back("keepalives_interval", "5");
        pairs.emplace_back("keepalives_count", "3");
        pairs.emplace_back("tcp_user_timeout", "25000");
    }

    [[nodiscard]] PGconn* start() const {
        std::vector<const char*> names, values;
        for (const auto& [name, value] : pairs) {
            names.push_back(name.c_str());
            values.push_back(value.c_str());
        }
        names.push_back(nullptr);
        values.push_back(nullptr);
        return PQconnectStartParams(names.data(), values.data(), 1);
    }
};

/// The start looks the host's name up and blocks meanwhile, so it runs on a thread of its own; when nobody waits for it
/// any more, the thread closes what it got.
struct Start {
    std::mutex mutex;
    std::condition_variable_any changed;
    PGconn* connection = nullptr;
    bool done = false, abandoned = false;
};

PGconn* startWithin(const ConnectionSettings& settings, const base::Waiting& waiting,
                    std::chrono::steady_clock::time_point deadline) {
    auto start = std::make_shared<Start>();
    const auto keywords = std::make_shared<const Keywords>(settings);
    try {
        std::thread([start, keywords] {
            PGconn* connection = keywords->start();
            const std::lock_guard lock(start->mutex);
            if (start->abandoned) {
                PQfinish(connection);
                return;
            }
            start->connection = connection;
            start->done = true;
            start->changed.notify_all();
        }).detach();
    } catch (const std::system_error&) {
        return keywords->start(); // no thread to be had: blocking is better than not connecting
    }
    std::unique_lock lock(start->mutex);
    if (!start->changed.wait_until(lock, waiting.stop, deadline, [&] { return start->done; })) {
        start->abandoned = true;
        return nullptr;
    }
    return start->connection;
}

Unexpected timedOut(const ConnectionSettings& settings) {
    return Unexpected(base::ErrorKind::Connection,
                      LB_TEXT("pg", "No connection to %1: no answer within %2.")
                          .arg(targetOf(settings.conninfo))
                          .arg(base::formatDuration(settings.connectTimeout)),
                      LB_TEXT("pg", "Check host, port, network and firewall; the server may also be overloaded."));
}

} // namespace

Result<PGconn*> connectWithin(const ConnectionSettings& settings, const base::Waiting& waiting) {
    if (auto fine = checkConninfo(settings.conninfo); !fine)
        return Unexpected(fine.error());
    const auto deadline = std::chrono::steady_clock::now() + settings.connectTimeout;
    Connection connection(startWithin(settings, waiting, deadline), &PQfinish);
    if (waiting.stop.stop_requested())
        return base::cancelled();
    if (!connection)
        return timedOut(settings);
    PQsetErrorVerbosity(connection.get(), PQERRORS_VERBOSE);
    const StopBell bell(waiting.stop);
    auto step = PQstatus(connection.get()) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
    while (step == PGRES_POLLING_READING || step == PGRES_POLLING_WRITING) {
        // Another address or protocol may have another socket: it is asked for anew each time.
        const bool forWrite = step == PGRES_POLLING_WRITING;
        const SocketWait end = waitForSocket(PQsocket(connection.get()), forWrite, bell, waiting, deadline);
        switch (end.end) {
        case SocketEnd::Ready:
            step = PQconnectPoll(connection.get());
            break;
        case SocketEnd::Stopped:
            return base::cancelled();
        case SocketEnd::TimedOut:
            return timedOut(settings);
        case SocketEnd::Pulse:
            return Unexpected(end.pulseError);
        }
    }
    if (step != PGRES_POLLING_OK)
        return Unexpected(connectError(targetOf(settings.conninfo), PQerrorMessage(connection.get())));
    PQsetErrorVerbosity(connection.get(), PQERRORS_DEFAULT);
    PQsetnonblocking(connection.get(), 1);
    return connection.release();
}

} // namespace latchboard::pg
