// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/json_path.h"
#include "sync/limit_headers.h"
#include "sync/profile_reading.h"
#include "sync/request.h"
#include "sync/wait_hint.h"

#include <QRegularExpression>

#include <algorithm>
#include <set>

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

/// Keys that another kind of limit has.
void belongElsewhere(base::TomlTable& table, const std::vector<std::string>& keys, const char* kind) {
    for (const std::string& key : keys) {
        table.know(key);
        if (table.has(key))
            table.problem(key, LB_TEXT("sync", "belongs to kind = \"%1\"").arg(kind));
    }
}

void readPace(base::TomlTable& table, SourceProfile::Limit& limit) {
    constexpr base::Duration kLeastPeriod = std::chrono::seconds(1);
    constexpr base::Duration kDay = std::chrono::hours(24);
    if (limit.kind == "window") {
        belongElsewhere(table, {"every"}, "spacing");
        limit.every = base::Duration::zero();
        if (!table.has("count"))
            table.problem("count", LB_TEXT("sync", "is missing: how many calls each period has"));
        limit.count = table.integer("count", 1, 1, kMostCalls);
        if (!table.has("per"))
            table.problem("per", LB_TEXT("sync", "is missing: the period, such as \"1d\""));
        limit.per = table.duration("per", kDay);
        if (limit.per < kLeastPeriod || kDay % limit.per != base::Duration::zero())
            table.problem("per", LB_TEXT("sync", "must be a day, or a part that divides one evenly, such as \"1h\""));
        limit.zone = table.text("tz", limit.zone);
        if (!isZone(limit.zone))
            table.problem("tz", LB_TEXT("sync", "\"%1\" is no time zone; write \"UTC\", an offset such as \"+09:00\", "
                                                "or a name such as \"Asia/Seoul\"")
                                    .arg(limit.zone));
    } else {
        belongElsewhere(table, {"count", "per", "tz"}, "window");
        limit.every = table.duration("every", limit.every);
    }
    if (limit.kind != "bucket")
        belongElsewhere(table, {"burst"}, "bucket");
    else if (!table.has("burst"))
        table.problem("burst", LB_TEXT("sync", "is missing: how many calls a full bucket gives at once"));
    if (limit.kind == "bucket") {
        limit.burst = table.integer("burst", 1, 1, 1'000'000);
        if (limit.every < std::chrono::milliseconds(1) || limit.every > kDay)
            table.problem("every", LB_TEXT("sync", "must be between 1ms and 1d"));
    }
}

/// The name of a header, in lower case.
std::string headerOf(base::TomlTable& table, std::string_view key) {
    const std::string name = table.text(key);
    if (name.empty() && table.has(key))
        table.problem(key, LB_TEXT("sync", "is empty: name a header of the answer"));
    return QByteArray::fromStdString(name).toLower().toStdString();
}

SourceProfile::Limit readLimit(base::TomlTable& table) {
    SourceProfile::Limit limit;
    limit.name = table.text("name");
    limit.scope = table.oneOf("scope", {"endpoint", "source", "credential"});
    limit.kind = table.oneOf("kind", {"spacing", "bucket", "window"});
    readPace(table, limit);
    for (base::TomlTable& rest : table.tables("rest"))
        limit.rests.push_back(readRest(rest));
    base::Duration longest{0};
    for (const SourceProfile::Rest& rest : limit.rests)
        longest = std::max(longest, rest.rest);
    limit.crashRest = table.duration("crash_rest", longest);
    limit.measured = table.oneOf("measured", {"finish", "start"});
    limit.usageHeader = headerOf(table, "usage_header");
    limit.remainingHeader = headerOf(table, "remaining_header");
    if (const std::string reset = table.text("reset_header"); table.has("reset_header")) {
        limit.resetHeader = "header:" + reset;
        if (!parseWaitHint(limit.resetHeader))
            table.problem("reset_header",
                          LB_TEXT("sync", "\"%1\" is none of NAME:ms, NAME:s and NAME:epoch").arg(reset));
        if (limit.usageHeader.empty() && limit.remainingHeader.empty())
            table.problem("reset_header",
                          LB_TEXT("sync", "needs usage_header or remaining_header: it counts where they "
                                          "say that nothing is left"));
    }
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
        rule.header = headerOf(*when, "header");
        rule.values = when->has("in") ? when->scalars("in") : std::vector<std::string>{};
        rule.match = when->text("match");
        if (!rule.match.empty()) {
            const QRegularExpression expression(QString::fromStdString(rule.match));
            if (!expression.isValid())
                when->problem("match",
                              LB_TEXT("sync", "is not a regular expression: %1").arg(expression.errorString()));
        }
        if (rule.statuses.empty() && rule.jsonPath.empty() && rule.header.empty())
            when->problem("", LB_TEXT("sync", "needs status = [ ... ], json = \"path\" or header = \"NAME\""));
        if (rule.jsonPath.empty() && rule.header.empty() && (!rule.values.empty() || !rule.match.empty()))
            when->problem("json",
                          LB_TEXT("sync", "is missing: the path, or a header, whose value in or match is about"));
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
    std::set<std::string> keys;
    for (const BucketRule& rule : bucketRules(profile, "credential", "path")) {
        if (!keys.insert(rule.key).second)
            root.problem("limit", LB_TEXT("sync", "two limits would share one bucket: give each a scope or, of kinds "
                                                  "bucket and window, a name of its own"));
    }
}

void readErrors(base::TomlTable& root, SourceProfile& profile) {
    for (base::TomlTable& table : root.tables("error"))
        profile.errorRules.push_back(readRule(table));
}

} // namespace latchboard::sync::reading
