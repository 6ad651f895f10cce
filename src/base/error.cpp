// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include <array>
#include <utility>

namespace latchboard::base {

namespace {

constexpr std::array kKindNames = {
    std::pair{ErrorKind::Internal, "internal"},
    std::pair{ErrorKind::Usage, "usage"},
    std::pair{ErrorKind::Configuration, "configuration"},
    std::pair{ErrorKind::Connection, "connection"},
    std::pair{ErrorKind::Authentication, "authentication"},
    std::pair{ErrorKind::Privilege, "privilege"},
    std::pair{ErrorKind::Serialization, "serialization"},
    std::pair{ErrorKind::Deadlock, "deadlock"},
    std::pair{ErrorKind::StatementTimeout, "statement_timeout"},
    std::pair{ErrorKind::Database, "database"},
    std::pair{ErrorKind::SchemaMissing, "schema_missing"},
    std::pair{ErrorKind::InDoubt, "in_doubt"},
    std::pair{ErrorKind::ContextMismatch, "context_mismatch"},
    std::pair{ErrorKind::LockLost, "lock_lost"},
    std::pair{ErrorKind::ReleaseFailed, "release_failed"},
    std::pair{ErrorKind::SourceRateLimited, "source_rate_limited"},
    std::pair{ErrorKind::SourceLockout, "source_lockout"},
    std::pair{ErrorKind::SourceAuth, "source_auth"},
    std::pair{ErrorKind::SourceTransient, "source_transient"},
    std::pair{ErrorKind::SourcePermanent, "source_permanent"},
    std::pair{ErrorKind::Quarantine, "quarantine"},
    std::pair{ErrorKind::Cancelled, "cancelled"},
    std::pair{ErrorKind::Refused, "refused"},
};

} // namespace

const char* kindName(ErrorKind kind) {
    for (const auto& [value, name] : kKindNames) {
        if (value == kind)
            return name;
    }
    return "internal";
}

ErrorKind kindFromName(std::string_view name) {
    for (const auto& [value, text] : kKindNames) {
        if (name == text)
            return value;
    }
    return ErrorKind::Internal;
}

Error makeError(ErrorKind kind, Text message, Text remedy) {
    Error error;
    error.kind = kind;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return error;
}

} // namespace latchboard::base
