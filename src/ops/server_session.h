// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"
#include "pg/session.h"

namespace latchboard::ops {

/// How a profile's server is reached, with its password put in. `applicationName` is what other people see in
/// pg_stat_activity: "latchboard monitor", "latchboard order-sync".
[[nodiscard]] base::Result<pg::ConnectionSettings> connectionSettings(const Profile& profile,
                                                                      const std::string& applicationName);

[[nodiscard]] base::Result<std::unique_ptr<pg::Session>>
openSession(const Profile& profile, const std::string& applicationName, const base::Waiting& waiting = {});

/// Asks a profile's server for the values of jobs, on a session of its own for each query.
[[nodiscard]] JobValues askServerForJobs(const std::stop_token& stop);

} // namespace latchboard::ops
