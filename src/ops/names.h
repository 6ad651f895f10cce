// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"

namespace latchboard::ops {

/// All names of one profile: its keys, and its templates with their values at this moment. What could not be read (a
/// file, a query) is added to the problems; the rest of the names is there.
[[nodiscard]] std::vector<keys::KnownName> namesOf(const Profile& profile, base::Instant now, const ValuesOf& valuesOf,
                                                   std::vector<base::Error>& problems);

/// The names that are known without a server: of one profile, or of all where none is named.
[[nodiscard]] base::Result<std::shared_ptr<const keys::Registry>> declaredNames(const Configuration& configuration,
                                                                                const std::string& profileName);

} // namespace latchboard::ops
