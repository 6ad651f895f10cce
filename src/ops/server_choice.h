// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"

namespace latchboard::ops {

/// How a person named the server on the command line.
struct ServerChoice {
    std::string profile;  ///< --profile
    std::string conninfo; ///< --conninfo
    std::vector<std::string> poolerAdmin;
};

/// The profile named; or the connection string as a profile of its own; or, with neither, libpq's environment where
/// PGHOST, PGHOSTADDR, PGSERVICE or PGDATABASE is set, else the file's only profile, else libpq's defaults.
/// Configuration error with the nearest name for an unknown profile; Usage error where both are named.
[[nodiscard]] base::Result<Profile> chooseServer(const Configuration& configuration, const ServerChoice& choice);

} // namespace latchboard::ops
