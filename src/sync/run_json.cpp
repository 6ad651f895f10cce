// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/run_json.h"

namespace latchboard::sync {

namespace {

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QJsonValue textOrNull(std::string_view utf8) {
    return utf8.empty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text(utf8));
}

QJsonValue instant(std::optional<base::Instant> moment) {
    return moment ? QJsonValue(text(base::toRfc3339(*moment))) : QJsonValue(QJsonValue::Null);
}

QJsonValue number(std::int64_t value) {
    return QJsonValue(static_cast<qint64>(value));
}

QJsonValue error(const std::optional<base::Error>& found) {
    if (!found)
        return QJsonValue::Null;
    QJsonObject object;
    object["kind"] = text(base::kindName(found->kind));
    object["sqlstate"] = textOrNull(found->sqlstate);
    object["http_status"] = found->httpStatus == 0 ? QJsonValue(QJsonValue::Null) : QJsonValue(found->httpStatus);
    object["message"] = found->message.english();
    object["remedy"] = found->remedy.empty() ? QJsonValue(QJsonValue::Null) : QJsonValue(found->remedy.english());
    return object;
}

QJsonObject holder(const LockHolder& who) {
    QJsonObject object;
    object["pid"] = who.pid == 0 ? QJsonValue(QJsonValue::Null) : QJsonValue(who.pid);
    object["application_name"] = textOrNull(who.application);
    object["user"] = textOrNull(who.user);
    object["client"] = textOrNull(who.client);
    object["since_at_least"] = instant(who.since);
    return object;
}

} // namespace

QJsonObject toJson(const RunRecord& run, RunForm form) {
    QJsonObject object;
    object["job"] = text(run.job);
    object["run_id"] = text(run.runId);
    object["outcome"] = text(outcomeName(run.outcome));
    object["lock"] = text(lockOutcomeName(run.lock));
    object["trigger"] = text(triggerName(run.trigger));
    if (run.window) {
        object["window"] = QJsonObject{{"from", instant(run.window->from)}, {"until", instant(run.window->until)}};
    } else {
        object["window"] = QJsonValue::Null;
    }
    object["started_at"] = instant(run.startedAt);
    object["finished_at"] = instant(run.finishedAt);
    object["pages"] = number(run.pages);
    object["api_calls"] = number(run.apiCalls);
    object["fetched"] = number(run.fetched);
    object["new"] = number(run.counts.created);
    object["changed"] = number(run.counts.changed);
    object["same"] = number(run.counts.same);
    object["stale"] = number(run.counts.stale);
    object["gone"] = number(run.counts.gone);
    object["quarantined"] = number(run.counts.quarantined);
    object["limit_wait_s"] = base::seconds(run.limitWait);
    object["lock_wait_ms"] = base::milliseconds(run.lockWait);
    object["lock_hold_s"] = base::seconds(run.lockHold);
    object["retries"] =
        QJsonObject{{"40001", number(run.counts.retries40001)}, {"40P01", number(run.counts.retries40P01)}};
    object["error"] = error(run.error);
    if (run.outcome == Outcome::Busy)
        object["holder"] = holder(run.holder);
    if (run.postponedUntil)
        object["postponed_until"] = instant(run.postponedUntil);
    if (!run.warning.empty())
        object["warning"] = text(run.warning);
    if (run.dryRun)
        object["dry_run"] = true;
    if (form == RunForm::History) {
        object["host"] = textOrNull(run.host);
        object["pid"] = run.pid == 0 ? QJsonValue(QJsonValue::Null) : QJsonValue(run.pid);
        object["backend_start"] = instant(run.backendStart);
    }
    return object;
}

QJsonObject toJson(const Progress& progress) {
    QJsonObject object;
    object["job"] = text(progress.job);
    object["run_id"] = text(progress.runId);
    object["phase"] = text(phaseName(progress.phase));
    object["page"] = number(progress.page);
    object["rows"] = number(progress.rows);
    object["total_rows"] = progress.totalRows ? number(*progress.totalRows) : QJsonValue(QJsonValue::Null);
    object["api_calls"] = number(progress.apiCalls);
    object["retries"] = number(progress.retries);
    object["waits_for"] =
        progress.waitsFor.empty() ? QJsonValue(QJsonValue::Null) : QJsonValue(progress.waitsFor.english());
    object["waits_until"] = instant(progress.waitsUntil);
    return object;
}

} // namespace latchboard::sync
