// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/snapshot.h"

#include <string>
#include <string_view>
#include <vector>

namespace latchboard::pg {

/// SQL expressions over pg_locks that pack one advisory lock into 19 bytes: database, classid, objid (4 each), objsubid
/// (2), mode and granted (1), pid (4; 0 for a prepared transaction, since string_agg would drop a null), all big-endian.
[[nodiscard]] const char* packedLockSql();

/// The inverse for the aggregate of many; an incomplete tail is left out.
[[nodiscard]] std::vector<locks::LockRow> unpackLocks(std::string_view bytes);

/// Sets the waitstart of waiters from an aggregate of 12 bytes each: pid and PostgreSQL's binary timestamptz.
void applyWaitStarts(std::vector<locks::LockRow>& rows, std::string_view bytes);

} // namespace latchboard::pg
