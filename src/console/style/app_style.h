// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace latchboard::console {

/// A style of Qt's with more room at both ends of a table's cell, so that a number at the right of its column and a
/// text at the left of the next one don't read as one.
class AppStyle : public QProxyStyle {
    Q_OBJECT

public:
    /// Takes the base style; none: the desktop's.
    explicit AppStyle(QStyle* base = nullptr) : QProxyStyle(base) {}

    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option = nullptr,
                                  const QWidget* widget = nullptr) const override;
};

} // namespace latchboard::console
