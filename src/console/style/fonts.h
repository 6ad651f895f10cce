// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

namespace latchboard::console {

/// The desktop's font, followed in Korean by a Korean family of the same kind: left to itself the font system may take
/// Hangul from a bold or a serif face.
[[nodiscard]] QFont fontFor(const QString& language, const QFont& desktop);

} // namespace latchboard::console
