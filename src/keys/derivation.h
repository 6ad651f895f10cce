// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "keys/algorithms.h"
#include "keys/lock_tag.h"

#include <vector>

namespace latchboard::keys {

/// How a program makes one number of its inputs.
struct ScalarDerivation {
    std::string algorithm;              ///< id of an Algorithm
    QJsonObject parameters;             ///< of the algorithm
    std::string inputTemplate;          ///< text with {input}, {input|pgquote} and {input|before-dash}
    std::vector<std::string> postSteps; ///< "u32", "mul:1486364155", ..., applied in this order
};

/// How a program makes a lock's key of its inputs: a value that a row of data carries.
struct Derivation {
    enum class Form {
        Bigint,  ///< the one part
        Pair,    ///< the two parts, each an int4
        Split64, ///< the halves of the one part, as a pair
        LockTag, ///< the two parts modulo 2^32 are classid and objid
    };
    Form form = Form::Bigint;
    std::vector<ScalarDerivation> parts;
    std::uint16_t objsubid = 1; ///< of the form LockTag
};

/// Reads {"algorithm", "parameters", "input_template", "post_steps"}, where the algorithm may be "pair" (with "key1"
/// and "key2"), "split64" ("of") or "locktag" ("classid", "objid", "objsubid"). Configuration error for what is
/// unknown.
[[nodiscard]] base::Result<Derivation> readDerivation(const QJsonObject& object);

/// Usage error where an input is missing or not of the kind that the algorithm takes, or where the number doesn't fit
/// the key: the server would refuse it as well.
[[nodiscard]] base::Result<LockTag> derive(const Derivation& derivation, const Inputs& inputs);

/// Whether all that a hit proves is that some 32 bits of hash agree (33 in md5-digits10): of a million names, one in
/// 4,000 keys would fit by chance. False for numbers that are no hash.
[[nodiscard]] bool isBareHash32(const Derivation& derivation);

} // namespace latchboard::keys
