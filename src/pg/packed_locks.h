// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/snapshot.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace latchboard::pg {

/// SQL that packs every advisory lock of the server into one value: one row of statement_timestamp(), whether the
/// server is in recovery, 20 bytes a lock, 12 bytes a waiter with a known beginning, and whether a lock has no pid.
/// `hasWaitStart`: the server is PostgreSQL 14 or later.
[[nodiscard]] std::string packedLocksSql(bool hasWaitStart);

/// Reads the 20-byte records: pid, classid, objid (4 bytes each, big-endian), objsubid (2), mode and granted (2),
/// database (4). Bytes beyond the last whole record are left out.
[[nodiscard]] std::vector<locks::LockRow> unpackLocks(std::string_view bytes);
/// Reads the 12-byte records of waiters: pid, and PostgreSQL's microseconds.
[[nodiscard]] std::map<int, base::Instant> unpackWaits(std::string_view bytes);

} // namespace latchboard::pg
