// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/lock_json.h"

#include <QJsonArray>

namespace latchboard::locks {

namespace {

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QJsonValue textOrNull(std::string_view utf8) {
    return utf8.empty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text(utf8));
}

QJsonValue timeOrNull(const std::optional<base::Instant>& instant) {
    return instant ? QJsonValue(text(base::toRfc3339(*instant))) : QJsonValue(QJsonValue::Null);
}

QJsonValue ageOrNull(const std::optional<base::Instant>& since, base::Instant now) {
    return since ? QJsonValue(base::seconds(std::max(base::Duration::zero(), now - *since)))
                 : QJsonValue(QJsonValue::Null);
}

QJsonArray pids(const std::vector<int>& list) {
    QJsonArray array;
    for (const int pid : list)
        array.append(pid);
    return array;
}

QJsonArray texts(const std::vector<base::Text>& list) {
    QJsonArray array;
    for (const base::Text& one : list)
        array.append(one.english());
    return array;
}

QJsonObject keyJson(const keys::LockTag& tag) {
    return {{"form", keys::formName(keys::formOf(tag))},
            {"value", QString::number(keys::bigintOf(tag))},
            {"pair", QJsonArray{keys::firstOf(tag), keys::secondOf(tag)}}};
}

QJsonArray namesJson(const std::vector<keys::NameMatch>& names) {
    QJsonArray array;
    for (const keys::NameMatch& match : names) {
        QJsonObject name{{"name", text(match.known.name)},
                         {"scheme", text(match.known.scheme)},
                         {"source", keys::nameSourceName(match.known.source)}};
        if (match.couldBe)
            name.insert("could_be", true);
        array.append(name);
    }
    return array;
}

QJsonObject holderJson(const LockView& view) {
    const SessionRow session = view.holder.value_or(SessionRow{});
    const bool hidden = session.state.empty();
    const int pid = view.id.backend.pid;
    return {
        {"pid", pid == 0 ? QJsonValue(QJsonValue::Null) : QJsonValue(pid)},
        {"backend_start", timeOrNull(view.id.backend.backendStart)},
        {"user", textOrNull(session.user)},
        {"application_name", view.holder ? QJsonValue(text(session.applicationName)) : QJsonValue(QJsonValue::Null)},
        {"client_addr", textOrNull(session.clientAddress)},
        {"client_port", session.clientPort > 0 ? QJsonValue(session.clientPort) : QJsonValue(QJsonValue::Null)},
        {"backend_type", textOrNull(session.backendType)},
        {"state", hidden ? QJsonValue(QJsonValue::Null) : QJsonValue(text(session.state))},
        {"state_change", timeOrNull(session.stateChange)},
        {"xact_start", timeOrNull(session.transactionStart)},
        // What stands in the place of a hidden query ("<insufficient privilege>") is not a query.
        {"query", hidden ? QJsonValue(QJsonValue::Null) : textOrNull(session.query)},
        {"prepared_gid", textOrNull(view.preparedGid)}};
}

QJsonValue poolerJson(const std::optional<PoolerWitness>& pooler) {
    if (!pooler)
        return QJsonValue::Null;
    return QJsonObject{{"name", text(pooler->name)},
                       {"pool_mode", textOrNull(pooler->poolMode)},
                       {"server_state", textOrNull(pooler->serverState)},
                       {"linked", pooler->linked}};
}

QJsonValue selfHealJson(const std::optional<SelfHeal>& forecast) {
    if (!forecast)
        return QJsonValue::Null;
    return QJsonObject{{"earliest", text(base::toRfc3339(forecast->earliest))},
                       {"pooler", text(forecast->pooler)},
                       {"setting", text(forecast->setting)},
                       {"only_unused", forecast->onlyUnused}};
}

QJsonObject lockJson(const LockView& view, base::Instant now) {
    QJsonObject lock{{"database", textOrNull(view.lock.database)},
                     {"classid", static_cast<qint64>(view.lock.tag.classid)},
                     {"objid", static_cast<qint64>(view.lock.tag.objid)},
                     {"objsubid", view.lock.tag.objsubid},
                     {"key", keyJson(view.lock.tag)},
                     {"names", namesJson(view.names)},
                     {"mode", text(view.lock.mode)},
                     {"granted", view.lock.granted},
                     {"holder", holderJson(view)},
                     {"level", levelName(view.level)},
                     {"level_proof", text(view.levelProof)},
                     {"level_proven_at", timeOrNull(view.levelProvenAt)},
                     {"held_for_at_least_s", ageOrNull(view.heldSinceAtLatest, now)},
                     {"held_for_at_most_s", ageOrNull(view.heldSinceAtEarliest, now)},
                     {"waiting_s", ageOrNull(view.waitingSince, now)},
                     {"blocked_by", pids(view.blockedBy)},
                     {"blocks", pids(view.blocks)},
                     {"pooler", poolerJson(view.pooler)},
                     {"self_heal", selfHealJson(view.selfHeal)},
                     {"verdict", verdictName(view.verdict)},
                     {"evidence", texts(view.evidence)}};
    if (view.lock.lockType != "advisory") {
        lock.insert("lock_type", text(view.lock.lockType));
        lock.insert("relation", textOrNull(view.lock.relation));
    }
    return lock;
}

} // namespace

QJsonObject toJson(const Analysis& analysis, LockTypes types) {
    QJsonArray locks;
    for (const LockView& view : analysis.locks) {
        if (types == LockTypes::All || view.lock.lockType == "advisory")
            locks.append(lockJson(view, analysis.takenAt));
    }
    return {{"server", QJsonObject{{"version_num", analysis.server.versionNum},
                                   {"in_recovery", analysis.server.inRecovery},
                                   {"pooled", analysis.server.pooled},
                                   {"database", text(analysis.server.database)},
                                   {"taken_at", text(base::toRfc3339(analysis.takenAt))}}},
            {"limits", texts(analysis.limits)},
            {"locks", locks}};
}

} // namespace latchboard::locks
