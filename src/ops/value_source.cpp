// SPDX-License-Identifier: GPL-3.0-or-later
#include "ops/value_source.h"

#include "keys/registry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace latchboard::ops {

namespace {

base::Result<std::vector<std::string>> valuesOfFile(const std::string& path) {
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        return base::Unexpected(
            base::ErrorKind::Configuration,
            LB_TEXT("ops", "The values of a template, %1, cannot be read: %2").arg(path).arg(file.errorString()));
    std::vector<std::string> values;
    while (!file.atEnd()) {
        const QByteArray line = file.readLine().trimmed();
        if (!line.isEmpty())
            values.push_back(line.toStdString());
    }
    return values;
}

ValueSource::Slots readSlots(base::TomlTable table) {
    ValueSource::Slots slots;
    slots.format = table.requiredText("format");
    slots.every = table.duration("every", std::chrono::minutes(1));
    slots.back = table.duration("back", std::chrono::hours(2));
    slots.ahead = table.duration("ahead", std::chrono::minutes(5));
    if (const std::string zone = table.text("tz", "UTC"); zone != "UTC")
        table.problem("tz", LB_TEXT("ops", "\"%1\": only \"UTC\" is supported by this version").arg(zone));
    if (slots.every <= base::Duration(0) || (slots.back + slots.ahead) / slots.every > 1'000'000)
        table.problem("every", LB_TEXT("ops", "must give between 1 and 1,000,000 slots"));
    table.finish();
    return slots;
}

} // namespace

std::string besideFile(const std::string& file, const std::string& relative) {
    const QString folder = QFileInfo(QString::fromStdString(file)).absolutePath();
    return QDir::cleanPath(QDir(folder).absoluteFilePath(QString::fromStdString(relative))).toStdString();
}

ValueSource readValueSource(base::TomlTable& table, std::string_view key) {
    ValueSource source;
    source.list = table.texts("values");
    source.sql = table.text("values_sql");
    if (const std::string file = table.text("file"); !file.empty())
        source.file = besideFile(table.file(), file);
    if (const auto range = table.integers("range"); range.size() == 2 && range[0] <= range[1]) {
        if (range[1] - range[0] >= 1'000'000)
            table.problem("range", LB_TEXT("ops", "has more than 1,000,000 values"));
        else
            source.range = std::pair(range[0], range[1]);
    } else if (table.has("range")) {
        table.problem("range", LB_TEXT("ops", "expected two whole numbers, the least and the greatest"));
    }
    if (auto slotTable = table.table("slots"))
        source.slots = readSlots(std::move(*slotTable));
    const int sources = static_cast<int>(!source.list.empty()) + static_cast<int>(!source.sql.empty()) +
                        static_cast<int>(!source.file.empty()) + static_cast<int>(table.has("range")) +
                        static_cast<int>(source.slots.has_value());
    if (sources != 1)
        table.problem(key, LB_TEXT("ops", "needs exactly one of values, values_sql, range, file and slots: where its "
                                          "values come from"));
    return source;
}

base::Result<std::vector<std::string>> valuesOf(const ValueSource& source, base::Instant now, const ValuesOf& bySql) {
    if (!source.file.empty())
        return valuesOfFile(source.file);
    if (!source.sql.empty())
        return bySql ? bySql(source.sql) : std::vector<std::string>();
    if (source.slots)
        return keys::timeSlots(source.slots->format, source.slots->every, source.slots->back, source.slots->ahead, now);
    if (!source.range)
        return source.list;
    std::vector<std::string> values;
    for (std::int64_t value = source.range->first; value <= source.range->second; ++value)
        values.push_back(std::to_string(value));
    return values;
}

} // namespace latchboard::ops
