// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "console/limits.h"
#include "locks/lock_view.h"
#include "ops/job_status.h"

/// Values as the console gets them, made by hand.
namespace latchboard::console::test {

/// A clock that stands until it is moved.
class ManualClock final : public base::Clock {
public:
    [[nodiscard]] base::Instant now() const override { return m_now; }
    [[nodiscard]] base::Duration monotonic() const override { return m_now.time_since_epoch(); }
    base::Result<void> wait(base::Duration, const base::Waiting&) const override { return {}; }
    void move(base::Duration by) { m_now += by; }

private:
    base::Instant m_now = base::fromRfc3339("2026-03-04T12:00:00Z").value();
};

[[nodiscard]] base::Instant at(const char* rfc3339);

/// A granted lock on a bigint key, held by an idle session since a minute before noon.
[[nodiscard]] locks::LockView lock(int pid, const std::string& name, locks::Verdict verdict = locks::Verdict::Held);
[[nodiscard]] locks::LockView waiter(int pid, const std::string& name, int blockedBy);
/// Sorted by id, as the judge gives them.
[[nodiscard]] std::shared_ptr<const locks::Analysis> analysis(std::vector<locks::LockView> locks);

/// A success that began `number` hours before noon.
[[nodiscard]] sync::RunRecord run(int number, const std::string& job = "order-sync");
[[nodiscard]] ops::JobStatus status(const std::string& job);
[[nodiscard]] Limit limit(const std::string& bucket, Limit::State state = Limit::State::Free);

} // namespace latchboard::console::test
