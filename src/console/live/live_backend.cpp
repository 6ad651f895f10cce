// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/live/live_backend.h"

#include "console/live/history_database.h"
#include "ops/limits.h"

#include <QMetaObject>

namespace latchboard::console {
namespace {

constexpr int kJobsEveryMs = 3000;
constexpr int kLimitsEveryMs = 1000;

base::Instant hereNow() {
    return base::SystemClock().now();
}

Limit::State limitState(pg::BucketState state) {
    switch (state) {
    case pg::BucketState::Free:
        return Limit::State::Free;
    case pg::BucketState::InUse:
        return Limit::State::InUse;
    case pg::BucketState::Spacing:
        return Limit::State::Spacing;
    case pg::BucketState::Resting:
        return Limit::State::Resting;
    case pg::BucketState::ToldToWait:
        return Limit::State::ToldToWait;
    case pg::BucketState::LockedOut:
        return Limit::State::LockedOut;
    case pg::BucketState::HolderLost:
        return Limit::State::HolderLost;
    case pg::BucketState::Paused:
        return Limit::State::Paused;
    }
    return Limit::State::Free;
}

Limit::Wait limitWait(pg::BucketWait wait) {
    switch (wait) {
    case pg::BucketWait::Nothing:
        return Limit::Wait::Nothing;
    case pg::BucketWait::Resume:
        return Limit::Wait::Resume;
    case pg::BucketWait::Clear:
        return Limit::Wait::Clear;
    case pg::BucketWait::Call:
        return Limit::Wait::Call;
    case pg::BucketWait::Holder:
        return Limit::Wait::Holder;
    case pg::BucketWait::Told:
        return Limit::Wait::Told;
    case pg::BucketWait::Operator:
        return Limit::Wait::Operator;
    case pg::BucketWait::Rest:
        return Limit::Wait::Rest;
    case pg::BucketWait::Budget:
        return Limit::Wait::Budget;
    case pg::BucketWait::Burst:
        return Limit::Wait::Burst;
    case pg::BucketWait::Spacing:
        return Limit::Wait::Spacing;
    }
    return Limit::Wait::Nothing;
}

} // namespace

Limit limitOf(const pg::BucketRow& row) {
    Limit limit;
    limit.bucket = row.bucket;
    limit.state = limitState(pg::stateOf(row, row.readAt));
    limit.kind = row.kind == "bucket"   ? Limit::Kind::Bucket
                 : row.kind == "window" ? Limit::Kind::Window
                                        : Limit::Kind::Spacing;
    limit.fromStart = row.measured == "start";
    limit.spacing = row.spacing;
    if (const auto left = pg::leftOf(row, row.readAt)) {
        limit.left = left->left;
        limit.of = left->of;
        limit.fullAt = left->until;
    }
    limit.period = row.windowPer;
    limit.periodZone = row.windowZone;
    limit.usage = row.usage.value_or(std::string());
    limit.remaining = row.remaining;
    limit.usageAt = row.usageAt;
    limit.waitsFor = limitWait(pg::waitsForOf(row, row.readAt));
    limit.nextAllowedAt = row.readAt + pg::waitOf(row, row.readAt);
    limit.reason = row.reason;
    limit.leaseBy = row.leaseBy.value_or(std::string());
    limit.leaseUntil = row.leaseUntil;
    limit.pausedReason = row.pausedReason.value_or(std::string());
    limit.lastStartedAt = row.lastStartedAt;
    limit.lastEndedAt = row.lastEndedAt;
    limit.last429At = row.last429At;
    limit.lastStatus = row.lastStatus;
    limit.lastItems = row.lastItems;
    limit.lastBytes = row.lastBytes;
    limit.grantsToday = row.grantsToday;
    limit.refusalsToday = row.refusalsToday;
    return limit;
}

template<typename Act>
void LiveBackend::inGuiThread(Act act) {
    QMetaObject::invokeMethod(this, std::move(act), Qt::QueuedConnection);
}

LiveBackend::LiveBackend(std::unique_ptr<Starter> starter, base::Text doing, QObject* parent)
    : Backend(parent), m_starter(std::move(starter)), m_doing(std::move(doing)), m_runs(std::make_unique<ops::Runs>()),
      m_startThread(std::make_unique<TaskThread>()), m_historyThread(std::make_unique<TaskThread>()),
      m_exportThread(std::make_unique<TaskThread>()), m_pollThread(std::make_unique<TaskThread>()),
      m_limitThread(std::make_unique<TaskThread>()) {
    m_jobsTimer.setSingleShot(true);
    m_jobsTimer.setInterval(kJobsEveryMs);
    m_limitsTimer.setSingleShot(true);
    m_limitsTimer.setInterval(kLimitsEveryMs);
    connect(&m_jobsTimer, &QTimer::timeout, this, &LiveBackend::pollJobs);
    connect(&m_limitsTimer, &QTimer::timeout, this, &LiveBackend::pollLimits);
    connect(this, &Backend::runFinished, this, &LiveBackend::pollJobs);
    begin();
}

LiveBackend::~LiveBackend() {
    disconnect(this);
    m_exportStop.request_stop();
    m_startThread->endWith([starter = m_starter.release()] { delete starter; });
    m_startThread->requestStop();
    m_runs.reset();
    m_monitorThread.reset();
    m_exportThread.reset();
    m_pollThread.reset();
    m_limitThread.reset();
    if (m_history) {
        // The connection is closed in the thread that opened it.
        m_historyThread->endWith([history = std::move(m_history)]() mutable { history.reset(); });
    }
    m_historyThread.reset();
    m_startThread.reset();
}

void LiveBackend::begin() {
    Setup setup;
    setup.state = Setup::State::Starting;
    setup.doing = m_doing;
    publishSetup(setup);
    m_startThread->post([this](const std::stop_token& stop) {
        const auto doing = [this](const base::Text& text) {
            inGuiThread([this, text] {
                Setup next = this->setup();
                if (next.state == Setup::State::Starting) {
                    next.doing = text;
                    publishSetup(std::move(next));
                }
            });
        };
        auto started = m_starter->start(stop, doing);
        if (started) {
            inGuiThread([this, value = std::move(*started)] { adopt(value); });
        } else {
            inGuiThread([this, error = started.error()] { fail(error); });
        }
    });
}

void LiveBackend::fail(const base::Error& error) {
    Setup setup;
    setup.state = Setup::State::Failed;
    setup.error = error;
    publishSetup(std::move(setup));
}

void LiveBackend::adopt(const Started& started) {
    m_started = started;
    Setup setup;
    setup.state = Setup::State::Ready;
    setup.profile = started.profile.name;
    setup.environment = started.profile.environment;
    setup.readOnly = started.profile.readOnly;
    setup.demo = started.demo;
    for (const ops::JobEntry& entry : started.configuration.jobs) {
        if (entry.profile == started.profile.name) {
            setup.jobs.push_back({entry.job.name, entry.job.lockTag, entry.job.grid.every, entry.job.expectedHold});
        }
    }
    m_history = std::make_shared<HistoryDatabase>(started.profile);
    publishSetup(std::move(setup));
    m_monitorThread = std::make_unique<ops::Monitor>(
        started.profile, started.configuration.thresholds,
        [this](const ops::MonitorUpdate& update) { inGuiThread([this, update] { publishMonitor(update); }); });
    pollJobs();
    pollLimits();
}

void LiveBackend::pollJobs() {
    if (m_pollingJobs || !m_started) {
        return;
    }
    m_pollingJobs = true;
    m_jobsTimer.stop();
    m_pollThread->post([this, started = *m_started, analysis = monitor().analysis](const std::stop_token&) {
        JobsUpdate update{ops::readJobStatuses(started.configuration, started.profile, analysis.get()), hereNow()};
        inGuiThread([this, update = std::move(update)] {
            m_pollingJobs = false;
            m_jobsTimer.start();
            publishJobs(update);
        });
    });
}

void LiveBackend::pollLimits() {
    if (m_pollingLimits || !m_started) {
        return;
    }
    m_pollingLimits = true;
    m_limitsTimer.stop();
    m_limitThread->post([this, profile = m_started->profile](const std::stop_token& stop) {
        LimitsUpdate update;
        const auto rows = ops::readLimits(profile, stop);
        update.readAt = hereNow();
        update.databaseNow = update.readAt;
        if (rows) {
            for (const pg::BucketRow& row : *rows) {
                update.limits.push_back(limitOf(row));
                update.databaseNow = row.readAt;
            }
        } else {
            update.error = rows.error();
        }
        inGuiThread([this, update = std::move(update)] {
            m_pollingLimits = false;
            m_limitsTimer.start();
            publishLimits(update);
        });
    });
}

base::Result<void> LiveBackend::beginRun(const std::string& job, const sync::RunRequest& request) {
    const ops::JobEntry* entry = m_started ? m_started->configuration.job(job) : nullptr;
    if (entry == nullptr) {
        return base::Unexpected(base::ErrorKind::Usage, LB_TEXT("console", "There is no job %1.").arg(job));
    }
    if (!entry->missing.empty()) {
        return base::Unexpected(base::ErrorKind::Configuration, entry->missing.front());
    }
    return m_runs->start(
        m_started->profile, entry->job, request,
        [this](const sync::Progress& progress) { inGuiThread([this, progress] { publishProgress(progress); }); },
        [this](const sync::RunRecord& run) { inGuiThread([this, run] { publishFinished(run); }); });
}

void LiveBackend::cancelRun(const std::string& job) {
    m_runs->cancel(job);
}

void LiveBackend::lookNow() {
    if (setup().state == Setup::State::Failed) {
        begin();
        return;
    }
    if (m_monitorThread) {
        m_monitorThread->lookNow();
    }
    pollJobs();
    pollLimits();
}

void LiveBackend::readHistory(const HistoryQuery& query) {
    if (!m_history) {
        return;
    }
    m_historyThread->post([this, history = m_history, query](const std::stop_token&) {
        inGuiThread([this, page = history->read(query)] { Q_EMIT historyRead(page); });
    });
}

void LiveBackend::exportHistory(const HistoryQuery& query, const QString& file) {
    if (!m_started) {
        return;
    }
    m_exportStop = {};
    m_exportThread->post(
        [this, profile = m_started->profile, query, file, stop = m_exportStop.get_token()](const std::stop_token&) {
            HistoryDatabase database(profile);
            const ExportEnd end = database.writeCsv(query, file, stop, [this](qint64 rows) {
                inGuiThread([this, rows] { Q_EMIT exportProgressed(rows); });
            });
            inGuiThread([this, end] { Q_EMIT exportEnded(end); });
        });
}

void LiveBackend::cancelExport() {
    m_exportStop.request_stop();
}

void LiveBackend::actOnLimit(const LimitAct& act) {
    if (!m_started) {
        return;
    }
    m_limitThread->post([this, profile = m_started->profile, act](const std::stop_token& stop) {
        pg::BucketActRequest request;
        request.act = act.kind == LimitAct::Kind::Pause ? pg::BucketAct::Pause : pg::BucketAct::Resume;
        request.bucket = act.bucket;
        request.reason = act.reason;
        LimitActEnd end{act, {}};
        if (const auto done = ops::actOnLimit(profile, request, stop); !done) {
            end.error = done.error();
        }
        inGuiThread([this, end] {
            Q_EMIT limitActEnded(end);
            pollLimits();
        });
    });
}

} // namespace latchboard::console
