// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/json_path.h"
#include "sync/profile_reading.h"

#include <QStringDecoder>

namespace latchboard::sync::reading {

std::string pathOf(base::TomlTable& table, std::string_view key) {
    std::string path = table.text(key);
    if (!JsonPath::parse(path))
        table.problem(key,
                      LB_TEXT("sync", "\"%1\" is not a path: names with dots between, and [n] for an element of a list")
                          .arg(path));
    return path;
}

void readResponse(base::TomlTable& root, SourceProfile& profile) {
    auto table = root.table("response");
    if (!table)
        return;
    profile.itemsPath = pathOf(*table, "items");
    if (auto good = table->table("ok")) {
        profile.okPath = pathOf(*good, "json");
        profile.okValues = good->scalars("in");
        if (profile.okPath.empty() || profile.okValues.empty())
            good->problem("", LB_TEXT("sync", "needs json = \"path\" and in = [ ... ]"));
        good->finish();
    }
    profile.failIfPath = pathOf(*table, "fail_if");
    if (table->has("empty")) {
        profile.emptyStatuses.clear();
        for (const std::int64_t status : table->integers("empty"))
            profile.emptyStatuses.push_back(static_cast<int>(status));
    }
    profile.charset = table->text("charset");
    if (!profile.charset.empty() && !QStringDecoder(profile.charset.c_str()).isValid())
        table->problem("charset", LB_TEXT("sync", "\"%1\" is no character set that is known here; \"EUC-KR\" and "
                                                  "\"windows-1252\" are")
                                      .arg(profile.charset));
    table->finish();
}

} // namespace latchboard::sync::reading
