// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "keys/registry.h"
#include "pg/session.h"

namespace latchboard::pg {

/// Names that somebody registered in latchboard.lock_name of this database. Empty without the schema or the privilege.
[[nodiscard]] base::Result<std::vector<keys::KnownName>> readRegisteredNames(Session& session,
                                                                             const base::Waiting& waiting = {});

/// Registers a name, or changes what is said of it.
[[nodiscard]] base::Result<void> registerName(Session& session, const keys::KnownName& name,
                                              const base::Waiting& waiting = {});

} // namespace latchboard::pg
