// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/live/live_backend.h"
#include "ops/server_choice.h"

namespace latchboard::console {

/// Reads the configuration and picks the server that the command line named.
[[nodiscard]] std::unique_ptr<Starter> configuredStarter(const std::string& config, const ops::ServerChoice& choice);

/// Starts the embedded demo; it ends with the starter.
[[nodiscard]] std::unique_ptr<Starter> demoStarter();

} // namespace latchboard::console
