// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace latchboard::base {

Instant SystemClock::now() const {
    return std::chrono::floor<Duration>(std::chrono::system_clock::now());
}

Duration SystemClock::monotonic() const {
    return std::chrono::floor<Duration>(std::chrono::steady_clock::now().time_since_epoch());
}

Result<void> SystemClock::wait(Duration duration, const Waiting& waiting) const {
    const auto end = std::chrono::steady_clock::now() + duration;
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    for (;;) {
        if (waiting.stop.stop_requested())
            return cancelled();
        const auto now = std::chrono::steady_clock::now();
        if (now >= end)
            return {};
        const auto step = waiting.pulse ? std::min<std::chrono::steady_clock::duration>(end - now, 500ms) : end - now;
        wake.wait_for(lock, waiting.stop, step, [] { return false; });
        if (waiting.pulse) {
            if (auto alive = waiting.pulse(); !alive)
                return alive;
        }
    }
}

Unexpected cancelled() {
    return Unexpected(ErrorKind::Cancelled, LB_TEXT("base", "Stopped by request."));
}

} // namespace latchboard::base
