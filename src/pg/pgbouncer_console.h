// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/snapshot.h"
#include "pg/session.h"

#include <memory>
#include <string>

namespace latchboard::pg {

/// The admin console of one PgBouncer: what it knows of its server connections (SHOW SERVERS, CLIENTS, POOLS, CONFIG;
/// simple protocol only). A console that can't be reached is no error: the state says so, and verdicts are weaker then.
/// Used by one thread; connects again by itself.
class PgbouncerConsole {
public:
    /// `name` is for people; the settings' database is usually "pgbouncer".
    PgbouncerConsole(std::string name, ConnectionSettings settings);

    [[nodiscard]] locks::PoolerState read(const base::Waiting& waiting);

private:
    base::Result<void> readInto(locks::PoolerState& state, const base::Waiting& waiting);

    std::string m_name;
    ConnectionSettings m_settings;
    std::unique_ptr<Session> m_session;
};

/// PgBouncer's own form of a time, "2026-01-01 10:00:00 UTC"; nothing for any other zone or form.
[[nodiscard]] std::optional<base::Instant> fromPgbouncerTime(std::string_view text);

} // namespace latchboard::pg
