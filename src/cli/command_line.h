// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <stop_token>
#include <string>
#include <vector>

namespace latchboard::ops {
class ReloadBell;
}

namespace latchboard::cli {

/// Where a command prints: data to `out`, everything else to `err`.
struct Streams {
    std::ostream& out;
    std::ostream& err;
    bool outIsTerminal = false;
    bool errIsTerminal = false;
};

/// Parses the arguments (without the program's name) and runs the command; returns the exit code. Blocks; a stop ends
/// the command cleanly; `reload` asks an agent to read its configuration again.
int runCommandLine(const std::vector<std::string>& arguments, const Streams& streams, std::stop_token stop,
                   ops::ReloadBell* reload = nullptr);

} // namespace latchboard::cli
