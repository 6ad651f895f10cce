// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/monitor.h"

#include "base/log.h"
#include "ops/watch.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <random>

#include <pthread.h>

namespace latchboard::ops {

namespace {

constexpr base::Duration kFirstBackOff = std::chrono::milliseconds(500);
constexpr base::Duration kLongestBackOff = std::chrono::seconds(30);
/// A scan may take at most this share of the time (speed: one percent).
constexpr int kScanShare = 100;

} // namespace

/// What the caller's threads and the monitor's share.
struct Monitor::Shared {
    Profile profile;
    locks::Thresholds thresholds;
    Sink sink;

    std::mutex mutex;
    std::condition_variable_any wake;
    bool lookNow = false;

    enum class Woken { Time, Asked, Stop };
    /// Until the time is over, lookNow() is called, or the stop.
    Woken sleep(base::Duration duration, const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        const bool asked = wake.wait_for(lock, stop, duration, [this] { return lookNow; });
        lookNow = false;
        return stop.stop_requested() ? Woken::Stop : asked ? Woken::Asked : Woken::Time;
    }

    void live(const std::stop_token& stop) {
        pthread_setname_np(pthread_self(), "monitor");
        MonitorUpdate update;
        sink(update);
        base::Duration backOff = kFirstBackOff;
        std::mt19937_64 random(std::random_device{}());
        while (!stop.stop_requested()) {
            const base::Result<void> ended = watch(update, backOff, stop);
            if (ended || stop.stop_requested())
                return;
            // Full jitter, so that consoles that lost the same server do not come back in one instant.
            const base::Duration wait(
                std::uniform_int_distribution<base::Duration::rep>(backOff.count() / 2, backOff.count())(random));
            backOff = std::min(backOff * 2, kLongestBackOff);
            update.state = MonitorUpdate::State::Stale;
            update.error = ended.error();
            update.retryAt = base::SystemClock().now() + wait;
            base::log::warning("monitor of " + profile.name + ": " + ended.error().message.englishUtf8());
            sink(update);
            if (sleep(wait, stop) == Woken::Stop)
                return;
        }
    }

    /// Connects and looks until something fails or the stop.
    base::Result<void> watch(MonitorUpdate& update, base::Duration& backOff, const std::stop_token& stop) {
        auto opened = Watch::open(profile, thresholds, stop);
        if (!opened)
            return base::Unexpected(opened.error());
        Watch& session = **opened;
        while (!stop.stop_requested()) {
            auto analysis = session.look(stop);
            if (!analysis)
                return base::Unexpected(analysis.error());
            backOff = kFirstBackOff;
            update.state = MonitorUpdate::State::Live;
            update.error.reset();
            update.retryAt.reset();
            update.lastAnswerAt = base::SystemClock().now();
            const base::Duration cost = analysis->scanCost;
            update.analysis = std::make_shared<const locks::Analysis>(std::move(*analysis));
            sink(update);
            if (!waitForNextScan(session, std::max(profile.refresh, cost * kScanShare), stop))
                return {};
        }
        return {};
    }

    /// Beats once a second, and ends early when it is asked to or when a beat shows somebody new who waits for an
    /// advisory lock. True unless it is the stop; a beat that fails shows at the next look.
    bool waitForNextScan(Watch& session, base::Duration interval, const std::stop_token& stop) {
        base::Duration waited{0};
        while (waited < interval) {
            const base::Duration step = std::min<base::Duration>(interval - waited, std::chrono::seconds(1));
            const Woken woken = sleep(step, stop);
            if (woken == Woken::Stop)
                return false;
            waited += step;
            if (woken == Woken::Asked || waited >= interval)
                break;
            const auto news = session.newWaiter(stop);
            if (!news || *news)
                break;
        }
        return true;
    }
};

Monitor::Monitor(Profile profile, locks::Thresholds thresholds, Sink sink) : m_shared(std::make_shared<Shared>()) {
    m_shared->profile = std::move(profile);
    m_shared->thresholds = thresholds;
    m_shared->sink = std::move(sink);
    m_thread = std::jthread([shared = m_shared](const std::stop_token& stop) { shared->live(stop); });
}

Monitor::~Monitor() = default;

void Monitor::lookNow() {
    {
        const std::scoped_lock lock(m_shared->mutex);
        m_shared->lookNow = true;
    }
    m_shared->wake.notify_all();
}

base::Result<locks::Analysis> lookOnce(const Profile& profile, const locks::Thresholds& thresholds) {
    auto opened = Watch::open(profile, thresholds, {});
    if (!opened)
        return base::Unexpected(opened.error());
    return (*opened)->look({});
}

} // namespace latchboard::ops
