// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/binary_value.h"

#include "base/instant.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace latchboard::pg {

namespace {

enum Type : std::uint32_t {
    Bool = 16,
    Int8 = 20,
    Int2 = 21,
    Int4 = 23,
    Text = 25,
    Json = 114,
    Float4 = 700,
    Float8 = 701,
    Bpchar = 1042,
    Varchar = 1043,
    Date = 1082,
    Timestamptz = 1184,
    Numeric = 1700,
    Uuid = 2950,
    Jsonb = 3802,
};

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool areDigits(std::string_view text) {
    return std::all_of(text.begin(), text.end(), isDigit);
}

template<typename Integer>
bool appendInteger(std::string_view text, std::string& to) {
    Integer number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return false;
    appendBigEndian(number, to);
    return true;
}

template<typename Float, typename Bits>
bool appendFloat(std::string_view text, std::string& to) {
    if (text.find_first_not_of("0123456789+-.eE") != std::string_view::npos)
        return false;
    Float number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return false;
    appendBigEndian(std::bit_cast<Bits>(number), to);
    return true;
}

bool appendBool(std::string_view text, std::string& to) {
    if (text != "true" && text != "false")
        return false;
    to += text == "true" ? '\1' : '\0';
    return true;
}

/// "2026-03-10", of the years that four digits hold.
bool appendDate(std::string_view text, std::string& to) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return false;
    const auto number = [text](size_t at, size_t size) {
        int value = 0;
        return areDigits(text.substr(at, size)) &&
                       std::from_chars(text.data() + at, text.data() + at + size, value).ec == std::errc()
                   ? value
                   : 0;
    };
    const std::chrono::year_month_day date(std::chrono::year(number(0, 4)),
                                           std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                           std::chrono::day(static_cast<unsigned>(number(8, 2))));
    if (!date.ok() || date.year() < std::chrono::year(1))
        return false;
    constexpr std::chrono::sys_days kEpoch = std::chrono::year(2000) / 1 / 1;
    appendBigEndian(static_cast<std::int32_t>((std::chrono::sys_days(date) - kEpoch).count()), to);
    return true;
}

/// RFC 3339 of at most six digits after the second: further ones PostgreSQL rounds. It knows no year 0 and no offset of
/// 16 hours.
bool appendTimestamp(std::string_view text, std::string& to) {
    const auto instant = base::fromRfc3339(text);
    if (!instant || text.starts_with("0000"))
        return false;
    const auto offset = text.find_last_of("+-");
    if (offset > 7 && offset != std::string_view::npos && text.substr(offset + 1, 2) > "15")
        return false;
    if (const auto point = text.find('.'); point != std::string_view::npos) {
        const auto digits = text.substr(point + 1);
        if (static_cast<size_t>(std::find_if_not(digits.begin(), digits.end(), isDigit) - digits.begin()) > 6)
            return false;
    }
    appendBigEndian(base::toPostgresMicros(*instant), to);
    return true;
}

/// Groups of four digits about the point, with the weight of the first (numeric_recv()).
bool appendNumeric(std::string_view text, std::string& to) {
    constexpr size_t kMostDigits = 1000;
    const bool isNegative = !text.empty() && text.front() == '-';
    if (isNegative)
        text.remove_prefix(1);
    const auto point = std::min(text.find('.'), text.size());
    std::string_view whole = text.substr(0, point);
    const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
    if (!areDigits(whole) || !areDigits(fraction) || whole.empty() || text.size() > kMostDigits)
        return false;
    whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
    const auto groups = (whole.size() + 3) / 4;
    std::string digits;
    digits.reserve(text.size() + 8);
    digits.append(groups * 4 - whole.size(), '0').append(whole).append(fraction);
    digits.append((4 - digits.size() % 4) % 4, '0');
    const bool isZero = digits.find_first_not_of('0') == std::string::npos;
    if (isZero)
        digits.clear();
    appendBigEndian(static_cast<std::int16_t>(digits.size() / 4), to);
    appendBigEndian(static_cast<std::int16_t>(isZero ? 0 : static_cast<int>(groups) - 1), to);
    appendBigEndian(static_cast<std::int16_t>(isNegative && !isZero ? 0x4000 : 0), to);
    appendBigEndian(static_cast<std::int16_t>(fraction.size()), to);
    for (size_t i = 0; i < digits.size(); i += 4) {
        int group = 0;
        for (size_t k = 0; k < 4; ++k)
            group = group * 10 + (digits[i + k] - '0');
        appendBigEndian(static_cast<std::int16_t>(group), to);
    }
    return true;
}

/// "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11".
bool appendUuid(std::string_view text, std::string& to) {
    if (text.size() != 36 || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-')
        return false;
    std::string bytes;
    for (size_t i = 0; i < text.size(); i += text[i] == '-' ? 1 : 2) {
        if (text[i] == '-')
            continue;
        unsigned byte = 0;
        const char* end = text.data() + i + 2;
        if (const auto read = std::from_chars(text.data() + i, end, byte, 16); read.ptr != end)
            return false;
        bytes += static_cast<char>(byte);
    }
    if (bytes.size() != 16)
        return false;
    to += bytes;
    return true;
}

} // namespace

bool hasBinaryForm(std::uint32_t typeOid) {
    switch (typeOid) {
    case Bool:
    case Int8:
    case Int2:
    case Int4:
    case Text:
    case Json:
    case Float4:
    case Float8:
    case Bpchar:
    case Varchar:
    case Date:
    case Timestamptz:
    case Numeric:
    case Uuid:
    case Jsonb:
        return true;
    default:
        return false;
    }
}

bool appendBinary(std::uint32_t typeOid, std::string_view text, std::string& to) {
    switch (typeOid) {
    case Bool:
        return appendBool(text, to);
    case Int8:
        return appendInteger<std::int64_t>(text, to);
    case Int2:
        return appendInteger<std::int16_t>(text, to);
    case Int4:
        return appendInteger<std::int32_t>(text, to);
    case Float4:
        return appendFloat<float, std::uint32_t>(text, to);
    case Float8:
        return appendFloat<double, std::uint64_t>(text, to);
    case Date:
        return appendDate(text, to);
    case Timestamptz:
        return appendTimestamp(text, to);
    case Numeric:
        return appendNumeric(text, to);
    case Uuid:
        return appendUuid(text, to);
    case Jsonb: // the version of the form, then the text
        to += '\1';
        to += text;
        return true;
    case Text:
    case Json:
    case Bpchar:
    case Varchar:
        to += text;
        return true;
    default:
        return false;
    }
}

} // namespace latchboard::pg
