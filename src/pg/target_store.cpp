// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_store.h"

#include "base/log.h"
#include "pg/in_doubt.h"
#include "pg/lock_attempts.h"
#include "pg/quarantine.h"
#include "pg/run_history.h"
#include "pg/sqlstate.h"
#include "pg/target_check.h"

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;
using sync::Order;
using sync::WriteCounts;

/// What is to be done with the rows of one transaction.
struct TargetStore::Sorted {
    Rows fresh;   ///< no live row
    Rows changed; ///< a live row that differs
    Rows gone;    ///< a live row to be marked
    Rows revived; ///< a deleted row that comes back
    std::vector<std::optional<std::string>> revivedPlaces;
    WriteCounts counts; ///< of rows that need no write
    std::vector<sync::QuarantinedItem> refused;

    [[nodiscard]] bool nothing() const { return fresh.empty() && changed.empty() && gone.empty() && revived.empty(); }
};

TargetStore::TargetStore(RunSession& session, const keys::LockTag& tag, RetryPolicy policy)
    : m_session(session), m_policy(std::move(policy)), m_tag(tag) {
    m_policy.waiting = m_session.waiting();
}

Result<void> TargetStore::check(const sync::Job& job) {
    Session* session = m_session.session();
    if (session == nullptr)
        return Unexpected(ErrorKind::LockLost, LB_TEXT("pg", "The run's session is closed, and its lock with it."));
    auto checked = checkTarget(*session, job.target, m_session.stoppable());
    return checked ? checked : Result<void>(Unexpected(RunSession::asLockLost(checked.error())));
}

Result<void> TargetStore::write(const sync::Job& job, const std::string& runId, std::int64_t batch,
                                const sync::Page& page, WriteCounts& counts) {
    const std::int64_t keptBefore = counts.quarantined;
    auto written = writePage(job, runId, batch, page, counts);
    if (!written)
        counts.quarantined = keptBefore; // they are kept at the end, all or none
    return written;
}

Result<void> TargetStore::writePage(const sync::Job& job, const std::string& runId, std::int64_t batch,
                                    const sync::Page& page, WriteCounts& counts) {
    Session* session = m_session.session();
    if (session == nullptr)
        return Unexpected(ErrorKind::LockLost, LB_TEXT("pg", "The run's session is closed, and its lock with it."));
    auto table = readTargetTable(*session, job.target, m_session.stoppable());
    if (!table)
        return Unexpected(RunSession::asLockLost(table.error()));
    if (!table->found) {
        return Unexpected(ErrorKind::SchemaMissing, LB_TEXT("pg", "The table %1 is not there.").arg(table->quoted));
    }
    PageWrite state{job, runId, batch, planTarget(job.target, *table), counts, page.quarantined, 0};
    counts.quarantined += static_cast<std::int64_t>(page.quarantined.size());
    const TargetBatch rows = batchOf(page.orders);
    counts.same += rows.same;
    counts.stale += rows.stale;
    for (size_t begin = 0; begin < rows.orders.size(); begin += kRowsAtOnce) {
        const size_t end = std::min(begin + kRowsAtOnce, rows.orders.size());
        const Rows part(rows.orders.begin() + static_cast<std::ptrdiff_t>(begin),
                        rows.orders.begin() + static_cast<std::ptrdiff_t>(end));
        if (auto written = writeRows(state, part); !written)
            return Unexpected(RunSession::asLockLost(written.error()));
    }
    if (state.refused.empty())
        return {};
    session = m_session.session(); // a COMMIT in doubt that stands leaves none
    if (session == nullptr)
        return Unexpected(ErrorKind::LockLost, LB_TEXT("pg", "The run's session is closed, and its lock with it."));
    if (auto kept = keepQuarantined(*session, job.name, runId, batch, state.refused, m_session.stoppable()); !kept)
        return Unexpected(RunSession::asLockLost(kept.error()));
    return {};
}

Result<void> TargetStore::writeRows(PageWrite& page, const Rows& rows) {
    if (rows.empty())
        return {};
    auto written = writeOnce(page, rows);
    if (written || !blamesData(written.error().sqlstate) || m_session.session() == nullptr)
        return written;
    if (rows.size() == 1) {
        sync::QuarantinedItem item;
        item.externalId = rows.front()->externalId;
        item.reason = written.error().message.englishUtf8();
        item.item = orderJson(*rows.front());
        page.refused.push_back(std::move(item));
        page.counts.quarantined += 1;
        return {};
    }
    const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2);
    if (auto first = writeRows(page, Rows(rows.begin(), middle)); !first)
        return first;
    return writeRows(page, Rows(middle, rows.end()));
}

Result<void> TargetStore::writeOnce(PageWrite& page, const Rows& rows) {
    auto sorted = probe(page, rows);
    if (!sorted)
        return Unexpected(sorted.error());
    if (!sorted->fresh.empty() && page.plan.marksDeleted) {
        if (auto looked = probeDeleted(page, *sorted); !looked)
            return looked;
    }
    if (!sorted->nothing()) {
        if (auto applied = apply(page, *sorted); !applied)
            return applied;
    }
    page.counts += sorted->counts;
    page.refused.insert(page.refused.end(), sorted->refused.begin(), sorted->refused.end());
    return {};
}

Params TargetStore::columnsOf(const PageWrite& page, const Rows& rows, size_t columns) const {
    Params params;
    for (size_t column = 0; column < columns; ++column) {
        std::vector<std::optional<std::string>> values;
        values.reserve(rows.size());
        // Of what is gone only key and time count: the rest may not even have come.
        const bool content = column >= page.plan.keys && page.plan.updated != column;
        for (const Order* order : rows)
            values.push_back(order->gone && content ? std::nullopt
                                                    : page.plan.valueOf(column, *order, page.sourceName()));
        params.emplace_back(arrayLiteral(values));
    }
    return params;
}

Result<TargetStore::Sorted> TargetStore::probe(PageWrite& page, const Rows& rows) {
    const TargetPlan& plan = page.plan;
    const auto found = m_session.exec(plan.probe, columnsOf(page, rows, plan.columns.size()), m_session.stoppable());
    if (!found)
        return Unexpected(found.error());
    Sorted sorted;
    const auto refuse = [&](const Order& order, const std::string& reason) {
        sorted.refused.push_back({order.externalId, reason, orderJson(order)});
        sorted.counts.quarantined += 1;
    };
    for (int i = 0; i < found->rows(); ++i) {
        const Order& order = *rows[static_cast<size_t>(found->integer(i, 0) - 1)];
        const bool live = found->boolean(i, 1), same = found->boolean(i, 2), stale = found->boolean(i, 3);
        if (order.gone) {
            if (!live || !plan.marksDeleted || page.job.target.whenGone == "ignore")
                sorted.counts.same += 1;
            else if (stale)
                sorted.counts.stale += 1;
            else
                sorted.gone.push_back(&order);
            continue;
        }
        if (!found->isNull(i, 4)) {
            refuse(order,
                   "column " + found->text(i, 4) + " is too small for the value: digits or characters would be lost");
            continue;
        }
        std::string missing;
        for (size_t column = 0; column < plan.columns.size() && missing.empty(); ++column) {
            if (plan.columns[column].notNull && !plan.valueOf(column, order, page.sourceName()))
                missing = plan.columns[column].name;
        }
        if (!missing.empty())
            refuse(order, "column " + missing + " must not be null");
        else if (!live)
            sorted.fresh.push_back(&order);
        else if (stale)
            sorted.counts.stale += 1;
        else if (same)
            sorted.counts.same += 1;
        else
            sorted.changed.push_back(&order);
    }
    return sorted;
}

Result<void> TargetStore::probeDeleted(PageWrite& page, Sorted& sorted) {
    const TargetPlan& plan = page.plan;
    Params params = columnsOf(page, sorted.fresh, plan.keys);
    std::vector<std::optional<std::string>> times;
    for (const Order* order : sorted.fresh)
        times.push_back(order->updatedAt ? std::optional(base::toRfc3339(*order->updatedAt)) : std::nullopt);
    params.emplace_back(arrayLiteral(times));
    const auto found = m_session.exec(plan.probeDeleted, params, m_session.stoppable());
    if (!found)
        return Unexpected(found.error());
    std::vector<const Order*> fresh = sorted.fresh;
    for (int i = 0; i < found->rows(); ++i) {
        const Order*& order = fresh[static_cast<size_t>(found->integer(i, 0) - 1)];
        if (found->boolean(i, 2)) {
            sorted.counts.stale += 1;
            order = nullptr;
        } else if (plan.revives) {
            sorted.revived.push_back(order);
            sorted.revivedPlaces.emplace_back(found->text(i, 1));
            order = nullptr;
        }
    }
    std::erase(fresh, nullptr);
    sorted.fresh = std::move(fresh);
    return {};
}

Result<void> TargetStore::apply(PageWrite& page, const Sorted& sorted) {
    Session& session = *m_session.session();
    const TargetPlan& plan = page.plan;
    const Call call = m_session.stoppable();
    Rows upserted = sorted.fresh;
    upserted.insert(upserted.end(), sorted.changed.begin(), sorted.changed.end());
    Rows all = upserted;
    all.insert(all.end(), sorted.revived.begin(), sorted.revived.end());
    all.insert(all.end(), sorted.gone.begin(), sorted.gone.end());
    const std::int64_t part = ++page.part;
    WriteCounts counts;
    Sorted left;
    const auto body = [&]() -> Result<void> {
        counts = {};
        left = {};
        std::int64_t unwritten = 0;
        const auto count = [&](const Result<QueryResult>& answer, size_t sent, std::int64_t& counter) -> Result<void> {
            if (!answer)
                return Unexpected(answer.error());
            counter += answer->affected();
            unwritten += static_cast<std::int64_t>(sent) - answer->affected();
            return {};
        };
        if (!upserted.empty()) {
            const auto answer = session.exec(plan.upsert, columnsOf(page, upserted, plan.columns.size()), call);
            std::int64_t written = 0;
            if (auto counted = count(answer, upserted.size(), written); !counted)
                return counted;
            for (int row = 0; row < answer->rows(); ++row)
                counts.created += answer->boolean(row, 0) ? 1 : 0;
            if (answer->rows() > 0 && answer->isNull(0, 0))
                counts.created = std::min(written, static_cast<std::int64_t>(sorted.fresh.size()));
            counts.changed = written - counts.created;
        }
        if (!sorted.revived.empty()) {
            Params params = columnsOf(page, sorted.revived, plan.columns.size());
            params.emplace_back(arrayLiteral(sorted.revivedPlaces));
            if (auto counted = count(session.exec(plan.revive, params, call), sorted.revived.size(), counts.changed);
                !counted)
                return counted;
        }
        if (!sorted.gone.empty()) {
            Params params = columnsOf(page, sorted.gone, plan.keys);
            std::vector<std::optional<std::string>> times;
            for (const Order* order : sorted.gone)
                times.push_back(order->updatedAt ? std::optional(base::toRfc3339(*order->updatedAt)) : std::nullopt);
            params.emplace_back(arrayLiteral(times));
            if (auto counted = count(session.exec(plan.mark, params, call), sorted.gone.size(), counts.gone); !counted)
                return counted;
        }
        if (unwritten > 0) {
            auto looked = probe(page, all);
            if (!looked)
                return Unexpected(looked.error());
            left = discarded(*looked);
            counts.same += unwritten - left.counts.quarantined;
            counts.quarantined += left.counts.quarantined;
        }
        const auto token =
            session.exec("insert into latchboard.write_token (run_id, batch, part) values ($1, $2::bigint, $3::bigint)",
                         {page.runId, page.batch, part}, call);
        return token ? Result<void>() : Result<void>(Unexpected(token.error()));
    };
    RetryCounts retries;
    const auto done = transact(session, m_policy, retries, body);
    page.counts.retries40001 += retries.serialization;
    page.counts.retries40P01 += retries.deadlock;
    if (!done) {
        if (done.error().kind != ErrorKind::InDoubt)
            return done;
        auto resolved = resolve(
            done.error(),
            "select 1 from latchboard.write_token where run_id = $1 and batch = $2::bigint and part = $3::bigint",
            {page.runId, page.batch, part});
        if (!resolved)
            return resolved;
    }
    page.counts += counts;
    page.refused.insert(page.refused.end(), left.refused.begin(), left.refused.end());
    return {};
}

/// Of rows that were sent and not written some were brought to the same or a newer state by another program in between.
/// What a second look would write again was thrown away by the table: a trigger that returns null does it without an
/// error.
TargetStore::Sorted TargetStore::discarded(const Sorted& looked) {
    Sorted left;
    for (const Rows* rows : {&looked.fresh, &looked.changed, &looked.revived, &looked.gone}) {
        for (const Order* order : *rows) {
            left.refused.push_back(
                {order->externalId, "the table threw the row away: a trigger of it returns null", orderJson(*order)});
            left.counts.quarantined += 1;
        }
    }
    return left;
}

/// Ok where the transaction stands. The session, and the lock with it, is gone on every path, so that nothing more is
/// written after this.
Result<void> TargetStore::resolve(const base::Error& doubt, const std::string& tokenSql, const Params& token) {
    const SessionIdentity old = m_session.identity();
    m_session.close();
    switch (resolveDoubt(m_session, old, tokenSql, token)) {
    case Doubt::Stands:
        base::log::warning("the answer to a COMMIT was lost; its token shows that it stands");
        return {};
    case Doubt::RolledBack:
        return Unexpected(ErrorKind::LockLost,
                          LB_TEXT("pg", "The session that holds the lock is gone; what it wrote last was rolled back."),
                          LB_TEXT("pg", "The next run begins the same window again."));
    case Doubt::Unknown:
        break;
    }
    return Unexpected(doubt);
}

Result<std::optional<base::Instant>> TargetStore::lastWindowEnd(const std::string& job) {
    const auto answer = m_session.exec(lastWindowEndSql(), {job}, m_session.stoppable());
    if (!answer)
        return Unexpected(answer.error());
    return answer->rows() == 0 ? std::nullopt : answer->instant(0, 0);
}

Result<std::optional<base::Instant>> TargetStore::lastSuccessStart(const std::string& job) {
    const auto answer =
        m_session.exec("select max(started_at) from latchboard.run where job = $1 and outcome = 'SUCCESS' "
                       "and trigger <> 'backfill' and not dry_run",
                       {job}, m_session.stoppable());
    if (!answer)
        return Unexpected(answer.error());
    return answer->instant(0, 0);
}

Result<std::int64_t> TargetStore::refusalsInARow(const std::string& job) {
    const auto answer =
        m_session.exec("select count(*) from latchboard.run where job = $1 and error_kind = 'source_auth' and "
                       "started_at > coalesce((select max(started_at) from latchboard.run where job = $1 and outcome = "
                       "'SUCCESS'), '-infinity')",
                       {job}, m_session.stoppable());
    if (!answer)
        return Unexpected(answer.error());
    return answer->integer(0, 0);
}

Result<void> TargetStore::closeWindow(const sync::Job& job, const std::string& runId, const sync::Interval& window) {
    Session* session = m_session.session();
    if (session == nullptr)
        return Unexpected(ErrorKind::LockLost, LB_TEXT("pg", "The run's session is closed, and its lock with it."));
    const Params params = {job.name, window.from, window.until, runId};
    RetryCounts retries;
    const auto done = transact(*session, m_policy, retries, [&]() -> Result<void> {
        const auto closed = session->exec("insert into latchboard.job_window (job, from_at, until_at, run_id) values "
                                          "($1, $2::timestamptz, $3::timestamptz, $4) on conflict do nothing",
                                          params, m_session.stoppable());
        return closed ? Result<void>() : Result<void>(Unexpected(closed.error()));
    });
    if (done)
        return {};
    if (done.error().kind != ErrorKind::InDoubt)
        return Unexpected(RunSession::asLockLost(done.error()));
    return resolve(done.error(),
                   "select 1 from latchboard.job_window where job = $1 and from_at = $2::timestamptz and "
                   "until_at = $3::timestamptz and run_id = $4",
                   params);
}

Result<void> TargetStore::onAnySession(const std::function<Result<void>(Session&)>& act) {
    if (Session* session = m_session.session(); session != nullptr && session->isAlive()) {
        if (session->transactionOpen())
            static_cast<void>(session->execSimple("rollback"));
        auto done = act(*session);
        // Both records are keyed by the run: writing one again that stands already changes nothing.
        if (done || (done.error().kind != ErrorKind::Connection && done.error().kind != ErrorKind::InDoubt))
            return done;
    }
    auto fresh = m_session.openFresh();
    if (!fresh)
        return Unexpected(fresh.error());
    return act(**fresh);
}

Result<void> TargetStore::record(const sync::RunRecord& run) {
    return onAnySession([&](Session& session) { return recordRun(session, run); });
}

Result<void> TargetStore::recordAttempt(const sync::RunRecord& run) {
    return onAnySession([&](Session& session) { return recordLockAttempt(session, run, m_tag, {}); });
}

} // namespace latchboard::pg
