// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace latchboard::ops {

/// Who acts, from where: the name of the process's user and the machine's, "kim@host".
[[nodiscard]] std::string actorHere();

} // namespace latchboard::ops
