// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/text.h"

#include <string>

namespace latchboard::base {

/// What kind of failure it is; who has to act follows from it. Names are stored in the history and printed in JSON.
enum class ErrorKind {
    Internal,         ///< a fault of ours
    Usage,            ///< the command line
    Configuration,    ///< the configuration file, a profile, a missing secret
    Connection,       ///< no connection, or it was lost; no SQLSTATE says more
    Authentication,   ///< the server refused the role or its password
    Privilege,        ///< 42501
    Serialization,    ///< 40001
    Deadlock,         ///< 40P01
    StatementTimeout, ///< 57014 without a stop of ours
    Database,         ///< any other error of the server
    SchemaMissing,    ///< the schema latchboard or a table of the user's is not there
    InDoubt,          ///< the connection was lost during COMMIT
    ContextMismatch,  ///< a pooler stands between us and the server, or the server is a standby
    LockLost,         ///< the session that holds the lock is gone
    ReleaseFailed,    ///< pg_advisory_unlock answered false or failed
    SourceRateLimited,
    SourceLockout,
    SourceAuth,
    SourceTransient,
    SourcePermanent,
    Quarantine, ///< too large a share of a page could not be stored
    Cancelled,  ///< the stop token
    Refused,    ///< read-only, identity changed, not allowed
};

/// The name in the history and in JSON, such as "source_transient".
[[nodiscard]] const char* kindName(ErrorKind kind);
/// The inverse; Internal for an unknown name.
[[nodiscard]] ErrorKind kindFromName(std::string_view name);

/// A failure as a value: what was tried and what happened, what a person can do, and what a program can test.
struct Error {
    ErrorKind kind = ErrorKind::Internal;
    Text message;         ///< what was tried and what happened, one sentence, no secrets
    Text remedy;          ///< what to do; may be empty
    std::string sqlstate; ///< five characters, or empty
    int httpStatus = 0;   ///< 0 where there was no answer
};

[[nodiscard]] Error makeError(ErrorKind kind, Text message, Text remedy = {});

} // namespace latchboard::base
