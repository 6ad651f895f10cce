// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"

#include <functional>
#include <stop_token>

namespace latchboard::base {

/// What a thread that waits must still do: end at a stop, and look after its lock.
struct Waiting {
    std::stop_token stop;
    /// Called at least once a second while one waits; an error ends the wait. May be empty.
    std::function<Result<void>()> pulse;
};

/// Time as the engine sees it, so that a test can move it. All functions may be called from any thread.
class Clock {
public:
    virtual ~Clock() = default;

    [[nodiscard]] virtual Instant now() const = 0;
    /// Monotonic; only differences mean something.
    [[nodiscard]] virtual Duration monotonic() const = 0;
    /// Returns after the duration; at once with Cancelled at a stop, or with the error of the pulse.
    virtual Result<void> wait(Duration duration, const Waiting& waiting) const = 0;
};

/// The machine's own clocks.
class SystemClock final : public Clock {
public:
    [[nodiscard]] Instant now() const override;
    [[nodiscard]] Duration monotonic() const override;
    Result<void> wait(Duration duration, const Waiting& waiting) const override;
};

[[nodiscard]] Unexpected cancelled();

} // namespace latchboard::base
