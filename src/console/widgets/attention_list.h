// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_view.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace latchboard::console {

/// Whether a person should look at it: a leak proven or suspected, a context mismatch, a suspicious holder.
[[nodiscard]] bool wantsAttention(const locks::LockView& lock);
[[nodiscard]] int attentionCount(const locks::Analysis& analysis);

/// The locks that want attention, a line each with a way to the lock; nothing at all where none does.
class AttentionList final : public QWidget {
    Q_OBJECT
public:
    explicit AttentionList(QWidget* parent = nullptr);

    void setAnalysis(const locks::Analysis& analysis);

Q_SIGNALS:
    void lockActivated(const latchboard::keys::LockTag& tag);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Line {
        QWidget* widget = nullptr;
        QLabel* icon = nullptr;
        QLabel* text = nullptr;
        QPushButton* show = nullptr;
        locks::LockId id;
        locks::Verdict verdict = locks::Verdict::Held;
    };
    void addLine();
    void paintLine(const Line& line);

    std::vector<Line> m_lines; ///< made once and shown as they are needed
    QVBoxLayout* m_layout;
};

} // namespace latchboard::console
