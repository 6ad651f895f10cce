// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_view.h"

#include <QColor>
#include <QPalette>

/// The one place where colours with a meaning are made: from the palette in use and a hue of the Okabe-Ito set, which
/// colour-blind people can tell apart. A colour is never the only sign: each verdict and outcome has its own icon too.
namespace latchboard::console {

enum class Tone {
    Neutral,   ///< grey: held, unknown, not due
    Busy,      ///< blue: waiting, busy expected, running
    Attention, ///< yellow: suspicious, suspected, missed
    Danger,    ///< vermilion: leak proven, failed
    Good,      ///< bluish green: succeeded
};
inline constexpr Tone kTones[] = {Tone::Neutral, Tone::Busy, Tone::Attention, Tone::Danger, Tone::Good};

/// `text` on `fill`, and `text` on the palette's base, have a contrast of at least 4.5; `mark` on either at least 3.
struct ToneColours {
    QColor fill; ///< a soft background
    QColor text; ///< words on the fill or on the base
    QColor mark; ///< icons, chart lines, cells
};

[[nodiscard]] ToneColours toneColours(Tone tone, const QPalette& palette);
[[nodiscard]] Tone toneOf(locks::Verdict verdict);

/// Contrast ratio of WCAG 2.1, 1 to 21.
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

/// The palette of a theme of ours; both are tested for contrast.
[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// What `--theme` says. System leaves style and palette as the desktop gives them.
enum class Theme { System, Light, Dark };
void applyTheme(Theme theme);

} // namespace latchboard::console
