// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/pooler_witness.h"

#include <algorithm>
#include <cctype>

namespace latchboard::locks {

namespace {

/// The pooler cuts times down to seconds, and a backend starts a moment after it was connected to.
constexpr base::Duration kClockMargin = std::chrono::milliseconds(1500);

/// An address as both sides write it: lower case, no brackets, an IPv4 address in IPv6 as plain IPv4.
std::string plainAddress(std::string_view address) {
    std::string text;
    for (const char c : address) {
        if (c != '[' && c != ']')
            text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    if (text.starts_with("::ffff:") && text.find('.') != std::string::npos)
        text.erase(0, 7);
    return text;
}

} // namespace

bool ServerWitness::unlinked() const {
    return !server->linked && (server->state == "idle" || server->state == "used");
}

std::optional<ServerWitness> witnessOf(const SessionRow& session, const std::vector<PoolerState>& poolers) {
    if (session.id.pid == 0 || session.clientAddress.empty() || session.clientPort <= 0)
        return std::nullopt;
    for (const PoolerState& pooler : poolers) {
        if (!pooler.reachable)
            continue;
        for (const PoolerServer& server : pooler.servers) {
            if (server.remotePid == session.id.pid && server.localPort == session.clientPort &&
                plainAddress(server.localAddress) == plainAddress(session.clientAddress))
                return ServerWitness{&pooler, &server};
        }
    }
    return std::nullopt;
}

PoolClients clientsOf(const ServerWitness& witness, const SessionRow& session, base::Instant heldAt) {
    const PoolerServer& ours = *witness.server;
    const auto hasServersOfItsOwn = [&](const std::string& user) {
        return std::any_of(
            witness.pooler->servers.begin(), witness.pooler->servers.end(),
            [&](const PoolerServer& server) { return server.database == ours.database && server.user == user; });
    };
    base::Instant limit = heldAt;
    if (ours.connectTime && session.id.backendStart)
        limit += (*ours.connectTime - *session.id.backendStart) + kClockMargin;

    PoolClients clients;
    for (const PoolerClient& client : witness.pooler->clients) {
        if (client.database != ours.database || (client.user != ours.user && hasServersOfItsOwn(client.user)))
            continue;
        ++clients.all;
        if (!client.connectTime || *client.connectTime <= limit)
            ++clients.maybeBefore;
    }
    return clients;
}

} // namespace latchboard::locks
