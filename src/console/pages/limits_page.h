// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/pages/page.h"

#include <QTimer>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;

namespace latchboard::console {

class LimitModel;
class PageHeader;

/// The rate-limit buckets with their countdowns, and pause and resume with a reason.
class LimitsPage final : public Page {
    Q_OBJECT
public:
    LimitsPage(Backend& backend, Display& display, QWidget* parent = nullptr);

    [[nodiscard]] bool showsLiveData() const override;

private:
    QWidget* makeContent();
    void takeUpdate();
    void showState();
    void showActs();
    [[nodiscard]] static QString detailText(const Limit& limit);
    void act(LimitAct::Kind kind);
    void takeActEnd(const LimitActEnd& end);

    LimitModel* m_model;
    PageHeader* m_header;
    QTableView* m_table;
    QWidget* m_acts;
    QLabel* m_sentence;
    QLabel* m_last;
    QLineEdit* m_reason;
    QPushButton* m_pause;
    QPushButton* m_resume;
    QLabel* m_result;
    PageState* m_state;
    QTimer m_countdown;
    bool m_acting = false;
};

} // namespace latchboard::console
