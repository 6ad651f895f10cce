// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/secret.h"
#include "demo/child_process.h"

#include <optional>
#include <string>
#include <vector>

/// What the demo needs of the machine it runs on.
namespace latchboard::demo {

/// The folder with PostgreSQL's server programs: $LATCHBOARD_PG_BIN, else the first of $PATH that has `postgres` and
/// `initdb`, else the newest of /usr/lib/postgresql/*/bin. Configuration error where there is none.
[[nodiscard]] base::Result<std::string> findPostgresFolder();
/// A program of $PATH, /usr/sbin or /usr/local/sbin. Configuration error with the package to install.
[[nodiscard]] base::Result<std::string> findProgram(const std::string& name, const std::string& package);

/// As whom servers run: nullopt for ourselves; when we are root, which PostgreSQL and PgBouncer refuse, the user
/// `postgres` or else `nobody`.
[[nodiscard]] std::optional<RunAs> unprivilegedUser();
/// Makes a folder of mode 0700 that belongs to that user.
[[nodiscard]] base::Result<void> makeFolderFor(const std::string& path, const std::optional<RunAs>& user);
/// Writes a file of mode 0600 that belongs to that user.
[[nodiscard]] base::Result<void> writePrivateFile(const std::string& path, const std::string& content,
                                                  const std::optional<RunAs>& user);

/// A TCP port of 127.0.0.1 on which nobody listens now. Another program may still take it before we do.
[[nodiscard]] base::Result<int> freePort();
/// Whether somebody listens there, or it can't be bound for another reason.
[[nodiscard]] bool portTaken(int port);

/// 128 random bits in hexadecimal.
[[nodiscard]] base::Secret randomPassword();

} // namespace latchboard::demo
