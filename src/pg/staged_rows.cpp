// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/staged_rows.h"

namespace latchboard::pg {

std::string stagingTable(size_t values) {
    return "pg_temp.latchboard_rows_" + std::to_string(values);
}

std::string makeStagingTable(size_t values) {
    const std::string table = stagingTable(values);
    std::string columns = "latchboard_n integer", storage;
    for (size_t i = 0; i < values; ++i) {
        const std::string name = "latchboard_v" + std::to_string(i);
        columns.append(", ").append(name).append(" text");
        storage.append(i == 0 ? "" : ", ").append("alter ").append(name).append(" set storage external");
    }
    return "create temporary table if not exists " + table.substr(table.find('.') + 1) + " (" + columns +
           ") with (toast_tuple_target = 8160) on commit delete rows; alter table " + table + " " + storage;
}

} // namespace latchboard::pg
