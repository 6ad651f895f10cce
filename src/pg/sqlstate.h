// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <string_view>

namespace latchboard::pg {

/// What kind of failure a SQLSTATE is (PostgreSQL documentation, appendix A). 57014 is StatementTimeout here: only the
/// caller knows whether its own stop asked for it.
[[nodiscard]] base::ErrorKind kindOfSqlstate(std::string_view sqlstate);

/// The whole transaction may be tried again: 40001 and 40P01, nothing else.
[[nodiscard]] bool isRetryable(std::string_view sqlstate);

/// The value of one row is to blame (classes 22 and 23, one row twice in a statement, a trigger's own refusal): halving
/// a batch finds it.
[[nodiscard]] bool blamesData(std::string_view sqlstate);

/// What a person can do; empty where the server's words say it all.
[[nodiscard]] base::Text remedyOfSqlstate(std::string_view sqlstate);

} // namespace latchboard::pg
