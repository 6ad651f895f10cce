// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/staged_rows.h"

#include <QtEndian>

#include <array>

namespace latchboard::pg {

StagedRows::StagedRows(size_t values) : m_values(values), m_bytes("PGCOPY\n\377\r\n\0", 11) {
    append(std::int32_t{0}); // flags
    append(std::int32_t{0}); // length of an extension of the header
}

template<typename Number>
void StagedRows::append(Number number) {
    std::array<char, sizeof(Number)> bytes{};
    qToBigEndian(number, bytes.data());
    m_bytes.append(bytes.data(), bytes.size());
}

void StagedRows::beginRow(int number) {
    append(static_cast<std::int16_t>(m_values + 1));
    append(std::int32_t{4});
    append(std::int32_t{number});
}

void StagedRows::add(const std::string* value) {
    if (value == nullptr) {
        append(std::int32_t{-1});
        return;
    }
    append(static_cast<std::int32_t>(value->size()));
    m_bytes += *value;
}

std::string_view StagedRows::finished() {
    append(std::int16_t{-1});
    return m_bytes;
}

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
