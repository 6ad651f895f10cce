// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "base/secret.h"

#include <chrono>
#include <string>

namespace latchboard::pg {

/// How one session is made. Values only; may be copied to any thread.
struct ConnectionSettings {
    std::string conninfo;  ///< libpq key/values or URI; empty: libpq's own environment (PGHOST, PGSERVICE ...)
    base::Secret password; ///< empty: libpq's own ways (.pgpass, PGPASSWORD)
    std::string applicationName = "latchboard";
    base::Duration connectTimeout = std::chrono::seconds(5);    ///< all of it: name look-up, TLS, authentication
    base::Duration statementTimeout = std::chrono::seconds(30); ///< 0: none
    base::Duration idleInTransactionTimeout = std::chrono::seconds(60); ///< 0: none
    bool sessionPooling =
        false; ///< the profile says that what stands between us and the server keeps one backend for us
};

/// Looks at the conninfo before anything is sent: its grammar, a port that is no number, a host with '@' in it (half of
/// a password, as a URI with an unescaped '@' gives it). Configuration error; it never repeats a value of the text.
[[nodiscard]] base::Result<void> checkConninfo(const std::string& conninfo);

/// The settings as key='value' pairs without passwords or other secrets, for a log or a page.
[[nodiscard]] std::string redacted(const std::string& conninfo);

/// Where it goes, for a message: "host:port/database" with libpq's defaults and environment filled in.
[[nodiscard]] std::string targetOf(const std::string& conninfo);

} // namespace latchboard::pg
