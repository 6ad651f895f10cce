// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/reload_bell.h"

#include <utility>

namespace latchboard::ops {

ReloadBell::Ear::Ear(ReloadBell& bell) : m_bell(bell) {
    const std::scoped_lock lock(m_bell.m_mutex);
    ++m_bell.m_ears;
}

ReloadBell::Ear::~Ear() {
    const std::scoped_lock lock(m_bell.m_mutex);
    --m_bell.m_ears;
}

bool ReloadBell::ring() {
    const std::scoped_lock lock(m_mutex);
    if (m_ears == 0)
        return false;
    m_rung = true;
    m_changed.notify_all();
    return true;
}

bool ReloadBell::waitForRing(const std::stop_token& stop, base::Duration longest) {
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, stop, longest, [this] { return m_rung; });
    return std::exchange(m_rung, false);
}

} // namespace latchboard::ops
