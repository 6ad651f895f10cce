// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_view.h"

#include <QScrollArea>

class QFormLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace latchboard::console {

/// The detail pane of the Locks page: one sentence first, then why we say so, what one can do, and the raw values.
class LockDetail final : public QScrollArea {
    Q_OBJECT
public:
    explicit LockDetail(QWidget* parent = nullptr);

    /// Keeps the scroll position when it is the same lock again.
    void setLock(const locks::LockView& lock, base::Instant serverNow);
    void clear();

    /// The pane as plain text.
    [[nodiscard]] QString plainText() const;
    /// The lock as an entry of `locks --json`.
    [[nodiscard]] QString json() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillDetails(base::Instant serverNow);
    void paintHead();

    std::optional<locks::LockView> m_lock;
    base::Instant m_serverNow;
    QWidget* m_body;
    QLabel* m_placeholder;
    QLabel* m_headIcon;
    QLabel* m_headWord;
    QLabel* m_sentence;
    QLabel* m_whyTitle;
    QLabel* m_why;
    QLabel* m_doTitle;
    QLabel* m_do;
    QFormLayout* m_details;
    std::vector<std::pair<QLabel*, QLabel*>> m_rows;
    QPushButton* m_copyText;
    QPushButton* m_copyJson;
};

} // namespace latchboard::console
