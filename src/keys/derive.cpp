// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/derive.h"

#include "base/toml.h"
#include "keys/algorithms.h"
#include "keys/pg_hash.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace latchboard::keys {

namespace {

using base::ErrorKind;
using base::Unexpected;

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// A whole number in decimal or 0x-hexadecimal with an optional sign, within [least, most].
std::optional<std::int64_t> parseInteger(std::string_view text, std::int64_t least, std::int64_t most) {
    text = trimmed(text);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+'))
        text.remove_prefix(1);
    int radix = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        radix = 16;
        text.remove_prefix(2);
    }
    std::uint64_t magnitude = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), magnitude, radix);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (magnitude > kMost + (negative ? 1 : 0))
        return std::nullopt;
    const auto value = static_cast<std::int64_t>(negative ? std::uint64_t{0} - magnitude : magnitude);
    if (value < least || value > most)
        return std::nullopt;
    return value;
}

base::Result<LockTag> constant(std::string_view name) {
    using Limits = std::numeric_limits<std::int64_t>;
    const auto value = parseInteger(name, Limits::min(), Limits::max());
    if (!value)
        return Unexpected(ErrorKind::Usage,
                          LB_TEXT("keys",
                                  "\"%1\" is not a key: a whole number from %2 to %3 is expected, in decimal or "
                                  "with 0x in hexadecimal.")
                              .arg(name)
                              .arg(Limits::min())
                              .arg(Limits::max()));
    return tagOfBigint(*value);
}

base::Result<LockTag> int4Pair(std::string_view name) {
    using Limits = std::numeric_limits<std::int32_t>;
    std::string_view text = trimmed(name);
    if (text.starts_with('(') && text.ends_with(')'))
        text = text.substr(1, text.size() - 2);
    const auto comma = text.find(',');
    if (comma != std::string_view::npos) {
        const auto first = parseInteger(text.substr(0, comma), Limits::min(), Limits::max());
        const auto second = parseInteger(text.substr(comma + 1), Limits::min(), Limits::max());
        if (first && second)
            return tagOfPair(static_cast<std::int32_t>(*first), static_cast<std::int32_t>(*second));
    }
    return Unexpected(ErrorKind::Usage,
                      LB_TEXT("keys",
                              "\"%1\" is not a pair of keys: two whole numbers from %2 to %3 with a comma between "
                              "them are expected, such as \"18028,7\".")
                          .arg(name)
                          .arg(Limits::min())
                          .arg(Limits::max()));
}

} // namespace

const std::vector<Scheme>& schemes() {
    static const std::vector<Scheme> all{
        {kDefaultScheme, LB_TEXT("keys", "BLAKE2b of the name with a digest of 8 bytes, read big-endian"), false},
        {"hashtext", LB_TEXT("keys", "PostgreSQL's hashtext(name), 32 bits widened to a bigint"), true},
        {"hashtextextended", LB_TEXT("keys", "PostgreSQL's hashtextextended(name, 0), 64 bits"), false},
        {"crc32", LB_TEXT("keys", "CRC-32 of the name as zlib computes it, a number without a sign"), true},
        {"crc32-i32", LB_TEXT("keys", "CRC-32 of the name, its 32 bits read as a number with a sign"), true},
        {"constant", LB_TEXT("keys", "a number that stands in the program: a bigint key"), false},
        {"int4pair", LB_TEXT("keys", "two 32-bit numbers: \"a,b\""), false},
    };
    return all;
}

const Scheme* findScheme(std::string_view id) {
    const auto& all = schemes();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Scheme& scheme) { return scheme.id == id; });
    return found == all.end() ? nullptr : &*found;
}

base::Result<LockTag> derive(std::string_view scheme, std::string_view name) {
    if (scheme == kDefaultScheme)
        return tagOfBigint(static_cast<std::int64_t>(blake2b64(name)));
    if (scheme == "hashtext")
        return tagOfBigint(pgHashText(name));
    if (scheme == "hashtextextended")
        return tagOfBigint(pgHashTextExtended(name));
    if (scheme == "crc32")
        return tagOfBigint(crc32Of(name));
    if (scheme == "crc32-i32")
        return tagOfBigint(static_cast<std::int32_t>(crc32Of(name)));
    if (scheme == "constant")
        return constant(name);
    if (scheme == "int4pair")
        return int4Pair(name);

    std::vector<std::string> ids;
    std::string list;
    for (const Scheme& known : schemes()) {
        ids.push_back(known.id);
        list += (list.empty() ? "" : ", ") + known.id;
    }
    const std::string near = base::nearest(scheme, ids);
    const base::Text message =
        near.empty() ? LB_TEXT("keys", "Unknown key scheme \"%1\".").arg(scheme)
                     : LB_TEXT("keys", "Unknown key scheme \"%1\"; did you mean \"%2\"?").arg(scheme).arg(near);
    return Unexpected(ErrorKind::Usage, message, LB_TEXT("keys", "Known schemes: %1.").arg(list));
}

} // namespace latchboard::keys
