// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/live/task_thread.h"

#include "base/log.h"

namespace latchboard::console {

TaskThread::TaskThread() : m_thread([this](const std::stop_token& stop) { work(stop); }) {}

TaskThread::~TaskThread() = default;

void TaskThread::post(Task task) {
    {
        const std::lock_guard lock(m_mutex);
        m_tasks.push_back(std::move(task));
    }
    m_due.notify_one();
}

void TaskThread::endWith(std::function<void()> last) {
    const std::lock_guard lock(m_mutex);
    m_last = std::move(last);
}

void TaskThread::work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        Task task;
        {
            std::unique_lock lock(m_mutex);
            if (!m_due.wait(lock, stop, [this] { return !m_tasks.empty(); })) {
                break;
            }
            task = std::move(m_tasks.front());
            m_tasks.pop_front();
        }
        try {
            task(stop);
        } catch (const std::exception& failure) {
            base::log::error(std::string("a task of the window failed: ") + failure.what());
        }
    }
    const std::lock_guard lock(m_mutex);
    m_tasks.clear();
    if (m_last) {
        m_last();
    }
}

} // namespace latchboard::console
