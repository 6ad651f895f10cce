// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"

#include <functional>
#include <stop_token>

namespace latchboard::ops {

/// Something an agent did, for the log and for tests. `run` is null for a wait.
struct AgentEvent {
    std::string job;
    std::string what; ///< English, one line
    const sync::RunRecord* run = nullptr;
};
using AgentSink = std::function<void(const AgentEvent&)>;

/// The scheduler in the foreground: a thread a job that is set to run by itself, until the stop. Between runs it holds
/// no database session. Jobs that lack something are named once and left alone. Blocks; the sink is called on the jobs'
/// threads, one call at a time. Configuration error where no job at all is set to run.
base::Result<void> runAgent(const Configuration& configuration, std::stop_token stop, const AgentSink& sink);

} // namespace latchboard::ops
