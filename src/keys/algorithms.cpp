// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/algorithms.h"

#include "keys/erlang_hash.h"
#include "keys/pg_hash.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>

#include <blake2.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace latchboard::keys {

namespace {

using Hash = QCryptographicHash;
using Number = std::optional<Wide>;

/// Eight bytes as a number, the most significant first or last.
std::uint64_t bigEndian(const unsigned char* bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i)
        value = (value << 8) | bytes[i];
    return value;
}

std::uint64_t littleEndian(const unsigned char* bytes) {
    return __builtin_bswap64(bigEndian(bytes));
}

Number asSigned(std::uint64_t value) {
    return Wide::ofSigned(static_cast<std::int64_t>(value));
}

Number asSigned32(std::uint32_t value) {
    return Wide::ofSigned(static_cast<std::int32_t>(value));
}

QByteArray digest(Hash::Algorithm algorithm, std::string_view bytes) {
    return Hash::hash(QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())), algorithm);
}

const unsigned char* at(const QByteArray& bytes, qsizetype place) {
    return reinterpret_cast<const unsigned char*>(bytes.constData()) + place;
}

Number inputNumber(const Material& material, const char* parameter) {
    const auto name = parameterText(material.parameters, parameter);
    const auto input = name ? material.inputs.find(*name) : material.inputs.end();
    return input != material.inputs.end() && input->second ? parseWide(*input->second) : std::nullopt;
}

Number constant(const Material& material) {
    const auto value = parameterText(material.parameters, "value");
    return value ? parseWide(*value) : std::nullopt;
}

Number identity(const Material& material) {
    return inputNumber(material, "input");
}

Number enumerated(const Material& material) {
    const auto name = parameterText(material.parameters, "input");
    const auto input = name ? material.inputs.find(*name) : material.inputs.end();
    if (input == material.inputs.end() || !input->second)
        return std::nullopt;
    const auto value =
        parameterText(material.parameters.value(QStringLiteral("values")).toObject(), input->second->c_str());
    return value ? parseWide(*value) : std::nullopt;
}

/// The value of a digit of the radix's alphabet; none for another character.
std::optional<unsigned> hexDigit(char character) {
    if (std::isxdigit(static_cast<unsigned char>(character)) == 0)
        return std::nullopt;
    const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    return static_cast<unsigned>(lower <= '9' ? lower - '0' : lower - 'a' + 10);
}

Number hexNumber(std::string_view text, std::size_t digits) {
    if (text.size() != digits)
        return std::nullopt;
    Bits128 value = 0;
    for (const char character : text) {
        const auto digit = hexDigit(character);
        if (!digit)
            return std::nullopt;
        value = (value << 4) | *digit;
    }
    return Wide::ofUnsigned(value);
}

Number uuidNumber(std::string_view text) {
    if (text.size() != 36)
        return std::nullopt;
    std::string digits;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash != (text[i] == '-'))
            return std::nullopt;
        if (!dash)
            digits += text[i];
    }
    return hexNumber(digits, 32);
}

Number ulidNumber(std::string_view text) {
    constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    if (text.size() != 26)
        return std::nullopt;
    Bits128 value = 0;
    for (const char character : text) {
        const auto digit = kCrockford.find(static_cast<char>(std::toupper(static_cast<unsigned char>(character))));
        if (digit == std::string_view::npos || (value >> 123) != 0) // 130 bits of digits, of which 128 are a ULID
            return std::nullopt;
        value = (value << 5) | digit;
    }
    return Wide::ofUnsigned(value);
}

Number adler(const Material& material) {
    return Wide::ofUnsigned(adler32_z(1, reinterpret_cast<const Bytef*>(material.bytes.data()), material.bytes.size()));
}

Number fnv1_32(const Material& material) {
    std::uint32_t hash = 2166136261U;
    for (const char byte : material.bytes)
        hash = (hash * 16777619U) ^ static_cast<unsigned char>(byte);
    return Wide::ofUnsigned(hash);
}

template<bool xorFirst>
Number fnv64(const Material& material) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char byte : material.bytes) {
        if (xorFirst)
            hash ^= static_cast<unsigned char>(byte);
        hash *= 0x100000001B3U;
        if (!xorFirst)
            hash ^= static_cast<unsigned char>(byte);
    }
    return asSigned(hash);
}

Number blake2s64(const Material& material) {
    constexpr std::size_t kLength = 8;
    blake2s_state state;
    std::array<std::uint8_t, kLength> result{};
    blake2s_init(&state, kLength);
    blake2s_update(&state, reinterpret_cast<const std::uint8_t*>(material.bytes.data()), material.bytes.size());
    blake2s_final(&state, result.data(), kLength);
    return asSigned(bigEndian(result.data()));
}

template<Hash::Algorithm algorithm>
Number first8BigEndian(const Material& material) {
    return asSigned(bigEndian(at(digest(algorithm, material.bytes), 0)));
}

template<Hash::Algorithm algorithm>
Number first8LittleEndian(const Material& material) {
    return asSigned(littleEndian(at(digest(algorithm, material.bytes), 0)));
}

Number md5Digits10(const Material& material) {
    std::string digits;
    for (const char character : digest(Hash::Md5, material.bytes).toHex()) {
        if (character >= '0' && character <= '9' && digits.size() < 10)
            digits += character;
    }
    return parseWide(digits);
}

Number sha1First60(const Material& material) {
    return Wide::ofUnsigned(bigEndian(at(digest(Hash::Sha1, material.bytes), 0)) >> 4);
}

Number sha1Word(const Material& material) {
    const auto text = parameterText(material.parameters, "word");
    if (!text)
        return std::nullopt;
    const QByteArray hash = digest(Hash::Sha1, material.bytes);
    const Wide word = parseWide(*text).value_or(Wide::ofSigned(-1));
    if (word.negative || word.bits >= static_cast<Bits128>(hash.size() / 2))
        return std::nullopt;
    const unsigned char* bytes = at(hash, 2 * static_cast<qsizetype>(word.low32()));
    return Wide::ofUnsigned((unsigned{bytes[0]} << 8) | bytes[1]);
}

Number sha256Last8(const Material& material) {
    return Wide::ofUnsigned(bigEndian(at(digest(Hash::Sha256, material.bytes), 24)));
}

/// HKDF (RFC 5869) without a salt, of which only the first block is needed.
Number hkdf(const Material& material) {
    const auto info = parameterText(material.parameters, "info");
    if (!info)
        return std::nullopt;
    const QByteArray input(material.bytes.data(), static_cast<qsizetype>(material.bytes.size()));
    const QByteArray key = QMessageAuthenticationCode::hash(input, QByteArray(32, '\0'), Hash::Sha256);
    const QByteArray block =
        QMessageAuthenticationCode::hash(QByteArray::fromStdString(*info) + '\x01', key, Hash::Sha256);
    return asSigned(littleEndian(at(block, 0)));
}

Number hashTextExtended(const Material& material) {
    Number seed;
    if (const auto given = parameterText(material.parameters, "seed"))
        seed = parseWide(*given);
    else if (material.parameters.contains(QStringLiteral("seed_input")))
        seed = inputNumber(material, "seed_input");
    else
        seed = Wide{};
    const auto value = seed ? seed->toInt64() : std::nullopt;
    return value ? Number(Wide::ofSigned(pgHashTextExtended(material.bytes, *value))) : std::nullopt;
}

QString utf16(const Material& material) {
    return QString::fromUtf8(material.text.data(), static_cast<qsizetype>(material.text.size()));
}

Number javaHash(const Material& material) {
    std::uint32_t hash = 0;
    for (const QChar unit : utf16(material))
        hash = 31 * hash + unit.unicode();
    return asSigned32(hash);
}

Number dotnetHash(const Material& material) {
    std::array<std::uint32_t, 2> lanes{};
    lanes.fill((5381U << 16) + 5381U);
    std::size_t place = 0;
    for (const QChar unit : utf16(material)) {
        std::uint32_t& lane = lanes[place++ % 2];
        lane = (lane * 33) ^ unit.unicode();
    }
    return asSigned32(lanes[0] + lanes[1] * 1566083941U);
}

template<bool reversed>
Number djb2x(const Material& material) {
    QString text = utf16(material);
    if (reversed)
        std::reverse(text.begin(), text.end());
    std::uint32_t hash = 5381;
    for (const QChar unit : text)
        hash = (hash * 33) ^ unit.unicode();
    return Wide::ofUnsigned(hash);
}

Number ascii7(const Material& material) {
    constexpr std::size_t kMost = 9;
    if (material.text.size() > kMost)
        return std::nullopt;
    std::uint64_t value = 0;
    for (const char character : material.text) {
        if (static_cast<unsigned char>(character) > 127)
            return std::nullopt;
        value = (value << 7) | static_cast<unsigned char>(character);
    }
    value <<= 1;
    for (std::size_t i = material.text.size(); i < kMost; ++i)
        value = (value << 7) | 0x7F;
    return asSigned(value);
}

constexpr std::array kAlgorithms{
    Algorithm{"constant", false, 0, constant},
    Algorithm{"identity-int", false, 0, identity},
    Algorithm{"enum", false, 0, enumerated},
    Algorithm{"uuid-int", true, 0, [](const Material& m) { return uuidNumber(m.text); }},
    Algorithm{"ulid-int", true, 0, [](const Material& m) { return ulidNumber(m.text); }},
    Algorithm{"crc32", true, 32, [](const Material& m) { return Number(Wide::ofUnsigned(crc32Of(m.bytes))); }},
    Algorithm{"adler32", true, 32, adler},
    Algorithm{"fnv1-32", true, 32, fnv1_32},
    Algorithm{"fnv1-64", true, 64, fnv64<false>},
    Algorithm{"fnv1a-64", true, 64, fnv64<true>},
    Algorithm{"blake2b64-be", true, 64, [](const Material& m) { return asSigned(blake2b64(m.bytes)); }},
    Algorithm{"blake2b64-le", true, 64,
              [](const Material& m) { return asSigned(__builtin_bswap64(blake2b64(m.bytes))); }},
    Algorithm{"blake2s64-be", true, 64, blake2s64},
    Algorithm{"md5-first8-be", true, 64, first8BigEndian<Hash::Md5>},
    Algorithm{"md5-digits10", true, 33, md5Digits10},
    Algorithm{"sha1-first8-le", true, 64, first8LittleEndian<Hash::Sha1>},
    Algorithm{"sha1-first60-be", true, 60, sha1First60},
    Algorithm{"sha1-u16-be", true, 16, sha1Word},
    Algorithm{"sha224-first8-be", true, 64, first8BigEndian<Hash::Sha224>},
    Algorithm{"sha256-first8-be", true, 64, first8BigEndian<Hash::Sha256>},
    Algorithm{"sha256-first8-le", true, 64, first8LittleEndian<Hash::Sha256>},
    Algorithm{"sha256-last8-be", true, 64, sha256Last8},
    Algorithm{"hkdf-sha256-first8-le", true, 64, hkdf},
    Algorithm{"hashtext-int4", true, 32, [](const Material& m) { return Number(Wide::ofSigned(pgHashText(m.bytes))); }},
    Algorithm{"hashtextextended", true, 64, hashTextExtended},
    Algorithm{"java-hashcode", true, 32, javaHash},
    Algorithm{"dotnet-two-lane", true, 32, dotnetHash},
    Algorithm{"djb2x-utf16-fwd", true, 32, djb2x<false>},
    Algorithm{"djb2x-utf16-rev", true, 32, djb2x<true>},
    Algorithm{"ascii7-pack9", true, 0, ascii7},
    Algorithm{"hex-u32", true, 0, [](const Material& m) { return hexNumber(m.text, 8); }},
    Algorithm{"hex-u64", true, 0, [](const Material& m) { return hexNumber(m.text, 16); }},
    Algorithm{"erlang-phash2", false, 27,
              [](const Material& m) {
                  const auto hash = erlangHash(m.parameters.value(QStringLiteral("term")).toObject(), m.inputs);
                  return hash ? Number(Wide::ofUnsigned(*hash)) : Number();
              }},
};

} // namespace

const Algorithm* findAlgorithm(std::string_view id) {
    const auto* found =
        std::find_if(kAlgorithms.begin(), kAlgorithms.end(), [&](const Algorithm& known) { return id == known.id; });
    return found == kAlgorithms.end() ? nullptr : found;
}

std::uint64_t blake2b64(std::string_view bytes) {
    // The digest length is part of BLAKE2's parameters: it is asked for here, never cut from a longer one.
    constexpr std::size_t kLength = 8;
    blake2b_state state;
    std::array<std::uint8_t, kLength> result{};
    blake2b_init(&state, kLength);
    blake2b_update(&state, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    blake2b_final(&state, result.data(), kLength);
    return bigEndian(result.data());
}

std::uint32_t crc32Of(std::string_view bytes) {
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::optional<std::string> parameterText(const QJsonObject& parameters, const char* name) {
    const QJsonValue value = parameters.value(QString::fromUtf8(name));
    if (value.isString())
        return value.toString().toStdString();
    if (value.isDouble())
        return std::to_string(value.toInteger());
    return std::nullopt;
}

std::optional<std::string> fillInputs(std::string_view templateText, const Inputs& inputs) {
    std::string filled;
    for (std::size_t place = 0; place < templateText.size(); ++place) {
        const std::size_t close = templateText[place] == '{' ? templateText.find('}', place) : std::string_view::npos;
        if (close == std::string_view::npos || close == place + 1) {
            filled += templateText[place];
            continue;
        }
        const std::string_view inside = templateText.substr(place + 1, close - place - 1);
        const std::size_t bar = inside.find('|');
        const std::string_view filter = bar == std::string_view::npos ? std::string_view() : inside.substr(bar + 1);
        const auto input = inputs.find(inside.substr(0, bar));
        if (input == inputs.end() || !input->second)
            return std::nullopt;
        const std::string& value = *input->second;
        if (filter == "pgquote") {
            filled += '"';
            for (const char character : value)
                filled += character == '"' ? std::string(2, '"') : std::string(1, character);
            filled += '"';
        } else if (filter == "before-dash") {
            filled += value.substr(0, value.find('-'));
        } else if (filter.empty()) {
            filled += value;
        } else {
            return std::nullopt;
        }
        place = close;
    }
    return filled;
}

} // namespace latchboard::keys
