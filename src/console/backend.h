// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/history.h"
#include "console/limits.h"
#include "ops/job_status.h"
#include "ops/monitor.h"

#include <QObject>

#include <map>
#include <set>

namespace latchboard::console {

/// A job as far as the window needs it.
struct JobInfo {
    std::string name;
    keys::LockTag lockTag;
    base::Duration every = std::chrono::hours(1);
    std::optional<base::Duration> expectedHold;
};

/// How far the window has come to a server to look at.
struct Setup {
    enum class State { Starting, Ready, Failed };
    State state = State::Starting;
    base::Text doing;                 ///< while it starts: what is under way
    std::optional<base::Error> error; ///< why it failed
    std::string profile;
    ops::Environment environment = ops::Environment::Development;
    bool readOnly = false;
    bool demo = false;
    std::vector<JobInfo> jobs;
};

/// What the jobs' cards show, or why they can't.
struct JobsUpdate {
    std::vector<ops::JobStatus> jobs;
    base::Instant readAt; ///< this machine's clock
};

/// The one thing that pages talk to: values come by signals, a person's acts go the other way by calls that never
/// block. It keeps the last value of each kind, so that a new page is filled at once. Lives in the GUI thread; the
/// adapter (LiveBackend) does the work on threads of its own, a test's fake answers by itself.
class Backend : public QObject {
    Q_OBJECT
public:
    explicit Backend(QObject* parent = nullptr);

    [[nodiscard]] const Setup& setup() const { return m_setup; }
    [[nodiscard]] const ops::MonitorUpdate& monitor() const { return m_monitor; }
    [[nodiscard]] const std::optional<JobsUpdate>& jobs() const { return m_jobs; }
    [[nodiscard]] const std::optional<LimitsUpdate>& limits() const { return m_limits; }
    /// The runs under way here, by job.
    [[nodiscard]] const std::map<std::string, sync::Progress>& running() const { return m_running; }
    [[nodiscard]] const sync::RunRecord* lastEnd(const std::string& job) const;
    /// How often "Sync now" was told busy without another outcome between.
    [[nodiscard]] int busyInARow(const std::string& job) const;
    [[nodiscard]] bool queuedUntilFree(const std::string& job) const { return m_queued.contains(job); }
    /// Leaks proven on the server now.
    [[nodiscard]] int provenLeaks() const;

    /// Starts a run on a thread of its own. Refused, "already running here", while one is under way in this process.
    base::Result<void> startRun(const std::string& job, const sync::RunRequest& request);
    /// Runs the job once as soon as a look shows its lock free: one request, which BUSY ends too.
    void queueUntilFree(const std::string& job);
    void unqueue(const std::string& job);
    /// Asks the run to stop; runFinished tells when it has.
    virtual void cancelRun(const std::string& job) = 0;

    /// Looks at the server at once.
    virtual void lookNow() = 0;
    /// Reads one page; historyRead brings it with the query's ticket.
    virtual void readHistory(const HistoryQuery& query) = 0;
    /// Writes all runs of the filter to a file, which appears whole or not at all.
    virtual void exportHistory(const HistoryQuery& query, const QString& file) = 0;
    virtual void cancelExport() = 0;
    virtual void actOnLimit(const LimitAct& act) = 0;

Q_SIGNALS:
    void setupChanged();
    void monitorChanged();
    void jobsChanged();
    void limitsChanged();
    void runProgressed(const std::string& job);
    void runFinished(const sync::RunRecord& run);
    void queueChanged(const std::string& job);
    void historyRead(const console::HistoryPageRead& page);
    void exportProgressed(qint64 rows);
    void exportEnded(const console::ExportEnd& end);
    void limitActEnded(const console::LimitActEnd& end);

protected:
    /// Each keeps the value and tells the pages. GUI thread only.
    void publishSetup(Setup setup);
    void publishMonitor(const ops::MonitorUpdate& update);
    void publishJobs(JobsUpdate update);
    void publishLimits(LimitsUpdate update);
    void publishProgress(const sync::Progress& progress);
    void publishFinished(const sync::RunRecord& run);

    virtual base::Result<void> beginRun(const std::string& job, const sync::RunRequest& request) = 0;

private:
    void startQueued();

    Setup m_setup;
    ops::MonitorUpdate m_monitor;
    std::optional<JobsUpdate> m_jobs;
    std::optional<LimitsUpdate> m_limits;
    std::map<std::string, sync::Progress> m_running;
    std::map<std::string, sync::RunRecord> m_ends;
    std::map<std::string, int> m_busy;
    std::set<std::string> m_queued;
};

} // namespace latchboard::console
