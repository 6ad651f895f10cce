// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_view.h"

/// What a person is told of one lock beside its evidence. Pure; any thread.
namespace latchboard::locks {

/// One line in plain words that says what the verdict means for this lock.
[[nodiscard]] base::Text sentence(const LockView& view, base::Instant now);

/// What can be done, the milder act first, then how to prevent the next one. Empty where nothing needs doing.
[[nodiscard]] std::vector<base::Text> remedies(const LockView& view);

} // namespace latchboard::locks
