// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/agent.h"

#include "base/clock.h"
#include "base/log.h"
#include "ops/agent_plan.h"
#include "ops/runs.h"
#include "ops/schedule_state.h"
#include "ops/service_notice.h"
#include "sync/schedule.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include <pthread.h>

namespace latchboard::ops {

namespace {

constexpr base::Duration kLongestLookAgain = std::chrono::seconds(15);
constexpr base::Duration kLookAtEnd = std::chrono::milliseconds(200);
constexpr base::Duration kFirstBackOff = std::chrono::seconds(2);
constexpr base::Duration kLongestBackOff = std::chrono::minutes(5);

/// The schedule of one job, on one thread.
class JobSchedule {
public:
    /// `stop` also ends a run; `retire` only waits.
    JobSchedule(const Profile& profile, const sync::Job& job, std::stop_token stop, std::stop_token retire,
                const AgentSink& sink)
        : m_profile(profile), m_job(job), m_stop(std::move(stop)), m_retire(std::move(retire)), m_sink(sink) {}

    void live() {
        pthread_setname_np(pthread_self(), m_job.name.substr(0, 15).c_str());
        say("waits " + base::formatDuration(m_job.startupDelay) + " after the start");
        if (!sleep(m_job.startupDelay))
            return;
        while (!m_retire.stop_requested() && !m_stopped) {
            const auto state = readScheduleState(m_profile, m_job, m_retire);
            if (!state) {
                if (!backOff(state.error()))
                    return;
                continue;
            }
            m_backOff = kFirstBackOff;
            if (!act(*state))
                return;
        }
    }

private:
    /// One decision: wait for the cell, for the lock or for a told time, or run. False at a stop.
    bool act(const ScheduleState& state) {
        if (m_notBefore && state.now < *m_notBefore)
            return sleepUntil(*m_notBefore, state.now);
        m_notBefore.reset();
        if (!sync::isDue(state.now, m_job.grid, state.lastSuccessStart)) {
            m_waitsForLock = false;
            return sleepUntil(sync::nextDue(state.now, m_job.grid, state.lastSuccessStart), state.now);
        }
        if (m_waitsForLock && !state.lockIsFree)
            return sleep(std::min(kLongestLookAgain, m_job.grid.every / 4));
        m_waitsForLock = false;
        run();
        return true;
    }

    void run() {
        const bool wasSecondTry = m_isSecondTry;
        m_isSecondTry = false;
        sync::RunRequest request;
        request.trigger = sync::Trigger::Schedule;
        request.ifDue = true;
        const sync::RunRecord record = runJob(m_profile, m_job, request, m_stop, {});
        m_sink({m_job.name, std::string("run ended: ") + sync::outcomeName(record.outcome), &record});

        const base::Instant now = record.finishedAt == base::Instant() ? base::SystemClock().now() : record.finishedAt;
        const NextStep step = nextStep(record, wasSecondTry, now, m_job.grid);
        switch (step.kind) {
        case NextStep::Kind::WhenLockIsFree:
            m_waitsForLock = true;
            break;
        case NextStep::Kind::StopSchedule:
            m_stopped = true;
            base::log::error(m_job.name +
                             ": the source has locked us out; the schedule of this job stops until a person "
                             "clears the lockout and starts the agent again");
            break;
        case NextStep::Kind::AtTime:
            m_notBefore = step.at;
            m_isSecondTry = step.isSecondTry;
            break;
        }
    }

    bool backOff(const base::Error& error) {
        say("cannot read the schedule's state: " + error.message.englishUtf8() + "; tries again in " +
            base::formatDuration(m_backOff));
        const bool goOn = sleep(m_backOff);
        m_backOff = std::min(m_backOff * 2, kLongestBackOff);
        return goOn;
    }

    bool sleepUntil(base::Instant at, base::Instant now) const {
        say("waits until " + base::toRfc3339(at));
        return sleep(at - now);
    }
    bool sleep(base::Duration duration) const { return base::SystemClock().wait(duration, {m_retire, {}}).ok(); }
    void say(const std::string& what) const { m_sink({m_job.name, what, nullptr}); }

    const Profile& m_profile;
    const sync::Job& m_job;
    std::stop_token m_stop, m_retire;
    const AgentSink& m_sink;
    std::optional<base::Instant> m_notBefore;
    base::Duration m_backOff = kFirstBackOff;
    bool m_waitsForLock = false;
    bool m_isSecondTry = false;
    bool m_stopped = false;
};

/// The jobs of one configuration, each on its thread.
class Schedules {
public:
    /// `stop` ends runs too, its end is waited for; the destructor ends the waits and lets a run come to its end.
    Schedules(const Configuration& configuration, const std::stop_token& stop, const AgentSink& sink)
        : m_configuration(configuration), m_passStop(stop, [this] { m_retire.request_stop(); }) {
        for (const JobEntry& entry : m_configuration.jobs) {
            if (!entry.job.autoSync)
                continue;
            for (const base::Text& lack : entry.missing)
                base::log::warning(entry.job.name + " is not scheduled: " + lack.englishUtf8());
            if (!entry.missing.empty())
                continue;
            const Profile* profile = m_configuration.profile(entry.profile);
            ++m_living;
            m_threads.emplace_back([this, profile, &entry, stop, &sink] {
                JobSchedule(*profile, entry.job, stop, m_retire.get_token(), sink).live();
                --m_living;
            });
        }
    }
    ~Schedules() {
        retire();
        m_threads.clear(); // joins
    }
    Schedules(const Schedules&) = delete;
    Schedules& operator=(const Schedules&) = delete;

    void retire() { m_retire.request_stop(); }
    [[nodiscard]] bool ended() const { return m_living == 0; }
    [[nodiscard]] size_t count() const { return m_threads.size(); }
    [[nodiscard]] bool asksForJobs() const { return m_configuration.asksForJobs; }
    /// Whether these are the same jobs. One whose values could not be asked for is a job that lacks something, so that
    /// a database that is away changes nothing.
    [[nodiscard]] bool hasJobsOf(const Configuration& other) const {
        const auto names = [](const Configuration& configuration) {
            std::set<std::string> all;
            for (const JobEntry& entry : configuration.jobs)
                all.insert(entry.job.name);
            return all;
        };
        const bool couldAsk = std::none_of(other.jobs.begin(), other.jobs.end(), [&](const JobEntry& entry) {
            return !entry.missing.empty() && m_configuration.job(entry.job.name) == nullptr;
        });
        return !couldAsk || names(m_configuration) == names(other);
    }

private:
    const Configuration m_configuration;
    std::stop_source m_retire;
    std::atomic<int> m_living = 0;
    std::stop_callback<std::function<void()>> m_passStop;
    std::vector<std::jthread> m_threads;
};

std::string statusOf(const Schedules& schedules) {
    return "scheduling " + std::to_string(schedules.count()) + (schedules.count() == 1 ? " job" : " jobs");
}

/// Waits for runs under way, minutes perhaps, without the service manager taking us for dead.
void endOf(Schedules& schedules, const ServiceNotice& notice) {
    schedules.retire();
    const base::Duration step = std::min<base::Duration>(notice.aliveEvery().value_or(kLookAtEnd), kLookAtEnd);
    while (!schedules.ended()) {
        static_cast<void>(base::SystemClock().wait(step, {}));
        ServiceNotice::alive();
    }
}

} // namespace

base::Result<void> runAgent(const std::function<base::Result<Configuration>()>& load, ReloadBell& reload,
                            std::stop_token stop, const AgentSink& sink, base::Duration askJobsEvery) {
    std::mutex mutex;
    const AgentSink oneAtATime = [&](const AgentEvent& event) {
        const std::scoped_lock lock(mutex);
        sink(event);
    };
    const ReloadBell::Ear ear(reload);
    const ServiceNotice notice;
    const auto first = load();
    if (!first)
        return base::Unexpected(first.error());
    auto schedules = std::make_unique<Schedules>(*first, stop, oneAtATime);
    if (schedules->count() == 0 && !first->asksForJobs)
        return base::Unexpected(base::ErrorKind::Configuration,
                                LB_TEXT("ops", "No job is scheduled: none has auto_sync = true and all that it needs."),
                                LB_TEXT("ops", "See `latchctl status` for what each job lacks."));
    ServiceNotice::ready(statusOf(*schedules));
    const base::SystemClock clock;
    base::Duration askedAt = clock.monotonic();
    while (!stop.stop_requested()) {
        const base::Duration longest =
            std::min<base::Duration>(notice.aliveEvery().value_or(askJobsEvery), askJobsEvery);
        const bool asked = reload.waitForRing(stop, longest);
        std::optional<base::Result<Configuration>> read;
        if (!asked) {
            ServiceNotice::alive();
            if (!schedules->asksForJobs() || stop.stop_requested() || clock.monotonic() - askedAt < askJobsEvery)
                continue;
            askedAt = clock.monotonic();
            read = load();
            if (!*read || schedules->hasJobsOf(**read))
                continue; // nothing new, or nobody to ask: what is scheduled stays
        }
        ServiceNotice::reloading();
        const auto next = read ? std::move(*read) : load();
        if (next) {
            endOf(*schedules, notice); // one configuration at a time: a job of both would compete with itself
            schedules = std::make_unique<Schedules>(*next, stop, oneAtATime);
            oneAtATime({"agent", "configuration read again, " + statusOf(*schedules), nullptr});
        } else {
            base::log::error("the configuration could not be read again, so the old one stays: " +
                             next.error().message.englishUtf8());
            oneAtATime({"agent", "keeps the old configuration: " + next.error().message.englishUtf8(), nullptr});
        }
        ServiceNotice::ready(statusOf(*schedules));
    }
    ServiceNotice::stopping();
    endOf(*schedules, notice);
    return {};
}

} // namespace latchboard::ops
