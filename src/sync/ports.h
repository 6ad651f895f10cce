// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "sync/job.h"

#include <functional>
#include <memory>

/// What the engine needs of the world. Each is used by the one thread of its run; every call may block, ends at the
/// stop token, and answers with a value.
namespace latchboard::sync {

struct HttpRequest {
    std::string method, url;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    base::Duration timeout = std::chrono::seconds(30);
    std::int64_t maxResponse = 200LL * 1024 * 1024;
};

struct HttpAnswer {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> headers; ///< names in lower case
    std::string body;
    base::Duration took{0};
    [[nodiscard]] std::optional<std::string> header(std::string_view lowerCaseName) const;
};

/// Sends exactly one request on the wire for one call: no resend, no redirect, cut off at its total time and size.
class OrderSource {
public:
    virtual ~OrderSource() = default;
    /// An answer of any status; SourceTransient where no whole answer came, Cancelled at a stop.
    virtual base::Result<HttpAnswer> send(const HttpRequest& request, const base::Waiting& waiting) = 0;
};

/// A grant to send one request.
struct Grant {
    std::vector<std::int64_t> leases; ///< one for each rule that was asked for, in the same order
    base::Instant at;                 ///< the database's clock
};
/// Of several buckets the one that says most: paused, then locked out, then the longest wait.
struct GrantRefused {
    base::Duration wait{0}; ///< how long to wait before asking again
    base::Text reason;
    bool toldByServer = false; ///< the API said so (Retry-After, lockout), not our own spacing or rest
    bool byOperator = false;   ///< a person said so
    bool usedUp = false;       ///< the calls of the period are used up
    bool paused = false, lockedOut = false;
};
/// How calls are counted (rate-limit design, "Recommended"). Of every kind one request is under way at a time: how long
/// to rest after a large answer is known only when it is there.
struct BucketRule {
    std::string key; ///< "order-api|4f1c|/orders": source, credential's fingerprint, endpoint
    /// From one call to the next; of a bucket until one more call of the burst is free.
    base::Duration spacing{0};
    base::Duration crashRest{0};                 ///< from the start of a call whose end nobody told
    base::Duration hold{0};                      ///< longer than the request's total time
    std::string kind = "spacing";                ///< spacing | bucket | window
    std::string measured = "finish";             ///< finish | start: which end of a call counts
    std::int64_t burst = 1;                      ///< of a bucket: so many calls at once when it is full
    std::int64_t count = 0;                      ///< of a window: calls in each period
    base::Duration per = std::chrono::hours(24); ///< of a window: the period, from the zone's midnight on
    std::string zone = "UTC";                    ///< as of Zone::parse()
};
/// What the answer says about the next call, for one bucket.
struct BucketFinish {
    int status = 0;
    std::int64_t items = 0, bytes = 0;
    base::Duration rest{0};     ///< our own rest after a large answer
    base::Duration toldWait{0}; ///< what the server told
    bool lockout = false;
    std::string reason;                         ///< English, stored; shown by base::storedText()
    std::optional<std::int64_t> available = {}; ///< so many more calls at most, by a header
    std::string usage = {};                     ///< "32/40" as the header said it; empty: none did
    std::optional<std::int64_t> remaining = {}; ///< as the header said it
};

/// The rate limit that all processes share, by the database's clock.
class BucketStore {
public:
    virtual ~BucketStore() = default;
    /// All of the buckets or none; each key once. Asked for in any order.
    virtual base::Result<std::variant<Grant, GrantRefused>> acquire(const std::vector<BucketRule>& rules,
                                                                    const std::string& owner) = 0;
    /// `answers`: one for each rule of the grant, in the same order.
    virtual base::Result<void> finish(const std::vector<BucketRule>& rules, const Grant& grant,
                                      const std::vector<BucketFinish>& answers) = 0;
};

struct LockAttempt {
    LockOutcome outcome = LockOutcome::None;
    LockHolder holder; ///< where it was busy
    int pid = 0;
    std::optional<base::Instant> backendStart;
    base::Duration wait{0};
};

/// The advisory lock on its dedicated session, and what else only that session may do. Any failure of a call may be
/// Connection or LockLost: then the right to write is gone.
class JobLock {
public:
    virtual ~JobLock() = default;
    /// Connects, checks for pooler and standby, tries the lock once.
    virtual base::Result<LockAttempt> tryAcquire(const Job& job, const std::string& runId) = 0;
    /// Notices a lost session: cheap (looks at the socket) and, when the last statement is over 10 s ago, asks the
    /// server.
    virtual base::Result<void> keepAlive() = 0;
    /// Rolls back what is open, unlocks this key and checks the answer (ReleaseFailed), closes the session.
    virtual base::Result<void> release() = 0;
    virtual base::Result<base::Instant> databaseNow() = 0;
};

/// State and target, written on the lock's session only.
class SyncStore {
public:
    virtual ~SyncStore() = default;
    /// The schema is there, the target's columns and index fit; each thing missing is named.
    virtual base::Result<void> check(const Job& job) = 0;
    /// End of the last complete window, by the closed intervals.
    virtual base::Result<std::optional<base::Instant>> lastWindowEnd(const std::string& job) = 0;
    /// Start of the last SUCCESS other than a backfill.
    virtual base::Result<std::optional<base::Instant>> lastSuccessStart(const std::string& job) = 0;
    /// How many of the job's runs since its last SUCCESS the source refused for the credential.
    virtual base::Result<std::int64_t> refusalsInARow(const std::string& job) = 0;
    /// Writes one page in one or more short transactions: sorted by key, newest of an id only, probe, not-older guard.
    /// `batch` is the number of the page in the run, from 1; it goes into the write token. What stands in the target is
    /// added to `counts`, also where the call fails after a part of the page.
    virtual base::Result<void> write(const Job& job, const std::string& runId, std::int64_t batch, const Page& page,
                                     WriteCounts& counts) = 0;
    virtual base::Result<void> closeWindow(const Job& job, const std::string& runId, const Interval& window) = 0;
    /// One history row; SUCCESS on the lock's session, else on a fresh one where that is gone.
    virtual base::Result<void> record(const RunRecord& run) = 0;
    /// One lock attempt, also of a busy skip.
    virtual base::Result<void> recordAttempt(const RunRecord& run) = 0;
};

} // namespace latchboard::sync
