// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"
#include "ops/reload_bell.h"

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
/// threads and on the agent's, one call at a time.
///
/// At a ring the configuration is loaded again: where that fails, all goes on with the old one, which is said; else the
/// schedules start anew, each after its run under way has come to its end. The service manager is told of all this.
///
/// Where jobs are one a value of a query the configuration is also loaded every `askJobsEvery`, and taken where it has
/// other jobs than before.
///
/// The error of the first load; Configuration error where no job at all is set to run then and none can come.
base::Result<void> runAgent(const std::function<base::Result<Configuration>()>& load, ReloadBell& reload,
                            std::stop_token stop, const AgentSink& sink,
                            base::Duration askJobsEvery = std::chrono::minutes(10));

} // namespace latchboard::ops
