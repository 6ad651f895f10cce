// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_view.h"

#include <QTreeWidget>

namespace latchboard::console {

/// Who waits for whom: a root holds, its children wait for it. Items stay the same objects from look to look, by pid,
/// so that what is opened and selected stays so.
class WaitTree final : public QTreeWidget {
    Q_OBJECT
public:
    explicit WaitTree(QWidget* parent = nullptr);

    void setAnalysis(const locks::Analysis& analysis);
    /// 0 where none is.
    [[nodiscard]] int selectedPid() const;

Q_SIGNALS:
    void pidSelected(int pid);

private:
    void merge(QTreeWidgetItem* parent, const std::vector<locks::WaitNode>& nodes, const locks::Analysis& analysis,
               int depth);
};

} // namespace latchboard::console
