// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/instant.h"
#include "base/secret.h"

#include <string>

namespace latchboard::demo {

inline constexpr const char* kProfile = "demo";
inline constexpr const char* kJob = "order-sync";

/// What the demo's configuration says.
struct DemoSetting {
    std::string folder; ///< of the instance
    int databasePort = 0, poolerPort = 0;
    std::string apiUrl;
    base::Secret latchboardPassword; ///< of the role `latchboard`
    base::Secret statsPassword;      ///< of the pooler's console
    base::Secret apiKey;
    base::Duration period{0}; ///< of the job
    base::Instant firstWindowStart;
    std::int64_t pageSize = 60;
    base::Duration spacing{0}, cooldown{0}; ///< the API's limit
};

/// Writes latchboard.toml, sources/order-api.toml, targets/orders.toml and the secrets they refer to (mode 0600) into
/// the folder. All of it is what a user would write by hand.
[[nodiscard]] base::Result<void> writeDemoFiles(const DemoSetting& setting);

/// `FOLDER/latchboard.toml`, and the file with passwords for psql.
[[nodiscard]] std::string configFileOf(const std::string& folder);
[[nodiscard]] std::string passFileOf(const std::string& folder);
/// For libpq, without a password: the role `latchboard` at the demo's database.
[[nodiscard]] std::string latchboardConninfo(int port);

} // namespace latchboard::demo
