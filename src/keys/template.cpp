// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/registry.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

namespace latchboard::keys {

namespace {

struct Placeholder {
    std::size_t begin = 0, length = 0;
};

/// The {placeholders} of a template: letters, digits and underscores between braces. Other braces are plain text.
std::vector<Placeholder> placeholdersOf(std::string_view text) {
    std::vector<Placeholder> found;
    for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
        std::size_t end = open + 1;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
            ++end;
        if (end > open + 1 && end < text.size() && text[end] == '}')
            found.push_back({open, end + 1 - open});
    }
    return found;
}

std::string padded(long long value, int width) {
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%0*lld", width, value);
    return text.data();
}

std::string formatSlot(std::string_view format, base::Instant slot) {
    const auto day = std::chrono::floor<std::chrono::days>(slot);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(slot - day));
    std::string text;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%' || i + 1 == format.size()) {
            text += format[i];
            continue;
        }
        switch (format[++i]) {
        case 'Y':
            text += padded(static_cast<int>(date.year()), 4);
            break;
        case 'm':
            text += padded(static_cast<unsigned>(date.month()), 2);
            break;
        case 'd':
            text += padded(static_cast<unsigned>(date.day()), 2);
            break;
        case 'H':
            text += padded(time.hours().count(), 2);
            break;
        case 'M':
            text += padded(time.minutes().count(), 2);
            break;
        case 'S':
            text += padded(time.seconds().count(), 2);
            break;
        case '%':
            text += '%';
            break;
        default:
            text += '%';
            text += format[i];
        }
    }
    return text;
}

} // namespace

base::Result<std::string> fillTemplate(std::string_view templateText, std::string_view value) {
    const auto found = placeholdersOf(templateText);
    if (found.size() != 1)
        return base::Unexpected(base::ErrorKind::Usage,
                                LB_TEXT("keys",
                                        "The template \"%1\" has %2 placeholders; exactly one is expected, such as "
                                        "in \"order-sync:{tenant_id}\".")
                                    .arg(templateText)
                                    .arg(found.size()));
    std::string filled(templateText);
    filled.replace(found.front().begin, found.front().length, value);
    return filled;
}

std::vector<std::string> timeSlots(std::string_view format, base::Duration every, base::Duration back,
                                   base::Duration ahead, base::Instant now) {
    std::vector<std::string> slots;
    if (every <= base::Duration::zero() || back + ahead < base::Duration::zero())
        return slots;
    const auto floorToGrid = [every](base::Instant instant) {
        auto rest = instant.time_since_epoch() % every;
        if (rest < base::Duration::zero())
            rest += every;
        return instant - rest;
    };
    const base::Instant last = floorToGrid(now + ahead);
    base::Instant slot = floorToGrid(now - back);
    if ((last - slot) / every >= kMostSlots)
        slot = last - every * (kMostSlots - 1);
    for (; slot <= last; slot += every) {
        std::string text = formatSlot(format, slot);
        if (slots.empty() || slots.back() != text)
            slots.push_back(std::move(text));
    }
    return slots;
}

} // namespace latchboard::keys
