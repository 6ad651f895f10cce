// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"
#include "pg/signal.h"

#include <stop_token>

namespace latchboard::ops {

/// A person's wish to end a statement or a session.
struct SessionAct {
    pg::Signal signal = pg::Signal::Terminate;
    pg::SignalTarget target;
    std::string keyName; ///< as the person named the key; empty: none was named
    std::string reason;  ///< must not be blank
};

struct SessionActReport {
    pg::SignalOutlook before;
    pg::SignalResult result;
};

/// The key that a person named: a bigint, a pair "1,2", or a name of the configuration (the profile's keys and
/// templates, its jobs' locks), else the name in the default scheme. Usage error where it names no key.
[[nodiscard]] base::Result<keys::LockTag> keyNamed(const Configuration& configuration, const Profile& profile,
                                                   const std::string& text);

/// What would be lost, without doing anything. Refused where the profile is read-only or the act must not be tried.
[[nodiscard]] base::Result<pg::SignalOutlook> lookBeforeAct(const Profile& profile, const SessionAct& act,
                                                            std::stop_token stop);

/// Sends the signal and looks for at most `patience` what becomes of it (SessionActReport::result, also where nothing
/// did). Done, refused or failed, it is written to the user's audit file, to latchboard.audit where the server has it
/// and takes writes, and to the log. Errors: those of pg/signal.h, Usage for a blank reason, Configuration where the
/// audit file can't be written.
[[nodiscard]] base::Result<SessionActReport> actOnSession(const Profile& profile, const SessionAct& act,
                                                          std::stop_token stop,
                                                          base::Duration patience = std::chrono::seconds(5));

} // namespace latchboard::ops
