// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/binary_copy.h"

#include "pg/binary_value.h"

namespace latchboard::pg {

BinaryCopy::BinaryCopy(size_t values) : m_values(values), m_bytes("PGCOPY\n\377\r\n\0", 11) {
    appendBigEndian(std::int32_t{0}, m_bytes); // flags
    appendBigEndian(std::int32_t{0}, m_bytes); // length of an extension of the header
}

void BinaryCopy::beginRow() {
    appendBigEndian(static_cast<std::int16_t>(m_values), m_bytes);
}

void BinaryCopy::addNull() {
    appendBigEndian(std::int32_t{-1}, m_bytes);
}

void BinaryCopy::addInteger(std::int32_t number) {
    appendBigEndian(std::int32_t{4}, m_bytes);
    appendBigEndian(number, m_bytes);
}

void BinaryCopy::addText(std::string_view text) {
    appendBigEndian(static_cast<std::int32_t>(text.size()), m_bytes);
    m_bytes += text;
}

bool BinaryCopy::add(std::uint32_t typeOid, std::string_view text) {
    const size_t at = m_bytes.size();
    appendBigEndian(std::int32_t{0}, m_bytes);
    if (!appendBinary(typeOid, text, m_bytes))
        return false;
    qToBigEndian(static_cast<std::int32_t>(m_bytes.size() - at - 4), m_bytes.data() + at);
    return true;
}

std::string_view BinaryCopy::finished() {
    appendBigEndian(std::int16_t{-1}, m_bytes);
    return m_bytes;
}

} // namespace latchboard::pg
