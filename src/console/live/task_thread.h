// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace latchboard::console {

/// One thread that does tasks in turn. A task owns what it makes; what the thread's tasks share (a database connection)
/// is used by no other thread.
class TaskThread {
public:
    using Task = std::function<void(std::stop_token)>;

    TaskThread();
    /// Asks the task under way to stop, drops the others and waits.
    ~TaskThread();
    TaskThread(const TaskThread&) = delete;
    TaskThread& operator=(const TaskThread&) = delete;

    /// Never blocks. Any thread.
    void post(Task task);
    /// Ahead of the destructor, for a task that takes its time to end.
    void requestStop() { m_thread.request_stop(); }
    /// What the thread does last, also after a stop: giving back what only it may give back.
    void endWith(std::function<void()> last);

private:
    void work(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_due;
    std::deque<Task> m_tasks;
    std::function<void()> m_last;
    std::jthread m_thread; ///< last: it uses the others
};

} // namespace latchboard::console
