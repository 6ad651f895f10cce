// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/pgbouncer_console.h"

#include <map>

namespace latchboard::pg {

namespace {

constexpr base::Duration kConsoleTimeout = std::chrono::seconds(3);

std::string textOf(const QueryResult& rows, int row, const char* column) {
    const int index = rows.column(column);
    return index < 0 ? std::string() : rows.text(row, index);
}

int numberOf(const QueryResult& rows, int row, const char* column) {
    const int index = rows.column(column);
    return index < 0 ? 0 : static_cast<int>(rows.integer(row, index));
}

using PoolKey = std::pair<std::string, std::string>; ///< database, user

} // namespace

std::optional<base::Instant> fromPgbouncerTime(std::string_view text) {
    constexpr std::string_view kZone = " UTC";
    if (text.size() < kZone.size() || text.substr(text.size() - kZone.size()) != kZone)
        return std::nullopt;
    return base::fromRfc3339(std::string(text.substr(0, text.size() - kZone.size())) + "Z");
}

PgbouncerConsole::PgbouncerConsole(std::string name, ConnectionSettings settings)
    : m_name(std::move(name)), m_settings(std::move(settings)) {
    m_settings.connectTimeout = kConsoleTimeout;
    m_settings.statementTimeout = kConsoleTimeout;
}

locks::PoolerState PgbouncerConsole::read(const base::Waiting& waiting) {
    locks::PoolerState state;
    state.name = m_name;
    const auto read = readInto(state, waiting);
    state.reachable = read.ok();
    if (!read) {
        state.servers.clear();
        state.clients.clear();
        state.problem = read.error().message;
        m_session.reset();
    }
    return state;
}

base::Result<void> PgbouncerConsole::readInto(locks::PoolerState& state, const base::Waiting& waiting) {
    if (!m_session) {
        auto opened = Session::openConsole(m_settings, waiting);
        if (!opened)
            return base::Unexpected(opened.error());
        m_session = std::move(*opened);
    }
    const Call call{waiting, kConsoleTimeout, false};
    const auto pools = m_session->execSimple("SHOW POOLS", call);
    if (!pools)
        return base::Unexpected(pools.error());
    std::map<PoolKey, std::string> modes;
    for (int row = 0; row < pools->rows(); ++row)
        modes[{textOf(*pools, row, "database"), textOf(*pools, row, "user")}] = textOf(*pools, row, "pool_mode");

    const auto servers = m_session->execSimple("SHOW SERVERS", call);
    if (!servers)
        return base::Unexpected(servers.error());
    for (int row = 0; row < servers->rows(); ++row) {
        locks::PoolerServer server;
        server.pooler = m_name;
        server.database = textOf(*servers, row, "database");
        server.user = textOf(*servers, row, "user");
        server.state = textOf(*servers, row, "state");
        server.remotePid = numberOf(*servers, row, "remote_pid");
        server.localAddress = textOf(*servers, row, "local_addr");
        server.localPort = numberOf(*servers, row, "local_port");
        server.linked = !textOf(*servers, row, "link").empty();
        server.connectTime = fromPgbouncerTime(textOf(*servers, row, "connect_time"));
        const auto mode = modes.find({server.database, server.user});
        server.poolMode = mode == modes.end() ? std::string() : mode->second;
        state.servers.push_back(std::move(server));
    }

    const auto clients = m_session->execSimple("SHOW CLIENTS", call);
    if (!clients)
        return base::Unexpected(clients.error());
    for (int row = 0; row < clients->rows(); ++row)
        state.clients.push_back({m_name, textOf(*clients, row, "database"), textOf(*clients, row, "user"),
                                 fromPgbouncerTime(textOf(*clients, row, "connect_time"))});

    const auto config = m_session->execSimple("SHOW CONFIG", call);
    if (!config)
        return base::Unexpected(config.error());
    for (int row = 0; row < config->rows(); ++row) {
        const std::string key = textOf(*config, row, "key");
        const base::Duration value = std::chrono::seconds(numberOf(*config, row, "value"));
        if (key == "server_lifetime")
            state.serverLifetime = value;
        else if (key == "server_idle_timeout")
            state.serverIdleTimeout = value;
    }
    return {};
}

} // namespace latchboard::pg
