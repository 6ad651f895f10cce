// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <string>
#include <string_view>

namespace latchboard::pg {

/// Makes an error of what libpq said of a failed connection, taken with PQERRORS_VERBOSE so that the server's SQLSTATE
/// is in it whatever the language of its words. `target` is where it went, without secrets.
[[nodiscard]] base::Error connectError(const std::string& target, std::string_view libpqMessage);

/// The words without the verbose form's additions: one line, no SQLSTATE, no source location.
[[nodiscard]] std::string plainWords(std::string_view libpqMessage);

} // namespace latchboard::pg
