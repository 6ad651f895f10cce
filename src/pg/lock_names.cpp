// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/lock_names.h"

#include "keys/pg_hash.h"

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

Result<std::vector<keys::KnownName>> readRegisteredNames(Session& session, const base::Waiting& waiting) {
    Call call;
    call.waiting = waiting;
    call.binary = true;
    const auto rows =
        session.exec("select name, scheme, coalesce(template, ''), coalesce(database, current_database()), classid, "
                     "objid, objsubid, "
                     "(extract(epoch from expected_hold) * 1000000)::bigint, long_lived from latchboard.lock_name "
                     "order by registered_at, name",
                     {}, call);
    if (!rows) {
        if (rows.error().kind == ErrorKind::SchemaMissing || rows.error().kind == ErrorKind::Privilege)
            return std::vector<keys::KnownName>();
        return Unexpected(rows.error());
    }
    std::vector<keys::KnownName> names;
    for (int i = 0; i < rows->rows(); ++i) {
        keys::KnownName name;
        name.name = rows->text(i, 0);
        name.scheme = rows->text(i, 1);
        name.source = keys::NameSource::Database;
        name.templateText = rows->text(i, 2);
        name.database = rows->text(i, 3);
        if (!rows->isNull(i, 4) && !rows->isNull(i, 5) && !rows->isNull(i, 6)) {
            keys::LockTag tag;
            tag.classid = static_cast<std::uint32_t>(rows->integer(i, 4));
            tag.objid = static_cast<std::uint32_t>(rows->integer(i, 5));
            tag.objsubid = static_cast<std::uint16_t>(rows->integer(i, 6));
            name.tag = tag;
        }
        if (!rows->isNull(i, 7))
            name.expectedHold = rows->micros(i, 7);
        name.longLived = rows->boolean(i, 8);
        names.push_back(std::move(name));
    }
    return names;
}

Result<void> registerName(Session& session, const keys::KnownName& name, const base::Waiting& waiting) {
    Call call;
    call.waiting = waiting;
    const auto orNull = [](const std::string& text) { return text.empty() ? Param(std::nullopt) : Param(text); };
    const auto part = [&](auto member) {
        return name.tag ? Param(static_cast<std::int64_t>((*name.tag).*member)) : Param(std::nullopt);
    };
    const auto written = session.exec(
        "insert into latchboard.lock_name (name, scheme, template, database, classid, objid, objsubid, expected_hold, "
        "long_lived) values ($1, $2, $3, $4, $5::bigint, $6::bigint, $7::int, $8::interval, $9::bool) "
        "on conflict (name, scheme) do update set template = excluded.template, database = excluded.database, "
        "classid = excluded.classid, objid = excluded.objid, objsubid = excluded.objsubid, "
        "expected_hold = excluded.expected_hold, long_lived = excluded.long_lived",
        {name.name, name.scheme.empty() ? std::string(keys::kDefaultScheme) : name.scheme, orNull(name.templateText),
         orNull(name.database), part(&keys::LockTag::classid), part(&keys::LockTag::objid),
         part(&keys::LockTag::objsubid), name.expectedHold, name.longLived},
        call);
    return written ? Result<void>() : Result<void>(Unexpected(written.error()));
}

Result<HashProbe> probeHashes(Session& session, const base::Waiting& waiting) {
    constexpr std::string_view kWord = "lock";
    Call call;
    call.waiting = waiting;
    const auto row =
        session.exec("select hashtext(w)::bigint, hashtextextended(w, 0), current_setting('server_encoding') "
                     "from (select $1::text) as probe(w)",
                     {std::string(kWord)}, call);
    if (!row)
        return Unexpected(row.error());
    HashProbe probe;
    probe.ascii =
        row->integer(0, 0) == keys::pgHashText(kWord) && row->integer(0, 1) == keys::pgHashTextExtended(kWord);
    probe.encoding = row->text(0, 2);
    return probe;
}

} // namespace latchboard::pg
