// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "pg/connection_settings.h"

struct pg_conn;

namespace latchboard::pg {

/// Makes a connection without blocking on name look-up, network, TLS or authentication beyond the settings' connect
/// timeout; ends at once at a stop. The caller owns what comes; its errors carry libpq's and the server's words.
[[nodiscard]] base::Result<pg_conn*> connectWithin(const ConnectionSettings& settings, const base::Waiting& waiting);

} // namespace latchboard::pg
