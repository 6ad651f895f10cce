// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/configuration.h"
#include "pg/session.h"

#include <functional>

namespace latchboard::ops {

/// What a person does on a profile's server.
struct ActNote {
    std::string act;    ///< "terminate", "bucket_pause", "migrate"
    std::string target; ///< identity of what it is done to
    std::string reason; ///< the person's words
};

/// Does the act and writes it down as done, refused (Refused, Privilege) or failed, in the user's audit file and as a
/// log line. Nothing is done where the file can't be written.
[[nodiscard]] base::Result<void> audited(const Profile& profile, const ActNote& note,
                                         const std::function<base::Result<void>()>& act);

/// For an act that knows more of its outcome than done or not.
class ActRecord {
public:
    /// Fails where the user's audit file can't be written: the act is then not to be tried.
    static base::Result<ActRecord> open(const Profile& profile, ActNote note);
    /// The audit file, latchboard.audit where there is a session and the server has it and takes writes, a log line.
    void close(const std::string& outcome, const std::string& detail, pg::Session* session = nullptr) const;
    /// Refused or failed, by the error's kind.
    void close(const base::Error& error, pg::Session* session = nullptr) const;

private:
    ActRecord(std::string profile, ActNote note) : m_profile(std::move(profile)), m_note(std::move(note)) {}
    std::string m_profile;
    ActNote m_note;
};

} // namespace latchboard::ops
