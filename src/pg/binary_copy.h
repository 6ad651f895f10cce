// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace latchboard::pg {

/// Rows for COPY ... FROM STDIN (FORMAT binary); PostgreSQL documentation, COPY, "Binary Format".
class BinaryCopy {
public:
    /// At most 32,767 values a row.
    explicit BinaryCopy(size_t values);

    void beginRow();
    void addNull();
    void addInteger(std::int32_t number);
    void addText(std::string_view text);
    /// A value of the type with that OID; false, with the stream unfit for use, where it has no binary form here.
    [[nodiscard]] bool add(std::uint32_t typeOid, std::string_view text);
    /// The whole stream; no row can be added after it.
    [[nodiscard]] std::string_view finished();

private:
    size_t m_values;
    std::string m_bytes;
};

} // namespace latchboard::pg
