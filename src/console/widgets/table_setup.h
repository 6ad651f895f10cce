// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;
class QTableView;

namespace latchboard::console {

/// The look that all tables share: whole rows, dense, no grid, sortable, Ctrl+C copies the selected rows as shown,
/// Escape takes the selection away.
void setUpTable(QTableView* table, QAbstractItemModel* model, const char* objectName, const QString& accessibleName);

} // namespace latchboard::console
