// SPDX-License-Identifier: GPL-3.0-or-later
#include "pg/oid_names.h"

#include <algorithm>

namespace latchboard::pg {

namespace {

using Names = std::map<std::uint32_t, std::string>;

bool missing(const Names& names, const std::vector<std::uint32_t>& oids) {
    return std::any_of(oids.begin(), oids.end(), [&](std::uint32_t oid) { return oid != 0 && !names.contains(oid); });
}

bool read(Session& session, const char* name, const char* sql, const Call& call, Names& names,
          const std::vector<std::uint32_t>& wanted) {
    const auto rows = session.execPrepared(name, sql, {}, call);
    if (!rows)
        return false;
    names.clear();
    for (int i = 0; i < rows->rows(); ++i)
        names[static_cast<std::uint32_t>(rows->integer(i, 0))] = rows->text(i, 1);
    // One that was dropped while it still shows up is not asked for again and again.
    for (const std::uint32_t oid : wanted)
        names.try_emplace(oid);
    return true;
}

std::string find(const Names& names, std::uint32_t oid) {
    const auto found = names.find(oid);
    return found == names.end() ? std::string() : found->second;
}

} // namespace

bool OidNames::learn(Session& session, const std::vector<std::uint32_t>& databases,
                     const std::vector<std::uint32_t>& roles, const Call& call) {
    Call inBinary = call;
    inBinary.binary = true;
    bool fine = true;
    if (missing(m_databases, databases))
        fine = read(session, "oid_databases", "select oid, datname::text from pg_catalog.pg_database", inBinary,
                    m_databases, databases);
    if (missing(m_roles, roles))
        fine = read(session, "oid_roles", "select oid, rolname::text from pg_catalog.pg_roles", inBinary, m_roles,
                    roles) &&
               fine;
    return fine;
}

std::string OidNames::database(std::uint32_t oid) const {
    return find(m_databases, oid);
}

std::string OidNames::role(std::uint32_t oid) const {
    return find(m_roles, oid);
}

} // namespace latchboard::pg
