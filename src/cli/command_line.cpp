// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command_line.h"

#include "base/log.h"
#include "cli/commands.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <functional>
#include <iterator>

namespace latchboard::cli {

namespace {

/// The parser's description of latchctl: what is typed, and which function then runs.
class Parser {
public:
    explicit Parser(Context& context) : m_context(context) {
        m_app.require_subcommand(1);
        m_app.set_version_flag("--version", "latchctl " LATCHBOARD_VERSION);
        m_app.fallthrough();
        m_app.add_option("--config", context.configFile, "the configuration file")->type_name("FILE");
        m_app.add_option("--profile", context.server.profile, "a profile of the configuration file")->type_name("NAME");
        m_app.add_option("--conninfo", context.server.conninfo, "libpq key/values or a URI")->type_name("STRING");
        m_app.add_option("--pooler-admin", context.server.poolerAdmin, "a PgBouncer admin console, for its evidence")
            ->type_name("STRING");
        m_app.add_flag("--json", context.json, "print JSON");
        m_app.add_flag("-v,--verbose", m_verbose, "log what is done to stderr");
        addServerCommands();
        addKeyCommands();
        addRunCommands();
        addHistoryCommands();
        addDemo();
    }

    CLI::App& app() { return m_app; }
    int run() {
        base::log::start("latchctl", m_verbose ? base::log::Level::Debug : m_quietLevel);
        return m_command();
    }

private:
    CLI::App* command(CLI::App& parent, const char* name, const char* about, std::function<int()> run) {
        CLI::App* added = parent.add_subcommand(name, about);
        added->callback([this, run = std::move(run)] { m_command = run; });
        return added;
    }

    void addServerCommands() {
        command(m_app, "migrate", "create or upgrade the schema latchboard",
                [this] { return migrateCommand(m_context); });
        CLI::App* status =
            command(m_app, "status", "how each job is", [this] { return statusCommand(m_context, m_job); });
        status->add_option("JOB", m_job, "only this job");
        CLI::App* locks = command(m_app, "locks", "advisory locks of the server, decoded, with verdicts",
                                  [this] { return locksCommand(m_context, m_locks); });
        locks->add_flag("--watch", m_locks.watch, "go on until stopped; with --json one document a line");
        locks->add_flag("--explain", m_locks.explain, "what each verdict rests on, also where nothing is wrong");
        locks->add_flag("--all", m_locks.all, "also other lock types in the wait chains");
        addSessionAct("cancel", "cancel a session's statement, where that can free something",
                      [this] { return cancelCommand(m_context, m_act); });
        addSessionAct("terminate", "end a session that holds a lock it no longer needs",
                      [this] { return terminateCommand(m_context, m_act); })
            ->add_option("--key", m_act.key, "the lock that it must still hold: its name, a bigint or a pair 1,2")
            ->required();
        CLI::App* audit = command(m_app, "audit", "what was done from here, refused and failed acts too",
                                  [this] { return auditCommand(m_context, m_csvFile); });
        audit->add_option("--csv", m_csvFile, "write CSV to a file, or to stdout for -")->type_name("FILE|-");
        CLI::App* limits =
            command(m_app, "limits", "rate-limit buckets", [this] { return limitsCommand(m_context, m_limits); });
        limits->require_subcommand(0, 1);
        for (const char* act : {"pause", "resume", "wait", "release", "clear"})
            addLimitsAct(*limits, act);
    }

    CLI::App* addSessionAct(const char* name, const char* about, std::function<int()> run) {
        CLI::App* added = command(m_app, name, about, std::move(run));
        added->add_option("--pid", m_act.pid, "of the session")->required()->check(CLI::PositiveNumber);
        added->add_option("--backend-start", m_act.backendStart, "when it began, as `latchctl locks --json` tells it")
            ->required();
        added->add_option("--reason", m_act.reason, "why; it is recorded")->required();
        added->add_flag("--yes", m_act.yes, "do it; without, only what would be lost is told");
        return added;
    }

    void addLimitsAct(CLI::App& limits, const std::string& act) {
        CLI::App* added = limits.add_subcommand(act, act + " a bucket");
        added->add_option("BUCKET", m_limits.bucket, "as `latchctl limits` names it")->required();
        added->add_option("--reason", m_limits.reason, "why; it is recorded")->required();
        if (act == "wait")
            added->add_option("--for", m_limits.wait, "how much longer, such as 10m")->required();
        added->callback([this, act] { m_limits.act = act; });
    }

    void addKeyCommands() {
        CLI::App* key = m_app.add_subcommand("key", "names and their lock keys");
        key->require_subcommand(1);
        CLI::App* derive = command(*key, "derive", "a name to its numbers",
                                   [this] { return keyDeriveCommand(m_context, m_name, m_scheme); });
        derive->add_option("NAME", m_name)->required();
        derive->add_option("--scheme", m_scheme, "only this scheme")->type_name("ID");
        CLI::App* decode = command(*key, "decode", "numbers to the names that fit",
                                   [this] { return keyDecodeCommand(m_context, m_numbers); });
        decode->add_option("NUMBER", m_numbers)->required()->expected(1, 3);
        decode->footer("CLASSID OBJID [OBJSUBID], or one BIGINT");
        command(*key, "list", "registered names and templates", [this] { return keyListCommand(m_context); });
    }

    void addRunCommands() {
        CLI::App* sync =
            command(m_app, "sync", "one run of the engine", [this] { return syncCommand(m_context, m_sync); });
        sync->add_option("JOB", m_sync.job)->required();
        CLI::Option* from = sync->add_option("--from", m_sync.from, "a window in the past: its start (RFC 3339)");
        CLI::Option* until = sync->add_option("--until", m_sync.until, "and its end");
        from->needs(until);
        until->needs(from);
        sync->add_flag("--if-due", m_sync.ifDue, "only if no success started in this cell of the schedule");
        sync->add_flag("--dry-run", m_sync.dryRun, "ask and map, write nothing");
        sync->add_option("--progress", m_sync.progress, "json, bar or none")
            ->check(CLI::IsMember({"json", "bar", "none"}));
        sync->add_option("--trigger", m_sync.trigger, "manual, cron, schedule or backfill")
            ->check(CLI::IsMember({"manual", "cron", "schedule", "backfill"}));
        command(m_app, "agent", "the scheduler in the foreground", [this] {
            return agentCommand(m_context);
        })->preparse_callback([this](size_t) { m_quietLevel = base::log::Level::Info; });
    }

    void addHistoryCommands() {
        CLI::App* history =
            command(m_app, "history", "runs, newest first", [this] { return historyCommand(m_context, m_history); });
        history->add_option("--job", m_history.job);
        history->add_option("--outcome", m_history.outcome, "SUCCESS, FAILED, CANCELLED, POSTPONED or IN_DOUBT");
        history->add_option("--since", m_history.since, "started at or after (RFC 3339)");
        history->add_option("--until", m_history.until, "started before (RFC 3339)");
        history->add_option("--limit", m_history.limit, "at most so many")->check(CLI::Range(1, 1'000'000'000));
        history->add_option("--csv", m_history.csvFile, "write CSV to a file, or to stdout for -")->type_name("FILE|-");
        history->add_flag("--excel", m_history.excel, "with a byte order mark, and formula cells defused");
    }

    void addDemo() {
        CLI::App* demo = command(m_app, "demo", "a private PostgreSQL, PgBouncer, order API, workers and a leak",
                                 [this] { return demoCommand(m_context, m_demo); });
        demo->add_flag("--keep", m_demo.keep, "keep the data folder at the end");
        demo->add_option("--port-base", m_demo.portBase, "first of the ports to take; else free ones")
            ->check(CLI::Range(1024, 65000));
        demo->add_option("--run-for", m_demo.runFor, "seconds; else until stopped")->check(CLI::Range(1, 86400 * 365));
        demo->add_option("--folder", m_demo.folder, "data folder; else one of its own in the temporary folder");
        demo->add_option("--workers", m_demo.workers, "worker processes")->check(CLI::Range(2, 4));
    }

    Context& m_context;
    CLI::App m_app{"Latchboard without a window: PostgreSQL advisory locks by name, and the hourly sync they guard.",
                   "latchctl"};
    bool m_verbose = false;
    base::log::Level m_quietLevel = base::log::Level::Error;
    std::function<int()> m_command = [] { return static_cast<int>(InternalError); };
    std::string m_job, m_name, m_scheme, m_csvFile;
    std::vector<std::string> m_numbers;
    LocksOptions m_locks;
    LimitsOptions m_limits;
    ActOptions m_act;
    SyncOptions m_sync;
    HistoryOptions m_history;
    DemoOptions m_demo;
};

/// A negative number would look like an option to the parser; with a blank before it, it is a value.
std::string guarded(const std::string& argument) {
    const bool negative =
        argument.size() > 1 && argument[0] == '-' &&
        std::all_of(argument.begin() + 1, argument.end(), [](char c) { return c >= '0' && c <= '9'; });
    return negative ? " " + argument : argument;
}

} // namespace

int runCommandLine(const std::vector<std::string>& arguments, const Streams& streams, std::stop_token stop,
                   ops::ReloadBell* reload) {
    Context context{streams, std::move(stop), {}, {}, false, reload};
    Parser parser(context);
    try {
        std::vector<std::string> reversed;
        std::transform(arguments.rbegin(), arguments.rend(), std::back_inserter(reversed), guarded);
        parser.app().parse(reversed);
    } catch (const CLI::ParseError& problem) {
        // --help and --version are "errors" with code 0 here; they go to stdout.
        const int code = parser.app().exit(problem, streams.out, streams.err);
        return code == 0 ? Done : UsageError;
    }
    return parser.run();
}

} // namespace latchboard::cli
