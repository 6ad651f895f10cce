// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/transaction.h"

#include "base/log.h"
#include "pg/sqlstate.h"

#include <random>

namespace latchboard::pg {

using base::ErrorKind;
using base::Result;
using base::Unexpected;

namespace {

double machineRandom() {
    thread_local std::mt19937_64 engine{std::random_device{}()};
    return std::uniform_real_distribution<double>(0.0, 1.0)(engine);
}

/// What becomes of a COMMIT. It is not stopped: half a second of patience is better than a doubt.
Result<void> commit(Session& session) {
    const auto answer = session.execSimple("commit");
    if (answer) {
        if (answer->tag() == "COMMIT")
            return {};
        return Unexpected(ErrorKind::Database,
                          LB_TEXT("pg", "COMMIT answered %1: the transaction had failed and nothing of it stands.")
                              .arg(answer->tag()));
    }
    if (answer.error().kind != ErrorKind::Connection)
        return Unexpected(answer.error());
    base::Error error = base::makeError(
        ErrorKind::InDoubt,
        LB_TEXT("pg",
                "The connection was lost during COMMIT, so that it is not known whether the transaction stands: %1")
            .arg(answer.error().message),
        LB_TEXT("pg", "The next run repeats the window; it changes nothing that is already there."));
    error.sqlstate = answer.error().sqlstate;
    return Unexpected(error);
}

Result<void> attempt(Session& session, const RetryPolicy& policy, const std::function<Result<void>()>& body) {
    Call call;
    call.waiting = policy.waiting;
    if (const auto begun = session.execSimple(policy.begin, call); !begun) {
        if (session.transactionOpen())
            static_cast<void>(session.execSimple("rollback"));
        return Unexpected(begun.error());
    }
    if (const auto done = body(); !done) {
        // A lost connection has rolled back by itself; the body's error says more than that of the rollback.
        static_cast<void>(session.execSimple("rollback"));
        return done;
    }
    return commit(session);
}

} // namespace

Result<void> transact(Session& session, const RetryPolicy& policy, RetryCounts& counts,
                      const std::function<Result<void>()>& body) {
    if (session.transactionOpen()) {
        return Unexpected(ErrorKind::Internal,
                          LB_TEXT("pg", "A transaction that can be tried again was begun inside an open one."));
    }
    const base::SystemClock machineClock;
    const base::Clock& clock = policy.clock != nullptr ? *policy.clock : machineClock;
    for (int number = 1;; ++number) {
        const auto begin = clock.monotonic();
        auto result = attempt(session, policy, body);
        if (result || !isRetryable(result.error().sqlstate) || result.error().kind == ErrorKind::InDoubt)
            return result;
        if (number >= policy.attempts) {
            base::Error error = result.error();
            error.message = LB_TEXT("pg", "%1 Given up after %2 attempts.").arg(error.message).arg(number);
            return Unexpected(error);
        }
        (result.error().sqlstate == "40001" ? counts.serialization : counts.deadlock) += 1;
        base::log::info("transaction tried again: attempt " + std::to_string(number) + ", SQLSTATE " +
                        result.error().sqlstate + ", " +
                        std::to_string(static_cast<long>(base::milliseconds(clock.monotonic() - begin))) + " ms, " +
                        session.settings().applicationName);
        const double share = policy.random ? policy.random() : machineRandom();
        const auto most = policy.step * (std::int64_t{1} << number);
        const auto pause = base::Duration(static_cast<std::int64_t>(static_cast<double>(most.count()) * share));
        if (auto waited = clock.wait(pause, policy.waiting); !waited)
            return waited;
    }
}

} // namespace latchboard::pg
