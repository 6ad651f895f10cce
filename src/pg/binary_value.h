// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtEndian>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace latchboard::pg {

/// The binary form of values that are given as text, as COPY (FORMAT binary) takes it: what the *_recv functions of
/// PostgreSQL's types read. By the OIDs of pg_type.dat, which are the same on every server.
///
/// Only what every server reads in one way, whatever its settings, has a form here. The rest (other types, times
/// without an offset, "1e3" for a numeric, what is not of the type at all) is left to the server's own reading of the
/// text, which also words the error.

/// Whether there may be a form for values of this type.
[[nodiscard]] bool hasBinaryForm(std::uint32_t typeOid);

/// Appends the form of one value, without its length. False, with nothing appended, where the server is to read it.
[[nodiscard]] bool appendBinary(std::uint32_t typeOid, std::string_view text, std::string& to);

/// Appends an integer, most significant byte first.
template<typename Integer>
void appendBigEndian(Integer number, std::string& to) {
    std::array<char, sizeof(Integer)> bytes{};
    qToBigEndian(number, bytes.data());
    to.append(bytes.data(), bytes.size());
}

} // namespace latchboard::pg
