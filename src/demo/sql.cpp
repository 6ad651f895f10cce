// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/sql.h"

#include "pg/session.h"

namespace latchboard::demo {

std::string conninfoValue(const std::string& text) {
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\')
            result += '\\';
        result += c;
    }
    return result + "'";
}

base::Result<void> runSql(const std::string& conninfo, const base::Secret& password, const std::string& statements,
                          const base::Waiting& waiting) {
    pg::ConnectionSettings settings;
    settings.conninfo = conninfo;
    settings.password = password;
    settings.applicationName = "latchboard demo";
    settings.connectTimeout = std::chrono::seconds(20);
    const auto session = pg::Session::openConsole(settings, waiting);
    if (!session)
        return base::Unexpected(session.error());
    const auto done = (*session)->execSimple(statements, {.waiting = waiting});
    return done ? base::Result<void>() : base::Result<void>(base::Unexpected(done.error()));
}

} // namespace latchboard::demo
