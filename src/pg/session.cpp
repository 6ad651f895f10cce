// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/session.h"

#include "base/log.h"
#include "pg/cancel_sender.h"
#include "pg/connector.h"
#include "pg/sqlstate.h"

#include <libpq-fe.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;
using Steady = std::chrono::steady_clock;

namespace {

constexpr size_t kMostParams = 65'535; // the protocol counts them in 16 bits
constexpr size_t kCopyPiece =
    size_t{256} * 1024; // after each the socket is flushed, so that no copy of the data piles up

const char* orEmpty(const char* text) {
    return text == nullptr ? "" : text;
}

} // namespace

Session::Session(ConnectionSettings settings, pg_conn* connection)
    : m_settings(std::move(settings)), m_connection(connection), m_lastStatementAt(Steady::now()) {
    PQsetNoticeReceiver(m_connection, &Session::receiveNotice, this);
    m_identity.host = orEmpty(PQhost(m_connection));
    m_identity.database = orEmpty(PQdb(m_connection));
    m_identity.user = orEmpty(PQuser(m_connection));
    m_identity.versionNum = PQserverVersion(m_connection);
    m_identity.target = m_identity.host + ":" + orEmpty(PQport(m_connection)) + "/" + m_identity.database;
}

Session::~Session() {
    close();
}

Result<std::unique_ptr<Session>> Session::connect(const ConnectionSettings& settings, const base::Waiting& waiting) {
    auto connection = connectWithin(settings, waiting);
    if (!connection)
        return Unexpected(connection.error());
    return std::unique_ptr<Session>(new Session(settings, *connection));
}

Result<std::unique_ptr<Session>> Session::open(const ConnectionSettings& settings, const base::Waiting& waiting) {
    auto session = connect(settings, waiting);
    if (!session)
        return session;
    if (auto known = (*session)->learnIdentity(waiting); !known)
        return Unexpected(known.error());
    if ((*session)->identity().direct || settings.sessionPooling) {
        if (auto set = (*session)->applySettings(waiting); !set)
            return Unexpected(set.error());
    }
    return session;
}

Result<std::unique_ptr<Session>> Session::openConsole(const ConnectionSettings& settings,
                                                      const base::Waiting& waiting) {
    return connect(settings, waiting);
}

void Session::close() {
    if (m_connection == nullptr)
        return;
    PQfinish(m_connection);
    m_connection = nullptr;
}

Result<void> Session::learnIdentity(const base::Waiting& waiting) {
    Call call;
    call.waiting = waiting;
    call.timeout = m_settings.connectTimeout;
    call.binary = true;
    const auto answer =
        exec("select pg_catalog.pg_backend_pid(), pg_catalog.pg_is_in_recovery(), pg_catalog.current_database(), "
             "session_user, a.backend_start from pg_catalog.pg_stat_get_activity(pg_catalog.pg_backend_pid()) a",
             {}, call);
    if (!answer)
        return Unexpected(answer.error());
    if (answer->rows() != 1)
        return Unexpected(ErrorKind::Internal, LB_TEXT("pg", "The server does not list the own session."));
    m_identity.backendPid = static_cast<int>(answer->integer(0, 0));
    m_identity.direct = m_identity.backendPid == PQbackendPID(m_connection);
    m_identity.inRecovery = answer->boolean(0, 1);
    m_identity.database = answer->text(0, 2);
    m_identity.user = answer->text(0, 3);
    m_identity.backendStart = answer->instant(0, 4);
    return {};
}

Result<void> Session::applySettings(const base::Waiting& waiting) {
    const auto millis = [](base::Duration duration) {
        return std::to_string(std::chrono::ceil<std::chrono::milliseconds>(duration).count()) + "ms";
    };
    std::vector<std::pair<std::string, std::string>> values = {
        {"search_path", "public"}, // pg_catalog comes first by itself
        {"default_transaction_isolation", "read committed"},
        {"default_transaction_read_only", "off"},
        {"default_transaction_deferrable", "off"},
        {"TimeZone", "UTC"},
        {"DateStyle", "ISO, YMD"},
        {"IntervalStyle", "postgres"},
        {"extra_float_digits", "1"},
        {"standard_conforming_strings", "on"},
        {"jit", "off"},
        {"statement_timeout", millis(m_settings.statementTimeout)},
        {"idle_in_transaction_session_timeout", millis(m_settings.idleInTransactionTimeout)},
        {"lock_timeout", "0"},
        {"work_mem", "64MB"}, // a part of a page is sorted and looked up in memory
        {"tcp_keepalives_idle", "10"},
        {"tcp_keepalives_interval", "5"},
        {"tcp_keepalives_count", "3"},
        {"tcp_user_timeout", "25000"},
    };
    if (m_identity.versionNum >= 140000) {
        values.emplace_back("idle_session_timeout", "0");
        values.emplace_back("enable_memoize", "off"); // no key is looked up twice: remembering costs, and never pays
    }
    std::string sql = "select ";
    for (const auto& [name, value] : values) {
        if (sql.back() == ')')
            sql += ", ";
        sql += "pg_catalog.set_config(" + quotedLiteral(name) + ", " + quotedLiteral(value) + ", false)";
    }
    Call call;
    call.waiting = waiting;
    call.timeout = m_settings.connectTimeout;
    const auto answer = exec(sql, {}, call);
    return answer ? Result<void>() : Result<void>(Unexpected(answer.error()));
}

Result<void> Session::ready(const Params& params, const base::Waiting& waiting) const {
    if (waiting.stop.stop_requested())
        return base::cancelled();
    if (m_connection == nullptr || PQstatus(m_connection) != CONNECTION_OK)
        return Unexpected(lost());
    if (params.size() > kMostParams) {
        return Unexpected(ErrorKind::Internal,
                          LB_TEXT("pg", "A statement has %1 parameters; the protocol takes at most %2.")
                              .arg(params.size())
                              .arg(kMostParams));
    }
    for (const Param& param : params) {
        // libpq would cut the text at the NUL without a word.
        if (!param.isBinary() && param.text() && param.text()->find('\0') != std::string::npos) {
            base::Error error = base::makeError(ErrorKind::Database,
                                                LB_TEXT("pg", "A text holds U+0000, which PostgreSQL can't store."));
            error.sqlstate = "22021";
            return Unexpected(error);
        }
    }
    return {};
}

namespace {

/// The parameters in libpq's form.
struct Arrays {
    explicit Arrays(const Params& params) {
        for (const Param& param : params) {
            values.push_back(param.text() ? param.text()->c_str() : nullptr);
            lengths.push_back(param.text() ? static_cast<int>(param.text()->size()) : 0);
            formats.push_back(param.isBinary() ? 1 : 0);
        }
    }
    [[nodiscard]] int count() const { return static_cast<int>(values.size()); }

    std::vector<const char*> values;
    std::vector<int> lengths, formats; // libpq looks at the lengths of binary ones only
};

} // namespace

Result<QueryResult> Session::exec(const std::string& sql, const Params& params, const Call& call) {
    if (auto fine = ready(params, call.waiting); !fine)
        return Unexpected(fine.error());
    const Arrays sent(params);
    return collect(PQsendQueryParams(m_connection, sql.c_str(), sent.count(), nullptr, sent.values.data(),
                                     sent.lengths.data(), sent.formats.data(), call.binary ? 1 : 0) == 1,
                   call);
}

Result<QueryResult> Session::execPrepared(const std::string& name, const std::string& sql, const Params& params,
                                          const Call& call) {
    if (!m_identity.direct && !m_settings.sessionPooling)
        return exec(sql, params, call);
    if (auto fine = ready(params, call.waiting); !fine)
        return Unexpected(fine.error());
    if (!m_prepared.contains(name)) {
        auto made = collect(PQsendPrepare(m_connection, name.c_str(), sql.c_str(), 0, nullptr) == 1, call);
        if (!made)
            return made;
        m_prepared.insert(name);
        if (auto fine = ready(params, call.waiting); !fine)
            return Unexpected(fine.error());
    }
    const Arrays sent(params);
    return collect(PQsendQueryPrepared(m_connection, name.c_str(), sent.count(), sent.values.data(),
                                       sent.lengths.data(), sent.formats.data(), call.binary ? 1 : 0) == 1,
                   call);
}

Result<QueryResult> Session::execSimple(const std::string& sql, const Call& call) {
    if (auto fine = ready({}, call.waiting); !fine)
        return Unexpected(fine.error());
    return collect(PQsendQuery(m_connection, sql.c_str()) == 1, call);
}

Result<QueryResult> Session::copyIn(const std::string& sql, std::string_view data, const Call& call) {
    if (auto fine = ready({}, call.waiting); !fine)
        return Unexpected(fine.error());
    return collect(PQsendQuery(m_connection, sql.c_str()) == 1, call, data);
}

Result<QueryResult> Session::collect(bool sent, const Call& call, std::string_view copied) {
    if (!sent)
        return Unexpected(lost());
    base::Waiting waiting = call.waiting;
    std::optional<StopBell> bell(std::in_place, waiting.stop);
    Deadline deadline;
    if (call.timeout.count() > 0)
        deadline = Steady::now() + call.timeout;
    else if (m_settings.statementTimeout.count() > 0)
        deadline = Steady::now() + m_settings.statementTimeout + std::chrono::seconds(5);

    std::optional<CancelSender> cancel;
    std::optional<base::Error> why;   // we asked to cancel, because of this
    std::optional<base::Error> error; // the first that the server told
    QueryResult last;
    bool flushing = true, copying = false;
    for (;;) {
        if (flushing) {
            const int left = PQflush(m_connection);
            if (left < 0)
                break; // the loss is in PQstatus
            flushing = left == 1;
        }
        if (!flushing && copying) {
            // The server reads on after an error of its own, to the end of the data; libpq tells the error then.
            const std::string_view piece = copied.substr(0, cancel ? 0 : kCopyPiece);
            copied.remove_prefix(piece.size());
            copying = !piece.empty();
            if ((copying ? PQputCopyData(m_connection, piece.data(), static_cast<int>(piece.size()))
                         : PQputCopyEnd(m_connection, cancel ? "stopped" : nullptr)) < 0)
                break;
            flushing = true;
            continue;
        }
        if (!flushing && PQisBusy(m_connection) == 0) {
            PGresult* raw = PQgetResult(m_connection);
            if (raw == nullptr)
                break;
            QueryResult result(raw);
            const ExecStatusType status = PQresultStatus(raw);
            if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY) {
                last = result;
            } else if (status == PGRES_COPY_IN && copied.data() != nullptr) {
                copying = true;
            } else if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH) {
                close();
                return Unexpected(ErrorKind::Internal, LB_TEXT("pg", "COPY is not spoken here."));
            } else if (!error) {
                error = failed(raw);
            }
            continue;
        }
        const SocketWait wait = waitForSocket(PQsocket(m_connection), flushing, *bell, waiting, deadline);
        if (wait.end == SocketEnd::Ready) {
            if (PQconsumeInput(m_connection) == 0)
                break;
            continue;
        }
        if (cancel) { // the grace is over
            ::shutdown(PQsocket(m_connection), SHUT_RDWR);
            close();
            return Unexpected(*why);
        }
        if (wait.end == SocketEnd::Stopped)
            why = base::cancelled().error;
        else if (wait.end == SocketEnd::Pulse)
            why = wait.pulseError;
        else
            why = base::makeError(ErrorKind::Connection,
                                  LB_TEXT("pg", "%1 did not answer a statement in time.").arg(m_identity.target),
                                  LB_TEXT("pg", "Check the network and the server's load."));
        waiting = {};
        bell.emplace(waiting.stop);
        deadline = Steady::now() + m_cancelGrace;
        cancel.emplace(m_connection);
    }
    m_lastStatementAt = Steady::now();
    const bool quiet = !cancel || cancel->finish(m_cancelGrace);
    if (PQstatus(m_connection) != CONNECTION_OK)
        return Unexpected(error && error->kind == ErrorKind::Connection ? *error : lost());
    if (!quiet)
        close(); // a late request to cancel could hit the next statement
    if (!error)
        return last; // also when a stop came too late: what the statement did stands
    if (error->sqlstate == "57014" && why)
        return Unexpected(*why);
    return Unexpected(*error);
}

bool Session::isAlive() {
    if (m_connection == nullptr || PQstatus(m_connection) != CONNECTION_OK)
        return false;
    pollfd file{PQsocket(m_connection), POLLIN, 0};
    while (::poll(&file, 1, 0) > 0) {
        if (PQconsumeInput(m_connection) == 0)
            return false;
        static_cast<void>(PQisBusy(m_connection)); // reads a FATAL message as a notice
        if (!m_fatalWords.empty())
            return false;
    }
    return true;
}

bool Session::transactionOpen() const {
    return m_connection != nullptr && PQtransactionStatus(m_connection) != PQTRANS_IDLE &&
           PQtransactionStatus(m_connection) != PQTRANS_UNKNOWN;
}

base::Error Session::lost() const {
    std::string words = m_fatalWords;
    if (words.empty() && m_connection != nullptr)
        words = orEmpty(PQerrorMessage(m_connection));
    words = words.substr(0, words.find('\n'));
    if (words.empty())
        words = "the session was closed";
    base::Error error = base::makeError(
        ErrorKind::Connection, LB_TEXT("pg", "The connection to %1 was lost: %2").arg(m_identity.target).arg(words),
        LB_TEXT("pg", "Look whether the server restarted, ended the session, or the network broke."));
    error.sqlstate = m_fatalState;
    return error;
}

base::Error Session::failed(pg_result* raw) const {
    const std::string sqlstate = orEmpty(PQresultErrorField(raw, PG_DIAG_SQLSTATE));
    if (sqlstate.empty())
        return lost();
    // Detail and context may hold values of rows: they stay at the server.
    base::Text remedy = remedyOfSqlstate(sqlstate);
    base::Error error = base::makeError(kindOfSqlstate(sqlstate),
                                        LB_TEXT("pg", "%1 refused a statement: %2 (SQLSTATE %3)")
                                            .arg(m_identity.target)
                                            .arg(orEmpty(PQresultErrorField(raw, PG_DIAG_MESSAGE_PRIMARY)))
                                            .arg(sqlstate),
                                        std::move(remedy));
    error.sqlstate = sqlstate;
    return error;
}

void Session::receiveNotice(void* self, const pg_result* notice) {
    const std::string severity = orEmpty(PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED));
    if (severity != "FATAL" && severity != "PANIC")
        return;
    auto* session = static_cast<Session*>(self);
    session->m_fatalWords = orEmpty(PQresultErrorField(notice, PG_DIAG_MESSAGE_PRIMARY));
    session->m_fatalState = orEmpty(PQresultErrorField(notice, PG_DIAG_SQLSTATE));
}

} // namespace latchboard::pg
