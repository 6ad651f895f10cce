// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/models/keyed_table_model.h"
#include "console/text/display.h"
#include "locks/lock_view.h"

namespace latchboard::console {

/// The advisory locks of the last look, one row a lock and backend. Rows keep their identity (LockId) from look to
/// look.
class LockModel final : public KeyedTableModel<locks::LockView, locks::LockId> {
    Q_OBJECT
public:
    enum Column { Verdict, Name, Level, Holder, Client, State, HeldFor, Waiters, ColumnCount };

    explicit LockModel(Display& display, QObject* parent = nullptr);

    /// A new look. Ages count by the server's clock, from the time it gave for this look.
    void setAnalysis(const locks::Analysis& analysis);
    /// While nothing answers, ages stand still: "at least" is only known up to the last look.
    void setStale(bool stale);
    /// Rows whose name, key, holder, client, state or verdict contain the text, in any case of letters.
    void setFilterText(const QString& text);
    [[nodiscard]] base::Instant serverNow() const;

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] locks::LockId keyOf(const locks::LockView& row) const override { return row.id; }
    [[nodiscard]] bool same(const locks::LockView& a, const locks::LockView& b) const override;
    [[nodiscard]] bool accepts(const locks::LockView& row) const override;
    [[nodiscard]] int compare(const locks::LockView& a, const locks::LockView& b, int column) const override;
    [[nodiscard]] QString text(const locks::LockView& row, int column) const;
    [[nodiscard]] QString toolTip(const locks::LockView& row, int column) const;

    Display& m_display;
    QString m_filter;
    base::Instant m_takenAt;
    base::Duration m_offset{0}; ///< the server's clock less ours
    bool m_stale = false;
};

/// Nothing of the two that a person can see differs.
[[nodiscard]] bool sameLock(const locks::LockView& a, const locks::LockView& b);
/// The key and name for a tooltip: every name that fits, decimal, hexadecimal, classid and objid.
[[nodiscard]] QString keyToolTip(const locks::LockView& row);

} // namespace latchboard::console
