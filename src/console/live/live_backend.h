// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console/backend.h"
#include "console/live/task_thread.h"
#include "ops/runs.h"
#include "pg/bucket_row.h"

#include <QTimer>

namespace latchboard::console {

class HistoryDatabase;

/// What there is to look at, once it is there.
struct Started {
    ops::Configuration configuration;
    ops::Profile profile;
    bool demo = false;
};

/// Finds the server: reads the configuration, or starts the demo. Made, called and destroyed by one thread of its own,
/// which lives as long as the backend; every call may block.
class Starter {
public:
    virtual ~Starter() = default;
    /// `doing` says what is under way. Called again after a failure, when the person asks for it.
    virtual base::Result<Started> start(std::stop_token stop, const std::function<void(const base::Text&)>& doing) = 0;
};

/// The real thing behind the pages: a monitor, one thread a run, one thread each for the history, for exports and for
/// what is read and done about jobs and limits. Everything comes back to the GUI thread as values.
/// The destructor stops all of them and waits.
class LiveBackend final : public Backend {
    Q_OBJECT
public:
    LiveBackend(std::unique_ptr<Starter> starter, base::Text doing, QObject* parent = nullptr);
    ~LiveBackend() override;

    void cancelRun(const std::string& job) override;
    /// Looks at once; where there is no server to look at, tries to find one again.
    void lookNow() override;
    void readHistory(const HistoryQuery& query) override;
    void exportHistory(const HistoryQuery& query, const QString& file) override;
    void cancelExport() override;
    void actOnLimit(const LimitAct& act) override;

private:
    base::Result<void> beginRun(const std::string& job, const sync::RunRequest& request) override;
    void begin();
    void adopt(const Started& started);
    void fail(const base::Error& error);
    void pollJobs();
    void pollLimits();
    /// Runs a task of another thread's in the GUI thread; dropped when this object is gone.
    template<typename Act>
    void inGuiThread(Act act);

    std::unique_ptr<Starter> m_starter; ///< used by the start thread only
    base::Text m_doing;
    std::optional<Started> m_started;
    std::shared_ptr<HistoryDatabase> m_history;
    std::stop_source m_exportStop;
    bool m_pollingJobs = false;
    bool m_pollingLimits = false;
    QTimer m_jobsTimer, m_limitsTimer;
    // In the order in which they may be made; the threads end first.
    std::unique_ptr<ops::Monitor> m_monitorThread;
    std::unique_ptr<ops::Runs> m_runs;
    std::unique_ptr<TaskThread> m_startThread, m_historyThread, m_exportThread, m_pollThread, m_limitThread;
};

/// Pure: a bucket's row as the page shows it.
[[nodiscard]] Limit limitOf(const pg::BucketRow& row);

} // namespace latchboard::console
