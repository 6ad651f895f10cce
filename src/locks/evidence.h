// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/verdict.h"

/// Sentences that state the facts under any verdict. Internal to this folder.
namespace latchboard::locks {

/// Who is in the way of a row that waits, the root first, and since when it waits.
[[nodiscard]] std::vector<base::Text> waitEvidence(const Facts& facts);
/// Which level it is held at, and what proves it.
[[nodiscard]] base::Text levelEvidence(const Facts& facts);
/// Between which bounds its age lies.
[[nodiscard]] base::Text ageEvidence(const Facts& facts);
/// What is missing from this look and would have told more; empty where nothing is.
[[nodiscard]] std::vector<base::Text> missingEvidence(const Facts& facts);
/// "pid 4312", or the prepared transaction by its gid.
[[nodiscard]] base::Text holderText(const LockView& view);
/// "run 7f3a of job order-sync"; another program may record a lock without a run.
[[nodiscard]] base::Text runText(const std::string& job, const std::string& runId);

} // namespace latchboard::locks
