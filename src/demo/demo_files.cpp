// SPDX-License-Identifier: GPL-3.0-or-later
#include "demo/demo_files.h"

#include "demo/demo_database.h"
#include "demo/lock_traffic.h"
#include "demo/machine.h"
#include "demo/order_book.h"
#include "demo/sql.h"

#include <map>

namespace latchboard::demo {

namespace {

/// TOML's basic strings escape as JSON's do.
std::string toml(const std::string& text) {
    return jsonText(text);
}

using Values = std::map<std::string, std::string>;

/// Puts the values in for @NAME@.
std::string filled(std::string text, const Values& values) {
    for (const auto& [name, value] : values) {
        const std::string mark = "@" + name + "@";
        for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
            text.replace(at, mark.size(), value);
    }
    return text;
}

constexpr const char* kConfigText = R"toml(# Written by the demo, in the form of any other configuration.
[profile.demo]
conninfo = @CONNINFO@
password = "file:secrets/latchboard"
environment = "development"
pooling = "none"
pooler_admin = [@CONSOLE@]
refresh = "1s"

[[profile.demo.key]]
name = @SYNC@
expected_hold = "1m"

[[profile.demo.key]]
name = @LEAKED@
expected_hold = "10s"

[[profile.demo.key]]
name = @LEADER@
long_lived = true

[[profile.demo.key]]
name = @CACHE@
expected_hold = "10s"

[[profile.demo.key]]
name = @RECOUNT@
scheme = "hashtext"
expected_hold = "10s"

[[profile.demo.key]]
name = "report:daily"
pair = [@REPORT@]
expected_hold = "30s"

[[profile.demo.key]]
template = "tenant-import:{tenant_id}"
range = [1, 50]
expected_hold = "30s"

[thresholds]
leak_idle = "30s"

[job.order-sync]
profile = "demo"
lock = @SYNC@
source = "sources/order-api.toml"
target = "targets/orders.toml"
auto_sync = true
every = @EVERY@
startup_delay = "1s"
lookback = "2m"
first_window_start = @FIRST@
)toml";

constexpr const char* kSourceText = R"toml(# The order API of the demo.
schema = 1

[http]
base_url = @URL@
timeout = "10s"
max_response = "8MiB"

[secrets]
key = "file:secrets/order-api"

[auth]
kind = "bearer"
token = "${secret:key}"

[window]
basis = "updated"
format = "rfc3339"

[request]
path = "/orders"
query = { updated_from = "${from}", updated_until = "${until}", page = "${page}", size = "${size}" }

[pagination]
kind = "page"
size = @SIZE@
direction = "backward"
total = "total"
total_pages = "pages"

[response]
items = "orders"

[record]
external_id = "id"
updated_at = "updated_at"
customer = "customer.name"
amount = { path = "amount", type = "number" }
currency = "currency"
status = "status"
items = { path = "items", type = "number" }
placed_at = { path = "created_at", type = "instant" }
deleted = { path = "status", in = ["deleted"] }

[[limit]]
name = "key"
scope = "credential"
every = @SPACING@

[[limit.rest]]
items_at_least = @SIZE@
rest = @COOLDOWN@

[[error]]
when = { status = [429] }
class = "rate_limited"
wait = ["retry-after"]

[[error]]
when = { status = [401, 403] }
class = "auth"

[[error]]
when = { status = [500, 502, 503, 504] }
class = "transient"
)toml";

constexpr const char* kTargetText = R"toml(# Where the demo's orders go.
schema = 1

[target]
table = "public.orders"
key = ["source", "external_id"]
soft_delete = "deleted_at"
index_where = "deleted_at is null"
updated = "source_updated_at"
stale_guard = "not_older"
when_gone = "mark"
when_back = "revive"

[target.columns]
external_id = "external_id"
customer = "customer"
amount = { from = "amount", type = "numeric(18,4)" }
currency = "currency"
status = "status"
items = { from = "items", type = "int" }
placed_at = { from = "placed_at", type = "timestamptz" }
source_updated_at = { from = "updated_at", type = "timestamptz" }
)toml";

Values valuesOf(const DemoSetting& setting) {
    const std::string console = "host=127.0.0.1 port=" + std::to_string(setting.poolerPort) +
                                " dbname=pgbouncer user=stats passfile=" + conninfoValue(passFileOf(setting.folder));
    return {
        {"CONNINFO", toml(latchboardConninfo(setting.databasePort))},
        {"CONSOLE", toml(console)},
        {"SYNC", toml(kSyncLock)},
        {"LEAKED", toml(kLeakedLock)},
        {"LEADER", toml(kLeaderLock)},
        {"CACHE", toml(kCacheLock)},
        {"RECOUNT", toml(kRecountLock)},
        {"REPORT", std::to_string(kReportKey[0]) + ", " + std::to_string(kReportKey[1])},
        {"EVERY", toml(base::formatDuration(setting.period))},
        {"FIRST", toml(base::toRfc3339(setting.firstWindowStart))},
        {"URL", toml(setting.apiUrl)},
        {"SIZE", std::to_string(setting.pageSize)},
        {"SPACING", toml(base::formatDuration(setting.spacing))},
        {"COOLDOWN", toml(base::formatDuration(setting.cooldown))},
    };
}

/// Lines of a pass file: host:port:database:user:password.
std::string passText(const DemoSetting& setting) {
    const std::string database = "127.0.0.1:" + std::to_string(setting.databasePort);
    return database + ":*:latchboard:" + setting.latchboardPassword.reveal() +
           "\n127.0.0.1:" + std::to_string(setting.poolerPort) + ":*:stats:" + setting.statsPassword.reveal() + "\n";
}

} // namespace

std::string configFileOf(const std::string& folder) {
    return folder + "/latchboard.toml";
}

std::string passFileOf(const std::string& folder) {
    return folder + "/secrets/pgpass";
}

std::string latchboardConninfo(int port) {
    return "host=127.0.0.1 port=" + std::to_string(port) + " dbname=" + kDatabase + " user=latchboard";
}

base::Result<void> writeDemoFiles(const DemoSetting& setting) {
    const std::string& folder = setting.folder;
    for (const char* const name : {"/secrets", "/sources", "/targets", "/logs"}) {
        if (auto made = makeFolderFor(folder + name, {}); !made)
            return made;
    }
    const std::pair<std::string, std::string> files[] = {
        {folder + "/secrets/latchboard", setting.latchboardPassword.reveal() + "\n"},
        {folder + "/secrets/order-api", setting.apiKey.reveal() + "\n"},
        {passFileOf(folder), passText(setting)},
        {folder + "/sources/order-api.toml", filled(kSourceText, valuesOf(setting))},
        {folder + "/targets/orders.toml", kTargetText},
        {configFileOf(folder), filled(kConfigText, valuesOf(setting))},
    };
    for (const auto& [path, content] : files) {
        if (auto written = writePrivateFile(path, content, {}); !written)
            return written;
    }
    return {};
}

} // namespace latchboard::demo
