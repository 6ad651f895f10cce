// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "base/result.h"

#include <string>
#include <vector>

namespace latchboard::state {

/// One act of a person on a server, also one that was refused or failed. English, no secrets.
struct Act {
    base::Instant at;    ///< by this machine's clock
    std::string actor;   ///< "kim@host"
    std::string profile; ///< or what was named in its place
    std::string act;     ///< "terminate", "cancel", "bucket_pause", "migrate"
    std::string target;  ///< identity of what it was done to
    std::string reason;  ///< the person's words
    std::string outcome; ///< "done", "refused", "failed", "not_released"
    std::string detail;
    friend bool operator==(const Act&, const Act&) = default;
};

/// Appends the act to audit.jsonl of the state folder: one JSON object a line, for the user alone (0600), on the disk
/// when this returns. Several programs may do it at once: each waits until the file is its own.
[[nodiscard]] base::Result<void> appendAct(const Act& act);

/// Whether the file can be appended to; makes it where it is not there yet.
[[nodiscard]] base::Result<void> checkAuditFile();

/// What the file holds, oldest first. A line that is no act (cut by a full disk) is left out; `skipped` counts them.
/// Empty where there is no file yet.
struct Acts {
    std::vector<Act> acts;
    int skipped = 0;
};
[[nodiscard]] base::Result<Acts> readActs();

} // namespace latchboard::state
