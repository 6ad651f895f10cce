// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pg/target_findings.h"

namespace latchboard::pg {

/// A type as the server reads it.
struct SqlType {
    std::uint32_t oid = 0;
    int modifier = -1;    ///< -1: none
    std::string baseName; ///< without modifier, "numeric"
};

/// None where there is no such type.
[[nodiscard]] base::Result<std::optional<SqlType>> readType(Session& session, const std::string& name,
                                                            const Call& call);

/// Whether the column holds every value of the type: numeric(20,6) takes numeric(18,4).
[[nodiscard]] bool takes(const TargetColumn& column, const SqlType& type);

/// The narrowest type that takes what the column and the type hold, where both are numeric or both texts of a length;
/// else the wanted name. What is stored loses nothing by it.
[[nodiscard]] std::string typeForBoth(const TargetColumn& column, const SqlType& type, const std::string& wanted);

/// A column that gets another type.
struct Retyping {
    std::string name, type;
    std::optional<SqlType> wanted; ///< none: timestamptz
};

/// Adds the findings, and one ALTER TABLE for them all: values are converted, defaults kept, and generated columns that
/// read the columns are made anew over them. `named` are the mapping's columns: one that was generated is none by then.
[[nodiscard]] base::Result<void> retype(const TargetLook& look, const std::vector<std::string>& named,
                                        std::vector<Retyping> retypings);

} // namespace latchboard::pg
