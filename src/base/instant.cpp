// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/instant.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace latchboard::base {

namespace {

/// Walks a text of fixed form; once something does not fit, every further step fails.
class Scanner {
public:
    explicit Scanner(std::string_view text) : m_rest(text) {}

    int digits(int count) {
        int value = 0;
        for (int i = 0; i < count; ++i) {
            if (m_rest.empty() || m_rest.front() < '0' || m_rest.front() > '9') {
                m_failed = true;
                return 0;
            }
            value = value * 10 + (m_rest.front() - '0');
            m_rest.remove_prefix(1);
        }
        return value;
    }
    void literal(std::string_view expected) {
        if (m_rest.substr(0, expected.size()) != expected)
            m_failed = true;
        else
            m_rest.remove_prefix(expected.size());
    }
    char oneOf(std::string_view allowed) {
        if (m_rest.empty() || allowed.find(m_rest.front()) == std::string_view::npos) {
            m_failed = true;
            return 0;
        }
        const char c = m_rest.front();
        m_rest.remove_prefix(1);
        return c;
    }
    [[nodiscard]] bool startsWithDigit() const {
        return !m_rest.empty() && m_rest.front() >= '0' && m_rest.front() <= '9';
    }
    [[nodiscard]] char peek() const { return m_rest.empty() ? '\0' : m_rest.front(); }
    void skip(size_t n) { m_rest.remove_prefix(n); }
    [[nodiscard]] std::string_view rest() const { return m_rest; }
    [[nodiscard]] bool failed() const { return m_failed; }
    [[nodiscard]] bool done() const { return !m_failed && m_rest.empty(); }

private:
    std::string_view m_rest;
    bool m_failed = false;
};

std::optional<Instant> fromParts(int year, int month, int day, int hour, int minute, int second, Duration fraction) {
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    // A leap second (60) is accepted and falls on the next minute, as PostgreSQL does it.
    if (!date.ok() || hour > 23 || minute > 59 || second > 60)
        return std::nullopt;
    return Instant(std::chrono::sys_days(date)) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
           std::chrono::seconds(second) + fraction;
}

constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};

struct Unit {
    std::string_view name;
    std::int64_t factor;
};
constexpr std::array kDurationUnits = {Unit{"us", 1},         Unit{"ms", 1'000},          Unit{"s", 1'000'000},
                                       Unit{"m", 60'000'000}, Unit{"h", 3'600'000'000LL}, Unit{"d", 86'400'000'000LL}};
constexpr std::array kSizeUnits = {Unit{"B", 1}, Unit{"KiB", 1024}, Unit{"MiB", 1024LL * 1024},
                                   Unit{"GiB", 1024LL * 1024 * 1024}};

template<size_t N>
std::optional<std::int64_t> withUnit(std::string_view text, const std::array<Unit, N>& units) {
    double number = 0;
    const auto [end, problem] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (problem != std::errc() || !(number >= 0 && number <= 1e12)) // also refuses "nan"
        return std::nullopt;
    std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
    while (!unit.empty() && unit.front() == ' ')
        unit.remove_prefix(1);
    for (const Unit& candidate : units) {
        if (unit == candidate.name) {
            const double value = number * static_cast<double>(candidate.factor);
            if (value > 9e18)
                return std::nullopt;
            return std::llround(value);
        }
    }
    return std::nullopt;
}

constexpr Instant kPostgresEpoch = std::chrono::sys_days(std::chrono::year(2000) / 1 / 1);

} // namespace

std::string toRfc3339(Instant instant) {
    const auto day = std::chrono::floor<std::chrono::days>(instant);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(instant - day);
    std::string result;
    result.reserve(32);
    const auto digits = [&result](std::int64_t number, int width) {
        std::array<char, 24> text{};
        const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
        const auto size = static_cast<size_t>(end - text.data());
        if (size < static_cast<size_t>(width))
            result.append(static_cast<size_t>(width) - size, '0');
        result.append(text.data(), size);
    };
    digits(static_cast<int>(date.year()), 4);
    result += '-';
    digits(static_cast<unsigned>(date.month()), 2);
    result += '-';
    digits(static_cast<unsigned>(date.day()), 2);
    result += 'T';
    digits(time.hours().count(), 2);
    result += ':';
    digits(time.minutes().count(), 2);
    result += ':';
    digits(time.seconds().count(), 2);
    if (const auto micros = time.subseconds().count(); micros != 0) {
        result += '.';
        digits(micros, 6);
        result.erase(result.find_last_not_of('0') + 1);
    }
    return result += 'Z';
}

std::optional<Instant> fromRfc3339(std::string_view text) {
    Scanner scan(text);
    const int year = scan.digits(4);
    scan.literal("-");
    const int month = scan.digits(2);
    scan.literal("-");
    const int day = scan.digits(2);
    scan.oneOf("Tt ");
    const int hour = scan.digits(2);
    scan.literal(":");
    const int minute = scan.digits(2);
    scan.literal(":");
    const int second = scan.digits(2);
    std::int64_t micros = 0;
    if (scan.peek() == '.' || scan.peek() == ',') {
        scan.skip(1);
        int count = 0;
        while (scan.startsWithDigit()) {
            const int digit = scan.digits(1);
            if (count < 6)
                micros = micros * 10 + digit;
            ++count;
        }
        if (count == 0 || count > 9)
            return std::nullopt;
        for (; count < 6; ++count)
            micros *= 10;
    }
    Duration offset{0};
    const char sign = scan.oneOf("Zz+-");
    if (sign == '+' || sign == '-') {
        const int hours = scan.digits(2);
        int minutes = 0;
        if (scan.peek() == ':')
            scan.skip(1);
        if (!scan.rest().empty())
            minutes = scan.digits(2);
        if (hours > 15 || minutes > 59)
            return std::nullopt;
        offset = std::chrono::hours(hours) + std::chrono::minutes(minutes);
        if (sign == '-')
            offset = -offset;
    }
    if (!scan.done())
        return std::nullopt;
    const auto local = fromParts(year, month, day, hour, minute, second, Duration(micros));
    if (!local)
        return std::nullopt;
    return *local - offset;
}

std::optional<Instant> fromHttpDate(std::string_view text) {
    Scanner scan(text);
    bool knownDay = false;
    for (const auto day : kDays)
        knownDay = knownDay || text.substr(0, 3) == day;
    if (!knownDay)
        return std::nullopt;
    scan.skip(3);
    scan.literal(", ");
    const int day = scan.digits(2);
    scan.literal(" ");
    int month = 0;
    for (size_t i = 0; i < kMonths.size(); ++i) {
        if (scan.rest().substr(0, 3) == kMonths[i])
            month = static_cast<int>(i) + 1;
    }
    if (month == 0)
        return std::nullopt;
    scan.skip(3);
    scan.literal(" ");
    const int year = scan.digits(4);
    scan.literal(" ");
    const int hour = scan.digits(2);
    scan.literal(":");
    const int minute = scan.digits(2);
    scan.literal(":");
    const int second = scan.digits(2);
    scan.literal(" GMT");
    if (!scan.done())
        return std::nullopt;
    return fromParts(year, month, day, hour, minute, second, Duration(0));
}

std::string toHttpDate(Instant instant) {
    const auto day = std::chrono::floor<std::chrono::days>(instant);
    const std::chrono::year_month_day date(day);
    const std::chrono::weekday weekday(day);
    const std::chrono::hh_mm_ss time(instant - day);
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%s, %02u %s %04d %02d:%02d:%02d GMT",
                  kDays[weekday.c_encoding()].data(), static_cast<unsigned>(date.day()),
                  kMonths[static_cast<unsigned>(date.month()) - 1].data(), static_cast<int>(date.year()),
                  static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()));
    return buffer.data();
}

Instant fromPostgresMicros(std::int64_t micros) {
    return kPostgresEpoch + Duration(micros);
}

std::int64_t toPostgresMicros(Instant instant) {
    return (instant - kPostgresEpoch).count();
}

std::optional<Duration> parseDuration(std::string_view text) {
    const auto value = withUnit(text, kDurationUnits);
    return value ? std::optional(Duration(*value)) : std::nullopt;
}

std::string formatDuration(Duration duration) {
    std::string shortest = "0s";
    for (const Unit& unit : kDurationUnits) {
        if (duration.count() % unit.factor == 0 && duration.count() != 0)
            shortest = std::to_string(duration.count() / unit.factor) + std::string(unit.name);
    }
    return shortest;
}

std::optional<std::int64_t> parseSize(std::string_view text) {
    return withUnit(text, kSizeUnits);
}

} // namespace latchboard::base
