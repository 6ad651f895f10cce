// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_table.h"

#include <string_view>

namespace latchboard::pg {

/// Whether the column takes the value whole. PostgreSQL rounds what has more digits than numeric(p,s), timestamp(p),
/// time(p) or interval(p) without a word (documentation, "Numeric Types" and "Date/Time Types"); lengths of
/// varchar(n) and char(n) are counted in characters. True for what the server itself refuses or keeps whole.
[[nodiscard]] bool fitsColumn(const TargetColumn& column, std::string_view value);

} // namespace latchboard::pg
