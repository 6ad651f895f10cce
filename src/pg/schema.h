// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/session.h"

#include <span>
#include <vector>

namespace latchboard::pg {

/// One numbered step of the schema latchboard, from src/pg/migrations.
struct Migration {
    int version = 0;
    const char* name = "";
    const char* sql = "";
};
[[nodiscard]] std::span<const Migration> migrations();

struct MigrationReport {
    int from = 0, to = 0; ///< schema versions before and after; 0: there was none
    std::vector<int> applied;
};

/// Creates or upgrades the schema in one transaction under its own advisory lock ("latchboard-migrate"). Safe to run
/// twice, and twice at once: the second waits, for at most `patience`, and finds nothing to do. Errors: Refused on a
/// standby, Privilege with the grant that is missing, Database for a schema newer than this program knows.
[[nodiscard]] base::Result<MigrationReport> migrate(Session& session, const base::Waiting& waiting = {},
                                                    base::Duration patience = std::chrono::seconds(30));

/// The version that is there; 0 for none. Needs no privilege on the schema to say 0.
[[nodiscard]] base::Result<int> schemaVersion(Session& session, const base::Waiting& waiting = {});

} // namespace latchboard::pg
