// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/secret.h"

#include <string>

namespace latchboard::demo {

/// Runs statements on a connection of their own, in one implicit transaction unless they say otherwise. Blocks.
base::Result<void> runSql(const std::string& conninfo, const base::Secret& password, const std::string& statements);

/// "text" as an SQL literal or identifier.
[[nodiscard]] std::string sqlLiteral(const std::string& text);
[[nodiscard]] std::string sqlName(const std::string& text);

} // namespace latchboard::demo
