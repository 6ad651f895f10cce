// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/binary_copy.h"
#include "pg/run_session.h"
#include "pg/target_batch.h"
#include "pg/target_row.h"
#include "pg/transaction.h"
#include "sync/job.h"

#include <memory>

namespace latchboard::pg {

/// Writes the orders of one page into the user's table, in parts of one short transaction each.
///
/// A part is looked up first: by key and change time, and by content where those and the hash do not settle it. Only
/// what differs is sent again: few rows as arrays, many by COPY: new ones into the table itself where that can be, the
/// others into a table of the session. Rows that are the same are neither written nor locked. Our writers lock in one
/// order: first what is inserted, then what is there, each by key.
///
/// What the target refuses is found by halving, until it is too much. A part whose COMMIT is in doubt is looked
/// up by its token once the old backend is gone. Errors: those of session.h, LockLost, InDoubt. For one page and one
/// thread.
class TargetWriter {
public:
    /// Of one transaction at most. A row that is larger by itself makes a part of its own.
    static constexpr size_t kRowsAtOnce = 10'000;
    static constexpr size_t kBytesAtOnce = size_t{16} * 1024 * 1024;
    /// From so many rows on COPY is faster than arrays (measured: tests/bench).
    static constexpr size_t kCopiedFrom = 300;

    struct Target {
        const sync::Job& job;
        const std::string& runId;
        std::int64_t batch;
        TargetPlan plan;

        /// What the key's column "source" holds.
        [[nodiscard]] const std::string& sourceName() const {
            return job.target.sourceValue.empty() ? job.source.name : job.target.sourceValue;
        }
    };
    /// What is known of the session's staging table; kept from page to page.
    struct Staging {
        size_t values = 0;    ///< made for so many; 0: not yet
        bool refused = false; ///< the role may not make one
    };

    /// `counts` grows by what stands.
    TargetWriter(RunSession& session, const RetryPolicy& policy, Staging& staging, Target target,
                 sync::WriteCounts& counts);

    /// The error of the row at which more of the page is refused than may be: see sync::tooManyQuarantined().
    base::Result<void> write(const sync::Page& page);
    /// What could not be stored, with reasons; counted already.
    [[nodiscard]] const std::vector<sync::QuarantinedItem>& refused() const { return m_refused; }

private:
    using Rows = std::vector<const TargetRow*>;
    struct Sorted;
    struct Shipment;
    enum class Turn { First, Again };

    base::Result<void> writeRows(const Rows& rows);
    base::Result<void> writePart(const Rows& rows, Turn turn);
    base::Result<Sorted> look(const Rows& rows);
    base::Result<void> compare(Sorted& sorted, Rows rows);
    base::Result<void> lookForDeleted(Sorted& sorted);
    base::Result<void> apply(const Sorted& sorted, Rows& left);
    base::Result<void> applyOnce(const Sorted& sorted, const Shipment& shipment, std::int64_t part,
                                 sync::WriteCounts& counts, Rows& left);
    base::Result<std::unique_ptr<Shipment>> ship(const Sorted& sorted);
    base::Result<bool> isStaged(size_t rows);
    [[nodiscard]] std::optional<BinaryCopy> copyOfNew(const Rows& rows) const;
    void refuse(const sync::Order& order, std::string reason);
    [[nodiscard]] std::string whyNot(const TargetRow& row) const;
    [[nodiscard]] Param columnOf(const Rows& rows, size_t column) const;
    [[nodiscard]] Params keysOf(const Rows& rows) const;
    [[nodiscard]] Params valuesOf(const Rows& rows) const;
    [[nodiscard]] static Param timesOf(const Rows& rows);

    RunSession& m_session;
    const RetryPolicy& m_policy;
    Staging& m_staging;
    Target m_target;
    sync::WriteCounts& m_counts;
    std::vector<sync::QuarantinedItem> m_refused;
    std::int64_t m_part = 0;                           ///< number of the transaction in the page
    std::int64_t m_items = 0, m_quarantinedBefore = 0; ///< of the page, as it came
    bool m_othersInsert = false; ///< a key was there that had not been found: every insert asks from then on
};

} // namespace latchboard::pg
