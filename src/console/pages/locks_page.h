// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/models/lock_model.h"
#include "console/pages/page.h"

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace latchboard::console {

class LockDetail;
class PageHeader;
class WaitTree;

/// The advisory locks of the server, live: a table or the tree of waits, and the detail of the selected one.
class LocksPage final : public Page {
    Q_OBJECT
public:
    LocksPage(Backend& backend, Display& display, QWidget* parent = nullptr);

    [[nodiscard]] bool showsLiveData() const override;
    /// Selects the first lock with this key, if it is shown.
    void selectKey(const keys::LockTag& tag);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeContent();
    void takeUpdate();
    void showState();
    void showSelected();
    void keepSelection();
    void holdOrder();
    void showCount();

    LockModel* m_model;
    PageHeader* m_header;
    QLineEdit* m_filter;
    QTableView* m_table;
    WaitTree* m_tree;
    QStackedWidget* m_views;
    QToolButton* m_asTable;
    QToolButton* m_asTree;
    QLabel* m_unsorted;
    QLabel* m_limits;
    LockDetail* m_detail;
    PageState* m_state;
    std::shared_ptr<const locks::Analysis> m_shown;
    bool m_hovered = false;
};

} // namespace latchboard::console
