// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/secret.h"

#include <string>

namespace latchboard::demo {

/// Runs statements on a connection of their own, as one query of the simple protocol: one transaction unless they say
/// otherwise. Also for PgBouncer's console. Blocks.
base::Result<void> runSql(const std::string& conninfo, const base::Secret& password, const std::string& statements,
                          const base::Waiting& waiting = {});

/// A value of a libpq conninfo, quoted.
[[nodiscard]] std::string conninfoValue(const std::string& text);

} // namespace latchboard::demo
