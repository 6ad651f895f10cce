// SPDX-License-Identifier: GPL-3.0-or-later
#include "keys/derivation.h"

#include <QJsonArray>
#include <QUuid>

#include <algorithm>
#include <bit>
#include <limits>

namespace latchboard::keys {

namespace {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

constexpr Bits128 kLow32 = 0xFFFFFFFFU;
constexpr Bits128 kLow64 = std::numeric_limits<std::uint64_t>::max();

/// A post step: its name, and what stands after the colon.
struct Step {
    std::string_view name, argument;

    explicit Step(std::string_view text)
        : name(text.substr(0, text.find(':'))),
          argument(name.size() == text.size() ? std::string_view() : text.substr(name.size() + 1)) {}

    [[nodiscard]] bool isKnown() const {
        if (name == "u32" || name == "i32" || name == "i64" || name == "abs" || name == "shr32" || name == "xorfold64")
            return argument.empty();
        if (name == "and" || name == "add" || name == "mul")
            return parseWide(argument).has_value();
        if (name == "mod-if-gt") {
            const auto limit = parseWide(argument);
            return limit && !limit->negative && limit->bits > 0;
        }
        return (name == "add-input" || name == "hi32-input") && !argument.empty();
    }
};

std::optional<Wide> inputOf(std::string_view name, const Inputs& inputs) {
    const auto input = inputs.find(name);
    return input != inputs.end() && input->second ? parseWide(*input->second) : std::nullopt;
}

std::optional<Wide> stepped(const Wide& value, const Step& step, const Inputs& inputs) {
    if (step.name == "u32")
        return Wide::ofUnsigned(value.bits & kLow32);
    if (step.name == "i32")
        return Wide::ofSigned(static_cast<std::int32_t>(value.low32()));
    if (step.name == "i64")
        return Wide::ofSigned(static_cast<std::int64_t>(value.low64()));
    if (step.name == "abs")
        return absolute(value);
    if (step.name == "shr32")
        return shiftedRight(value, 32);
    if (step.name == "xorfold64")
        return Wide::ofUnsigned(((value.bits >> 64) ^ value.bits) & kLow64);
    const auto number = step.name == "add-input" || step.name == "hi32-input" ? inputOf(step.argument, inputs)
                                                                              : parseWide(step.argument);
    if (!number)
        return std::nullopt;
    if (step.name == "and")
        return Wide{value.bits & number->bits, value.negative && number->negative};
    if (step.name == "add" || step.name == "add-input")
        return sum(value, *number);
    if (step.name == "mul")
        return product(value, *number);
    if (step.name == "mod-if-gt")
        return value.negative || value.bits <= number->bits ? value : Wide::ofUnsigned(value.bits % number->bits);
    const auto high = product(*number, Wide::ofUnsigned(kLow32 + 1)); // hi32-input
    return high ? std::optional(Wide{high->bits | (value.bits & kLow32), high->negative}) : std::nullopt;
}

Result<Wide> compute(const ScalarDerivation& scalar, const Inputs& inputs) {
    const Algorithm* algorithm = findAlgorithm(scalar.algorithm);
    if (algorithm == nullptr)
        return Unexpected(ErrorKind::Usage,
                          LB_TEXT("keys", "Unknown algorithm \"%1\" of a lock's key.").arg(scalar.algorithm));
    const auto filled = fillInputs(scalar.inputTemplate, inputs);
    if (!filled)
        return Unexpected(ErrorKind::Usage,
                          LB_TEXT("keys", "No key can be made of \"%1\": not all of its inputs are given.")
                              .arg(scalar.inputTemplate));
    std::string bytes = *filled;
    if (parameterText(scalar.parameters, "encoding") == "uuid-bytes")
        bytes = QUuid::fromString(QString::fromStdString(*filled)).toRfc4122().toStdString();
    if (const auto most = parameterText(scalar.parameters, "max_bytes"))
        bytes.resize(std::min(bytes.size(), static_cast<std::size_t>(parseWide(*most).value_or(Wide{}).low32())));
    auto value = algorithm->compute({*filled, bytes, scalar.parameters, inputs});
    for (const std::string& step : scalar.postSteps) {
        if (value)
            value = stepped(*value, Step(step), inputs);
    }
    if (!value)
        return Unexpected(ErrorKind::Usage, LB_TEXT("keys", "\"%1\" is not what %2 takes, or its inputs are missing.")
                                                .arg(*filled)
                                                .arg(scalar.algorithm));
    return *value;
}

Unexpected doesNotFit(const ScalarDerivation& scalar, const char* type) {
    return Unexpected(ErrorKind::Usage, LB_TEXT("keys", "What %1 gives here is outside of the range of %2.")
                                            .arg(scalar.algorithm)
                                            .arg(std::string_view(type)));
}

Result<std::int32_t> int4Of(const ScalarDerivation& scalar, const Inputs& inputs) {
    const auto value = compute(scalar, inputs);
    if (!value)
        return Unexpected(value.error());
    const auto number = value->toInt64();
    if (!number || *number != static_cast<std::int32_t>(*number))
        return doesNotFit(scalar, "integer");
    return static_cast<std::int32_t>(*number);
}

Result<ScalarDerivation> readScalar(const QJsonObject& object) {
    ScalarDerivation scalar;
    scalar.algorithm = object.value(QStringLiteral("algorithm")).toString().toStdString();
    const Algorithm* algorithm = findAlgorithm(scalar.algorithm);
    if (algorithm == nullptr)
        return Unexpected(ErrorKind::Configuration,
                          LB_TEXT("keys", "Unknown algorithm \"%1\" of a lock's key.").arg(scalar.algorithm));
    scalar.parameters = object.value(QStringLiteral("parameters")).toObject();
    scalar.inputTemplate = object.value(QStringLiteral("input_template")).toString().toStdString();
    if (algorithm->takesText && !object.contains(QStringLiteral("input_template")))
        return Unexpected(ErrorKind::Configuration,
                          LB_TEXT("keys", "The algorithm %1 needs an input_template.").arg(scalar.algorithm));
    for (const auto& step : object.value(QStringLiteral("post_steps")).toArray()) {
        scalar.postSteps.push_back(step.toString().toStdString());
        if (!Step(scalar.postSteps.back()).isKnown())
            return Unexpected(
                ErrorKind::Configuration,
                LB_TEXT("keys", "Unknown step \"%1\" after %2.").arg(scalar.postSteps.back()).arg(scalar.algorithm));
    }
    return scalar;
}

int hashBits(const ScalarDerivation& scalar) {
    const Algorithm* algorithm = findAlgorithm(scalar.algorithm);
    int bits = algorithm != nullptr ? algorithm->hashBits : 0;
    for (const std::string& text : scalar.postSteps) {
        const Step step(text);
        if (step.name == "u32" || step.name == "i32")
            bits = std::min(bits, 32);
        if (const auto mask = step.name == "and" ? parseWide(step.argument) : std::nullopt; mask && !mask->negative)
            bits = std::min(bits,
                            std::popcount(mask->low64()) + std::popcount(static_cast<std::uint64_t>(mask->bits >> 64)));
    }
    return bits;
}

} // namespace

Result<Derivation> readDerivation(const QJsonObject& object) {
    using Form = Derivation::Form;
    const QString algorithm = object.value(QStringLiteral("algorithm")).toString();
    Derivation derivation;
    std::vector<QJsonObject> parts{object};
    const auto part = [&object](const char* name) { return object.value(QLatin1String(name)).toObject(); };
    if (algorithm == QStringLiteral("pair")) {
        derivation.form = Form::Pair;
        parts = {part("key1"), part("key2")};
    } else if (algorithm == QStringLiteral("split64")) {
        derivation.form = Form::Split64;
        parts = {part("of")};
    } else if (algorithm == QStringLiteral("locktag")) {
        const int objsubid = object.value(QStringLiteral("objsubid")).toInt(-1);
        if (objsubid < 0 || objsubid > std::numeric_limits<std::uint16_t>::max())
            return Unexpected(ErrorKind::Configuration,
                              LB_TEXT("keys", "A locktag needs an objsubid from 0 to 65535."));
        derivation.form = Form::LockTag;
        derivation.objsubid = static_cast<std::uint16_t>(objsubid);
        parts = {part("classid"), part("objid")};
    }
    for (const QJsonObject& each : parts) {
        auto scalar = readScalar(each);
        if (!scalar)
            return Unexpected(scalar.error());
        derivation.parts.push_back(std::move(*scalar));
    }
    return derivation;
}

Result<LockTag> derive(const Derivation& derivation, const Inputs& inputs) {
    using Form = Derivation::Form;
    const bool two = derivation.form == Form::Pair || derivation.form == Form::LockTag;
    if (derivation.parts.size() != (two ? 2U : 1U))
        return Unexpected(ErrorKind::Internal, LB_TEXT("keys", "A derivation has a wrong number of parts."));
    const ScalarDerivation& front = derivation.parts.front();
    if (derivation.form == Form::Pair) {
        const auto first = int4Of(front, inputs);
        const auto second = int4Of(derivation.parts.back(), inputs);
        if (!first || !second)
            return Unexpected(first ? second.error() : first.error());
        return tagOfPair(*first, *second);
    }
    const auto value = compute(front, inputs);
    if (!value)
        return Unexpected(value.error());
    if (derivation.form == Form::LockTag) {
        const auto objid = compute(derivation.parts.back(), inputs);
        if (!objid)
            return Unexpected(objid.error());
        return LockTag{value->low32(), objid->low32(), derivation.objsubid};
    }
    const auto number = value->toInt64();
    if (!number)
        return doesNotFit(front, "bigint");
    LockTag tag = tagOfBigint(*number);
    if (derivation.form == Form::Split64)
        tag.objsubid = 2;
    return tag;
}

bool isBareHash32(const Derivation& derivation) {
    int bits = 0;
    for (const ScalarDerivation& part : derivation.parts)
        bits += hashBits(part);
    constexpr int kBare = 33;
    return bits > 0 && bits <= kBare;
}

} // namespace latchboard::keys
