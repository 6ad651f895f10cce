// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/target_mapping.h"

#include "sync/source_profile.h"

#include <algorithm>

namespace latchboard::sync {

namespace {

/// The key's column that no value of the source fills: it holds TargetMapping::sourceValue.
constexpr const char* kSourceColumn = "source";

TargetMapping::Column readColumn(base::TomlTable& columns, const std::string& name) {
    TargetMapping::Column column;
    column.name = name;
    if (!columns.isTable(name)) {
        column.from = columns.requiredText(name);
        return column;
    }
    auto table = *columns.table(name);
    column.from = table.requiredText("from");
    column.type = table.text("type");
    column.null = table.boolean("null", true);
    table.finish();
    return column;
}

bool hasColumn(const TargetMapping& target, const std::string& name) {
    return std::any_of(target.columns.begin(), target.columns.end(),
                       [&](const TargetMapping::Column& column) { return column.name == name; });
}

TargetMapping::States readStates(base::TomlTable& table, const TargetMapping& mapping) {
    TargetMapping::States states;
    states.column = table.requiredText("column");
    states.order = table.texts("order");
    if (!states.column.empty() && !mapping.columns.empty() &&
        (!hasColumn(mapping, states.column) ||
         std::find(mapping.key.begin(), mapping.key.end(), states.column) != mapping.key.end()))
        table.problem("column",
                      LB_TEXT("sync", "\"%1\" is not a column of [target.columns] beside the key").arg(states.column));
    if (states.order.size() < 2)
        table.problem("order", LB_TEXT("sync", "needs two values or more, such as [\"pending\", \"paid\"]"));
    for (auto value = states.order.begin(); value != states.order.end(); ++value) {
        if (std::find(states.order.begin(), value, *value) != value)
            table.problem("order", LB_TEXT("sync", "has \"%1\" twice").arg(*value));
    }
    table.finish();
    return states;
}

} // namespace

TargetMapping readTargetMapping(base::TomlTable& root) {
    TargetMapping mapping;
    if (root.integer("schema", 1, 0, 1'000'000) != 1)
        root.problem("schema", LB_TEXT("sync", "this version reads schema 1"));
    auto table = root.table("target");
    if (!table) {
        if (!root.has("target"))
            root.problem("target", LB_TEXT("sync", "is missing: [target] with table and key"));
        root.finish();
        return mapping;
    }
    mapping.table = table->requiredText("table");
    mapping.key = table->texts("key");
    if (mapping.key.empty())
        table->problem("key", LB_TEXT("sync", "is missing: the columns of the unique index, such as [\"source\", "
                                              "\"external_id\"]"));
    mapping.sourceValue = table->text("source");
    mapping.softDelete = table->text("soft_delete");
    mapping.indexWhere = table->text("index_where");
    mapping.updated = table->text("updated");
    mapping.hash = table->text("hash");
    mapping.staleGuard = table->oneOf("stale_guard", {"not_older", "none"}) == "not_older";
    mapping.whenGone = table->oneOf("when_gone", {"mark", "ignore"});
    mapping.whenBack = table->oneOf("when_back", {"revive", "insert"});
    if (auto columns = table->table("columns")) {
        for (const std::string& name : columns->keys())
            mapping.columns.push_back(readColumn(*columns, name));
        columns->finish();
    } else if (!table->has("columns")) {
        table->problem("columns", LB_TEXT("sync", "is missing: [target.columns] with column = \"value\""));
    }
    if (auto states = table->table("states"))
        mapping.states = readStates(*states, mapping);
    if (!mapping.hash.empty() && (hasColumn(mapping, mapping.hash) || mapping.hash == mapping.updated))
        table->problem("hash", LB_TEXT("sync", "is a column of its own, which no other value fills"));
    for (const std::string& key : mapping.key) {
        if (key != kSourceColumn && !mapping.columns.empty() && !hasColumn(mapping, key))
            table->problem("key", LB_TEXT("sync", "the key's column \"%1\" is not in [target.columns]").arg(key));
    }
    table->finish();
    root.finish();
    return mapping;
}

void checkMapping(const SourceProfile& source, const TargetMapping& target, const std::string& file, int line,
                  std::vector<base::ConfigProblem>& problems) {
    std::vector<std::string> values = {"external_id"};
    if (!source.updatedAtPath.empty())
        values.emplace_back("updated_at");
    for (const SourceProfile::Field& field : source.fields)
        values.push_back(field.column);
    const auto problem = [&](const std::string& key, base::Text message) {
        problems.push_back({file, line, key, std::move(message)});
    };
    for (const TargetMapping::Column& column : target.columns) {
        if (column.from.empty() || std::find(values.begin(), values.end(), column.from) != values.end())
            continue;
        const std::string near = base::nearest(column.from, values);
        problem(
            "target.columns." + column.name,
            near.empty()
                ? LB_TEXT("sync", "[record] of the source \"%1\" has no value \"%2\"").arg(source.name).arg(column.from)
                : LB_TEXT("sync", "[record] of the source \"%1\" has no value \"%2\"; did you mean \"%3\"?")
                      .arg(source.name)
                      .arg(column.from)
                      .arg(near));
    }
    const bool keyHasId = std::any_of(target.columns.begin(), target.columns.end(), [&](const auto& column) {
        return column.from == "external_id" &&
               std::find(target.key.begin(), target.key.end(), column.name) != target.key.end();
    });
    if (!keyHasId)
        problem("target.key", LB_TEXT("sync", "no column of the key is filled from external_id"));
    if (!target.updated.empty() && source.updatedAtPath.empty())
        problem("target.updated",
                LB_TEXT("sync", "[record] of the source \"%1\" has no updated_at; leave updated out, or say "
                                "where the change time stands")
                    .arg(source.name));
}

} // namespace latchboard::sync
