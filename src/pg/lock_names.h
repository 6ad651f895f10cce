// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "keys/registry.h"
#include "pg/session.h"

namespace latchboard::pg {

/// Names that somebody registered in latchboard.lock_name of this database. A row that names no database means the one
/// that it stands in: keys are of one database each. Empty without the schema or the privilege.
[[nodiscard]] base::Result<std::vector<keys::KnownName>> readRegisteredNames(Session& session,
                                                                             const base::Waiting& waiting = {});

/// Registers a name, or changes what is said of it.
[[nodiscard]] base::Result<void> registerName(Session& session, const keys::KnownName& name,
                                              const base::Waiting& waiting = {});

/// Whether hashtext() and hashtextextended() of this database give what keys/pg_hash.h gives. They hash the bytes of
/// the text in the database's encoding, and are functions of PostgreSQL without a promise.
struct HashProbe {
    bool ascii = false;   ///< of a word of ASCII
    std::string encoding; ///< server_encoding of the database, "UTF8"
    /// Of every text. SQL_ASCII keeps the bytes that the client sent, which are UTF-8.
    [[nodiscard]] bool agrees() const { return ascii && (encoding == "UTF8" || encoding == "SQL_ASCII"); }
};
[[nodiscard]] base::Result<HashProbe> probeHashes(Session& session, const base::Waiting& waiting = {});

} // namespace latchboard::pg
