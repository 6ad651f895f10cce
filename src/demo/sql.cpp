// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/sql.h"

#include <libpq-fe.h>

#include <memory>

namespace latchboard::demo {

namespace {

std::string quoted(const std::string& text, char quote) {
    std::string result(1, quote);
    for (const char c : text) {
        if (c == quote)
            result += quote;
        result += c;
    }
    return result + quote;
}

std::string trimmed(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
        text.pop_back();
    return text;
}

} // namespace

std::string sqlLiteral(const std::string& text) {
    return quoted(text, '\'');
}

std::string sqlName(const std::string& text) {
    return quoted(text, '"');
}

base::Result<void> runSql(const std::string& conninfo, const base::Secret& password, const std::string& statements) {
    const char* const names[] = {"dbname", "password", "connect_timeout", nullptr};
    const char* const values[] = {conninfo.c_str(), password.reveal().c_str(), "10", nullptr};
    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(PQconnectdbParams(names, values, 1), PQfinish);
    if (PQstatus(connection.get()) != CONNECTION_OK) {
        return base::Unexpected(
            base::ErrorKind::Connection,
            LB_TEXT("demo", "No connection to the demo's database: %1").arg(trimmed(PQerrorMessage(connection.get()))));
    }
    const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQexec(connection.get(), statements.c_str()), PQclear);
    const auto status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        base::Unexpected failure(
            base::ErrorKind::Database,
            LB_TEXT("demo", "The demo's database refused: %1").arg(trimmed(PQerrorMessage(connection.get()))));
        if (const char* const state = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE))
            failure.error.sqlstate = state;
        return failure;
    }
    return {};
}

} // namespace latchboard::demo
