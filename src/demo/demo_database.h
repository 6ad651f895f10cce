// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/secret.h"
#include "demo/cluster.h"

#include <stop_token>

namespace latchboard::demo {

inline constexpr const char* kDatabase = "orders";

/// The passwords of the demo's roles.
struct DemoRoles {
    base::Secret app;        ///< `app`: the application and other friendly sessions
    base::Secret latchboard; ///< `latchboard`: engine and console; member of `sync` and `monitor`
};

/// Makes the database `orders` with its roles, tables and the schema latchboard, or brings a kept one up to date.
[[nodiscard]] base::Result<DemoRoles> prepareDatabase(const Cluster& cluster, std::stop_token stop);

} // namespace latchboard::demo
