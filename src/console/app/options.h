// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/main_window.h"
#include "console/style/colours.h"
#include "ops/server_choice.h"

namespace latchboard::console {

/// The command line of `latchboard`.
struct Options {
    ops::ServerChoice server;
    std::string config;
    bool demo = false;
    PageId page = PageId::Overview;
    QString language; ///< "ko", "en" or empty: the system's
    Theme theme = Theme::System;
    QString screenshot;  ///< a file
    QString screenshots; ///< a folder
};

struct ParsedOptions {
    std::optional<Options> options;
    int exitCode = 0; ///< where there are none: 0 after --help and --version, 2 after a mistake (already printed)
};

[[nodiscard]] ParsedOptions parseOptions(int argc, const char* const* argv);

} // namespace latchboard::console
