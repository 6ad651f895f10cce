// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/time_form.h"

#include <QDateTime>

#include <charconv>

namespace latchboard::sync {

namespace {

std::optional<base::Instant> fromEpoch(std::string_view text, std::int64_t microsPerUnit) {
    const bool negative = !text.empty() && text.front() == '-';
    if (negative)
        text.remove_prefix(1);
    const size_t dot = text.find('.');
    const std::string_view whole = text.substr(0, dot);
    std::string_view fraction = dot == std::string_view::npos ? std::string_view("0") : text.substr(dot + 1);
    std::int64_t units = 0;
    const auto [end, problem] = std::from_chars(whole.data(), whole.data() + whole.size(), units);
    if (whole.empty() || whole.front() == '-' || problem != std::errc() || end != whole.data() + whole.size())
        return std::nullopt;
    if (fraction.empty() || fraction.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    // Beyond the year 9999 it is not seconds, or not a time.
    if (units > 253'402'300'799LL * (1'000'000 / microsPerUnit))
        return std::nullopt;
    std::int64_t micros = units * microsPerUnit;
    for (std::int64_t digit = microsPerUnit / 10; digit > 0 && !fraction.empty(); digit /= 10) {
        micros += (fraction.front() - '0') * digit;
        fraction.remove_prefix(1);
    }
    return base::Instant(base::Duration(negative ? -micros : micros));
}

std::string padded(std::int64_t number, std::size_t width) {
    std::string digits = std::to_string(number);
    return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

/// "+09:00", or "+0900" without the colon.
std::string offsetText(base::Duration offset, bool colon) {
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(offset).count();
    const auto size = minutes < 0 ? -minutes : minutes;
    return std::string(minutes < 0 ? "-" : "+") + padded(size / 60, 2) + (colon ? ":" : "") + padded(size % 60, 2);
}

/// A moment's date and time of day on the clocks of a zone.
struct Wall {
    std::chrono::year_month_day date;
    std::chrono::hh_mm_ss<base::Duration> time;
    base::Duration offset;

    Wall(base::Instant instant, const std::string& zoneName) {
        const auto zone = Zone::parse(zoneName);
        offset = zone ? zone->offsetAt(instant) : base::Duration::zero();
        const base::Instant shown = instant + offset;
        const auto day = std::chrono::floor<std::chrono::days>(shown);
        date = std::chrono::year_month_day(day);
        time = std::chrono::hh_mm_ss<base::Duration>(shown - day);
    }
    [[nodiscard]] std::string part(char letter) const {
        switch (letter) {
        case 'Y':
            return padded(int(date.year()), 4);
        case 'y':
            return padded(int(date.year()) % 100, 2);
        case 'm':
            return padded(unsigned(date.month()), 2);
        case 'd':
            return padded(unsigned(date.day()), 2);
        case 'H':
            return padded(time.hours().count(), 2);
        case 'M':
            return padded(time.minutes().count(), 2);
        case 'S':
            return padded(time.seconds().count(), 2);
        case 'L':
            return padded(time.subseconds().count() / 1000, 3);
        case 'z':
            return offsetText(offset, false);
        default:
            return "%";
        }
    }
};

std::string byPattern(base::Instant instant, const TimeForm& form) {
    const Wall wall(instant, form.zone);
    std::string text;
    for (std::size_t i = 0; i < form.pattern.size(); ++i) {
        if (form.pattern[i] == '%' && i + 1 < form.pattern.size())
            text += wall.part(form.pattern[++i]);
        else
            text += form.pattern[i];
    }
    return text;
}

std::string asRfc3339(base::Instant instant, const TimeForm& form) {
    const Wall wall(instant, form.zone);
    std::string text = wall.part('Y') + "-" + wall.part('m') + "-" + wall.part('d') + "T" + wall.part('H') + ":" +
                       wall.part('M') + ":" + wall.part('S');
    std::string digits = padded(wall.time.subseconds().count(), 6);
    if (form.fraction >= 0)
        digits.resize(static_cast<std::size_t>(form.fraction));
    else
        digits.resize(digits.find_last_not_of('0') + 1);
    if (!digits.empty())
        text += "." + digits;
    const bool isUtc = wall.offset == base::Duration::zero();
    return text + (isUtc && form.zulu ? "Z" : offsetText(wall.offset, true));
}

/// A wall time by the pattern, turned into RFC 3339 and read as such.
std::optional<base::Instant> fromPattern(std::string_view text, const TimeForm& form, const std::optional<Zone>& zone) {
    std::string year = "1970", month = "01", day = "01", hour = "00", minute = "00", second = "00", millis = "000",
                offset;
    const auto take = [&](std::string& part, std::size_t digits) {
        part = std::string(text.substr(0, digits));
        text.remove_prefix(std::min(digits, text.size()));
        return part.size() == digits && part.find_first_not_of("0123456789") == std::string::npos;
    };
    for (std::size_t i = 0; i < form.pattern.size(); ++i) {
        const char letter = form.pattern[i] == '%' && i + 1 < form.pattern.size() ? form.pattern[++i] : '\0';
        bool fine = true;
        if (letter == 'Y')
            fine = take(year, 4);
        else if (letter == 'y') {
            fine = take(year, 2);
            year.insert(0, "20");
        } else if (letter == 'm')
            fine = take(month, 2);
        else if (letter == 'd')
            fine = take(day, 2);
        else if (letter == 'H')
            fine = take(hour, 2);
        else if (letter == 'M')
            fine = take(minute, 2);
        else if (letter == 'S')
            fine = take(second, 2);
        else if (letter == 'L')
            fine = take(millis, 3);
        else if (letter == 'z' && text.size() >= 5) {
            offset = std::string(text.substr(0, 3)) + ":" + std::string(text.substr(3, 2));
            text.remove_prefix(5);
        } else {
            const char expected = letter == '\0' ? form.pattern[i] : letter;
            fine = !text.empty() && text.front() == expected;
            text.remove_prefix(text.empty() ? 0 : 1);
        }
        if (!fine)
            return std::nullopt;
    }
    if (!text.empty() || (offset.empty() && !zone))
        return std::nullopt;
    const auto wall = base::fromRfc3339(year + "-" + month + "-" + day + "T" + hour + ":" + minute + ":" + second +
                                        "." + millis + (offset.empty() ? std::string("Z") : offset));
    if (!wall || !offset.empty())
        return wall;
    return zone->fromWall(*wall);
}

std::optional<base::Instant> fromRfc2822(std::string_view text) {
    const QDateTime time =
        QDateTime::fromString(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), Qt::RFC2822Date);
    if (!time.isValid())
        return std::nullopt;
    return base::Instant(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
}

} // namespace

bool isPattern(std::string_view pattern) {
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%')
            continue;
        if (++i == pattern.size() || std::string_view("YymdHMSLz%").find(pattern[i]) == std::string_view::npos)
            return false;
    }
    return !pattern.empty();
}

std::optional<base::Instant> parseInstant(std::string_view text, const TimeForm& form,
                                          const std::optional<Zone>& zone) {
    if (form.format == "epoch_s")
        return fromEpoch(text, 1'000'000);
    if (form.format == "epoch_ms")
        return fromEpoch(text, 1'000);
    if (form.format == "rfc2822")
        return fromRfc2822(text);
    if (form.format == "strftime")
        return fromPattern(text, form, zone);
    if (const auto exact = base::fromRfc3339(text))
        return exact;
    if (!zone)
        return std::nullopt;
    const auto wall = base::fromRfc3339(std::string(text) + "Z");
    return wall ? std::optional(zone->fromWall(*wall)) : std::nullopt;
}

std::string formatInstant(base::Instant instant, const TimeForm& form) {
    if (form.format == "epoch_s")
        return std::to_string(std::chrono::floor<std::chrono::seconds>(instant).time_since_epoch().count());
    if (form.format == "epoch_ms")
        return std::to_string(std::chrono::floor<std::chrono::milliseconds>(instant).time_since_epoch().count());
    if (form.format == "strftime")
        return byPattern(instant, form);
    if (form.format == "rfc2822") {
        const Wall wall(instant, form.zone);
        const QDateTime time = QDateTime::fromMSecsSinceEpoch(
            std::chrono::floor<std::chrono::milliseconds>(instant).time_since_epoch().count(), Qt::OffsetFromUTC,
            static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(wall.offset).count()));
        return time.toString(Qt::RFC2822Date).toStdString();
    }
    return asRfc3339(instant, form);
}

} // namespace latchboard::sync
