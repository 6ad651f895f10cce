// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/run.h"

#include <QScrollArea>

class QFormLayout;
class QLabel;
class QPushButton;

namespace latchboard::console {

/// Everything that the history knows of one run.
class RunDetail final : public QScrollArea {
    Q_OBJECT
public:
    explicit RunDetail(QWidget* parent = nullptr);

    void setRun(const sync::RunRecord& run);
    void clear();
    [[nodiscard]] QString plainText() const;

Q_SIGNALS:
    /// The window of this run is to be run again, as a backfill.
    void rerunWanted(const sync::RunRecord& run);

private:
    std::optional<sync::RunRecord> m_run;
    QWidget* m_body;
    QLabel* m_placeholder;
    QLabel* m_head;
    QLabel* m_error;
    QFormLayout* m_details;
    std::vector<std::pair<QLabel*, QLabel*>> m_rows;
    QWidget* m_buttons;
    QPushButton* m_rerun;
};

} // namespace latchboard::console
