// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/style/app_style.h"

#include <QTableView>

namespace latchboard::console {
namespace {

constexpr int kCellMargin = 6; ///< pixels at scale 1

} // namespace

int AppStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    // QCommonStyle draws a cell's text one pixel within this margin; the header takes its own as it is.
    if (metric == PM_FocusFrameHMargin && qobject_cast<const QTableView*>(widget) != nullptr)
        return kCellMargin - 1;
    if (metric == PM_HeaderMargin)
        return kCellMargin;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

} // namespace latchboard::console
