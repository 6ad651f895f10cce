// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHBoxLayout>
#include <QLabel>

namespace latchboard::console {

/// The line over a page: its title, a quiet count beside it, and room for filters and buttons at the right.
class PageHeader final : public QHBoxLayout {
public:
    explicit PageHeader(const QString& title);

    void setCount(const QString& text);

private:
    QLabel* m_count;
};

} // namespace latchboard::console
