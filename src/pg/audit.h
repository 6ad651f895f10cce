// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/session.h"

#include <string>

namespace latchboard::pg {

/// One act of a person or program on the server, as latchboard.audit keeps it. English, no secrets.
struct AuditEntry {
    std::string actor;   ///< who, from where: "kim@host"
    std::string act;     ///< "bucket_pause", "terminate"
    std::string target;  ///< identity of what it was done to
    std::string reason;  ///< the person's words
    std::string outcome; ///< "done", "refused", "failed"
    std::string detail;
};

/// Writes it, inside the open transaction where there is one.
[[nodiscard]] base::Result<void> writeAudit(Session& session, const AuditEntry& entry, const Call& call = {});

} // namespace latchboard::pg
