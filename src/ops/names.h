// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"
#include "pg/session.h"

namespace latchboard::ops {

/// All names of one profile: its keys, and its templates with their values at this moment. What could not be read (a
/// file, a query) is added to the problems; the rest of the names is there.
[[nodiscard]] std::vector<keys::KnownName> namesOf(const Profile& profile, base::Instant now, const ValuesOf& valuesOf,
                                                   std::vector<base::Error>& problems);

/// Those, with what the profile's queries answer on this session, and the names registered in its database. An error
/// where these can't be read.
[[nodiscard]] base::Result<std::vector<keys::KnownName>> namesOfServer(const Profile& profile, pg::Session& session,
                                                                       const base::Waiting& waiting,
                                                                       std::vector<base::Error>& problems);

/// The names that are known without a server: of one profile, or of all where none is named.
[[nodiscard]] base::Result<std::shared_ptr<const keys::Registry>> declaredNames(const Configuration& configuration,
                                                                                const std::string& profileName);

} // namespace latchboard::ops
