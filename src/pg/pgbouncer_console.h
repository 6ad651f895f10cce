// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/snapshot.h"
#include "pg/session.h"

#include <memory>

namespace latchboard::pg {

/// Reads PgBouncer's admin console (SHOW only) for the pooler's evidence: which server connections there are, who uses
/// them, and the mode of their pools. Keeps one connection and makes it anew when it was lost; one thread.
class PgbouncerConsole {
public:
    /// `name` is for people; the settings need a database "pgbouncer" and a user of stats_users or admin_users.
    PgbouncerConsole(std::string name, ConnectionSettings settings);

    /// Never fails: what can't be reached is a state with `reachable` false and the problem in words.
    [[nodiscard]] locks::PoolerState read(const base::Waiting& waiting = {});

private:
    base::Result<void> readInto(locks::PoolerState& state, const base::Waiting& waiting);
    base::Result<QueryResult> show(const char* what, const base::Waiting& waiting);

    std::string m_name;
    ConnectionSettings m_settings;
    std::unique_ptr<Session> m_session;
};

/// "2026-01-01 10:00:00 UTC", as the console writes times; nothing for an empty or other text.
[[nodiscard]] std::optional<base::Instant> fromPgbouncerTime(std::string_view text);

} // namespace latchboard::pg
