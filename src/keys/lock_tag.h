// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace latchboard::keys {

enum class KeyForm { Bigint, Int4Pair, Other };

/// A lock's key as pg_locks shows it. A bigint key has classid = its high 32 bits, objid = its low 32 bits and
/// objsubid = 1; two int4 keys have objsubid = 2; other values of objsubid belong to extensions
/// (PostgreSQL documentation, view pg_locks).
struct LockTag {
    std::uint32_t classid = 0;
    std::uint32_t objid = 0;
    std::uint16_t objsubid = 1;

    friend auto operator<=>(const LockTag&, const LockTag&) = default;
};

[[nodiscard]] LockTag tagOfBigint(std::int64_t key);
[[nodiscard]] LockTag tagOfPair(std::int32_t first, std::int32_t second);

[[nodiscard]] KeyForm formOf(const LockTag& tag);
/// The signed 64-bit number of the two columns, whatever the form.
[[nodiscard]] std::int64_t bigintOf(const LockTag& tag);
[[nodiscard]] std::int32_t firstOf(const LockTag& tag);
[[nodiscard]] std::int32_t secondOf(const LockTag& tag);

/// The order of the numbers as they are written: bigints by their signed value, then pairs by their two signed numbers,
/// then other forms by objsubid and their numbers. (The tag's own order takes the columns as pg_locks has them,
/// unsigned, in which -1 is the greatest.)
[[nodiscard]] bool lessByValue(const LockTag& a, const LockTag& b);

/// "bigint", "int4pair", "other".
[[nodiscard]] const char* formName(KeyForm form);
/// The key as a person writes it: "2882680683948311330", "(18028, 7)", "(18028, 7)/11" for other objsubids.
[[nodiscard]] std::string keyText(const LockTag& tag);
/// 16 hexadecimal digits in two groups of eight: "280156cf 179e8322".
[[nodiscard]] std::string keyHex(const LockTag& tag);

} // namespace latchboard::keys
