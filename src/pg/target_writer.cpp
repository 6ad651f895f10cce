// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/target_writer.h"

#include "base/log.h"
#include "pg/column_fit.h"
#include "pg/in_doubt.h"
#include "pg/sqlstate.h"
#include "pg/staged_rows.h"
#include "pg/target_states.h"

#include <algorithm>
#include <deque>

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

/// How the rows of one transaction go to the server; where neither holds them, as arrays.
struct TargetWriter::Shipment {
    std::optional<BinaryCopy> copied; ///< the new rows, straight into the table
    std::optional<BinaryCopy> staged; ///< the new rows where they are not copied, then the changed ones
    size_t stagedBefore = 0;          ///< how many new rows come before the changed ones in the staging table
    std::string_view copiedBytes, stagedBytes;
};

namespace {

constexpr const char* kUniqueViolation = "23505";

std::int64_t count(const std::vector<const TargetRow*>& rows) {
    return static_cast<std::int64_t>(rows.size());
}

} // namespace

TargetWriter::TargetWriter(RunSession& session, const RetryPolicy& policy, Staging& staging, Target target,
                           WriteCounts& counts)
    : m_session(session), m_policy(policy), m_staging(staging), m_target(std::move(target)), m_counts(counts) {}

Result<void> TargetWriter::write(const sync::Page& page) {
    m_quarantinedBefore = static_cast<std::int64_t>(page.quarantined.size());
    m_items = static_cast<std::int64_t>(page.orders.size()) + m_quarantinedBefore;
    const TargetBatch batch = batchOf(page.orders);
    m_counts.same += batch.same;
    m_counts.stale += batch.stale;
    std::deque<TargetRow> made; // they stay where they are
    Rows part;
    size_t bytes = 0;
    const auto finish = [&]() -> Result<void> {
        auto written = writeRows(part);
        part.clear();
        made.clear();
        bytes = 0;
        return written;
    };
    for (const Order* order : batch.orders) {
        const TargetRow& row = made.emplace_back(m_target.plan, *order, m_target.sourceName());
        part.push_back(&row);
        bytes += row.bytes();
        if (part.size() == kRowsAtOnce || bytes >= kBytesAtOnce) {
            if (auto written = finish(); !written)
                return written;
        }
    }
    return finish();
}

Result<void> TargetWriter::writeRows(const Rows& rows) {
    if (rows.empty())
        return {};
    auto written = writePart(rows, Turn::First);
    if (written || !blamesData(written.error().sqlstate) || m_session.session() == nullptr)
        return written;
    if (rows.size() == 1) {
        const auto refused = m_quarantinedBefore + static_cast<std::int64_t>(m_refused.size()) + 1;
        if (sync::tooManyQuarantined(refused, m_items))
            return written;
        refuse(rows.front()->order(), written.error().message.englishUtf8());
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
    for (const TargetRow* row : left)
        refuse(row->order(), "the table threw the row away: a trigger of it returns null");
    return {};
}

Result<TargetWriter::Sorted> TargetWriter::look(const Rows& rows) {
    const TargetPlan& plan = m_target.plan;
    Params params = keysOf(rows);
    for (const auto& column : {plan.updated, plan.hash}) {
        if (column)
            params.push_back(columnOf(rows, *column));
    }
    const auto found = m_session.exec(plan.find, params, m_session.stoppable());
    if (!found)
        return Unexpected(found.error());
    const std::string letters = found->text(0, 0);
    Sorted sorted;
    Rows unknown;
    for (size_t i = 0; i < rows.size(); ++i) {
        const Order& order = rows[i]->order();
        const char letter = letters[i];
        if (order.gone && (letter == Found::kNone || !plan.marksDeleted || m_target.job.target.whenGone == "ignore")) {
            sorted.counts.same += 1;
        } else if (letter == Found::kStale) {
            sorted.counts.stale += 1;
        } else if (order.gone) {
            sorted.gone.push_back(rows[i]);
        } else if (letter == Found::kSame) {
            sorted.counts.same += 1;
        } else if (std::string why = whyNot(*rows[i]); !why.empty()) {
            sorted.refused.push_back({order.externalId, std::move(why), orderJson(order)});
            sorted.counts.quarantined += 1;
        } else {
            (letter == Found::kNone      ? sorted.fresh
             : letter == Found::kDiffers ? sorted.changed
                                         : unknown)
                .push_back(rows[i]);
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
    std::vector<std::string> heldBack;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (letters[i] == Found::kSame)
            sorted.counts.same += 1;
        else if (letters[i] == Found::kHeldBack)
            heldBack.push_back(rows[i]->order().externalId);
        else
            sorted.changed.push_back(rows[i]);
    }
    sorted.counts.stale += static_cast<std::int64_t>(heldBack.size());
    if (!heldBack.empty())
        base::log::warning("run " + m_target.runId + ": " + heldBackLine(m_target.job.target.states, heldBack));
    return {};
}

/// Whether there are deleted rows of what has no live one: they come back, or are as new themselves.
Result<void> TargetWriter::lookForDeleted(Sorted& sorted) {
    const TargetPlan& plan = m_target.plan;
    if (sorted.fresh.empty() || !plan.marksDeleted)
        return {};
    Params params = keysOf(sorted.fresh);
    params.push_back(timesOf(sorted.fresh));
    const auto found = m_session.exec(plan.findDeleted, params, m_session.stoppable());
    if (!found)
        return Unexpected(found.error());
    for (int i = 0; i < found->rows(); ++i) {
        const TargetRow*& row = sorted.fresh[static_cast<size_t>(found->integer(i, 0) - 1)];
        if (found->boolean(i, 2)) {
            sorted.counts.stale += 1;
            row = nullptr;
        } else if (plan.revives) {
            sorted.revived.push_back(row);
            sorted.revivedPlaces.emplace_back(found->text(i, 1));
            row = nullptr;
        }
    }
    std::erase(sorted.fresh, nullptr);
    return {};
}

/// The new rows in the table's own types; none where a value has no binary form.
std::optional<BinaryCopy> TargetWriter::copyOfNew(const Rows& rows) const {
    const TargetPlan& plan = m_target.plan;
    if (plan.copyNew.empty() || m_othersInsert || rows.size() < kCopiedFrom)
        return std::nullopt;
    std::optional<BinaryCopy> copy(std::in_place, plan.columns.size());
    for (const TargetRow* row : rows) {
        copy->beginRow();
        for (size_t column = 0; column < plan.columns.size(); ++column) {
            const std::string* value = row->value(column);
            if (value == nullptr)
                copy->addNull();
            else if (!copy->add(plan.columns[column].inTable.innerType, *value))
                return std::nullopt;
        }
    }
    return copy;
}

Result<std::unique_ptr<TargetWriter::Shipment>> TargetWriter::ship(const Sorted& sorted) {
    auto shipment = std::make_unique<Shipment>();
    shipment->copied = copyOfNew(sorted.fresh);
    if (shipment->copied)
        shipment->copiedBytes = shipment->copied->finished();
    else
        shipment->stagedBefore = sorted.fresh.size();
    const auto staged = isStaged(shipment->stagedBefore + sorted.changed.size());
    if (!staged)
        return Unexpected(staged.error());
    if (!*staged)
        return shipment;
    const size_t columns = m_target.plan.columns.size();
    BinaryCopy& copy = shipment->staged.emplace(columns + 1);
    int number = 0;
    const auto add = [&](const Rows& rows) {
        for (const TargetRow* row : rows) {
            copy.beginRow();
            copy.addInteger(++number);
            for (size_t column = 0; column < columns; ++column) {
                if (const std::string* value = row->value(column); value != nullptr)
                    copy.addText(*value);
                else
                    copy.addNull();
            }
        }
    };
    if (!shipment->copied)
        add(sorted.fresh);
    add(sorted.changed);
    shipment->stagedBytes = copy.finished();
    return shipment;
}

/// One transaction. `left` is what was sent and did not come to be: another program was there first, or a trigger threw
/// it away.
Result<void> TargetWriter::apply(const Sorted& sorted, Rows& left) {
    auto shipment = ship(sorted);
    if (!shipment)
        return Unexpected(shipment.error());
    const std::int64_t part = ++m_part;
    WriteCounts counts;
    RetryCounts retries;
    const auto body = [&] {
        counts = {};
        left.clear();
        return applyOnce(sorted, **shipment, part, counts, left);
    };
    auto done = transact(*m_session.session(), m_policy, retries, body);
    const bool wasAsNew = (*shipment)->copied || ((*shipment)->staged && !sorted.fresh.empty());
    if (!done && done.error().sqlstate == kUniqueViolation && wasAsNew && !m_othersInsert) {
        m_othersInsert = true;
        if (shipment = ship(sorted); !shipment)
            return Unexpected(shipment.error());
        done = transact(*m_session.session(), m_policy, retries, body);
    }
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

/// The statements of the transaction.
Result<void> TargetWriter::applyOnce(const Sorted& sorted, const Shipment& shipment, std::int64_t part,
                                     WriteCounts& counts, Rows& left) {
    Session& session = *m_session.session();
    const TargetPlan& plan = m_target.plan;
    const Call call = m_session.stoppable();
    std::int64_t sent = 0;
    const auto insert = [&](const Rows& some, size_t before) -> Result<void> {
        if (some.empty())
            return {};
        sent += count(some);
        const Params between = {before + 1, before + some.size()};
        const bool isFresh = &some == &sorted.fresh;
        const bool copied = isFresh && shipment.copied, staged = shipment.staged.has_value();
        const bool asNew = copied || (isFresh && staged && !m_othersInsert);
        const auto answer = copied   ? session.copyIn(plan.copyNew, shipment.copiedBytes, call)
                            : asNew  ? session.exec(plan.insertStaged, between, call)
                            : staged ? session.exec(plan.upsertStaged, between, call)
                                     : session.exec(plan.upsert, valuesOf(some), call);
        if (!answer)
            return Unexpected(answer.error());
        const std::int64_t written = asNew ? answer->affected() : answer->integer(0, 0);
        // A partitioned table does not tell; what was looked for and not there counts as new then.
        const std::int64_t created = asNew               ? written
                                     : plan.tellsInserts ? answer->integer(0, 1)
                                     : isFresh           ? written
                                                         : 0;
        counts.created += created;
        counts.changed += written - created;
        return {};
    };
    const auto update = [&](const Rows& some, const std::string& sql, Params params, Param last,
                            std::int64_t& counter) -> Result<void> {
        if (some.empty())
            return {};
        sent += count(some);
        params.push_back(std::move(last));
        const auto answer = session.exec(sql, params, call);
        if (!answer)
            return Unexpected(answer.error());
        counter += answer->affected();
        return {};
    };
    if (shipment.staged) {
        const std::string sql = "copy " + stagingTable(plan.columns.size()) + " from stdin (format binary)";
        if (const auto copy = session.copyIn(sql, shipment.stagedBytes, call); !copy)
            return Unexpected(copy.error());
    }
    if (auto done = insert(sorted.fresh, 0); !done)
        return done;
    const Param places = arrayLiteral(sorted.revivedPlaces);
    if (!sorted.gone.empty() || !sorted.revived.empty()) {
        Rows live = sorted.changed;
        live.insert(live.end(), sorted.gone.begin(), sorted.gone.end());
        std::sort(live.begin(), live.end(),
                  [](const TargetRow* a, const TargetRow* b) { return a->order().externalId < b->order().externalId; });
        if (const auto locked = session.exec(plan.lockLive, keysOf(live), call); !locked)
            return Unexpected(locked.error());
        Params deleted = keysOf(sorted.revived);
        deleted.push_back(places);
        if (const auto locked = session.exec(plan.lockDeleted, deleted, call); !locked)
            return Unexpected(locked.error());
    }
    if (auto done = insert(sorted.changed, shipment.stagedBefore); !done)
        return done;
    if (auto done = update(sorted.revived, plan.revive, valuesOf(sorted.revived), places, counts.changed); !done)
        return done;
    if (auto done = update(sorted.gone, plan.mark, keysOf(sorted.gone), timesOf(sorted.gone), counts.gone); !done)
        return done;
    if (const std::int64_t unwritten = sent - counts.created - counts.changed - counts.gone; unwritten > 0) {
        Rows all = sorted.fresh;
        for (const Rows* some : {&sorted.changed, &sorted.revived, &sorted.gone})
            all.insert(all.end(), some->begin(), some->end());
        const auto looked = look(all);
        if (!looked)
            return Unexpected(looked.error());
        // What is there now in the same or a newer state was brought there by another program.
        for (const Rows* some : {&looked->fresh, &looked->changed, &looked->gone})
            left.insert(left.end(), some->begin(), some->end());
        counts.stale += looked->counts.stale;
        counts.same += unwritten - count(left) - looked->counts.stale;
    }
    const auto token =
        session.exec("insert into latchboard.write_token (run_id, batch, part) values ($1, $2::bigint, $3::bigint)",
                     {m_target.runId, m_target.batch, part}, call);
    return token ? Result<void>() : Result<void>(Unexpected(token.error()));
}

/// Whether so many rows go by the staging table, which is made where it is not there yet.
Result<bool> TargetWriter::isStaged(size_t rows) {
    if (rows < kCopiedFrom || m_staging.refused)
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
std::string TargetWriter::whyNot(const TargetRow& row) const {
    const TargetPlan& plan = m_target.plan;
    for (size_t i = 0; i < plan.columns.size(); ++i) {
        const WriteColumn& column = plan.columns[i];
        const std::string* value = row.value(i);
        if (value == nullptr && column.notNull)
            return "column " + column.name + " must not be null";
        if (value != nullptr && !fitsColumn(column.inTable, *value))
            return "column " + column.name + " is too small for the value: digits or characters would be lost";
    }
    return {};
}

/// One column of the rows as an array.
Param TargetWriter::columnOf(const Rows& rows, size_t column) const {
    const TargetPlan& plan = m_target.plan;
    // Of what is gone only key and time count: the rest may not even have come.
    const bool content = column >= plan.keys && plan.updated != column;
    switch (plan.columns[column].array()) {
    case WriteColumn::Array::Instant:
        return timesOf(rows);
    case WriteColumn::Array::Bigint: {
        std::vector<std::optional<std::int64_t>> hashes;
        hashes.reserve(rows.size());
        for (const TargetRow* row : rows)
            hashes.push_back(row->order().gone ? std::nullopt : std::optional(row->hash()));
        return Param::bigints(hashes);
    }
    case WriteColumn::Array::Text:
        break;
    }
    std::vector<const std::string*> values;
    values.reserve(rows.size());
    for (const TargetRow* row : rows)
        values.push_back(row->order().gone && content ? nullptr : row->value(column));
    return Param::texts(values);
}

Params TargetWriter::keysOf(const Rows& rows) const {
    Params params;
    for (size_t column = 0; column < m_target.plan.keys; ++column)
        params.push_back(columnOf(rows, column));
    return params;
}

Params TargetWriter::valuesOf(const Rows& rows) const {
    Params params;
    for (size_t column = 0; column < m_target.plan.columns.size(); ++column)
        params.push_back(columnOf(rows, column));
    return params;
}

/// The source's change times.
Param TargetWriter::timesOf(const Rows& rows) {
    std::vector<std::optional<base::Instant>> times;
    times.reserve(rows.size());
    for (const TargetRow* row : rows)
        times.push_back(row->order().updatedAt);
    return Param::instants(times);
}

} // namespace latchboard::pg
