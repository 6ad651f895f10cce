// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/snapshot.h"

/// The one proof of session level that can be had from outside.
namespace latchboard::locks {

/// Whether this look proves that a lock, which its scan showed granted to this session, is held at session level: the
/// sessions were read after the scan, in a new transaction, and show the backend idle with a state_change before the
/// scan began. A lock of transaction level is given back before a backend turns idle, so it can't be one.
/// Equal times prove nothing.
[[nodiscard]] inline bool provesSessionLevel(const SessionRow& session, base::Instant scannedAt,
                                             base::Instant takenAt) {
    return session.state == "idle" && session.stateChange && *session.stateChange < scannedAt && scannedAt <= takenAt;
}

/// Hidden by privilege, or track_activities is off: unknown, not healthy.
[[nodiscard]] inline bool stateIsHidden(const SessionRow& session) {
    return session.state.empty() || session.state == "disabled";
}

} // namespace latchboard::locks
