// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/fault_server.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <thread>

namespace latchboard::demo {

struct FaultServer::Shared {
    int listener = -1, ended = -1, port = 0;
    std::mutex mutex;
    FaultAnswer answer;
    std::vector<std::string> heads;
    std::jthread acceptor;
    std::vector<std::jthread> threads; ///< one a connection; added by the acceptor alone
    std::atomic<int> connections{0}, open{0};

    void accept();
    void serve(int socket);
    /// Waits until the socket can be read, or the time is over (negative: no end). False: the server ends.
    [[nodiscard]] bool wait(int socket, int milliseconds, bool& readable) const;
    [[nodiscard]] bool readHead(int socket, std::string& buffered);
    /// False: the client is gone or the server ends.
    [[nodiscard]] bool sendAnswer(int socket, const FaultAnswer& chosen) const;
};

bool FaultServer::Shared::wait(int socket, int milliseconds, bool& readable) const {
    std::array<pollfd, 2> watched{pollfd{socket, POLLIN, 0}, pollfd{ended, POLLIN, 0}};
    while (::poll(watched.data(), watched.size(), milliseconds) < 0 && errno == EINTR) {
    }
    readable = watched[0].revents != 0;
    return watched[1].revents == 0;
}

void FaultServer::Shared::accept() {
    for (;;) {
        bool readable = false;
        if (!wait(listener, -1, readable))
            return;
        const int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket < 0)
            continue;
        ++connections;
        ++open;
        threads.emplace_back([this, socket] { serve(socket); });
    }
}

bool FaultServer::Shared::readHead(int socket, std::string& buffered) {
    for (;;) {
        if (const auto end = buffered.find("\r\n\r\n"); end != std::string::npos) {
            const std::lock_guard lock(mutex);
            heads.push_back(buffered.substr(0, end + 2));
            buffered.erase(0, end + 4);
            return true;
        }
        bool readable = false;
        if (!wait(socket, -1, readable))
            return false;
        std::array<char, 4096> block{};
        const auto got = ::recv(socket, block.data(), block.size(), 0);
        if (got <= 0)
            return false;
        buffered.append(block.data(), static_cast<std::size_t>(got));
    }
}

bool FaultServer::Shared::sendAnswer(int socket, const FaultAnswer& chosen) const {
    const std::size_t step = chosen.dripEvery > base::Duration::zero() ? 1 : chosen.bytes.size();
    const auto pause = static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(chosen.dripEvery).count());
    for (std::size_t sent = 0; sent < chosen.bytes.size();) {
        const auto count =
            ::send(socket, chosen.bytes.data() + sent, std::min(step, chosen.bytes.size() - sent), MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        sent += static_cast<std::size_t>(count);
        bool readable = false;
        if (pause > 0 && !wait(socket, pause, readable))
            return false;
        char peeked = 0;
        if (readable && ::recv(socket, &peeked, 1, MSG_PEEK | MSG_DONTWAIT) == 0)
            return false;
    }
    return true;
}

void FaultServer::Shared::serve(int socket) {
    std::string buffered;
    while (readHead(socket, buffered)) {
        FaultAnswer chosen;
        {
            const std::lock_guard lock(mutex);
            chosen = answer;
        }
        if (!sendAnswer(socket, chosen) || chosen.end == FaultAnswer::End::Close)
            break;
        if (chosen.end == FaultAnswer::End::Reset) {
            const linger atOnce{1, 0};
            ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
            break;
        }
        if (chosen.end == FaultAnswer::End::Hold) {
            // Further requests of the client would be counted; its end ends the wait.
            while (readHead(socket, buffered)) {
            }
            break;
        }
    }
    ::close(socket);
    --open;
}

base::Result<std::unique_ptr<FaultServer>> FaultServer::start(FaultAnswer answer) {
    auto shared = std::make_shared<Shared>();
    shared->answer = std::move(answer);
    shared->listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    shared->ended = ::eventfd(0, EFD_CLOEXEC);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(shared->listener, generic, size) != 0 || ::listen(shared->listener, 16) != 0 ||
        ::getsockname(shared->listener, generic, &size) != 0) {
        const int reason = errno;
        ::close(shared->listener);
        ::close(shared->ended);
        return base::Unexpected(base::ErrorKind::Internal,
                                LB_TEXT("demo", "The fault server can't listen: %1.").arg(std::strerror(reason)));
    }
    shared->port = ntohs(address.sin_port);
    Shared& all = *shared;
    all.acceptor = std::jthread([&all] { all.accept(); });
    return std::unique_ptr<FaultServer>(new FaultServer(std::move(shared)));
}

FaultServer::FaultServer(std::shared_ptr<Shared> shared) : m_shared(std::move(shared)) {}

FaultServer::~FaultServer() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(m_shared->ended, &one, sizeof one);
    m_shared->acceptor.join();
    m_shared->threads.clear();
    ::close(m_shared->listener);
    ::close(m_shared->ended);
}

void FaultServer::setAnswer(FaultAnswer answer) {
    const std::lock_guard lock(m_shared->mutex);
    m_shared->answer = std::move(answer);
}

int FaultServer::port() const {
    return m_shared->port;
}

std::string FaultServer::url(const std::string& path) const {
    return "http://127.0.0.1:" + std::to_string(m_shared->port) + path;
}

int FaultServer::requests() const {
    const std::lock_guard lock(m_shared->mutex);
    return static_cast<int>(m_shared->heads.size());
}

int FaultServer::connections() const {
    return m_shared->connections;
}

int FaultServer::open() const {
    return m_shared->open;
}

std::vector<std::string> FaultServer::heads() const {
    const std::lock_guard lock(m_shared->mutex);
    return m_shared->heads;
}

} // namespace latchboard::demo
