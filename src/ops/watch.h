// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"

#include <memory>
#include <stop_token>

namespace latchboard::ops {

/// Looks at one server, look after look, on a session of its own, and at its poolers' consoles. Names are read from the
/// configuration and from latchboard.lock_name, and again every minute. Used by one thread; every call blocks and ends
/// at the stop.
class Watch {
public:
    [[nodiscard]] static base::Result<std::unique_ptr<Watch>>
    open(const Profile& profile, const locks::Thresholds& thresholds, std::stop_token stop);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    /// A scan with sessions, blockers and the poolers' evidence, judged.
    [[nodiscard]] base::Result<locks::Analysis> look(std::stop_token stop);
    /// A beat, without a scan of the lock table: whether somebody waits for an advisory lock who did not at the last
    /// look.
    [[nodiscard]] base::Result<bool> newWaiter(std::stop_token stop);

private:
    struct Parts;
    explicit Watch(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace latchboard::ops
