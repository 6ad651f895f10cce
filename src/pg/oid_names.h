// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/session.h"

#include <cstdint>
#include <map>

namespace latchboard::pg {

/// Names of databases and roles by oid, so that a look need not join catalogs. Read anew when an oid is not known;
/// where the catalogs can't be read (a full lock table), the old names stay and unknown ones are empty.
class OidNames {
public:
    /// Makes sure that these are known, as far as they can be. False where the catalogs could not be read.
    bool learn(Session& session, const std::vector<std::uint32_t>& databases, const std::vector<std::uint32_t>& roles,
               const Call& call);
    [[nodiscard]] std::string database(std::uint32_t oid) const;
    [[nodiscard]] std::string role(std::uint32_t oid) const;

private:
    std::map<std::uint32_t, std::string> m_databases, m_roles;
};

} // namespace latchboard::pg
