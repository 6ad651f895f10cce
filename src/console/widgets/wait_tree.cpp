// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/widgets/wait_tree.h"

#include "console/text/format.h"
#include "console/text/words.h"

#include <QHeaderView>

namespace latchboard::console {
namespace {

constexpr int kPidRole = Qt::UserRole + 1;
/// A cycle of waits ends here; PostgreSQL breaks one after deadlock_timeout.
constexpr int kDeepest = 40;

const locks::LockView* lockOfPid(const locks::Analysis& analysis, int pid, bool waiting) {
    for (const locks::LockView& lock : analysis.locks) {
        if (lock.lock.pid == pid && lock.id.granted != waiting && (waiting || !lock.blocks.empty())) {
            return &lock;
        }
    }
    for (const locks::LockView& lock : analysis.locks) {
        if (lock.lock.pid == pid) {
            return &lock;
        }
    }
    return nullptr;
}

QString onWhat(const locks::LockView& lock) {
    return lock.id.lockType == "advisory"
               ? toQt(lock.title())
               : QStringLiteral("%1 %2").arg(toQt(lock.lock.lockType), toQt(lock.lock.relation));
}

} // namespace

WaitTree::WaitTree(QWidget* parent) : QTreeWidget(parent) {
    setHeaderLabels({tr("Backend"), tr("Holds or waits for"), tr("State"), tr("Waits behind it")});
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(1, QHeaderView::Stretch);
    setColumnWidth(0, 300);
    setColumnWidth(2, 160);
    headerItem()->setTextAlignment(3, Qt::AlignRight | Qt::AlignVCenter);
    setAccessibleName(tr("Tree of waits"));
    connect(this, &QTreeWidget::currentItemChanged, this, [this] { Q_EMIT pidSelected(selectedPid()); });
}

void WaitTree::setAnalysis(const locks::Analysis& analysis) {
    merge(invisibleRootItem(), locks::waitForest(analysis), analysis, 0);
}

int WaitTree::selectedPid() const {
    return currentItem() == nullptr ? 0 : currentItem()->data(0, kPidRole).toInt();
}

void WaitTree::merge(QTreeWidgetItem* parent, const std::vector<locks::WaitNode>& nodes,
                     const locks::Analysis& analysis, int depth) {
    if (depth > kDeepest) {
        return;
    }
    for (int row = parent->childCount() - 1; row >= 0; --row) {
        const int pid = parent->child(row)->data(0, kPidRole).toInt();
        if (std::none_of(nodes.begin(), nodes.end(), [pid](const locks::WaitNode& node) { return node.pid == pid; })) {
            delete parent->takeChild(row);
        }
    }
    for (const locks::WaitNode& node : nodes) {
        QTreeWidgetItem* item = nullptr;
        for (int row = 0; row < parent->childCount() && item == nullptr; ++row) {
            if (parent->child(row)->data(0, kPidRole).toInt() == node.pid) {
                item = parent->child(row);
            }
        }
        const bool fresh = item == nullptr;
        if (fresh) {
            item = new QTreeWidgetItem(parent);
            item->setData(0, kPidRole, node.pid);
            item->setTextAlignment(3, Qt::AlignRight | Qt::AlignVCenter);
        }
        const locks::LockView* lock = lockOfPid(analysis, node.pid, depth > 0);
        item->setText(0, lock != nullptr ? holderText(*lock) : QString::number(node.pid));
        if (lock != nullptr) {
            //: A backend in the tree of waits; %1 is a lock's name
            item->setText(1,
                          lock->id.granted ? tr("holds %1").arg(onWhat(*lock)) : tr("waits for %1").arg(onWhat(*lock)));
            item->setText(2, lock->holder ? sessionStateWord(lock->holder->state) : QString());
        }
        item->setText(3, node.victims > 0 ? numberText(node.victims) : QString());
        merge(item, node.children, analysis, depth + 1);
        if (fresh) {
            item->setExpanded(true);
        }
    }
}

} // namespace latchboard::console
