// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/context.h"

/// The commands of latchctl, one function each; they return the exit code. README, section "latchctl".
namespace latchboard::cli {

int migrateCommand(const Context& context);

int statusCommand(const Context& context, const std::string& job);

struct LocksOptions {
    bool watch = false;
    bool all = false;
    bool explain = false;
};
int locksCommand(const Context& context, const LocksOptions& options);

int keyDeriveCommand(const Context& context, const std::string& name, const std::string& scheme);
int keyDecodeCommand(const Context& context, const std::vector<std::string>& numbers);
int keyListCommand(const Context& context);

struct SyncOptions {
    std::string job, from, until, trigger, progress;
    bool ifDue = false, dryRun = false;
};
int syncCommand(const Context& context, const SyncOptions& options);

int agentCommand(const Context& context);

struct HistoryOptions {
    std::string job, outcome, since, until, csvFile;
    int limit = 0; ///< 0: all for CSV, else the newest 50
    bool excel = false;
};
int historyCommand(const Context& context, const HistoryOptions& options);

struct LimitsOptions {
    std::string act, bucket, reason, wait; ///< act: empty, pause, resume, wait, release, clear
};
int limitsCommand(const Context& context, const LimitsOptions& options);

struct ActOptions {
    int pid = 0;
    std::string backendStart, key, reason; ///< as typed
    bool yes = false;
};
int cancelCommand(const Context& context, const ActOptions& options);
int terminateCommand(const Context& context, const ActOptions& options);

int auditCommand(const Context& context, const std::string& csvFile);

struct DemoOptions {
    bool keep = false;
    int portBase = 0;
    int runFor = 0; ///< seconds; 0: until stopped
    std::string folder;
    int workers = 3;
};
int demoCommand(const Context& context, const DemoOptions& options);

} // namespace latchboard::cli
