// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <string>

namespace latchboard::state {

/// The user's own folder for what the program learns and does: $XDG_STATE_HOME/latchboard, else
/// ~/.local/state/latchboard (XDG Base Directory Specification). Made where it is not there yet, for the user alone
/// (0700). Configuration error where it can't be made.
[[nodiscard]] base::Result<std::string> stateFolder();

} // namespace latchboard::state
