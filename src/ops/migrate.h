// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"
#include "pg/schema.h"

namespace latchboard::ops {

/// Creates or upgrades the schema latchboard on the profile's server. Refused where the profile is read-only.
[[nodiscard]] base::Result<pg::MigrationReport> migrate(const Profile& profile, std::stop_token stop);

/// Refused, where the profile is read-only; for every act that changes something on the server.
[[nodiscard]] base::Result<void> allowActs(const Profile& profile);

} // namespace latchboard::ops
