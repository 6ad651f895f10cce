// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/pgbouncer_console.h"

#include <map>

namespace latchboard::pg {

using base::Result;
using base::Unexpected;

namespace {

/// A look must not wait for a pooler that is busy or gone.
constexpr base::Duration kPatience = std::chrono::seconds(2);

/// A row of a SHOW by the names of its columns: their order differs between versions.
std::string cell(const QueryResult& rows, int row, const char* name) {
    const int column = rows.column(name);
    return column < 0 || rows.isNull(row, column) ? std::string() : rows.text(row, column);
}

int numberIn(const QueryResult& rows, int row, const char* name) {
    const int column = rows.column(name);
    return column < 0 ? 0 : static_cast<int>(rows.integer(row, column));
}

} // namespace

std::optional<base::Instant> fromPgbouncerTime(std::string_view text) {
    constexpr std::string_view kZone = " UTC";
    if (!text.ends_with(kZone))
        return std::nullopt;
    return base::fromRfc3339(std::string(text.substr(0, text.size() - kZone.size())) + "Z");
}

PgbouncerConsole::PgbouncerConsole(std::string name, ConnectionSettings settings)
    : m_name(std::move(name)), m_settings(std::move(settings)) {
    m_settings.connectTimeout = std::min(m_settings.connectTimeout, kPatience);
}

locks::PoolerState PgbouncerConsole::read(const base::Waiting& waiting) {
    locks::PoolerState state;
    for (int attempt = 1;; ++attempt) {
        const bool fresh = !m_session || !m_session->isAlive();
        state = {};
        state.name = m_name;
        const auto done = readInto(state, waiting);
        if (done) {
            state.reachable = true;
            return state;
        }
        m_session.reset();
        if (fresh || attempt == 2 || done.error().kind != base::ErrorKind::Connection) {
            state = {};
            state.name = m_name;
            state.problem = done.error().message;
            return state;
        }
    }
}

Result<QueryResult> PgbouncerConsole::show(const char* what, const base::Waiting& waiting) {
    Call call;
    call.waiting = waiting;
    call.timeout = kPatience;
    return m_session->execSimple(std::string("show ") + what, call);
}

Result<void> PgbouncerConsole::readInto(locks::PoolerState& state, const base::Waiting& waiting) {
    if (!m_session || !m_session->isAlive()) {
        auto session = Session::openConsole(m_settings, waiting);
        if (!session)
            return Unexpected(session.error());
        m_session = std::move(*session);
    }
    const auto pools = show("pools", waiting);
    if (!pools)
        return Unexpected(pools.error());
    std::map<std::pair<std::string, std::string>, std::string> modes;
    for (int i = 0; i < pools->rows(); ++i)
        modes[{cell(*pools, i, "database"), cell(*pools, i, "user")}] = cell(*pools, i, "pool_mode");

    const auto servers = show("servers", waiting);
    if (!servers)
        return Unexpected(servers.error());
    for (int i = 0; i < servers->rows(); ++i) {
        locks::PoolerServer server;
        server.pooler = m_name;
        server.database = cell(*servers, i, "database");
        server.user = cell(*servers, i, "user");
        if (const auto mode = modes.find({server.database, server.user}); mode != modes.end())
            server.poolMode = mode->second;
        server.state = cell(*servers, i, "state");
        server.remotePid = numberIn(*servers, i, "remote_pid");
        server.localAddress = cell(*servers, i, "local_addr");
        server.localPort = numberIn(*servers, i, "local_port");
        server.linked = !cell(*servers, i, "link").empty();
        server.connectTime = fromPgbouncerTime(cell(*servers, i, "connect_time"));
        server.requestTime = fromPgbouncerTime(cell(*servers, i, "request_time"));
        state.servers.push_back(std::move(server));
    }
    const auto clients = show("clients", waiting);
    if (!clients)
        return Unexpected(clients.error());
    for (int i = 0; i < clients->rows(); ++i) {
        locks::PoolerClient client;
        client.pooler = m_name;
        client.database = cell(*clients, i, "database");
        client.user = cell(*clients, i, "user");
        client.connectTime = fromPgbouncerTime(cell(*clients, i, "connect_time"));
        state.clients.push_back(std::move(client));
    }
    const auto config = show("config", waiting);
    if (!config)
        return Unexpected(config.error());
    for (int i = 0; i < config->rows(); ++i) {
        const std::string key = cell(*config, i, "key");
        const auto value = base::parseDuration(cell(*config, i, "value") + "s");
        if (key == "server_lifetime")
            state.serverLifetime = value;
        else if (key == "server_idle_timeout")
            state.serverIdleTimeout = value;
        else if (key == "server_reset_query")
            state.resetQuery = cell(*config, i, "value");
        else if (key == "server_reset_query_always")
            state.resetQueryAlways = cell(*config, i, "value") == "1";
        else if (key == "min_pool_size")
            state.minPoolSize = numberIn(*config, i, "value");
    }
    return {};
}

} // namespace latchboard::pg
