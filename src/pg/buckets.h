// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/session.h"
#include "sync/ports.h"

#include <memory>

namespace latchboard::pg {

/// The rate limit that all processes share, one row of latchboard.bucket for each key, by the database's clock alone.
///
/// All buckets of a request are taken, or refused, in one statement that commits by itself at READ COMMITTED: it locks
/// their rows in the order of the keys, then reads the clock, so that no two processes pass and none waits for another
/// in a circle. The next allowed time is written before the request goes out, on the pessimistic side (spacing or crash
/// rest); the finish, which knows the leases' numbers, puts the real one. A finish that comes after its lease was lost
/// can only make the wait longer.
///
/// It has a session of its own, made at the first call and anew once when it was lost: asking again after a lost answer
/// at worst waits for the pessimistic time. Used by one thread.
class Buckets final : public sync::BucketStore {
public:
    Buckets(ConnectionSettings settings, std::stop_token stop);

    /// While another's lease lives, the wait told is at most the spacing or one second, whichever is longer: the finish
    /// of that lease usually comes much earlier than its end. SchemaMissing where the schema is older than version 2.
    base::Result<std::variant<sync::Grant, sync::GrantRefused>> acquire(const std::vector<sync::BucketRule>& rules,
                                                                        const std::string& owner) override;
    /// Not ended by the stop token: what the answer said must not be lost.
    base::Result<void> finish(const std::vector<sync::BucketRule>& rules, const sync::Grant& grant,
                              const std::vector<sync::BucketFinish>& answers) override;

private:
    base::Result<QueryResult> ask(const std::string& name, const std::string& sql, const Params& params,
                                  const base::Waiting& waiting);

    ConnectionSettings m_settings;
    base::Waiting m_waiting;
    std::unique_ptr<Session> m_session;
};

} // namespace latchboard::pg
