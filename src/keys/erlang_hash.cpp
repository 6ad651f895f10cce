// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/erlang_hash.h"

#include <QJsonArray>

#include <algorithm>
#include <array>

namespace latchboard::keys {

namespace {

constexpr std::uint32_t times(std::uint32_t count) {
    return 0x9e3779b9U * count;
}

/// Bob Jenkins' mix of 1996. All arithmetic is modulo 2^32.
void mix(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c) {
    a -= b, a -= c, a ^= c >> 13;
    b -= c, b -= a, b ^= a << 8;
    c -= a, c -= b, c ^= b >> 13;
    a -= b, a -= c, a ^= c >> 12;
    b -= c, b -= a, b ^= a << 16;
    c -= a, c -= b, c ^= b >> 5;
    a -= b, a -= c, a ^= c >> 3;
    b -= c, b -= a, b ^= a << 10;
    c -= a, c -= b, c ^= b >> 15;
}

std::uint32_t hashWord(std::uint32_t hash, std::uint32_t word, std::uint32_t constant) {
    std::uint32_t a = constant + word, b = constant, c = hash;
    mix(a, b, c);
    return c;
}

std::uint32_t hashBytes(std::string_view bytes, std::uint32_t start) {
    std::uint32_t a = times(1), b = times(1), c = start;
    const auto length = static_cast<std::uint32_t>(bytes.size());
    for (bool last = false; !last;) {
        last = bytes.size() < 12;
        const std::size_t count = std::min<std::size_t>(bytes.size(), 12);
        std::array<std::uint32_t, 3> words{};
        for (std::size_t i = 0; i < count; ++i) {
            // The low byte of c belongs to the length in the last, short block.
            const std::size_t place = last && i >= 8 ? i + 1 : i;
            words[place / 4] |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * (place % 4));
        }
        a += words[0], b += words[1], c += words[2];
        if (last)
            c += length;
        mix(a, b, c);
        bytes.remove_prefix(count);
    }
    return c;
}

/// PJW's hash over the characters: Latin-1 ones by their code, others by each byte of their UTF-8.
std::uint32_t atomValue(const std::string& name) {
    std::uint32_t value = 0;
    const auto add = [&value](std::uint32_t code) {
        value = (value << 4) + code;
        const std::uint32_t high = value & 0xF0000000U;
        if (high != 0) {
            value ^= high >> 24;
            value ^= high;
        }
    };
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto byte = static_cast<unsigned char>(name[i]);
        const bool latin1 = (byte == 0xC2 || byte == 0xC3) && i + 1 < name.size();
        if (latin1)
            add(((byte & 3U) << 6) | (static_cast<unsigned char>(name[++i]) & 0x3FU));
        else
            add(byte);
    }
    return value;
}

std::uint32_t hashAtom(std::uint32_t hash, const std::string& name) {
    const std::uint32_t value = atomValue(name);
    return hash == 0 ? value : hashWord(hash, value, times(3));
}

std::optional<std::uint32_t> walk(std::uint32_t hash, const QJsonObject& term, const Inputs& inputs) {
    const QString kind = term.value(QStringLiteral("t")).toString();
    const QJsonValue value = term.value(QStringLiteral("v"));
    if (kind == QStringLiteral("tuple")) {
        const QJsonArray elements = value.toArray();
        hash = hashWord(hash, static_cast<std::uint32_t>(elements.size()), times(9));
        for (const auto& element : elements) {
            const auto next = walk(hash, element.toObject(), inputs);
            if (!next)
                return std::nullopt;
            hash = *next;
        }
        return hash;
    }
    const std::string text = value.toString().toStdString();
    if (kind == QStringLiteral("binary-or-nil") && text.size() > 2) {
        const auto input = inputs.find(std::string_view(text).substr(1, text.size() - 2));
        if (input != inputs.end() && !input->second)
            return hashAtom(hash, "nil");
    }
    const auto filled = fillInputs(text, inputs);
    if (!filled)
        return std::nullopt;
    if (kind == QStringLiteral("atom"))
        return hashAtom(hash, *filled);
    if (kind != QStringLiteral("binary") && kind != QStringLiteral("binary-or-nil"))
        return std::nullopt;
    const std::uint32_t start = times(13) + hash;
    return filled->empty() ? start : hashBytes(*filled, start);
}

} // namespace

std::optional<std::uint32_t> erlangHash(const QJsonObject& term, const Inputs& inputs) {
    const auto hash = walk(0, term, inputs);
    return hash ? std::optional(*hash & ((1U << 27) - 1)) : std::nullopt;
}

} // namespace latchboard::keys
