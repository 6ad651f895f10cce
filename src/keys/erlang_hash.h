// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "keys/algorithms.h"

namespace latchboard::keys {

/// Erlang's erlang:phash2/1 of a term, 0 to 2^27 - 1. The term is {"t":"atom"|"binary"|"binary-or-nil","v":template} or
/// {"t":"tuple","v":[terms]}; "binary-or-nil" is the atom nil where the template's input is not set. None for another
/// kind of term or a missing input.
[[nodiscard]] std::optional<std::uint32_t> erlangHash(const QJsonObject& term, const Inputs& inputs);

} // namespace latchboard::keys
