// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/quarantine.h"

#include <QString>

namespace latchboard::pg {

namespace {

/// Valid UTF-8 without NUL, whatever came.
std::string storable(const std::string& text) {
    QString result = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    result.replace(QChar(u'\0'), QStringLiteral("\\u0000"));
    return result.toStdString();
}

} // namespace

base::Result<void> keepQuarantined(Session& session, const std::string& job, const std::string& runId,
                                   std::int64_t batch, const std::vector<sync::QuarantinedItem>& items,
                                   const Call& call) {
    if (items.empty())
        return {};
    std::vector<std::optional<std::string>> ids, reasons, texts;
    for (const sync::QuarantinedItem& item : items) {
        ids.emplace_back(storable(item.externalId));
        reasons.emplace_back(storable(item.reason));
        texts.emplace_back(storable(item.item));
    }
    const auto kept = session.exec(
        "insert into latchboard.quarantine (job, run_id, batch, external_id, reason, item) "
        "select $1, $2, $3::bigint, u.id, u.reason, u.item from unnest($4::text[], $5::text[], $6::text[]) "
        "as u(id, reason, item) where not exists (select 1 from latchboard.quarantine q where q.job = $1 and "
        "q.external_id = u.id and md5(q.reason) = md5(u.reason) and md5(q.item) = md5(u.item)) "
        "on conflict do nothing",
        {job, runId, batch, arrayLiteral(ids), arrayLiteral(reasons), arrayLiteral(texts)}, call);
    return kept ? base::Result<void>() : base::Result<void>(base::Unexpected(kept.error()));
}

} // namespace latchboard::pg
