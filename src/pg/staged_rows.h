// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace latchboard::pg {

/// A table of one session for rows of so many values that wait to be used by a statement: columns latchboard_n, then
/// latchboard_v0.. as text, emptied by every COMMIT. The server's own input functions read the values where the rows
/// are used, so that a bad one is told in the same words on every path. Values are kept as they come, without
/// compression. At most 1,599 values, as PostgreSQL's tables have them.
[[nodiscard]] std::string stagingTable(size_t values);
/// Makes it where it is not there yet.
[[nodiscard]] std::string makeStagingTable(size_t values);

} // namespace latchboard::pg
