// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/socket_wait.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace latchboard::pg {

using Steady = std::chrono::steady_clock;

void StopBell::Ring::operator()() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(descriptor, &one, sizeof one);
}

StopBell::StopBell(const std::stop_token& stop)
    : m_descriptor(stop.stop_possible() ? ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1) {
    if (m_descriptor < 0)
        return; // nothing can ring; poll() passes over a negative descriptor
    m_callback.emplace(stop, Ring{m_descriptor});
}

StopBell::~StopBell() {
    m_callback.reset(); // waits for a ring under way, so that no other file gets its byte
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

SocketWait waitForSocket(int socket, bool forWrite, const StopBell& bell, const base::Waiting& waiting,
                         const Deadline& deadline) {
    using namespace std::chrono_literals;
    for (;;) {
        if (waiting.stop.stop_requested())
            return {SocketEnd::Stopped, {}};
        const auto now = Steady::now();
        if (deadline && now >= *deadline)
            return {SocketEnd::TimedOut, {}};
        Steady::duration step = waiting.pulse ? Steady::duration(500ms) : Steady::duration(60s);
        if (deadline)
            step = std::min(step, *deadline - now);
        const auto millis = std::chrono::ceil<std::chrono::milliseconds>(step).count();
        std::array<pollfd, 2> files{pollfd{bell.descriptor(), POLLIN, 0},
                                    pollfd{socket, static_cast<short>(POLLIN | (forWrite ? POLLOUT : 0)), 0}};
        const int ready = ::poll(files.data(), files.size(), static_cast<int>(millis));
        if (ready > 0 && files[1].revents != 0)
            return {SocketEnd::Ready, {}};
        if (waiting.pulse) {
            if (auto alive = waiting.pulse(); !alive)
                return {SocketEnd::Pulse, alive.error()};
        }
    }
}

} // namespace latchboard::pg
