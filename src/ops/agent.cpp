// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/agent.h"

#include "base/clock.h"
#include "base/log.h"
#include "ops/agent_plan.h"
#include "ops/runs.h"
#include "ops/schedule_state.h"
#include "sync/schedule.h"

#include <algorithm>
#include <mutex>
#include <thread>

#include <pthread.h>

namespace latchboard::ops {

namespace {

constexpr base::Duration kLongestLookAgain = std::chrono::seconds(15);
constexpr base::Duration kFirstBackOff = std::chrono::seconds(2);
constexpr base::Duration kLongestBackOff = std::chrono::minutes(5);

/// The schedule of one job, on one thread.
class JobSchedule {
public:
    JobSchedule(const Profile& profile, const sync::Job& job, std::stop_token stop, const AgentSink& sink)
        : m_profile(profile), m_job(job), m_stop(std::move(stop)), m_sink(sink) {}

    void live() {
        pthread_setname_np(pthread_self(), m_job.name.substr(0, 15).c_str());
        say("waits " + base::formatDuration(m_job.startupDelay) + " after the start");
        if (!sleep(m_job.startupDelay))
            return;
        while (!m_stop.stop_requested() && !m_stopped) {
            const auto state = readScheduleState(m_profile, m_job, m_stop);
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
            return sleep(*m_notBefore - state.now);
        m_notBefore.reset();
        if (!sync::isDue(state.now, m_job.every, state.lastSuccessStart)) {
            m_waitsForLock = false;
            return sleep(sync::nextDue(state.now, m_job.every, state.lastSuccessStart) - state.now);
        }
        if (m_waitsForLock && !state.lockIsFree)
            return sleep(std::min(kLongestLookAgain, m_job.every / 4));
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
        const NextStep step = nextStep(record, wasSecondTry, now, m_job.every);
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

    bool sleep(base::Duration duration) const { return base::SystemClock().wait(duration, {m_stop, {}}).ok(); }
    void say(const std::string& what) const { m_sink({m_job.name, what, nullptr}); }

    const Profile& m_profile;
    const sync::Job& m_job;
    std::stop_token m_stop;
    const AgentSink& m_sink;
    std::optional<base::Instant> m_notBefore;
    base::Duration m_backOff = kFirstBackOff;
    bool m_waitsForLock = false;
    bool m_isSecondTry = false;
    bool m_stopped = false;
};

} // namespace

base::Result<void> runAgent(const Configuration& configuration, std::stop_token stop, const AgentSink& sink) {
    std::mutex mutex;
    const AgentSink oneAtATime = [&](const AgentEvent& event) {
        const std::scoped_lock lock(mutex);
        sink(event);
    };
    std::vector<const JobEntry*> scheduled;
    for (const JobEntry& entry : configuration.jobs) {
        if (!entry.job.autoSync)
            continue;
        for (const base::Text& lack : entry.missing)
            base::log::warning(entry.job.name + " is not scheduled: " + lack.englishUtf8());
        if (entry.missing.empty())
            scheduled.push_back(&entry);
    }
    if (scheduled.empty())
        return base::Unexpected(base::ErrorKind::Configuration,
                                LB_TEXT("ops", "No job is scheduled: none has auto_sync = true and all that it needs."),
                                LB_TEXT("ops", "See `latchctl status` for what each job lacks."));
    std::vector<std::jthread> threads;
    for (const JobEntry* entry : scheduled) {
        const Profile* profile = configuration.profile(entry->profile);
        threads.emplace_back(
            [profile, entry, stop, &oneAtATime] { JobSchedule(*profile, entry->job, stop, oneAtATime).live(); });
    }
    for (std::jthread& thread : threads)
        thread.join();
    return {};
}

} // namespace latchboard::ops
