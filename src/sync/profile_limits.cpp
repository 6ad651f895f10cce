// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/json_path.h"
#include "sync/profile_reading.h"
#include "sync/wait_hint.h"

#include <QRegularExpression>

#include <algorithm>

namespace latchboard::sync::reading {

namespace {

SourceProfile::Rest readRest(base::TomlTable& table) {
    SourceProfile::Rest rest;
    rest.itemsAtLeast = table.optionalInteger("items_at_least");
    rest.bytesAtLeast = table.has("bytes_at_least") && table.isText("bytes_at_least")
                            ? std::optional(table.size("bytes_at_least", 0))
                            : table.optionalInteger("bytes_at_least");
    rest.pageFull = table.boolean("page_full", false);
    rest.secondsAtLeast = optionalDuration(table, "seconds_at_least");
    rest.rest = table.duration("rest", base::Duration::zero());
    if (!table.has("rest"))
        table.problem("rest", LB_TEXT("sync", "is missing: how long to rest after such an answer"));
    if (!rest.itemsAtLeast && !rest.bytesAtLeast && !rest.pageFull && !rest.secondsAtLeast)
        table.problem("", LB_TEXT("sync", "needs items_at_least, bytes_at_least, page_full or seconds_at_least"));
    table.know("crash_rest");
    if (table.has("crash_rest"))
        table.problem("crash_rest", LB_TEXT("sync", "belongs to [[limit]]: write it before [[limit.rest]]"));
    table.finish();
    return rest;
}

SourceProfile::Limit readLimit(base::TomlTable& table) {
    SourceProfile::Limit limit;
    limit.name = table.text("name");
    limit.scope = table.oneOf("scope", {"endpoint", "source", "credential"});
    kindOf(table, "kind", {"spacing"}, {"bucket", "window"});
    limit.every = table.duration("every", limit.every);
    for (base::TomlTable& rest : table.tables("rest"))
        limit.rests.push_back(readRest(rest));
    base::Duration longest{0};
    for (const SourceProfile::Rest& rest : limit.rests)
        longest = std::max(longest, rest.rest);
    limit.crashRest = table.duration("crash_rest", longest);
    kindOf(table, "measured", {"finish"}, {"start"});
    refuseKeys(table, {"burst", "count", "per", "tz", "usage_header", "remaining_header", "reset_header"});
    table.finish();
    return limit;
}

std::vector<std::string> readWaits(base::TomlTable& table) {
    const std::vector<std::string> waits = table.isText("wait") ? std::vector{table.text("wait")} : table.texts("wait");
    for (const std::string& wait : waits) {
        if (!parseWaitHint(wait))
            table.problem("wait", LB_TEXT("sync", "\"%1\" is none of retry-after, header:NAME:ms, header:NAME:s, "
                                                  "header:NAME:epoch, cost:PATH and fixed:DURATION")
                                      .arg(wait));
    }
    return waits;
}

SourceProfile::ErrorRule readRule(base::TomlTable& table) {
    SourceProfile::ErrorRule rule;
    if (auto when = table.table("when")) {
        if (when->isTable("status") || when->isText("status"))
            when->problem("status", LB_TEXT("sync", "expected a list of HTTP statuses, such as [429, 503]"));
        for (const std::string& status : when->has("status") ? when->scalars("status") : std::vector<std::string>{})
            rule.statuses.push_back(std::atoi(status.c_str()));
        rule.jsonPath = when->text("json");
        if (!JsonPath::parse(rule.jsonPath))
            when->problem("json", LB_TEXT("sync", "\"%1\" is not a path").arg(rule.jsonPath));
        rule.values = when->has("in") ? when->scalars("in") : std::vector<std::string>{};
        rule.match = when->text("match");
        if (!rule.match.empty()) {
            const QRegularExpression expression(QString::fromStdString(rule.match));
            if (!expression.isValid())
                when->problem("match",
                              LB_TEXT("sync", "is not a regular expression: %1").arg(expression.errorString()));
        }
        if (rule.statuses.empty() && rule.jsonPath.empty())
            when->problem("", LB_TEXT("sync", "needs status = [ ... ] or json = \"path\""));
        if (rule.jsonPath.empty() && (!rule.values.empty() || !rule.match.empty()))
            when->problem("json", LB_TEXT("sync", "is missing: the path whose value in or match is about"));
        refuseKeys(*when, {"header"});
        when->finish();
    } else if (!table.has("when")) {
        table.problem("when", LB_TEXT("sync", "is missing: when = { status = [ ... ] }"));
    }
    const std::vector<std::pair<std::string, SourceErrorClass>> classes = {
        {"permanent", SourceErrorClass::Permanent}, {"rate_limited", SourceErrorClass::RateLimited},
        {"lockout", SourceErrorClass::Lockout},     {"auth", SourceErrorClass::Auth},
        {"transient", SourceErrorClass::Transient},
    };
    std::vector<std::string> names;
    names.reserve(classes.size());
    for (const auto& [name, value] : classes)
        names.push_back(name);
    if (!table.has("class"))
        table.problem("class", LB_TEXT("sync", "is missing: one of %1").arg(joined(names)));
    const std::string chosen = table.oneOf("class", names);
    for (const auto& [name, value] : classes) {
        if (name == chosen)
            rule.result = value;
    }
    rule.waits = readWaits(table);
    table.finish();
    return rule;
}

} // namespace

void readLimits(base::TomlTable& root, SourceProfile& profile) {
    for (base::TomlTable& table : root.tables("limit"))
        profile.limits.push_back(readLimit(table));
    if (profile.limits.size() > 1)
        root.problem("limit", LB_TEXT("sync", "more than one [[limit]] is not supported by this version"));
}

void readErrors(base::TomlTable& root, SourceProfile& profile) {
    for (base::TomlTable& table : root.tables("error"))
        profile.errorRules.push_back(readRule(table));
}

} // namespace latchboard::sync::reading
