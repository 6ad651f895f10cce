// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/runs.h"

#include "base/log.h"

#include <pthread.h>

namespace latchboard::ops {

Runs::~Runs() {
    std::map<std::string, std::jthread> threads;
    std::vector<std::jthread> ended;
    {
        const std::scoped_lock lock(m_mutex);
        threads.swap(m_threads);
        ended.swap(m_ended);
    }
    for (auto& [job, thread] : threads)
        thread.request_stop();
}

base::Result<void> Runs::start(const Profile& profile, const sync::Job& job, const sync::RunRequest& request,
                               sync::ProgressSink progress, Finished finished) {
    const std::scoped_lock lock(m_mutex);
    m_ended.clear(); // each has finished but for its last few instructions
    if (m_threads.contains(job.name))
        return base::Unexpected(base::ErrorKind::Refused, LB_TEXT("ops", "%1 is already running here.").arg(job.name),
                                LB_TEXT("ops", "Watch it below, or cancel it."));
    m_threads[job.name] = std::jthread([this, profile, job, request, progress = std::move(progress),
                                        finished = std::move(finished)](const std::stop_token& stop) {
        const std::string threadName = request.trigger == sync::Trigger::Manual ? "manual-sync" : job.name;
        pthread_setname_np(pthread_self(), threadName.substr(0, 15).c_str());
        const sync::RunRecord record = runJob(profile, job, request, stop, progress);
        forget(job.name);
        finished(record);
    });
    return {};
}

void Runs::forget(const std::string& job) {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_threads.find(job);
    if (found == m_threads.end())
        return; // the destructor has taken it and waits for it
    m_ended.push_back(std::move(found->second));
    m_threads.erase(found);
}

void Runs::cancel(const std::string& job) {
    const std::scoped_lock lock(m_mutex);
    if (const auto found = m_threads.find(job); found != m_threads.end())
        found->second.request_stop();
}

bool Runs::running(const std::string& job) const {
    const std::scoped_lock lock(m_mutex);
    return m_threads.contains(job);
}

std::vector<std::string> Runs::runningJobs() const {
    const std::scoped_lock lock(m_mutex);
    std::vector<std::string> names;
    for (const auto& [job, thread] : m_threads)
        names.push_back(job);
    return names;
}

} // namespace latchboard::ops
