// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/lock_tag.h"

#include <array>
#include <cstdio>
#include <tuple>

namespace latchboard::keys {

LockTag tagOfBigint(std::int64_t key) {
    const auto bits = static_cast<std::uint64_t>(key);
    return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits), 1};
}

LockTag tagOfPair(std::int32_t first, std::int32_t second) {
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second), 2};
}

KeyForm formOf(const LockTag& tag) {
    switch (tag.objsubid) {
    case 1:
        return KeyForm::Bigint;
    case 2:
        return KeyForm::Int4Pair;
    default: // any other number is an extension's own
        return KeyForm::Other;
    }
}

std::int64_t bigintOf(const LockTag& tag) {
    return static_cast<std::int64_t>((std::uint64_t{tag.classid} << 32) | tag.objid);
}

std::int32_t firstOf(const LockTag& tag) {
    return static_cast<std::int32_t>(tag.classid);
}

std::int32_t secondOf(const LockTag& tag) {
    return static_cast<std::int32_t>(tag.objid);
}

bool lessByValue(const LockTag& a, const LockTag& b) {
    const auto order = [](const LockTag& tag) {
        const bool bigint = formOf(tag) == KeyForm::Bigint;
        return std::tuple(tag.objsubid, bigint ? bigintOf(tag) : std::int64_t{firstOf(tag)},
                          bigint ? 0 : secondOf(tag));
    };
    return order(a) < order(b);
}

const char* formName(KeyForm form) {
    switch (form) {
    case KeyForm::Bigint:
        return "bigint";
    case KeyForm::Int4Pair:
        return "int4pair";
    case KeyForm::Other:
        break;
    }
    return "other";
}

std::string keyText(const LockTag& tag) {
    if (formOf(tag) == KeyForm::Bigint)
        return std::to_string(bigintOf(tag));
    std::string text = "(" + std::to_string(firstOf(tag)) + ", " + std::to_string(secondOf(tag)) + ")";
    if (formOf(tag) == KeyForm::Other)
        text += "/" + std::to_string(tag.objsubid);
    return text;
}

std::string keyHex(const LockTag& tag) {
    std::array<char, 18> text{};
    std::snprintf(text.data(), text.size(), "%08x %08x", tag.classid, tag.objid);
    return text.data();
}

} // namespace latchboard::keys
