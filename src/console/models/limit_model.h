// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/limits.h"
#include "console/models/keyed_table_model.h"
#include "console/text/display.h"
#include "console/text/words.h"

namespace latchboard::console {

/// The rate-limit buckets, one row each. Countdowns run by the database's clock.
class LimitModel final : public KeyedTableModel<Limit, std::string> {
    Q_OBJECT
public:
    enum Column { Bucket, State, NextCall, WaitsFor, Left, Pace, LastStatus, Grants, Refusals, ColumnCount };

    explicit LimitModel(Display& display, QObject* parent = nullptr);

    void setUpdate(const LimitsUpdate& update);
    [[nodiscard]] base::Instant databaseNow() const { return m_display.now() + m_offset; }
    /// Redraws the countdowns.
    void countDown() { announceColumn(NextCall); }

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] std::string keyOf(const Limit& row) const override { return row.bucket; }
    [[nodiscard]] bool same(const Limit& a, const Limit& b) const override { return a == b; }
    [[nodiscard]] int compare(const Limit& a, const Limit& b, int column) const override;
    [[nodiscard]] QString text(const Limit& row, int column) const;
    [[nodiscard]] QString toolTip(const Limit& row, int column) const;

    Display& m_display;
    base::Duration m_offset{0};
};

[[nodiscard]] Sign signOf(Limit::State state);
/// What it waits for, in words: the reason, a person's own words, or nothing.
[[nodiscard]] QString waitReason(const Limit& limit);
/// How its calls are counted, in words.
[[nodiscard]] QString paceText(const Limit& limit);
/// "400 of 1,000"; nothing where calls are spaced only.
[[nodiscard]] QString leftText(const Limit& limit);

} // namespace latchboard::console
