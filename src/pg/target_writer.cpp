// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_writer.h"

#include "base/log.h"
#include "pg/column_fit.h"
#include "pg/in_doubt.h"
#include "pg/sqlstate.h"
#include "pg/staged_rows.h"

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;
using sync::Order;
using sync::WriteCounts;
using Found = TargetPlan::Found;

/// What is to be done with the rows of one part.
struct TargetWriter::Sorted {
    Rows fresh;   ///< no live row
    Rows changed; ///< a live row that differs
    Rows gone;    ///< a live row to be marked
    Rows revived; ///< a deleted row that comes back
    std::vector<std::optional<std::string>> revivedPlaces;
    WriteCounts counts; ///< of rows that need no write
    std::vector<sync::QuarantinedItem> refused;

    [[nodiscard]] bool nothing() const { return fresh.empty() && changed.empty() && gone.empty() && revived.empty(); }
};

namespace {

size_t bytesOf(const Order& order) {
    size_t bytes = order.externalId.size();
    for (const auto& [name, value] : order.values)
        bytes += value ? value->size() : 0;
    return bytes;
}

std::int64_t count(const std::vector<const Order*>& rows) {
    return static_cast<std::int64_t>(rows.size());
}

} // namespace

TargetWriter::TargetWriter(RunSession& session, const RetryPolicy& policy, Staging& staging, Target target,
                           WriteCounts& counts)
    : m_session(session), m_policy(policy), m_staging(staging), m_target(std::move(target)), m_counts(counts) {}

Result<void> TargetWriter::write(const std::vector<Order>& orders) {
    const TargetBatch batch = batchOf(orders);
    m_counts.same += batch.same;
    m_counts.stale += batch.stale;
    Rows part;
    size_t bytes = 0;
    for (const Order* order : batch.orders) {
        const size_t more = bytesOf(*order);
        if (part.size() == kRowsAtOnce || (!part.empty() && bytes + more > kBytesAtOnce)) {
            if (auto written = writeRows(part); !written)
                return written;
            part.clear();
            bytes = 0;
        }
        part.push_back(order);
        bytes += more;
    }
    return writeRows(part);
}

Result<void> TargetWriter::writeRows(const Rows& rows) {
    if (rows.empty())
        return {};
    auto written = writePart(rows, Turn::First);
    if (written || !blamesData(written.error().sqlstate) || m_session.session() == nullptr)
        return written;
    if (rows.size() == 1) {
        refuse(*rows.front(), written.error().message.englishUtf8());
        return {};
    }
    const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2);
    if (auto first = writeRows(Rows(rows.begin(), middle)); !first)
        return first;
    return writeRows(Rows(middle, rows.end()));
}

Result<void> TargetWriter::writePart(const Rows& rows, Turn turn) {
    auto sorted = look(rows);
    if (!sorted)
        return Unexpected(sorted.error());
    if (auto looked = lookForDeleted(*sorted); !looked)
        return looked;
    Rows left;
    if (!sorted->nothing()) {
        if (auto applied = apply(*sorted, left); !applied)
            return applied;
    }
    m_counts += sorted->counts;
    m_refused.insert(m_refused.end(), sorted->refused.begin(), sorted->refused.end());
    if (left.empty())
        return {};
    if (turn == Turn::First && m_session.session() != nullptr)
        return writePart(left, Turn::Again);
    for (const Order* order : left)
        refuse(*order, "the table threw the row away: a trigger of it returns null");
    return {};
}

Result<TargetWriter::Sorted> TargetWriter::look(const Rows& rows) {
    const TargetPlan& plan = m_target.plan;
    Params params = keysOf(rows);
    for (const auto& column : {plan.updated, plan.hash}) {
        if (column)
            params.emplace_back(rowsAsLiteral(rows, *column));
    }
    const auto found = m_session.exec(plan.find, params, m_session.stoppable());
    if (!found)
        return Unexpected(found.error());
    const std::string letters = found->text(0, 0);
    Sorted sorted;
    Rows unknown;
    for (size_t i = 0; i < rows.size(); ++i) {
        const Order& order = *rows[i];
        const char letter = letters[i];
        if (order.gone && (letter == Found::kNone || !plan.marksDeleted || m_target.job.target.whenGone == "ignore")) {
            sorted.counts.same += 1;
        } else if (letter == Found::kStale) {
            sorted.counts.stale += 1;
        } else if (order.gone) {
            sorted.gone.push_back(&order);
        } else if (letter == Found::kSame) {
            sorted.counts.same += 1;
        } else if (std::string why = whyNot(order); !why.empty()) {
            sorted.refused.push_back({order.externalId, std::move(why), orderJson(order)});
            sorted.counts.quarantined += 1;
        } else {
            (letter == Found::kNone      ? sorted.fresh
             : letter == Found::kDiffers ? sorted.changed
                                         : unknown)
                .push_back(&order);
        }
    }
    if (auto compared = compare(sorted, std::move(unknown)); !compared)
        return Unexpected(compared.error());
    return sorted;
}

/// Sorts live rows by their content, which is sent for that.
Result<void> TargetWriter::compare(Sorted& sorted, Rows rows) {
    if (rows.empty())
        return {};
    const auto found = m_session.exec(m_target.plan.compare, valuesOf(rows), m_session.stoppable());
    if (!found)
        return Unexpected(found.error());
    const std::string letters = found->text(0, 0);
    for (size_t i = 0; i < rows.size(); ++i) {
        if (letters[i] == Found::kSame)
            sorted.counts.same += 1;
        else
            sorted.changed.push_back(rows[i]);
    }
    return {};
}

/// Whether there are deleted rows of what has no live one: they come back, or are as new themselves.
Result<void> TargetWriter::lookForDeleted(Sorted& sorted) {
    const TargetPlan& plan = m_target.plan;
    if (sorted.fresh.empty() || !plan.marksDeleted)
        return {};
    Params params = keysOf(sorted.fresh);
    params.emplace_back(timesOf(sorted.fresh));
    const auto found = m_session.exec(plan.findDeleted, params, m_session.stoppable());
    if (!found)
        return Unexpected(found.error());
    for (int i = 0; i < found->rows(); ++i) {
        const Order*& order = sorted.fresh[static_cast<size_t>(found->integer(i, 0) - 1)];
        if (found->boolean(i, 2)) {
            sorted.counts.stale += 1;
            order = nullptr;
        } else if (plan.revives) {
            sorted.revived.push_back(order);
            sorted.revivedPlaces.emplace_back(found->text(i, 1));
            order = nullptr;
        }
    }
    std::erase(sorted.fresh, nullptr);
    return {};
}

/// One transaction. `left` is what was sent and did not come to be: another program was there first, or a trigger threw
/// it away.
Result<void> TargetWriter::apply(const Sorted& sorted, Rows& left) {
    Session& session = *m_session.session();
    const TargetPlan& plan = m_target.plan;
    const Call call = m_session.stoppable();
    const auto staging = isStaged(sorted.fresh.size() + sorted.changed.size());
    if (!staging)
        return Unexpected(staging.error());
    StagedRows rows(plan.columns.size());
    if (*staging) {
        int number = 0;
        for (const Rows* part : {&sorted.fresh, &sorted.changed}) {
            for (const Order* order : *part) {
                rows.beginRow(++number);
                for (size_t column = 0; column < plan.columns.size(); ++column)
                    rows.add(plan.valueOf(column, *order, m_target.sourceName()));
            }
        }
    }
    const std::string_view copied = rows.finished();
    const std::int64_t part = ++m_part;
    const auto upsert = [&](const Rows& some, size_t before) {
        if (*staging)
            return session.exec(plan.upsertStaged, {before + 1, before + some.size()}, call);
        return session.exec(plan.upsert, valuesOf(some), call);
    };
    const auto places = arrayLiteral(sorted.revivedPlaces);
    WriteCounts counts;
    const auto body = [&]() -> Result<void> {
        counts = {};
        left.clear();
        std::int64_t sent = 0;
        const auto run = [&](const Rows& some, const std::string& sql, Params params, const std::string* last,
                             std::int64_t& counter) -> Result<void> {
            if (some.empty())
                return {};
            if (last != nullptr)
                params.emplace_back(*last);
            const auto answer = session.exec(sql, params, call);
            if (!answer)
                return Unexpected(answer.error());
            counter += answer->affected();
            sent += count(some);
            return {};
        };
        if (*staging) {
            // Rows are sorted by their key with their values beside it.
            if (const auto set = session.exec("set local work_mem = '64MB'", {}, call); !set)
                return Unexpected(set.error());
            const std::string sql = "copy " + stagingTable(plan.columns.size()) + " from stdin (format binary)";
            if (const auto copy = session.copyIn(sql, copied, call); !copy)
                return Unexpected(copy.error());
        }
        if (!sorted.fresh.empty()) {
            const auto answer = upsert(sorted.fresh, 0);
            if (!answer)
                return Unexpected(answer.error());
            const std::int64_t written = answer->integer(0, 0);
            counts.created += plan.tellsInserts ? answer->integer(0, 1) : written;
            counts.changed += written - counts.created;
            sent += count(sorted.fresh);
        }
        std::int64_t locked = 0;
        if (!sorted.gone.empty() || !sorted.revived.empty()) {
            Rows live = sorted.changed;
            live.insert(live.end(), sorted.gone.begin(), sorted.gone.end());
            if (auto done = run(live, plan.lockLive, keysOf(live), nullptr, locked); !done)
                return done;
            if (auto done = run(sorted.revived, plan.lockDeleted, keysOf(sorted.revived), &places, locked); !done)
                return done;
            sent -= count(live) + count(sorted.revived);
        }
        if (!sorted.changed.empty()) {
            const auto answer = upsert(sorted.changed, sorted.fresh.size());
            if (!answer)
                return Unexpected(answer.error());
            counts.created += answer->integer(0, 1); // deleted by another program since they were looked up
            counts.changed += answer->integer(0, 0) - answer->integer(0, 1);
            sent += count(sorted.changed);
        }
        if (auto done = run(sorted.revived, plan.revive, valuesOf(sorted.revived), &places, counts.changed); !done)
            return done;
        const std::string times = timesOf(sorted.gone);
        if (auto done = run(sorted.gone, plan.mark, keysOf(sorted.gone), &times, counts.gone); !done)
            return done;
        if (sent > counts.created + counts.changed + counts.gone) {
            Rows all = sorted.fresh;
            for (const Rows* some : {&sorted.changed, &sorted.revived, &sorted.gone})
                all.insert(all.end(), some->begin(), some->end());
            const auto looked = look(all);
            if (!looked)
                return Unexpected(looked.error());
            // What is there now in the same or a newer state was brought there by another program.
            for (const Rows* some : {&looked->fresh, &looked->changed, &looked->gone})
                left.insert(left.end(), some->begin(), some->end());
            counts.same += sent - counts.created - counts.changed - counts.gone - count(left);
        }
        const auto token =
            session.exec("insert into latchboard.write_token (run_id, batch, part) values ($1, $2::bigint, $3::bigint)",
                         {m_target.runId, m_target.batch, part}, call);
        return token ? Result<void>() : Result<void>(Unexpected(token.error()));
    };
    RetryCounts retries;
    const auto done = transact(session, m_policy, retries, body);
    m_counts.retries40001 += retries.serialization;
    m_counts.retries40P01 += retries.deadlock;
    if (!done) {
        if (done.error().kind != ErrorKind::InDoubt)
            return done;
        auto settled = settleDoubt(
            m_session, done.error(),
            "select 1 from latchboard.write_token where run_id = $1 and batch = $2::bigint and part = $3::bigint",
            {m_target.runId, m_target.batch, part});
        if (!settled)
            return settled;
    }
    m_counts += counts;
    return {};
}

/// Whether so many rows go by the staging table, which is made where it is not there yet.
Result<bool> TargetWriter::isStaged(size_t rows) {
    if (rows < kStagedFrom || m_staging.refused)
        return false;
    const size_t values = m_target.plan.columns.size();
    if (m_staging.values == values)
        return true;
    const auto made = m_session.session()->execSimple(makeStagingTable(values), m_session.stoppable());
    if (!made) {
        if (made.error().kind != ErrorKind::Privilege && made.error().kind != ErrorKind::Database)
            return Unexpected(made.error());
        m_staging.refused = true;
        base::log::info("rows go as arrays: no temporary table can be made here: " +
                        made.error().message.englishUtf8());
        return false;
    }
    m_staging.values = values;
    return true;
}

void TargetWriter::refuse(const Order& order, std::string reason) {
    m_refused.push_back({order.externalId, std::move(reason), orderJson(order)});
    m_counts.quarantined += 1;
}

/// Why the row can't be written, or nothing; what only the server can tell is left to it.
std::string TargetWriter::whyNot(const Order& order) const {
    const TargetPlan& plan = m_target.plan;
    for (size_t i = 0; i < plan.columns.size(); ++i) {
        const WriteColumn& column = plan.columns[i];
        if (!column.notNull && column.inTable.innerModifier < 0)
            continue;
        const auto value = plan.valueOf(i, order, m_target.sourceName());
        if (!value && column.notNull)
            return "column " + column.name + " must not be null";
        if (value && !fitsColumn(column.inTable, *value))
            return "column " + column.name + " is too small for the value: digits or characters would be lost";
    }
    return {};
}

/// One column of the rows as a text[].
std::string TargetWriter::rowsAsLiteral(const Rows& rows, size_t column) const {
    const TargetPlan& plan = m_target.plan;
    std::vector<std::optional<std::string>> values;
    values.reserve(rows.size());
    // Of what is gone only key and time count: the rest may not even have come.
    const bool content = column >= plan.keys && plan.updated != column;
    for (const Order* order : rows)
        values.push_back(order->gone && content ? std::nullopt : plan.valueOf(column, *order, m_target.sourceName()));
    return arrayLiteral(values);
}

Params TargetWriter::keysOf(const Rows& rows) const {
    Params params;
    for (size_t column = 0; column < m_target.plan.keys; ++column)
        params.emplace_back(rowsAsLiteral(rows, column));
    return params;
}

Params TargetWriter::valuesOf(const Rows& rows) const {
    Params params;
    for (size_t column = 0; column < m_target.plan.columns.size(); ++column)
        params.emplace_back(rowsAsLiteral(rows, column));
    return params;
}

std::string TargetWriter::timesOf(const Rows& rows) {
    std::vector<std::optional<std::string>> times;
    times.reserve(rows.size());
    for (const Order* order : rows)
        times.push_back(order->updatedAt ? std::optional(base::toRfc3339(*order->updatedAt)) : std::nullopt);
    return arrayLiteral(times);
}

} // namespace latchboard::pg
