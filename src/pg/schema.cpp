// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/schema.h"

#include "keys/derive.h"
#include "pg/transaction.h"

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

namespace {

constexpr const char* kMigrateLock = "latchboard-migrate";

int newest() {
    return migrations().back().version;
}

/// Applies what is missing, inside the open transaction that holds the lock.
Result<void> applyMissing(Session& session, const Call& call, MigrationReport& report) {
    // A role that may not create schemas can still use one that was made for it.
    auto there = session.exec("select 1 from pg_catalog.pg_namespace where nspname = 'latchboard'", {}, call);
    if (!there)
        return Unexpected(there.error());
    std::string sql;
    if (there->rows() == 0)
        sql = "create schema latchboard;";
    sql += "create table if not exists latchboard.schema_version ("
           "version int primary key, name text not null, applied_at timestamptz not null default clock_timestamp(), "
           "applied_by text not null default session_user)";
    auto made = session.execSimple("set local client_min_messages = warning;" + sql, call);
    if (!made)
        return Unexpected(made.error());
    auto version = session.exec("select coalesce(max(version), 0) from latchboard.schema_version", {}, call);
    if (!version)
        return Unexpected(version.error());
    report.from = report.to = static_cast<int>(version->integer(0, 0));
    if (report.from > newest()) {
        return Unexpected(ErrorKind::Database,
                          LB_TEXT("pg", "The schema latchboard has version %1; this program knows %2.")
                              .arg(report.from)
                              .arg(newest()),
                          LB_TEXT("pg", "Use a newer version of the program."));
    }
    for (const Migration& step : migrations()) {
        if (step.version <= report.from)
            continue;
        if (auto done = session.execSimple(step.sql, call); !done)
            return Unexpected(done.error());
        auto noted = session.exec("insert into latchboard.schema_version (version, name) values ($1::int, $2)",
                                  {step.version, step.name}, call);
        if (!noted)
            return Unexpected(noted.error());
        report.applied.push_back(step.version);
        report.to = step.version;
    }
    return {};
}

} // namespace

Result<MigrationReport> migrate(Session& session, const base::Waiting& waiting, base::Duration patience) {
    if (session.identity().inRecovery) {
        return Unexpected(
            ErrorKind::Refused,
            LB_TEXT("pg", "%1 is a standby: a schema can't be made there.").arg(session.identity().target),
            LB_TEXT("pg", "Migrate the primary; standbys follow it."));
    }
    const auto key = keys::derive(keys::kDefaultScheme, kMigrateLock);
    if (!key)
        return Unexpected(key.error());
    Call call;
    call.waiting = waiting;
    const base::SystemClock clock;
    const auto until = clock.monotonic() + patience;
    for (;;) {
        bool locked = false;
        MigrationReport report;
        RetryPolicy policy;
        policy.waiting = waiting;
        RetryCounts counts;
        const auto done = transact(session, policy, counts, [&]() -> Result<void> {
            report = {};
            // Transaction-level: given back by the commit, also where a pooler changes backends between transactions.
            auto tried =
                session.exec("select pg_catalog.pg_try_advisory_xact_lock($1::bigint)", {keys::bigintOf(*key)}, call);
            if (!tried)
                return Unexpected(tried.error());
            locked = tried->boolean(0, 0);
            return locked ? applyMissing(session, call, report) : Result<void>();
        });
        if (!done) {
            base::Error error = done.error();
            if (error.sqlstate == "42501")
                error.remedy = LB_TEXT("pg", "As an owner of the database: grant create on database %1 to %2.")
                                   .arg(quotedIdentifier(session.identity().database))
                                   .arg(quotedIdentifier(session.identity().user));
            return Unexpected(error);
        }
        if (locked)
            return report;
        if (clock.monotonic() >= until) {
            return Unexpected(ErrorKind::Database,
                              LB_TEXT("pg", "Another migration of the schema latchboard is still under way."),
                              LB_TEXT("pg", "Look at who holds the lock %1.").arg(kMigrateLock));
        }
        if (auto waited = clock.wait(std::chrono::milliseconds(100), waiting); !waited)
            return Unexpected(waited.error());
    }
}

Result<int> schemaVersion(Session& session, const base::Waiting& waiting) {
    Call call;
    call.waiting = waiting;
    auto there =
        session.exec("select 1 from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace "
                     "where n.nspname = 'latchboard' and c.relname = 'schema_version'",
                     {}, call);
    if (!there)
        return Unexpected(there.error());
    if (there->rows() == 0)
        return 0;
    auto version = session.exec("select coalesce(max(version), 0) from latchboard.schema_version", {}, call);
    if (!version)
        return Unexpected(version.error());
    return static_cast<int>(version->integer(0, 0));
}

} // namespace latchboard::pg
