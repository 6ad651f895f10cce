// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/packed_locks.h"

#include <array>
#include <map>

namespace latchboard::pg {

namespace {

constexpr size_t kLockBytes = 19;
constexpr size_t kWaitBytes = 12;

/// In the order of PostgreSQL's lock modes (src/include/storage/lockdefs.h), 0 unused.
constexpr std::array<const char*, 9> kModes = {"",
                                               "AccessShareLock",
                                               "RowShareLock",
                                               "RowExclusiveLock",
                                               "ShareUpdateExclusiveLock",
                                               "ShareLock",
                                               "ShareRowExclusiveLock",
                                               "ExclusiveLock",
                                               "AccessExclusiveLock"};

template<typename Number>
Number bigEndian(std::string_view bytes, size_t at) {
    std::uint64_t value = 0;
    for (size_t i = 0; i < sizeof(Number); ++i)
        value = (value << 8) | static_cast<unsigned char>(bytes[at + i]);
    return static_cast<Number>(value);
}

} // namespace

const char* packedLockSql() {
    return "oidsend(coalesce(database, 0)) || oidsend(classid) || oidsend(objid) || int2send(objsubid)"
           " || substr(int2send((case mode when 'AccessShareLock' then 1 when 'RowShareLock' then 2"
           " when 'RowExclusiveLock' then 3 when 'ShareUpdateExclusiveLock' then 4 when 'ShareLock' then 5"
           " when 'ShareRowExclusiveLock' then 6 when 'ExclusiveLock' then 7 else 8 end"
           " + case when granted then 128 else 0 end)::int2), 2, 1)"
           " || int4send(coalesce(pid, 0))";
}

std::vector<locks::LockRow> unpackLocks(std::string_view bytes) {
    std::vector<locks::LockRow> rows;
    rows.reserve(bytes.size() / kLockBytes);
    for (size_t at = 0; at + kLockBytes <= bytes.size(); at += kLockBytes) {
        locks::LockRow row;
        row.databaseOid = bigEndian<std::uint32_t>(bytes, at);
        row.tag.classid = bigEndian<std::uint32_t>(bytes, at + 4);
        row.tag.objid = bigEndian<std::uint32_t>(bytes, at + 8);
        row.tag.objsubid = bigEndian<std::uint16_t>(bytes, at + 12);
        const auto mode = static_cast<unsigned char>(bytes[at + 14]);
        row.mode = kModes[std::min<size_t>(mode & 0x7FU, kModes.size() - 1)];
        row.granted = (mode & 0x80U) != 0;
        row.pid = bigEndian<std::int32_t>(bytes, at + 15);
        rows.push_back(std::move(row));
    }
    return rows;
}

void applyWaitStarts(std::vector<locks::LockRow>& rows, std::string_view bytes) {
    std::map<int, base::Instant> since; // a backend waits for one lock at a time
    for (size_t at = 0; at + kWaitBytes <= bytes.size(); at += kWaitBytes)
        since[bigEndian<std::int32_t>(bytes, at)] = base::fromPostgresMicros(bigEndian<std::int64_t>(bytes, at + 4));
    for (locks::LockRow& row : rows) {
        if (const auto found = since.find(row.pid); !row.granted && found != since.end())
            row.waitStart = found->second;
    }
}

} // namespace latchboard::pg
