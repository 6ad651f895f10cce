// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "keys/wide.h"

#include <QJsonObject>

#include <map>
#include <optional>
#include <string>
#include <string_view>

/// The algorithms that programs make lock keys with, each a pure function. They are those of the catalogue of lock
/// keys; the values are those of a little-endian client and, where PostgreSQL hashes, of a little-endian server whose
/// database encoding is UTF-8. Any thread.
namespace latchboard::keys {

/// What a key is made of, by name: texts and whole numbers as text; null where it is not set.
using Inputs = std::map<std::string, std::optional<std::string>, std::less<>>;

/// What an algorithm works on.
struct Material {
    std::string_view text;         ///< the filled template, UTF-8
    std::string_view bytes;        ///< of the text, in the encoding and length that the parameters ask for
    const QJsonObject& parameters; ///< of the derivation; what they are is the algorithm's own
    const Inputs& inputs;
};

struct Algorithm {
    const char* id;
    bool takesText;
    int hashBits; ///< how many bits of hash it gives at most; 0: a number or a reversible text, no hash
    std::optional<Wide> (*compute)(const Material& material); ///< none: the text or the inputs are not what it takes
};

/// Null for an unknown one.
[[nodiscard]] const Algorithm* findAlgorithm(std::string_view id);

/// The first eight bytes of BLAKE2b with a digest length of eight, big-endian.
[[nodiscard]] std::uint64_t blake2b64(std::string_view bytes);
/// CRC-32 of zlib.
[[nodiscard]] std::uint32_t crc32Of(std::string_view bytes);

/// A parameter as text, whether it is a number or a text; none where it is missing.
[[nodiscard]] std::optional<std::string> parameterText(const QJsonObject& parameters, const char* name);
/// Replaces {name}, {name|pgquote} and {name|before-dash} by the inputs. None for an input that is missing or not set,
/// or an unknown filter. Braces that don't enclose a name are plain text.
[[nodiscard]] std::optional<std::string> fillInputs(std::string_view templateText, const Inputs& inputs);

} // namespace latchboard::keys
