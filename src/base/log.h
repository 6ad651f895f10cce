// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace latchboard::base::log {

enum class Level { Debug, Info, Warning, Error };

/// Sends lines to stderr with UTC time and level (spdlog). Called once by each program; before it, nothing is printed.
/// Text is English, carries the run id where there is one, and never a secret or personal data. Any thread.
void start(std::string_view program, Level atLeast);

void debug(std::string_view line);
void info(std::string_view line);
void warning(std::string_view line);
void error(std::string_view line);

} // namespace latchboard::base::log
