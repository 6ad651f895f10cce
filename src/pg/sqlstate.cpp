// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/sqlstate.h"

#include <array>
#include <utility>

namespace latchboard::pg {

using base::ErrorKind;

namespace {

constexpr std::array kExact = {
    std::pair<std::string_view, ErrorKind>{"42501", ErrorKind::Privilege},
    std::pair<std::string_view, ErrorKind>{"40001", ErrorKind::Serialization},
    std::pair<std::string_view, ErrorKind>{"40P01", ErrorKind::Deadlock},
    std::pair<std::string_view, ErrorKind>{"57014", ErrorKind::StatementTimeout},
    std::pair<std::string_view, ErrorKind>{"3F000", ErrorKind::SchemaMissing},
    std::pair<std::string_view, ErrorKind>{"42P01", ErrorKind::SchemaMissing},
    std::pair<std::string_view, ErrorKind>{"57P01", ErrorKind::Connection}, // admin_shutdown: also pg_terminate_backend
    std::pair<std::string_view, ErrorKind>{"57P02", ErrorKind::Connection}, // crash_shutdown
    std::pair<std::string_view, ErrorKind>{"57P03", ErrorKind::Connection}, // cannot_connect_now
    std::pair<std::string_view, ErrorKind>{"57P05", ErrorKind::Connection}, // idle_session_timeout
    std::pair<std::string_view, ErrorKind>{"25P03", ErrorKind::Connection}, // idle_in_transaction_session_timeout
    std::pair<std::string_view, ErrorKind>{"53300", ErrorKind::Connection}, // too_many_connections
};

} // namespace

ErrorKind kindOfSqlstate(std::string_view sqlstate) {
    for (const auto& [code, kind] : kExact) {
        if (code == sqlstate)
            return kind;
    }
    const std::string_view group = sqlstate.substr(0, 2);
    if (sqlstate.empty() || group == "08")
        return ErrorKind::Connection;
    if (group == "28")
        return ErrorKind::Authentication;
    return ErrorKind::Database;
}

bool isRetryable(std::string_view sqlstate) {
    return sqlstate == "40001" || sqlstate == "40P01";
}

bool blamesData(std::string_view sqlstate) {
    const std::string_view group = sqlstate.substr(0, 2);
    return group == "22" || group == "23" || sqlstate == "54000" || sqlstate == "21000" || sqlstate == "P0001";
}

base::Text remedyOfSqlstate(std::string_view sqlstate) {
    if (sqlstate == "28P01")
        return LB_TEXT("pg", "Check the password and where the profile takes it from.");
    if (sqlstate == "28000")
        return LB_TEXT("pg", "Check the role's name, that it may log in, and the server's pg_hba.conf.");
    if (sqlstate == "3D000")
        return LB_TEXT("pg", "Check the database's name (dbname), or create it.");
    if (sqlstate == "53300")
        return LB_TEXT(
            "pg", "Close sessions that nobody needs, or raise max_connections; a pooler in session mode also helps.");
    if (sqlstate == "57P03")
        return LB_TEXT("pg", "The server is starting, stopping or recovering; try again in a moment.");
    if (sqlstate == "42501")
        return LB_TEXT("pg", "Grant the role what it lacks. For Latchboard's own tables: grant usage on schema "
                             "latchboard to ROLE; grant select, insert, update, delete on all tables in schema "
                             "latchboard to ROLE; grant usage on all sequences in schema latchboard to ROLE");
    if (sqlstate == "3F000" || sqlstate == "42P01")
        return LB_TEXT("pg", "Run `latchctl migrate` for the schema latchboard; create a missing table of your own.");
    if (sqlstate == "25006")
        return LB_TEXT("pg", "The server takes no writes: connect to the primary.");
    return {};
}

} // namespace latchboard::pg
