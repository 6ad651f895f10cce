// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/packed_locks.h"

#include <array>

namespace latchboard::pg {

namespace {

constexpr size_t kLockBytes = 20, kWaitBytes = 12;

std::uint64_t bigEndian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (const char byte : bytes)
        value = (value << 8) | static_cast<unsigned char>(byte);
    return value;
}

/// The eight modes have names of eight different lengths; the length is what travels.
constexpr std::array<std::string_view, 8> kModes = {
    "AccessShareLock", "RowShareLock",          "RowExclusiveLock", "ShareUpdateExclusiveLock",
    "ShareLock",       "ShareRowExclusiveLock", "ExclusiveLock",    "AccessExclusiveLock"};

std::string modeOfLength(size_t length) {
    for (const std::string_view mode : kModes) {
        if (mode.size() == length)
            return std::string(mode);
    }
    return {};
}

} // namespace

std::string packedLocksSql(bool hasWaitStart) {
    const std::string waits = hasWaitStart
                                  ? "coalesce(string_agg(int4send(l.pid) || timestamptz_send(l.waitstart), '') "
                                    "filter (where not l.granted and l.waitstart is not null), '')"
                                  : "''::bytea";
    // A null among the parts would drop the whole record: prepared transactions have no pid.
    return "select statement_timestamp(), pg_catalog.pg_is_in_recovery(), "
           "coalesce(string_agg(int4send(coalesce(l.pid, 0)) || oidsend(l.classid) || oidsend(l.objid) || "
           "int2send(l.objsubid) || int2send((length(l.mode) * 2 + l.granted::int)::smallint) || "
           "oidsend(coalesce(l.database, 0::oid)), ''), ''), " +
           waits +
           ", coalesce(bool_or(l.pid is null), false) from pg_catalog.pg_lock_status() l where l.locktype = 'advisory'";
}

std::vector<locks::LockRow> unpackLocks(std::string_view bytes) {
    std::vector<locks::LockRow> rows;
    rows.reserve(bytes.size() / kLockBytes);
    for (size_t at = 0; at + kLockBytes <= bytes.size(); at += kLockBytes) {
        const std::string_view record = bytes.substr(at, kLockBytes);
        const auto mode = static_cast<size_t>(bigEndian(record.substr(14, 2)));
        locks::LockRow row;
        row.pid = static_cast<int>(bigEndian(record.substr(0, 4)));
        row.tag.classid = static_cast<std::uint32_t>(bigEndian(record.substr(4, 4)));
        row.tag.objid = static_cast<std::uint32_t>(bigEndian(record.substr(8, 4)));
        row.tag.objsubid = static_cast<std::uint16_t>(bigEndian(record.substr(12, 2)));
        row.mode = modeOfLength(mode / 2);
        row.granted = mode % 2 == 1;
        row.databaseOid = static_cast<std::uint32_t>(bigEndian(record.substr(16, 4)));
        rows.push_back(std::move(row));
    }
    return rows;
}

std::map<int, base::Instant> unpackWaits(std::string_view bytes) {
    std::map<int, base::Instant> waits;
    for (size_t at = 0; at + kWaitBytes <= bytes.size(); at += kWaitBytes) {
        const auto micros = static_cast<std::int64_t>(bigEndian(bytes.substr(at + 4, 8)));
        waits[static_cast<int>(bigEndian(bytes.substr(at, 4)))] = base::fromPostgresMicros(micros);
    }
    return waits;
}

} // namespace latchboard::pg
