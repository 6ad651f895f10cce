// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_table.h"

#include <optional>

namespace latchboard::pg {

/// What does not fit of a target, each with what mends it. A value; the check fills it in the order in which the SQL
/// has to run: columns, index, grants.
class Findings {
public:
    /// Mended by one or more statements. A statement is complete without its semicolon; it may be one that can't run in
    /// a transaction.
    void add(base::Text says, std::vector<std::string> sql);
    /// Mended by a person's decision: no statement alone does it.
    void advise(base::Text says, base::Text advice);
    /// Like add(), for rights that the role lacks.
    void grant(base::Text says, std::vector<std::string> sql);

    [[nodiscard]] bool empty() const { return m_missing.empty() && m_grants.empty(); }
    /// All of it as one error: SchemaMissing, or Privilege where only rights are missing.
    [[nodiscard]] base::Result<void> result(const std::string& table) const;

private:
    struct Finding {
        base::Text says;
        std::vector<std::string> sql;
        std::optional<base::Text> advice;
    };
    std::vector<Finding> m_missing, m_grants;
};

/// What the parts of the check work on.
struct TargetLook {
    Session& session;
    const sync::TargetMapping& mapping;
    const TargetTable& table;
    std::string oid;     ///< of the table, in digits
    std::string altered; ///< whose columns are altered, quoted: the table, or the one that it is a partition of
    const Call& call;
    Findings& findings;
};

/// The names of columns in an SQL expression: words outside of texts, in lower case unless quoted. Other words of the
/// expression (functions, keywords) are among them.
[[nodiscard]] std::vector<std::string> namesIn(const std::string& expression);

/// The expression with each of the given column names replaced by another expression.
[[nodiscard]] std::string withReplaced(const std::string& expression,
                                       const std::map<std::string, std::string>& replacements);

/// Whether the server can read the expression over columns of these names and types. No table is touched.
[[nodiscard]] base::Result<bool> compiles(Session& session, const std::string& expression,
                                          const std::map<std::string, std::string>& columnTypes, const Call& call);

/// "a", "b": quoted, with commas.
[[nodiscard]] std::string quotedList(const std::vector<std::string>& names);

} // namespace latchboard::pg
