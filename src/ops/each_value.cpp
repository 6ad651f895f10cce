// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/each_value.h"

#include <QFile>

#include <algorithm>

namespace latchboard::ops {

std::string EachValue::filled(std::string text) const {
    if (variable.empty())
        return text;
    for (const std::string& mark : {"${" + variable + "}", "{" + variable + "}"}) {
        for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
            text.replace(at, mark.size(), value);
    }
    return text;
}

std::string EachValue::named(const std::string& name) const {
    return variable.empty() ? name : name + ":" + value;
}

base::TomlTable EachValue::read(const std::string& path, std::vector<base::ConfigProblem>& problems) const {
    QFile file(QString::fromStdString(path));
    if (variable.empty() || !file.open(QIODevice::ReadOnly))
        return base::TomlTable::readFile(path, problems);
    return base::TomlTable::readText(filled(file.readAll().toStdString()), path, problems);
}

bool EachValue::isGood(const std::string& value) {
    return !value.empty() && value.size() <= 200 && std::none_of(value.begin(), value.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7F ||
               std::string_view("\"'\\{}$").find(c) != std::string_view::npos;
    });
}

std::optional<ForEach> readForEach(base::TomlTable& job) {
    auto table = job.table("for_each");
    if (!table)
        return std::nullopt;
    const auto names = table->keys();
    if (names.size() != 1) {
        job.problem("for_each", LB_TEXT("ops", "has %1 variables; it takes one").arg(names.size()));
        return std::nullopt;
    }
    ForEach each;
    each.variable = names[0];
    auto values = table->table(each.variable);
    if (!values)
        return std::nullopt;
    each.values = readValueSource(*values, "");
    if (each.values.slots)
        values->problem("slots", LB_TEXT("ops", "can't be the values of jobs: they pass"));
    values->finish();
    table->finish();
    if (job.has("lock") && job.text("lock").find("{" + each.variable + "}") == std::string::npos)
        job.problem(
            "lock",
            LB_TEXT("ops", "all jobs of for_each would share this lock; write {%1} into it").arg(each.variable));
    return each;
}

} // namespace latchboard::ops
