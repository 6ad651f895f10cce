// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace latchboard::pg::test {

/// A TCP forwarder on 127.0.0.1 before a server on 127.0.0.1, which breaks the network in the ways that networks break.
/// Connections that come after a break are forwarded as usual. All functions may be called from any thread; the
/// forwarding runs on a thread of its own.
class TcpProxy {
public:
    explicit TcpProxy(int serverPort);
    ~TcpProxy();
    TcpProxy(const TcpProxy&) = delete;
    TcpProxy& operator=(const TcpProxy&) = delete;

    [[nodiscard]] int port() const { return m_port; }
    /// Forwards nothing of the connections of now any more, in either direction, and keeps their sockets open.
    void blackHole();
    /// Closes both sockets of the connections of now.
    void drop();

    /// What happens to the message in which a client sends the awaited text.
    enum class Cut {
        Forwarded, ///< it reaches the server, whose answer goes nowhere; then both sides are closed
        Swallowed, ///< it never leaves, and both sides are closed
    };
    /// Waits for the text in what any client sends, passes `skip` of them, and cuts once. The text must come in one
    /// piece, as libpq sends statements.
    void cutWhenClientSends(const std::string& text, Cut cut, int skip = 0);
    [[nodiscard]] bool hasCut() const { return m_hasCut; }

    /// Counts what clients send, a number for each piece, from 1. Before piece `number` goes on to the server, or right
    /// after where `forwarded`, calls `act` on the proxy's thread; the connection is closed then. 0: counts only.
    void actAtPiece(int number, bool forwarded, std::function<void()> act);
    [[nodiscard]] int pieces() const { return m_pieces; }

private:
    struct Pair {
        int client = -1, server = -1;
        bool blackHoled = false, answerIsLost = false;
    };

    void live(const std::stop_token& stop);
    void accept();
    /// False where the pair is to be closed.
    bool carry(Pair& pair, bool fromClient);
    bool cuts(Pair& pair, const std::string& bytes, bool& forward);

    int m_serverPort, m_listener = -1, m_port = 0, m_wake = -1;
    std::mutex m_mutex;
    std::vector<Pair> m_pairs;
    std::string m_awaited;
    Cut m_cut = Cut::Swallowed;
    int m_skip = 0;
    std::atomic<bool> m_hasCut = false;
    std::atomic<int> m_pieces = 0;
    int m_actAt = 0;
    bool m_actForwarded = false;
    std::function<void()> m_act;
    std::jthread m_thread;
};

} // namespace latchboard::pg::test
