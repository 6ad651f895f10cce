// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "pg/connection_settings.h"
#include "pg/parameters.h"
#include "pg/query_result.h"
#include "pg/socket_wait.h"

#include <memory>
#include <set>
#include <string>

struct pg_conn;

namespace latchboard::pg {

/// How one statement is waited for.
struct Call {
    base::Waiting waiting;     ///< a stop cancels the statement at the server
    base::Duration timeout{0}; ///< at our side; 0: the statement timeout and five seconds, or none where there is none
    bool binary = false;       ///< the form of the answer
};

/// Who we are at the server.
struct SessionIdentity {
    int backendPid = 0; ///< pg_backend_pid(); not what the protocol said
    std::optional<base::Instant> backendStart;
    bool direct = true; ///< the protocol's backend key shows the same number: no pooler stands between
    bool inRecovery = false;
    int versionNum = 0; ///< 150020
    std::string database, user, host;
    std::string target; ///< host:port/database, for messages
};

/// One connection. Every call blocks its thread on the socket and on the stop token at once; used by one thread at a
/// time.
///
/// After connecting it sets for itself all that a role or database could have set otherwise (isolation, read-only,
/// search_path, TimeZone, DateStyle, time-outs, keep-alives); behind a pooler that may change the backend it sets
/// nothing, since the settings would stay on a connection of somebody else. Errors: Connection (lost, or never made),
/// Authentication, Cancelled (our stop token), StatementTimeout (57014 without our stop), and what sqlstate.h says.
class Session {
public:
    static base::Result<std::unique_ptr<Session>> open(const ConnectionSettings& settings,
                                                       const base::Waiting& waiting = {});
    /// A console that speaks the simple protocol only and knows no settings (PgBouncer's).
    static base::Result<std::unique_ptr<Session>> openConsole(const ConnectionSettings& settings,
                                                              const base::Waiting& waiting = {});
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// One statement with $n parameters, at most 65,535 of them.
    base::Result<QueryResult> exec(const std::string& sql, const Params& params = {}, const Call& call = {});
    /// The same, prepared at its first use under this name; the name must always stand for the same text. Behind a
    /// pooler it is sent unprepared.
    base::Result<QueryResult> execPrepared(const std::string& name, const std::string& sql, const Params& params = {},
                                           const Call& call = {});
    /// COPY ... FROM STDIN: the statement, then the data in the form that it names. The data is sent while the server
    /// reads it, and must outlive the call. An error of the data comes as the statement's.
    base::Result<QueryResult> copyIn(const std::string& sql, std::string_view data, const Call& call = {});
    /// Simple protocol: one or more statements without parameters; the last answer.
    base::Result<QueryResult> execSimple(const std::string& sql, const Call& call = {});

    /// Cheap look at the socket: false once the server or the network ended it.
    [[nodiscard]] bool isAlive();
    [[nodiscard]] bool transactionOpen() const;
    /// Monotonic time at which the last statement ended.
    [[nodiscard]] std::chrono::steady_clock::time_point lastStatementAt() const { return m_lastStatementAt; }
    [[nodiscard]] const SessionIdentity& identity() const { return m_identity; }
    [[nodiscard]] const ConnectionSettings& settings() const { return m_settings; }

    /// How long a cancelled statement may take to end before the socket is closed under it.
    void setCancelGrace(std::chrono::milliseconds grace) { m_cancelGrace = grace; }
    void close();

private:
    Session(ConnectionSettings settings, pg_conn* connection);
    static base::Result<std::unique_ptr<Session>> connect(const ConnectionSettings& settings,
                                                          const base::Waiting& waiting);
    base::Result<void> learnIdentity(const base::Waiting& waiting);
    base::Result<void> applySettings(const base::Waiting& waiting);
    base::Result<void> ready(const Params& params, const base::Waiting& waiting) const;
    base::Result<QueryResult> collect(bool sent, const Call& call, std::string_view copied = {});
    [[nodiscard]] base::Error lost() const;
    [[nodiscard]] base::Error failed(pg_result* raw) const;
    static void receiveNotice(void* self, const pg_result* notice);

    ConnectionSettings m_settings;
    pg_conn* m_connection;
    SessionIdentity m_identity;
    std::set<std::string> m_prepared;
    std::string m_fatalWords, m_fatalState; ///< of a FATAL notice that came between two statements
    std::chrono::steady_clock::time_point m_lastStatementAt;
    std::chrono::milliseconds m_cancelGrace{900};
};

} // namespace latchboard::pg
