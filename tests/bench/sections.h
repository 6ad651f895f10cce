// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures.h"

namespace latchboard::bench {

/// Parts of the benchmark. Each starts the servers that it needs, and measures each side beside its floor, round by
/// round. They end the process with a message where something fails: a figure of half a run is none.
void measureWriting(Figures& figures, int rounds);  ///< P8, P9, P10, P12
void measureDecoding(Figures& figures, int rounds); ///< P11
void measureRuns(Figures& figures, int rounds);     ///< whole runs against the order simulator; the agent's rest
void measureMemory(Figures& figures);               ///< of a large page and a long window

/// What measureMemory() runs as a process of its own, whose peak it reads.
int largePage(const std::string& conninfo);
int longWindow(const std::string& conninfo);

} // namespace latchboard::bench
