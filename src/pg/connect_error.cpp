// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/connect_error.h"

#include "pg/sqlstate.h"

#include <netdb.h>

#include <cctype>
#include <cerrno>
#include <cstring>

namespace latchboard::pg {

using base::ErrorKind;

namespace {

/// Where the SQLSTATE of a verbose message stands ("FATAL:  28P01: ..."); npos where there is none.
size_t sqlstateAt(std::string_view message) {
    for (size_t i = 0; i + 9 <= message.size(); ++i) {
        if (message.substr(i, 3) != ":  " || message.substr(i + 8, 2) != ": ")
            continue;
        bool fits = true;
        for (size_t k = i + 3; k < i + 8; ++k) {
            const auto c = static_cast<unsigned char>(message[k]);
            fits = fits && (std::isdigit(c) != 0 || std::isupper(c) != 0);
        }
        if (fits)
            return i + 3;
    }
    return std::string_view::npos;
}

std::string_view firstLine(std::string_view text) {
    text = text.substr(0, text.find('\n'));
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0)
        text.remove_suffix(1);
    return text;
}

bool says(std::string_view message, const char* words) {
    return message.find(words) != std::string_view::npos;
}

/// The system's own words are compared in the language in which libpq put them into its message.
base::Text remedyOfNetwork(std::string_view message) {
    if (says(message, std::strerror(ECONNREFUSED)) || says(message, std::strerror(ENOENT)))
        return LB_TEXT(
            "pg",
            "No server listens there: check host and port, and that PostgreSQL runs and listens on that address.");
    for (const int code : {EAI_NONAME, EAI_AGAIN, EAI_FAIL}) {
        if (says(message, gai_strerror(code)))
            return LB_TEXT("pg", "The host's name can't be looked up: check its spelling and the name server.");
    }
    if (says(message, std::strerror(EHOSTUNREACH)) || says(message, std::strerror(ENETUNREACH)) ||
        says(message, std::strerror(ETIMEDOUT)))
        return LB_TEXT("pg", "The host does not answer: check the network, VPN and firewall.");
    if (says(message, "password"))
        return LB_TEXT("pg", "Name where the password is kept: `password` of the profile, PGPASSWORD or a pass file.");
    return LB_TEXT("pg", "Check host, port and network.");
}

} // namespace

std::string plainWords(std::string_view message) {
    const size_t at = sqlstateAt(message);
    return std::string(firstLine(at == std::string_view::npos ? message : message.substr(at + 7)));
}

base::Error connectError(const std::string& target, std::string_view message) {
    const size_t at = sqlstateAt(message);
    const std::string sqlstate = at == std::string_view::npos ? "" : std::string(message.substr(at, 5));
    const ErrorKind kind = kindOfSqlstate(sqlstate);
    // A server that asks for a password where none is at hand answers nothing more: libpq's own words have no SQLSTATE.
    const bool noPassword = sqlstate.empty() && says(message, "fe_sendauth");
    base::Error error = base::makeError(noPassword ? ErrorKind::Authentication : kind,
                                        LB_TEXT("pg", "No connection to %1: %2").arg(target).arg(plainWords(message)),
                                        sqlstate.empty() ? remedyOfNetwork(message) : remedyOfSqlstate(sqlstate));
    error.sqlstate = sqlstate;
    return error;
}

} // namespace latchboard::pg
