// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/signal.h"

#include "base/clock.h"

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

namespace {

constexpr base::Duration kBetweenLooks = std::chrono::milliseconds(50);

/// Whether pid $1 holds the advisory lock $2, $3, $4.
constexpr const char* kHolds =
    "select 1 from pg_catalog.pg_lock_status() l where l.locktype = 'advisory' and l.granted and l.pid = $1::int and "
    "l.classid = $2::oid and l.objid = $3::oid and l.objsubid = $4::smallint";

Params keyParams(const SignalTarget& target) {
    Params params = {target.pid};
    if (target.key) {
        params.push_back(target.key->classid);
        params.push_back(target.key->objid);
        params.push_back(static_cast<int>(target.key->objsubid));
    }
    return params;
}

base::Error refused(base::Text message, base::Text remedy = {}) {
    return base::makeError(ErrorKind::Refused, std::move(message), std::move(remedy));
}

base::Text lookAgain() {
    return LB_TEXT("pg", "Nothing was done. Look again: latchctl locks.");
}

/// The guards, each with its words; ok where all let the act pass.
Result<void> guard(const QueryResult& row, Signal signal, const SignalTarget& target, const std::string& ourUser) {
    if (row.rows() == 0 || row.isNull(0, 0))
        return Unexpected(
            refused(LB_TEXT("pg", "There is no session with pid %1 any more.").arg(target.pid), lookAgain()));
    if (row.boolean(0, 1))
        return Unexpected(refused(LB_TEXT("pg", "Pid %1 is this program's own session.").arg(target.pid)));
    const auto start = row.instant(0, 2);
    if (!start)
        return Unexpected(base::makeError(
            ErrorKind::Privilege,
            LB_TEXT("pg", "When the session of pid %1 began is hidden from the role %2, so that it can't be told from "
                          "another session of that pid.")
                .arg(target.pid)
                .arg(ourUser),
            LB_TEXT("pg", "GRANT pg_monitor TO %1.").arg(quotedIdentifier(ourUser))));
    if (*start != target.backendStart)
        return Unexpected(refused(LB_TEXT("pg", "The session has changed: pid %1 is now one that began at %2, and not "
                                                "the one of %3.")
                                      .arg(target.pid)
                                      .arg(base::toRfc3339(*start))
                                      .arg(base::toRfc3339(target.backendStart)),
                                  lookAgain()));
    if (row.text(0, 3) != "client backend")
        return Unexpected(refused(LB_TEXT("pg", "Pid %1 is a %2 of the server and no client's session.")
                                      .arg(target.pid)
                                      .arg(row.text(0, 3))));
    if (target.key && !row.boolean(0, 4))
        return Unexpected(refused(
            LB_TEXT("pg", "Pid %1 does not hold the lock %2 any more.").arg(target.pid).arg(keys::keyText(*target.key)),
            lookAgain()));
    const std::string state = row.text(0, 5);
    if (signal == Signal::Cancel && state != "active")
        return Unexpected(refused(
            LB_TEXT("pg", "Pid %1 is %2: there is no statement to cancel. The server would answer \"done\" and free "
                          "nothing.")
                .arg(target.pid)
                .arg(state.empty() ? "hidden" : state),
            LB_TEXT("pg", "What an idle session holds is freed by its client, or by ending the session.")));
    return {};
}

/// $1 pid; with a key $2..$4. One row with nulls where there is no such session.
std::string guardSql(const SignalTarget& target) {
    return "select a.pid, a.pid = pg_catalog.pg_backend_pid(), a.backend_start, a.backend_type, " +
           (target.key ? "exists (" + std::string(kHolds) + ")" : std::string("true")) +
           ", a.state from (values (1)) v left join pg_catalog.pg_stat_get_activity($1::int) a on true";
}

Call binaryCall(const base::Waiting& waiting) {
    Call call;
    call.waiting = waiting;
    call.binary = true;
    return call;
}

Result<void> checkTarget(Session& session, Signal signal, const SignalTarget& target, const base::Waiting& waiting) {
    const auto row = session.exec(guardSql(target), keyParams(target), binaryCall(waiting));
    if (!row)
        return Unexpected(row.error());
    return guard(*row, signal, target, session.identity().user);
}

/// 42501 in words that say which right is missing (PostgreSQL documentation, "Server Signaling Functions").
base::Error withoutRight(Session& session, const SignalTarget& target, const base::Error& error,
                         const base::Waiting& waiting) {
    const auto owner = session.exec("select r.rolname, r.rolsuper from pg_catalog.pg_stat_get_activity($1::int) a join "
                                    "pg_catalog.pg_roles r on r.oid = a.usesysid",
                                    {target.pid}, {waiting});
    if (!owner || owner->rows() == 0)
        return error;
    const std::string us = quotedIdentifier(session.identity().user), them = quotedIdentifier(owner->text(0, 0));
    base::Error told = owner->boolean(0, 1)
                           ? base::makeError(ErrorKind::Privilege,
                                             LB_TEXT("pg", "Pid %1 is a session of the superuser %2, which only a "
                                                           "superuser may signal; the role here is %3.")
                                                 .arg(target.pid)
                                                 .arg(them)
                                                 .arg(us),
                                             LB_TEXT("pg", "Ask a superuser."))
                           : base::makeError(ErrorKind::Privilege,
                                             LB_TEXT("pg", "Pid %1 is a session of the role %2, which the role %3 may "
                                                           "not signal.")
                                                 .arg(target.pid)
                                                 .arg(them)
                                                 .arg(us),
                                             LB_TEXT("pg", "GRANT pg_signal_backend TO %1.").arg(us));
    told.sqlstate = error.sqlstate;
    return told;
}

keys::LockTag tagAt(const QueryResult& rows, int i) {
    return {static_cast<std::uint32_t>(rows.integer(i, 0)), static_cast<std::uint32_t>(rows.integer(i, 1)),
            static_cast<std::uint16_t>(rows.integer(i, 2))};
}

} // namespace

const char* signalName(Signal signal) {
    return signal == Signal::Cancel ? "cancel" : "terminate";
}

Result<SignalOutlook> lookAtTarget(Session& session, Signal signal, const SignalTarget& target,
                                   const base::Waiting& waiting) {
    if (auto passes = checkTarget(session, signal, target, waiting); !passes)
        return Unexpected(passes.error());
    const Call call = binaryCall(waiting);
    const auto row = session.exec(
        "select a.datid, coalesce(d.datname, ''), coalesce(r.rolname, ''), coalesce(a.application_name, ''), "
        "coalesce(pg_catalog.host(a.client_addr), ''), coalesce(a.state, ''), a.xact_start, a.backend_xid is not null, "
        "coalesce(a.wait_event_type, '') = 'Lock' from pg_catalog.pg_stat_get_activity($1::int) a "
        "left join pg_catalog.pg_database d on d.oid = a.datid left join pg_catalog.pg_roles r on r.oid = a.usesysid",
        {target.pid}, call);
    if (!row)
        return Unexpected(row.error());
    if (row->rows() == 0)
        return Unexpected(
            refused(LB_TEXT("pg", "There is no session with pid %1 any more.").arg(target.pid), lookAgain()));
    SignalOutlook outlook;
    outlook.databaseOid = static_cast<std::uint32_t>(row->integer(0, 0));
    outlook.database = row->text(0, 1);
    outlook.user = row->text(0, 2);
    outlook.application = row->text(0, 3);
    outlook.client = row->text(0, 4);
    outlook.state = row->text(0, 5);
    outlook.transactionStart = row->instant(0, 6);
    outlook.hasWritten = row->boolean(0, 7);
    outlook.waits = row->boolean(0, 8);
    const auto keys = session.exec("select distinct l.classid, l.objid, l.objsubid from pg_catalog.pg_lock_status() l "
                                   "where l.locktype = 'advisory' and l.granted and l.pid = $1::int order by 1, 2, 3",
                                   {target.pid}, call);
    if (!keys)
        return Unexpected(keys.error());
    for (int i = 0; i < keys->rows(); ++i) {
        if (const keys::LockTag tag = tagAt(*keys, i); !target.key || tag != *target.key)
            outlook.otherKeys.push_back(tag);
    }
    const auto waiters =
        session.exec("select a.pid from pg_catalog.pg_stat_get_activity(null) a where "
                     "a.wait_event_type = 'Lock' and $1::int = any(pg_catalog.pg_blocking_pids(a.pid)) "
                     "order by 1",
                     {target.pid}, call);
    if (!waiters)
        return Unexpected(waiters.error());
    for (int i = 0; i < waiters->rows(); ++i)
        outlook.waiters.push_back(static_cast<int>(waiters->integer(i, 0)));
    return outlook;
}

Result<void> sendSignal(Session& session, Signal signal, const SignalTarget& target, const base::Waiting& waiting) {
    const bool terminates = signal == Signal::Terminate;
    const std::string start = "$" + std::to_string(target.key ? 5 : 2) + "::timestamptz";
    std::string sql;
    if (target.key)
        sql = "with held as materialized (" + std::string(kHolds) + " limit 1) ";
    sql += std::string("select pg_catalog.") + (terminates ? "pg_terminate_backend" : "pg_cancel_backend") +
           "(a.pid) from pg_catalog.pg_stat_get_activity($1::int) a where a.backend_start = " + start +
           " and a.backend_type = 'client backend' and a.pid <> pg_catalog.pg_backend_pid()";
    if (target.key)
        sql += " and exists (select from held)";
    if (!terminates)
        sql += " and a.state = 'active'";
    Params params = keyParams(target);
    params.push_back(target.backendStart);
    const auto sent = session.exec(sql, params, {waiting});
    if (!sent)
        return Unexpected(sent.error().kind == ErrorKind::Privilege
                              ? withoutRight(session, target, sent.error(), waiting)
                              : sent.error());
    if (sent->rows() > 0 && sent->boolean(0, 0))
        return {};
    // One of the guards held it back; which one is asked for the words.
    if (auto passes = checkTarget(session, signal, target, waiting); !passes)
        return passes;
    return Unexpected(
        refused(LB_TEXT("pg", "The session of pid %1 was just changing: the signal was not sent.").arg(target.pid),
                lookAgain()));
}

Result<SignalResult> awaitSignal(Session& session, Signal signal, const SignalTarget& target,
                                 const SignalOutlook& before, base::Duration patience, const base::Waiting& waiting) {
    const base::SystemClock clock;
    const auto until = std::chrono::steady_clock::now() + patience;
    SignalResult result;
    for (;;) {
        const auto row = session.exec("select a.state = 'active' from pg_catalog.pg_stat_get_activity($1::int) a where "
                                      "a.backend_start = $2::timestamptz",
                                      {target.pid, target.backendStart}, {waiting});
        if (!row)
            return Unexpected(row.error());
        result.ended = row->rows() == 0 || (signal == Signal::Cancel && !row->boolean(0, 0));
        if (result.ended || std::chrono::steady_clock::now() >= until)
            break;
        if (auto waited = clock.wait(kBetweenLooks, waiting); !waited)
            return Unexpected(waited.error());
    }
    if (!target.key)
        return result;
    const auto holders = session.exec(
        "select coalesce(l.pid, 0), coalesce(a.application_name, ''), coalesce(r.rolname, ''), "
        "coalesce(l.pid = $5::int and a.backend_start = $6::timestamptz, false) from pg_catalog.pg_lock_status() l "
        "left "
        "join pg_catalog.pg_stat_get_activity(null) a on a.pid = l.pid left join pg_catalog.pg_roles r on r.oid = "
        "a.usesysid where l.locktype = 'advisory' and l.granted and l.database = $1::oid and l.classid = $2::oid and "
        "l.objid = $3::oid and l.objsubid = $4::smallint order by 4 desc, 1",
        {before.databaseOid, target.key->classid, target.key->objid, static_cast<int>(target.key->objsubid), target.pid,
         target.backendStart},
        {waiting});
    if (!holders)
        return Unexpected(holders.error());
    result.released = true;
    for (int i = 0; i < holders->rows(); ++i) {
        if (holders->boolean(i, 3))
            result.released = false;
        else if (!result.nextHolder)
            result.nextHolder =
                NextHolder{static_cast<int>(holders->integer(i, 0)), holders->text(i, 1), holders->text(i, 2)};
    }
    return result;
}

} // namespace latchboard::pg
