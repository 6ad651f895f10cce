// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/runs.h"

#include "http/curl_order_source.h"
#include "ops/server_session.h"
#include "pg/advisory_lock.h"
#include "pg/buckets.h"
#include "pg/target_store.h"

#include <QtGlobal>

namespace latchboard::ops {

namespace {

/// A run that could not even begin, so that every caller gets a record.
sync::RunRecord couldNotBegin(const sync::Job& job, const sync::RunRequest& request, const base::Error& error) {
    sync::RunRecord run;
    run.job = job.name;
    run.trigger = request.trigger;
    run.outcome = sync::Outcome::Failed;
    run.startedAt = run.finishedAt = base::SystemClock().now();
    run.error = error;
    return run;
}

/// What the keychain holds is asked for only now, on the run's own thread: it may want to ask a person.
base::Result<void> resolveSecrets(sync::Job& job, const std::string& relativeTo) {
    for (const auto& [name, reference] : job.source.secretReferences) {
        if (job.source.secrets.contains(name))
            continue;
        auto secret = resolveSecret(reference, relativeTo);
        if (!secret)
            return base::Unexpected(
                base::ErrorKind::Configuration,
                LB_TEXT("ops", "The secret \"%1\" of %2: %3").arg(name).arg(job.name).arg(secret.error().message),
                secret.error().remedy);
        job.source.secrets[name] = *secret;
    }
    return {};
}

http::CurlOptions curlOptions(const sync::SourceProfile::Tls& tls) {
    http::CurlOptions options;
    options.caFile = tls.caFile;
    options.clientCertificate = tls.clientCertificate;
    options.clientKey = tls.clientKey;
    options.loopbackOnly = qEnvironmentVariableIsSet("LATCHBOARD_LOOPBACK_ONLY"); // set by the tests
    return options;
}

} // namespace

sync::RunRecord runJob(const Profile& profile, const sync::Job& job, const sync::RunRequest& request,
                       std::stop_token stop, const sync::ProgressSink& progress) {
    const auto settings = connectionSettings(profile, "latchboard " + job.name);
    if (!settings)
        return couldNotBegin(job, request, settings.error());
    sync::Job complete = job;
    if (const auto resolved = resolveSecrets(complete, profile.file); !resolved)
        return couldNotBegin(job, request, resolved.error());

    pg::RunSession session(*settings, stop);
    pg::AdvisoryJobLock lock(session);
    pg::TargetStore store(session, complete.lockTag);
    pg::Buckets buckets(*settings, stop);
    http::CurlOrderSource source(curlOptions(complete.source.tls));
    const base::SystemClock clock;
    return sync::Engine(source, buckets, lock, store, clock).run(complete, request, stop, progress);
}

} // namespace latchboard::ops
