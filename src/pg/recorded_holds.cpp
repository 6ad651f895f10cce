// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/snapshot_reader.h"

namespace latchboard::pg {

namespace {

keys::LockTag tagOf(const QueryResult& rows, int row, int firstColumn) {
    keys::LockTag tag;
    tag.classid = static_cast<std::uint32_t>(rows.integer(row, firstColumn));
    tag.objid = static_cast<std::uint32_t>(rows.integer(row, firstColumn + 1));
    tag.objsubid = static_cast<std::uint16_t>(rows.integer(row, firstColumn + 2));
    return tag;
}

/// No schema, and no right to look into it, are the same to the lock page: it works without.
bool isWithoutSchema(const base::Error& error) {
    return error.kind == base::ErrorKind::SchemaMissing || error.kind == base::ErrorKind::Privilege;
}

} // namespace

base::Result<std::vector<locks::RecordedHold>> readRecordedHolds(Session& session, const base::Waiting& waiting) {
    const auto rows = session.exec("select pid, backend_start, classid, objid, objsubid, database, coalesce(job, ''),"
                                   " coalesce(run_id, ''), taken_at, ended_at from latchboard.lock_attempt"
                                   " where taken_at is not null and released_at is null and pid is not null"
                                   " order by taken_at desc limit 10000",
                                   {}, {waiting});
    std::vector<locks::RecordedHold> holds;
    if (!rows) {
        if (isWithoutSchema(rows.error()))
            return holds;
        return base::Unexpected(rows.error());
    }
    for (int row = 0; row < rows->rows(); ++row) {
        locks::RecordedHold hold;
        hold.backend.pid = static_cast<int>(rows->integer(row, 0));
        hold.backend.backendStart = rows->instant(row, 1);
        hold.tag = tagOf(*rows, row, 2);
        hold.database = rows->text(row, 5);
        hold.job = rows->text(row, 6);
        hold.runId = rows->text(row, 7);
        hold.takenAt = rows->instant(row, 8).value_or(base::Instant());
        hold.endedAt = rows->instant(row, 9);
        holds.push_back(std::move(hold));
    }
    return holds;
}

base::Result<std::vector<keys::KnownName>> readRegisteredNames(Session& session, const base::Waiting& waiting) {
    const auto rows = session.exec("select name, scheme, coalesce(template, ''), coalesce(database, ''), classid, objid,"
                                   " objsubid, (extract(epoch from expected_hold) * 1000000)::bigint, long_lived"
                                   " from latchboard.lock_name order by name, scheme",
                                   {}, {waiting});
    std::vector<keys::KnownName> names;
    if (!rows) {
        if (isWithoutSchema(rows.error()))
            return names;
        return base::Unexpected(rows.error());
    }
    for (int row = 0; row < rows->rows(); ++row) {
        keys::KnownName known;
        known.name = rows->text(row, 0);
        known.scheme = rows->text(row, 1);
        known.source = keys::NameSource::Database;
        known.templateText = rows->text(row, 2);
        known.database = rows->text(row, 3);
        if (!rows->isNull(row, 4) && !rows->isNull(row, 5) && !rows->isNull(row, 6))
            known.tag = tagOf(*rows, row, 4);
        if (!rows->isNull(row, 7))
            known.expectedHold = rows->micros(row, 7);
        known.longLived = rows->boolean(row, 8);
        names.push_back(std::move(known));
    }
    return names;
}

} // namespace latchboard::pg
