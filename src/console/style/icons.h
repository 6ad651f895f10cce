// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

/// Our own SVG icons, drawn in one colour that follows the palette. They lie in the program, not on a disk.
namespace latchboard::console {

/// Makes the resources of this library known; once, before the first icon. A static library's are not by themselves.
void initResources();

/// `name` without folder and ending. The picture is drawn once for each colour and kept.
[[nodiscard]] QIcon icon(const QString& name, const QColor& colour);

} // namespace latchboard::console
