// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "base/result.h"

#include <memory>
#include <string>
#include <vector>

namespace latchboard::demo {

/// What a server does once a request is in: sends bytes, all at once or one by one, and ends in its way.
struct FaultAnswer {
    enum class End {
        Close, ///< an orderly end
        Reset, ///< RST
        Hold,  ///< open and silent until the client goes
        Next,  ///< open and ready for another request
    };
    std::string bytes{};         ///< as they go over the wire, status line and all
    base::Duration dripEvery{0}; ///< time between two bytes; zero: all at once
    End end = End::Close;
};

/// A misbehaviour with its name, for tables of tests.
struct NamedFault {
    const char* name;
    FaultAnswer answer;
    bool wholeAnswer; ///< a client gets a whole HTTP answer of it, however unwelcome
};
[[nodiscard]] std::vector<NamedFault> allFaults();

/// A whole answer with a Content-Length.
[[nodiscard]] std::string httpAnswer(const std::string& statusLine, const std::string& headers,
                                     const std::string& body);

/// An HTTP server on raw sockets of the loopback, on threads of its own, that misbehaves as told and counts what it
/// gets.
class FaultServer {
public:
    static base::Result<std::unique_ptr<FaultServer>> start(FaultAnswer answer);
    ~FaultServer(); ///< closes all connections

    FaultServer(const FaultServer&) = delete;
    FaultServer& operator=(const FaultServer&) = delete;

    void setAnswer(FaultAnswer answer);
    [[nodiscard]] int port() const;
    [[nodiscard]] std::string url(const std::string& path = "/orders") const;
    /// Requests whose head came in whole, on whatever connection.
    [[nodiscard]] int requests() const;
    [[nodiscard]] int connections() const;
    /// Connections that are open now.
    [[nodiscard]] int open() const;
    /// The heads of all requests.
    [[nodiscard]] std::vector<std::string> heads() const;

private:
    struct Shared;
    explicit FaultServer(std::shared_ptr<Shared> shared);
    std::shared_ptr<Shared> m_shared;
};

} // namespace latchboard::demo
