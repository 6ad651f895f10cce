// SPDX-License-Identifier: GPL-3.0-or-later
#include "order_pages.h"

#include "keys/derive.h"
#include "sync/page.h"

#include <cstdio>
#include <cstdlib>

namespace latchboard::bench {

sync::Job ordersJob(bool withHash) {
    sync::Job job;
    job.name = job.lockName = "orders";
    job.lockTag = *keys::derive(keys::kDefaultScheme, "orders");
    job.firstWindowStart = base::fromRfc3339("2026-03-10T10:00:00Z");
    sync::SourceProfile& source = job.source;
    source.name = "bench";
    source.baseUrl = "http://127.0.0.1:9";
    source.path = "/orders";
    source.query = {{"page", "${page}"}};
    source.pagination = "page";
    source.pageSize = 1'000;
    source.itemsPath = "orders";
    source.externalIdPath = "id";
    source.updatedAtPath = "updated_at";
    source.fields = {{"order_number", "number"},
                     {"status", "status"},
                     {"currency", "total.currency"},
                     {"amount", "total.amount", "number"},
                     {"ordered_at", "created_at", "instant"},
                     {"customer", "customer.name"},
                     {"items", "item_count", "number"},
                     {"payload", "", "json"}};
    source.limits.emplace_back();
    sync::TargetMapping& target = job.target;
    target.table = "public.orders";
    target.key = {"source", "external_id"};
    target.softDelete = "deleted_at";
    target.indexWhere = "deleted_at is null";
    target.updated = "source_updated_at";
    if (withHash)
        target.hash = "row_hash";
    target.columns = {{"external_id", "external_id", "text", false},
                      {"order_number", "order_number", "", true},
                      {"status", "status", "", false},
                      {"currency", "currency", "", true},
                      {"amount", "amount", "numeric(18,4)", true},
                      {"ordered_at", "ordered_at", "", true},
                      {"customer", "customer", "", true},
                      {"items", "items", "integer", true},
                      {"payload", "payload", "jsonb", true}};
    return job;
}

std::string ordersTable() {
    return "create table orders (source text not null, external_id text not null, order_number text, status text not "
           "null, currency text, amount numeric(18,4), ordered_at timestamptz, customer text, items integer, payload "
           "jsonb, source_updated_at timestamptz, deleted_at timestamptz, row_hash bigint);"
           "create unique index orders_live on orders (source, external_id) where deleted_at is null;"
           "create index orders_deleted on orders (source, external_id) where deleted_at is not null;";
}

std::string pageBody(int first, int count, int version, int changedEach) {
    std::string body = "{\"orders\":[";
    body.reserve(static_cast<size_t>(count) * 1'100 + 100);
    char text[512];
    for (int i = first; i < first + count; ++i) {
        const bool changed = version > 0 && i % changedEach == 0;
        const int cents = static_cast<int>((i * 7919LL + (changed ? version * 101 : 0)) % 9'999'999);
        std::snprintf(text, sizeof text,
                      R"(%s{"id":"order-%09d","number":"N-%d","status":"%s","created_at":"2026-03-10T10:%02d:%02dZ",)"
                      R"("updated_at":"2026-03-%02dT11:%02d:%02d.%06dZ","item_count":%d,"total":{"amount":"%d.%02d",)"
                      R"("currency":"EUR"},"customer":{"name":"Customer %d","city":"Nr. %d"},"lines":[)",
                      i == first ? "" : ",", i, i, changed ? "paid" : "open", i / 60 % 60, i % 60,
                      10 + (changed ? version % 18 : 0), i / 60 % 60, i % 60, i % 1'000'000, 1 + i % 9, cents / 100,
                      cents % 100, i % 5'000, i % 97);
        body += text;
        for (int line = 0; line < 8; ++line) {
            std::snprintf(text, sizeof text,
                          R"(%s{"sku":"SKU-%05d","title":"Article \u00e9 number %d","quantity":%d,"price":"%d.%02d"})",
                          line == 0 ? "" : ",", (i * 31 + line * 977) % 100'000, (i + line) % 1'000, 1 + (i + line) % 4,
                          (i + line * 13) % 300, line * 11);
            body += text;
        }
        body += "],\"note\":\"leave at the door\",\"tags\":[\"a\",\"b\"]}";
    }
    return body + "]}";
}

sync::Page decodedPage(const std::string& body, const sync::Job& job) {
    std::string problem;
    const auto tree = sync::JsonTree::parse(body, problem);
    sync::HttpAnswer answer;
    answer.status = 200;
    auto page =
        tree ? sync::decodePage(job.source, answer, &*tree) : base::Result<sync::DecodedPage>(sync::DecodedPage{});
    if (!page || page->page.orders.empty()) {
        std::fprintf(stderr, "the page can't be read: %s\n", problem.c_str());
        std::exit(1);
    }
    return std::move(page->page);
}

} // namespace latchboard::bench
