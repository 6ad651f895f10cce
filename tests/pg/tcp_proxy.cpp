// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/tcp_proxy.h"

#include <QtGlobal>

#include <array>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace latchboard::pg::test {
namespace {

sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

bool sendAll(int socket, const char* data, size_t size) {
    while (size > 0) {
        const ssize_t sent = ::send(socket, data, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        data += sent;
        size -= static_cast<size_t>(sent);
    }
    return true;
}

} // namespace

TcpProxy::TcpProxy(int serverPort) : m_serverPort(serverPort) {
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    m_wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof(address);
    auto* general = reinterpret_cast<sockaddr*>(&address);
    if (::bind(m_listener, general, size) != 0 || ::listen(m_listener, 64) != 0 ||
        ::getsockname(m_listener, general, &size) != 0)
        qFatal("the proxy can't listen on the loopback");
    m_port = ntohs(address.sin_port);
    m_thread = std::jthread([this](const std::stop_token& stop) { live(stop); });
}

TcpProxy::~TcpProxy() {
    m_thread.request_stop();
    const std::uint64_t one = 1;
    static_cast<void>(!::write(m_wake, &one, sizeof(one)));
    m_thread.join();
    for (const Pair& pair : m_pairs) {
        ::close(pair.client);
        ::close(pair.server);
    }
    ::close(m_listener);
    ::close(m_wake);
}

void TcpProxy::blackHole() {
    const std::scoped_lock lock(m_mutex);
    for (Pair& pair : m_pairs)
        pair.blackHoled = true;
}

void TcpProxy::drop() {
    const std::scoped_lock lock(m_mutex);
    // The thread sees the end of both and closes them.
    for (const Pair& pair : m_pairs) {
        ::shutdown(pair.client, SHUT_RDWR);
        ::shutdown(pair.server, SHUT_RDWR);
    }
}

void TcpProxy::cutWhenClientSends(const std::string& text, Cut cut, int skip) {
    const std::scoped_lock lock(m_mutex);
    m_awaited = text;
    m_cut = cut;
    m_skip = skip;
    m_hasCut = false;
}

void TcpProxy::actAtPiece(int number, bool forwarded, std::function<void()> act) {
    const std::scoped_lock lock(m_mutex);
    m_pieces = 0;
    m_actAt = number;
    m_actForwarded = forwarded;
    m_act = std::move(act);
}

void TcpProxy::accept() {
    const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0)
        return;
    const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(m_serverPort);
    if (::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
        ::close(client);
        ::close(server);
        return;
    }
    m_pairs.push_back({client, server, false, false});
}

bool TcpProxy::cuts(Pair& pair, const std::string& bytes, bool& forward) {
    if (m_awaited.empty() || bytes.find(m_awaited) == std::string::npos)
        return false;
    if (m_skip-- > 0)
        return false;
    m_awaited.clear();
    m_hasCut = true;
    forward = m_cut == Cut::Forwarded;
    pair.answerIsLost = forward;
    return true;
}

bool TcpProxy::carry(Pair& pair, bool fromClient) {
    std::array<char, 65536> buffer{};
    const ssize_t got = ::recv(fromClient ? pair.client : pair.server, buffer.data(), buffer.size(), 0);
    if (got <= 0)
        return false;
    bool forward = true;
    if (fromClient && cuts(pair, {buffer.data(), static_cast<size_t>(got)}, forward) && !forward)
        return false;
    if (fromClient && ++m_pieces == m_actAt) {
        if (m_actForwarded)
            sendAll(pair.server, buffer.data(), static_cast<size_t>(got));
        m_act();
        return false;
    }
    // The answer has come, so the server has done what it was told: now the connection ends, unanswered.
    if (!fromClient && pair.answerIsLost)
        return false;
    return sendAll(fromClient ? pair.server : pair.client, buffer.data(), static_cast<size_t>(got));
}

void TcpProxy::live(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::vector<pollfd> watched = {{m_listener, POLLIN, 0}, {m_wake, POLLIN, 0}};
        {
            const std::scoped_lock lock(m_mutex);
            for (const Pair& pair : m_pairs) {
                const short events = pair.blackHoled ? 0 : POLLIN;
                // A negative descriptor is passed over: of a black hole not even the end is seen.
                watched.push_back({pair.blackHoled ? -1 : pair.client, events, 0});
                watched.push_back({pair.blackHoled ? -1 : pair.server, events, 0});
            }
        }
        // A black hole may begin meanwhile, so the set is made anew a few times a second.
        if (::poll(watched.data(), watched.size(), 100) < 0)
            continue;
        const std::scoped_lock lock(m_mutex);
        std::vector<Pair> kept;
        for (size_t i = 0; i < m_pairs.size(); ++i) {
            Pair& pair = m_pairs[i];
            bool open = true;
            if (!pair.blackHoled && watched[2 + 2 * i].revents != 0)
                open = carry(pair, true);
            if (open && !pair.blackHoled && watched[3 + 2 * i].revents != 0)
                open = carry(pair, false);
            if (open) {
                kept.push_back(pair);
            } else {
                ::close(pair.client);
                ::close(pair.server);
            }
        }
        m_pairs = std::move(kept);
        if (watched[0].revents != 0)
            accept();
    }
}

} // namespace latchboard::pg::test
