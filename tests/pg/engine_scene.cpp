// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/engine_scene.h"

#include "keys/derive.h"

namespace latchboard::pg::test {

using base::Result;

Result<std::variant<sync::Grant, sync::GrantRefused>> FreeBuckets::acquire(const std::vector<sync::BucketRule>&,
                                                                           const std::string&) {
    return std::variant<sync::Grant, sync::GrantRefused>(sync::Grant{});
}

Result<void> FreeBuckets::finish(const std::vector<sync::BucketRule>&, const sync::Grant&,
                                 const std::vector<sync::BucketFinish>&) {
    return {};
}

Result<sync::HttpAnswer> ThreePages::send(const sync::HttpRequest& request, const base::Waiting& waiting) {
    ++calls;
    const size_t cursor = request.url.find("cursor=");
    const int page = cursor == std::string::npos ? 1 : std::stoi(request.url.substr(cursor + 7));
    if (beforeAnswer) {
        if (auto fine = beforeAnswer(page, waiting); !fine)
            return base::Unexpected(fine.error());
    }
    std::string items;
    for (int i = 0; i < 2; ++i) {
        if (i > 0)
            items += ',';
        items +=
            R"({"id":")" + std::to_string(page * 10 + i) + R"(","updated_at":"2026-03-10T11:00:00Z","status":"open"})";
    }
    sync::HttpAnswer answer;
    answer.status = 200;
    answer.body =
        "{\"orders\":[" + items + "]" + (page < 3 ? ",\"next\":\"" + std::to_string(page + 1) + "\"" : "") + "}";
    return answer;
}

EngineScene::EngineScene(Server& server) : m_server(server), m_database(server.freshDatabase(true)) {
    m_super = server.open(m_database);
    if (m_super) {
        const auto made = m_super->execSimple(
            "create table orders (id bigint generated always as identity primary key, source text not null, "
            "external_id text not null, status text, source_updated_at timestamptz, deleted_at timestamptz);"
            "create unique index on orders (source, external_id) where deleted_at is null");
        if (!made)
            qWarning("no table: %s", qPrintable(made.error().message.english()));
    }
}

bool EngineScene::reconnect() {
    auto session = Session::open(m_server.settings(m_database));
    if (session)
        m_super = std::move(*session);
    return session.ok();
}

void EngineScene::clear() {
    one(*m_super, "truncate orders, latchboard.run, latchboard.job_window, latchboard.lock_attempt, "
                  "latchboard.write_token, latchboard.quarantine");
}

sync::Job EngineScene::job() {
    sync::Job job;
    job.name = job.lockName = "orders";
    job.lockTag = *keys::derive("blake2b64-be", "orders");
    job.firstWindowStart = base::fromRfc3339("2026-03-10T10:00:00Z");
    sync::SourceProfile& source = job.source;
    source.name = "api";
    source.baseUrl = "http://127.0.0.1:9";
    source.path = "/orders";
    source.query = {{"cursor", "${cursor}"}};
    source.pagination = "cursor";
    source.cursorPath = "next";
    source.itemsPath = "orders";
    source.externalIdPath = "id";
    source.updatedAtPath = "updated_at";
    source.fields = {{"status", "status"}};
    source.limits.emplace_back();
    sync::TargetMapping& target = job.target;
    target.table = "public.orders";
    target.key = {"source", "external_id"};
    target.sourceValue = "api";
    target.softDelete = "deleted_at";
    target.indexWhere = "deleted_at is null";
    target.updated = "source_updated_at";
    target.columns = {{"external_id", "external_id", "text", false}, {"status", "status", "text", true}};
    return job;
}

sync::RunRecord EngineScene::run(const ConnectionSettings& settings, sync::OrderSource& source,
                                 const std::stop_token& stop, base::Duration answerWithin) {
    RunSession session(settings, stop);
    AdvisoryJobLock lock(session, base::Duration::zero(), answerWithin);
    TargetStore store(session, job().lockTag);
    FreeBuckets buckets;
    const base::SystemClock clock;
    return sync::Engine(source, buckets, lock, store, clock).run(job(), {}, stop);
}

std::string EngineScene::ids() {
    return one(*m_super, "select coalesce(string_agg(external_id, ' ' order by external_id), '') from orders");
}

std::string EngineScene::history() {
    return one(*m_super,
               "select coalesce(string_agg(outcome || ' ' || coalesce(error_kind, '-') || ' new ' || created, "
               "', ' order by started_at), '') from latchboard.run");
}

std::string EngineScene::windows() {
    return one(*m_super, "select count(*) from latchboard.job_window");
}

std::string EngineScene::holders() {
    return one(*m_super, "select count(*) from pg_locks where locktype = 'advisory' and granted and database = "
                         "(select oid from pg_database where datname = current_database())");
}

} // namespace latchboard::pg::test
