// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/style/colours.h"

#include "console/style/app_style.h"

#include <QApplication>
#include <QStyleFactory>

#include <cmath>

namespace latchboard::console {
namespace {

QColor hueOf(Tone tone) {
    switch (tone) {
    case Tone::Neutral:
        return QColor(0x80, 0x80, 0x80);
    case Tone::Busy:
        return QColor(0x00, 0x72, 0xB2);
    case Tone::Attention:
        return QColor(0xF0, 0xE4, 0x42);
    case Tone::Danger:
        return QColor(0xD5, 0x5E, 0x00);
    case Tone::Good:
        return QColor(0x00, 0x9E, 0x73);
    }
    return {};
}

QColor mixed(const QColor& a, const QColor& b, double shareOfB) {
    const auto part = [shareOfB](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * shareOfB)); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

double luminance(const QColor& colour) {
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// The hue moved towards black or white, no further than both backgrounds need.
QColor readable(const QColor& hue, const QColor& first, const QColor& second, double ratio) {
    const QColor end = luminance(first) > 0.4 ? QColor(Qt::black) : QColor(Qt::white);
    for (int percent = 0; percent < 100; percent += 4) {
        const QColor candidate = mixed(hue, end, percent / 100.0);
        if (contrast(candidate, first) >= ratio && contrast(candidate, second) >= ratio) {
            return candidate;
        }
    }
    return end;
}

QPalette makePalette(const QColor& window, const QColor& base, const QColor& text, const QColor& button,
                     const QColor& highlight, const QColor& highlightedText, const QColor& link) {
    QPalette palette(button, window);
    const QColor faint = mixed(text, base, 0.33);
    for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
        const QColor ink = group == QPalette::Disabled ? faint : text;
        palette.setColor(group, QPalette::Window, window);
        palette.setColor(group, QPalette::Base, base);
        palette.setColor(group, QPalette::AlternateBase, mixed(base, text, 0.035));
        palette.setColor(group, QPalette::WindowText, ink);
        palette.setColor(group, QPalette::Text, ink);
        palette.setColor(group, QPalette::ButtonText, ink);
        palette.setColor(group, QPalette::Button, button);
        palette.setColor(group, QPalette::BrightText, highlightedText);
        palette.setColor(group, QPalette::ToolTipBase, base);
        palette.setColor(group, QPalette::ToolTipText, text);
        palette.setColor(group, QPalette::PlaceholderText, faint);
        palette.setColor(group, QPalette::Highlight,
                         group == QPalette::Disabled ? mixed(window, text, 0.3) : highlight);
        palette.setColor(group, QPalette::HighlightedText, highlightedText);
        palette.setColor(group, QPalette::Link, link);
        palette.setColor(group, QPalette::LinkVisited, link);
    }
    return palette;
}

} // namespace

double contrast(const QColor& a, const QColor& b) {
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

ToneColours toneColours(Tone tone, const QPalette& palette) {
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    const QColor hue = hueOf(tone);
    const bool dark = luminance(base) < 0.4;
    ToneColours colours;
    colours.fill = mixed(base, hue, dark ? 0.30 : (tone == Tone::Attention ? 0.45 : 0.16));
    colours.text = readable(hue, colours.fill, base, 4.6);
    colours.mark = readable(hue, colours.fill, base, 3.1);
    return colours;
}

Tone toneOf(locks::Verdict verdict) {
    switch (verdict) {
    case locks::Verdict::Held:
    case locks::Verdict::Unknown:
        return Tone::Neutral;
    case locks::Verdict::Waiting:
    case locks::Verdict::BusyExpected:
        return Tone::Busy;
    case locks::Verdict::BusySuspicious:
    case locks::Verdict::LeakSuspected:
    case locks::Verdict::ContextMismatch:
        return Tone::Attention;
    case locks::Verdict::LeakProven:
        return Tone::Danger;
    }
    return Tone::Neutral;
}

QPalette lightPalette() {
    return makePalette(QColor(0xF2, 0xF3, 0xF5), QColor(0xFF, 0xFF, 0xFF), QColor(0x1C, 0x20, 0x26),
                       QColor(0xE8, 0xEA, 0xED), QColor(0x1F, 0x6F, 0xB5), QColor(0xFF, 0xFF, 0xFF),
                       QColor(0x0B, 0x5C, 0xA8));
}

QPalette darkPalette() {
    return makePalette(QColor(0x24, 0x27, 0x2C), QColor(0x1B, 0x1D, 0x21), QColor(0xE6, 0xE8, 0xEB),
                       QColor(0x33, 0x37, 0x3E), QColor(0x2F, 0x6F, 0xAD), QColor(0xFF, 0xFF, 0xFF),
                       QColor(0x7F, 0xBC, 0xF2));
}

void applyTheme(Theme theme) {
    if (theme == Theme::System) {
        QApplication::setStyle(new AppStyle);
        return;
    }
    QApplication::setStyle(new AppStyle(QStyleFactory::create(QStringLiteral("Fusion"))));
    QApplication::setPalette(theme == Theme::Dark ? darkPalette() : lightPalette());
}

} // namespace latchboard::console
